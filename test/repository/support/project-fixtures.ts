import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogueFor } from '../../../src/catalogue/built-in.ts';
import { type Catalogue, fwCatalogue } from '../../../src/catalogue/index.ts';
import type { Plan } from '../../../src/check/checked-plan.ts';
import { planRepository } from '../../../src/check/checked-plan.ts';
import type { LayoutMode } from '../../../src/layout/layout.ts';
import type { ProjectChoices, ToolingMode } from '../../../src/plan/selection.ts';
import { readSnapshot } from '../../../src/tree/disk.ts';
import type { Snapshot, TreeFile } from '../../../src/tree/snapshot.ts';
import { transforms } from '../../../transforms/index.ts';

/** What `options.json` of a fixture may say. */
export interface FixtureOptions {
  readonly layout?: LayoutMode;
  readonly move?: readonly string[];
  readonly stay?: readonly string[];
  readonly keepDefaults?: boolean;
  readonly allowIgnored?: boolean;
  readonly tooling?: ToolingMode;
  /** What is chosen for single projects; the file lists those that are not migrated, as `leave`. */
  readonly choices?: ProjectChoices;
}

/** What git would say about a fixture if it were a repository. */
export interface FixtureGit {
  /** Files that it tracks, also if they are ignored. */
  readonly tracked?: readonly string[];
  /** Folders that are repositories of their own. */
  readonly repositories?: readonly string[];
  /** Why it does not answer. */
  readonly why?: string;
  /** Whether capitals do not count: on the disk, and for its rules. */
  readonly folds?: boolean;
}

/** A project before and after the migration, in `__testfixtures__/projects/<subject>/<name>`. */
export interface ProjectFixture {
  /** The behaviour that it shows; no other fixture has this name. */
  readonly name: string;
  readonly subject: string;
  readonly folder: string;
  readonly input: string;
  /** The flags of the run. */
  readonly options: FixtureOptions;
  readonly git: FixtureGit;
  /** Why a second run on the output alone cannot know that it is one. */
  readonly notRepeatable?: string;
  /** Whether the run is refused: `error.txt` says why, and there is no output. */
  readonly isRefused: boolean;
  /** That of the edition whose config it has. */
  readonly catalogue: Catalogue;
}

const root = fileURLToPath(new URL('../../../__testfixtures__/projects', import.meta.url));

function fixtureIn(subject: string, name: string): ProjectFixture {
  const folder = join(root, subject, name);
  const file = join(folder, 'options.json');
  const {
    notRepeatable,
    git = {},
    leave = [],
    ...flags
  } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const choices = new Map<string, { leave: boolean }>(
    leave.map((one: string) => [one, { leave: true }]),
  );
  const options = { ...flags, ...(choices.size > 0 && { choices }) };
  const isRefused = existsSync(join(folder, 'error.txt'));
  const input = join(folder, 'input');
  const files = readdirSync(input, { recursive: true, encoding: 'utf8' });
  return {
    name,
    subject,
    folder,
    input,
    catalogue: catalogueFor(files),
    options,
    git,
    notRepeatable,
    isRefused,
  };
}

/** The project fixtures of all editions, by name. */
export const allFixtures: readonly ProjectFixture[] = readdirSync(root)
  .flatMap((subject) => readdirSync(join(root, subject)).map((name) => fixtureIn(subject, name)))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Those of the default edition. */
export const projectFixtures = allFixtures.filter(({ catalogue }) => catalogue === fwCatalogue);

/** The fixtures that have an output. */
export const migratedFixtures = projectFixtures.filter(({ isRefused }) => !isRefused);

/** Fixtures as rows of `it.each`, which shows the name of each in full. */
export function named(fixtures: readonly ProjectFixture[]): (readonly [string, ProjectFixture])[] {
  return fixtures.map((fixture) => [fixture.name, fixture]);
}

/** The fixture of a name. */
export function projectFixture(wanted: string): ProjectFixture {
  const found = allFixtures.find(({ name }) => name === wanted);
  if (!found) throw new Error(`There is no project fixture ${wanted}`);
  return found;
}

/** A folder of a fixture, as if it were not part of our own repository, which tracks all that is in it. */
export function fixtureSnapshot(
  folder: string,
  { tracked = [], repositories = [], why, folds = false }: FixtureGit = {},
  { names } = fwCatalogue,
): Snapshot {
  const read = readSnapshot(folder, names.buildDir, {
    ignoreSettings: () => ({ ignoreCase: folds }),
    trackedFiles: () => ({ files: why === undefined ? tracked : [], why }),
  });
  const snapshot = folds ? { ...read, folds } : read;
  if (repositories.length === 0) return snapshot;
  const isElsewhere = ({ path }: TreeFile) =>
    repositories.some((one) => path.startsWith(`${one}/`));
  return {
    ...snapshot,
    files: snapshot.files.filter((file) => !isElsewhere(file)),
    foreign: repositories.map((path) => ({ path, why: 'This is a separate repository.' })),
  };
}

const plans = new Map<string, Promise<Plan>>();

/** The plan of a fixture. Many tests look at it, so it is made once. */
export function planOf({ name, input, options, git, catalogue }: ProjectFixture): Promise<Plan> {
  const known = plans.get(name);
  if (known) return known;
  const plan = planIn(input, options, git, catalogue);
  plans.set(name, plan);
  return plan;
}

/** The plan for a folder on disk. */
export function planIn(
  folder: string,
  options: FixtureOptions = {},
  git: FixtureGit = {},
  catalogue: Catalogue = fwCatalogue,
): Promise<Plan> {
  const steps = [{ kind: 'transforms' as const, transforms }];
  return planRepository(fixtureSnapshot(folder, git, catalogue), { steps, catalogue, ...options });
}
