/** The functions of the public API, which check their arguments first. What else is exported is listed in index.ts. */

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { transforms } from '../transforms/index.ts';
import { type Ran, runPlan } from './apply/transaction.ts';
import { type Undone, undoLastRun } from './apply/undo.ts';
import { builtInEdition, builtInNames, catalogueFor, merged } from './catalogue/built-in.ts';
import type { FollowUpText } from './catalogue/follow-ups.ts';
import {
  type Catalogue,
  createCatalogue as createOwnCatalogue,
  type Edition,
  editionShape,
  fwCatalogue,
  type Option,
} from './catalogue/index.ts';
import {
  fields,
  flag,
  integer,
  listOf,
  Mismatch,
  object,
  oneOf,
  text as textShape,
} from './catalogue/shape.ts';
import type { Plan } from './check/checked-plan.ts';
import { planRepository } from './check/checked-plan.ts';
import {
  type ConfigDocument,
  type OpenOptions,
  openConfig as openDocument,
} from './config/document.ts';
import { type EffectiveProjects, resolvedProjects } from './effective/option-rows.ts';
import type { Variant } from './paths/bases.ts';
import { type MigrateOptions, type Migration, migrateWith } from './plan/migrate.ts';
import type { PlanOptions } from './plan/plan-repository.ts';
import {
  ownSteps,
  selectRun,
  selectTransforms,
  stepsOfRun,
  type TransformOrList,
} from './plan/selection.ts';
import {
  callable,
  checkArgument,
  configName,
  editionChoice,
  folderName,
  migrateConfigShape,
  planMigrationShape,
  snapshotShape,
} from './plan/shapes.ts';
import { migrateInSteps } from './plan/steps.ts';
import { readSnapshot as readFolder } from './tree/disk.ts';
import type { DiskSnapshot, Snapshot } from './tree/snapshot.ts';

/** Every option of both variants, as the default edition has them. */
export const options: ReadonlyMap<string, Option> = fwCatalogue.options;

/** Finds an option of the default edition by its path. */
export function findOption(path: string): Option | undefined {
  return fwCatalogue.findOption(path);
}

/**
 * The texts of a follow-up code: its title, what it means, and what to do. Undefined for codes of your own transforms,
 * whose follow-ups only have a message.
 */
export function describe(code: string, options: WithEdition = {}): FollowUpText | undefined {
  checkArgument('describe', 'code', code, textShape);
  checkArgument('describe', 'options', options, object({ 'edition?': editionChoice }));
  return catalogueOf(options, []).followUpText(code);
}

interface WithEdition {
  /**
   * The edition of the framework: a value, the name of a built-in one (`nuxt`), or a JSON file. Without it, that of the
   * configs (`nuxt.config.ts`).
   */
  readonly edition?: Edition | string | undefined;
}

/** The options and facts of an edition: of a value, the name of a built-in one, or a JSON file. */
export function createCatalogue(edition: Edition | string = fwCatalogue.names.package): Catalogue {
  checkArgument('createCatalogue', 'edition', edition, editionChoice);
  return createOwnCatalogue(loadedEdition(edition));
}

/** The catalogue of an edition, or of the configs among some files. */
function catalogueOf({ edition }: WithEdition, files: readonly string[]): Catalogue {
  return edition === undefined ? catalogueFor(files) : createCatalogue(edition);
}

/** An edition with those that it extends; files are relative to the one that names them. */
function loadedEdition(edition: Edition | string, above: readonly string[] = []): Edition {
  if (typeof edition !== 'string') {
    const { extends: base, $schema: _, ...own } = edition;
    return base === undefined ? own : (merged(loadedEdition(base, above), own) as Edition);
  }
  const path = resolve(dirname(above[0] ?? resolve('edition.json')), edition);
  const builtIn = builtInEdition(edition);
  return builtIn ?? loadedEdition(readEdition(edition, path, above), [path, ...above]);
}

function readEdition(name: string, path: string, above: readonly string[]): Edition {
  const named = `The edition \`${name}\``;
  if (above.includes(path)) throw new TypeError(`${named} extends itself. Remove one \`extends\`.`);
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    editionShape(value, 'edition');
    return value as Edition;
  } catch (error) {
    if (error instanceof SyntaxError) throw new TypeError(`${named} is not JSON: ${error.message}`);
    if (error instanceof Mismatch) throw new TypeError(`${named} is wrong: ${error.message}`);
    const known = builtInNames.map((one) => `\`${one}\``).join(' or ');
    throw new TypeError(
      `${named} cannot be read. Pass ${known}, a JSON file, or the edition itself.`,
    );
  }
}

interface Choice extends WithEdition {
  /** Runs only the transforms with these ids. */
  readonly only?: readonly string[] | undefined;
  /** Skips the transforms with these ids. */
  readonly skip?: readonly string[] | undefined;
  /** Your own transforms. They run one by one after the built-in ones; see `followsMoves`. */
  readonly transforms?: readonly TransformOrList[] | undefined;
}

export interface MigrateConfigOptions extends Omit<MigrateOptions, 'catalogue'>, Choice {}

export interface MigrateRepositoryOptions
  extends Omit<PlanOptions, 'steps' | 'configsOnly' | 'catalogue' | 'mayBeAbsent'>,
    Choice {}

function pathsIn({ files }: Pick<Snapshot, 'files'>): string[] {
  return files.map(({ path }) => path);
}

