import { transforms } from '../transforms/index.ts';
import { type MigrateOptions, type Migration, migrateWith } from './plan/migrate.ts';
import { selectTransforms } from './plan/select.ts';

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
export type { FollowUp, FollowUpNote } from './plan/follow-up.ts';
export { type AppliedChange, type Migration, TransformFailure } from './plan/migrate.ts';
export type { ScriptConfig } from './plan/script.ts';
export { UnknownTransform } from './plan/select.ts';
export type { Finding, Transform, TransformContext } from './plan/transform.ts';
export type { LayoutMode } from './project/layout.ts';
export { findOption, type Option, type OptionPath, options } from './reference/index.ts';
export { transforms };

export interface MigrateConfigOptions extends MigrateOptions {
  /** Runs only the transforms with these ids. */
  readonly only?: readonly string[] | undefined;
  /** Leaves the transforms with these ids out. */
  readonly skip?: readonly string[] | undefined;
}

/** Takes the text of one config from Variant B to Variant A. Throws a `ConfigProblem` where it cannot be read. */
export function migrateConfig(text: string, options: MigrateConfigOptions): Migration {
  return migrateWith(selectTransforms(transforms, options), text, options);
}
