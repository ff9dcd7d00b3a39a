import { transforms } from '../transforms/index.ts';
import { type MigrateOptions, type Migration, migrateWith } from './plan/migrate.ts';
import { selectTransforms } from './plan/select.ts';

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