/** Migrates the text of one config to Variant A. Throws a `ConfigProblem` if it cannot be read. */
export function migrateConfig(text: string, options: MigrateConfigOptions): Migration {
  checkArgument('migrateConfig', 'text', text, textShape);
  checkArgument('migrateConfig', 'options', options, migrateConfigShape);
  const selected = selectTransforms(transforms, options);
  const custom = ownSteps(options.transforms ?? [], 'transforms');
  const withCatalogue = { ...options, catalogue: catalogueOf(options, [options.filename]) };
  if (custom.length === 0) return migrateWith(selected, text, withCatalogue);
  return migrateInSteps(stepsOfRun(selected, custom), text, withCatalogue);
}

/**
 * Plans the migration of every project of a snapshot: configs, moves, and all references between files.
 * Nothing is written. Rejects with a `PlanProblem` if no plan can be made.
 */
export async function planMigration(
  snapshot: Snapshot,
  options: MigrateRepositoryOptions = {},
): Promise<Plan> {
  checkArgument('planMigration', 'snapshot', snapshot, snapshotShape);
  checkArgument('planMigration', 'options', options, planMigrationShape);
  const run = selectRun(transforms, options, ownSteps(options.transforms ?? [], 'transforms'));
  return planRepository(snapshot, {
    ...options,
    ...run,
    catalogue: catalogueOf(options, pathsIn(snapshot)),
  });
}

/**
 * The resolved value of each option, with defaults and layers, and where it comes from: under the variant of
 * the project, or the requested one. Throws a `PlanProblem` if no config can be read.
 */
export function effectiveOptions(
  snapshot: Snapshot,
  options: WithEdition & { readonly variant?: Variant | undefined } = {},
): EffectiveProjects {
  checkArgument('effectiveOptions', 'snapshot', snapshot, snapshotShape);
  const shape = object({ 'variant?': oneOf('a', 'b'), 'edition?': editionChoice });
  checkArgument('effectiveOptions', 'options', options, shape);
  return resolvedProjects(snapshot, catalogueOf(options, pathsIn(snapshot)), options.variant);
}

/** Options of `openConfig`. */
export interface OpenConfigOptions extends Omit<OpenOptions, 'catalogue'>, WithEdition {}

/** Reads a config without running it. Throws a `ConfigProblem` if it cannot be read. */
export function openConfig(text: string, options: OpenConfigOptions): ConfigDocument {
  checkArgument('openConfig', 'text', text, textShape);
  const shape = object({ filename: configName, 'read?': callable, 'edition?': editionChoice });
  checkArgument('openConfig', 'options', options, shape);
  return openDocument(text, { ...options, catalogue: catalogueOf(options, [options.filename]) });
}

/** Lists the files of a folder as git sees them. Their texts are read when they are requested. */
export function readSnapshot(folder: string, options: WithEdition = {}): DiskSnapshot {
  checkArgument('readSnapshot', 'folder', folder, folderName);
  checkArgument('readSnapshot', 'options', options, object({ 'edition?': editionChoice }));
  const listed = readFolder(folder);
  const { buildDir } = catalogueOf(options, pathsIn(listed)).names;
  return buildDir === fwCatalogue.names.buildDir ? listed : readFolder(folder, buildDir);
}

/** Options of `applyPlan`. */
export interface ApplyOptions {
  /** The snapshot that the plan was made from: if one of its files has changed since, nothing is written. */
  readonly snapshot?: Pick<DiskSnapshot, 'drift'> | undefined;
  /** Whether to trust state that another machine or user left in the folder, after someone has confirmed it. */
  readonly acceptForeign?: boolean | undefined;
  /** How many runs can be undone one after the other, including this one; 3 by default. */
  readonly keepRuns?: number | undefined;
}

/** Options of `undo`. */
export interface UndoOptions extends Pick<ApplyOptions, 'acceptForeign'> {
  /** Whether files that were edited after the run are replaced too; the edited versions are kept. */
  readonly force?: boolean | undefined;
}

const plannedFile = fields({
  from: textShape,
  to: textShape,
  'text?': fields({ before: textShape, after: textShape }),
});

/** Writes a plan to a folder, all of it or nothing, and records it for `undo`. May throw an `ApplyProblem`. */
export function applyPlan(plan: Plan, folder: string, options: ApplyOptions = {}): Ran {
  checkArgument('applyPlan', 'plan', plan, fields({ files: listOf(plannedFile) }));
  checkArgument('applyPlan', 'folder', folder, folderName);
  const shape = {
    'snapshot?': fields({ drift: callable }),
    'acceptForeign?': flag,
    'keepRuns?': integer(1),
  };
  checkArgument('applyPlan', 'options', options, object(shape));
  const { snapshot: seen, acceptForeign = false, keepRuns } = options;
  return runPlan(plan.files, resolve(folder), { acceptForeign, seen, keepRuns });
}

/** Undoes the last run in a folder, all of it or nothing; undefined if none is recorded. */
export function undo(folder: string, options: UndoOptions = {}): Undone | undefined {
  checkArgument('undo', 'folder', folder, folderName);
  checkArgument('undo', 'options', options, object({ 'force?': flag, 'acceptForeign?': flag }));
  const { force = false, acceptForeign = false } = options;
  return undoLastRun(resolve(folder), { force, acceptForeign });
}
