import { transforms } from '../transforms/index.ts';
import { checkArgument, migrateConfigShape, planMigrationShape, snapshotShape } from './plan/arguments.ts';
import { type MigrateOptions, type Migration, migrateWith } from './plan/migrate.ts';
import { flatTransforms, ownSteps, stepsOfRun, type TransformOrList } from './plan/own-transforms.ts';
import type { Plan } from './plan/plan.ts';
import { type PlanOptions, planRepository } from './plan/repository.ts';
import { followsMoves, selectTransforms } from './plan/selection.ts';
import { migrateInSteps } from './plan/steps.ts';
import { text as textShape } from './project/shape.ts';
import type { Snapshot } from './project/snapshot.ts';

export { type ApplyOptions, applyPlan, type UndoOptions, undo } from './apply/api.ts';
export { ApplyProblem } from './apply/problem.ts';
export type { Ran, Undone } from './apply/run.ts';
export { findOption, type Option, type OptionPath, options } from './catalogue/index.ts';
export { type PathRule, rules as pathRules } from './catalogue/path-rules.ts';
export {
  type Change,
  ChangeConflict,
  Code,
  ConfigPath,
  type NewItem,
  type NewValue,
} from './config/change.ts';
export {
  type ConfigDocument,
  type ConfigScope,
  type OpenOptions,
  type OptionRef,
  openConfig,
  type Rendered,
  type RenderedFile,
} from './config/document.ts';
export { type Lookup, Pattern, type StaticValue } from './config/lookup.ts';
export { ConfigProblem, type Position } from './config/problem.ts';
export type { Entries, Entry } from './config/reading.ts';
export { defineTransform, type UserTransform } from './plan/define.ts';
export type { EffectiveOption, EffectiveValue, Variant } from './plan/effective/option.ts';
export { type EffectiveProject, type EffectiveProjects, effectiveOptions } from './plan/effective-options.ts';
export type { FollowUp, FollowUpNote } from './plan/follow-up.ts';
export { type AppliedChange, type Migration, TransformFailure } from './plan/migrate.ts';
export type { TransformOrList } from './plan/own-transforms.ts';
export type { Plan, PlannedFile, ProjectPlan } from './plan/plan.ts';
export { PlanProblem } from './plan/plan.ts';
export { ProofFailure } from './plan/proof/defect.ts';
export {
  eachWritten as eachWrittenOption,
  rebasing as rebasePaths,
  type WrittenOption,
} from './plan/rebasing.ts';
export type { ScriptConfig } from './plan/script.ts';
export { IncompleteSelection, UnknownTransform } from './plan/selection.ts';
export type { Finding, Transform, TransformContext } from './plan/transform.ts';
export { readSnapshot } from './project/disk.ts';
export type { LayoutMode } from './project/layout.ts';
export {
  type DiskSnapshot,
  type FilesInMemory,
  type Snapshot,
  snapshotOf,
  type TreeFile,
  UnreadableFile,
} from './project/snapshot.ts';
export type { Format } from './report/formats.ts';
export { type RenderReportOptions, renderReport } from './report/formats.ts';
export { ReportProblem, readReport } from './report/read-report.ts';
export type { Report } from './report/report.ts';
export { transforms };

interface Choice {
  /** Runs only the transforms with these ids. */
  readonly only?: readonly string[] | undefined;
  /** Leaves the transforms with these ids out. */
  readonly skip?: readonly string[] | undefined;
  /** Transforms of your own. They run after the built-in ones, each on what the one before it left; see `followsMoves`. */
  readonly transforms?: readonly TransformOrList[] | undefined;
}

export interface MigrateConfigOptions extends Omit<MigrateOptions, 'project'>, Choice {}

export interface MigrateRepositoryOptions
  extends Omit<PlanOptions, 'steps' | 'configsOnly' | 'unproven'>,
    Choice {}

/** Takes the text of one config from Variant B to Variant A. Throws a `ConfigProblem` where it cannot be read. */
export function migrateConfig(text: string, options: MigrateConfigOptions): Migration {
  checkArgument('migrateConfig', 'text', text, textShape);
  checkArgument('migrateConfig', 'options', options, migrateConfigShape);
  const selected = selectTransforms(transforms, options);
  const own = flatTransforms(options.transforms ?? [], 'transforms');
  if (own.length === 0) return migrateWith(selected, text, options);
  return migrateInSteps(stepsOfRun(selected, ownSteps(own)), text, options);
}

/**
 * Plans what the migration does to every project of a snapshot: configs, moves, and all references between files.
 * Pure: nothing is written. Fails with a `PlanProblem` where it cannot be done.
 */
export async function planMigration(
  snapshot: Snapshot,
  options: MigrateRepositoryOptions = {},
): Promise<Plan> {
  checkArgument('planMigration', 'snapshot', snapshot, snapshotShape);
  checkArgument('planMigration', 'options', options, planMigrationShape);
  const selected = selectTransforms(transforms, options);
  const configsOnly = !followsMoves(transforms, selected);
  const own = flatTransforms(options.transforms ?? [], 'transforms');
  const steps = stepsOfRun(selected, ownSteps(own));
  return planRepository(snapshot, { ...options, steps, configsOnly });
}
