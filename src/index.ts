/** Everything that the package exports, and nothing that it does not promise to keep. */

export { transforms } from '../transforms/index.ts';
export {
  type ApplyOptions,
  applyPlan,
  createCatalogue,
  describe,
  effectiveOptions,
  findOption,
  type MigrateConfigOptions,
  type MigrateRepositoryOptions,
  migrateConfig,
  type OpenConfigOptions,
  openConfig,
  options,
  planMigration,
  readSnapshot,
  type UndoOptions,
  undo,
} from './api.ts';
export { ApplyProblem } from './apply/apply-problem.ts';
export type { Ran } from './apply/transaction.ts';
export type { Undone } from './apply/undo.ts';
export type { Position } from './base/position.ts';
export type { FollowUpText } from './catalogue/follow-ups.ts';
export {
  type Catalogue,
  defineEdition,
  type Edition,
  EditionProblem,
  type Option,
  type OptionPath,
} from './catalogue/index.ts';
export { type PathRule, rules as pathRules } from './catalogue/option.ts';
export type { Plan, ProjectPlan } from './check/checked-plan.ts';
export {
  type Change,
  ChangeConflict,
  Code,
  ConfigPath,
  type NewItem,
  type NewValue,
} from './config/change.ts';
export type { ConfigDocument, ConfigScope, OptionRef, Rendered } from './config/document.ts';
export {
  type Entries,
  type Entry,
  type Lookup,
  Pattern,
  type StaticValue,
} from './config/lookup.ts';
export { ConfigProblem } from './config/problem.ts';
export type { RenderedFile } from './config/render.ts';
export type {
  EffectiveOption,
  EffectiveProject,
  EffectiveProjects,
} from './effective/option-rows.ts';
export type { EffectiveValue } from './effective/option-value.ts';
export type { LayoutMode } from './layout/layout.ts';
export type { Variant } from './paths/bases.ts';
export { eachWritten as eachWrittenOption, type WrittenOption } from './plan/config-scopes.ts';
export { CheckFailure, PlanProblem } from './plan/defect.ts';
export type { Finding, Transform, TransformContext } from './plan/definition.ts';
export type { FollowUp, FollowUpNote } from './plan/follow-up.ts';
export { type AppliedChange, type Migration, TransformFailure } from './plan/migrate.ts';
export type { PlannedFile } from './plan/plan.ts';
export { rebasing as rebasePaths } from './plan/rebasing.ts';
export type { ScriptConfig } from './plan/script.ts';
export { IncompleteSelection, type TransformOrList, UnknownTransform } from './plan/selection.ts';
export { defineSettings, type Settings } from './plan/shapes.ts';
export { defineTransform, type UserTransform } from './plan/transform.ts';
export { type Format, type RenderReportOptions, renderReport } from './report/formats.ts';
export { ReportProblem, readReport } from './report/read-report.ts';
export type { Report } from './report/report.ts';
export {
  type DiskSnapshot,
  type FilesInMemory,
  type Snapshot,
  snapshotOf,
  type TreeFile,
  UnreadableFile,
} from './tree/snapshot.ts';
