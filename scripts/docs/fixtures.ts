import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFor } from '../../src/catalogue/built-in.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import type { LayoutMode } from '../../src/layout/layout.ts';
import type { Finding, TransformDefinition } from '../../src/plan/definition.ts';
import { migrateWith } from '../../src/plan/migrate.ts';
import {
  openProjects,
  type PlanOptions,
  prepareSearch,
  withChosenFolders,
} from '../../src/plan/plan-repository.ts';
import { remainingProjects } from '../../src/plan/refusal.ts';
import { readSnapshot } from '../../src/tree/disk.ts';

interface FixtureOptions {
  readonly layout?: LayoutMode;
  readonly keepDefaults?: boolean;
}

/** One fixture of a transform: a config before and after. */
export interface Fixture {
  /** The behaviour that it shows, in kebab case. */
  readonly name: string;
  readonly extension: string;
  readonly options: FixtureOptions;
  readonly before: string;
  readonly after: string;
}

const inputName = /^(.+)\.input(\.[cm]?[jt]s)$/;

/** The fixtures of a transform, by their folder. */
export function fixturesIn(folder: string): Fixture[] {
  return readdirSync(folder).flatMap((file) => {
    const [, name, extension = ''] = inputName.exec(file) ?? [];
    if (name === undefined) return [];
    const read = (kind: string) =>
      readFileSync(join(folder, `${name}.${kind}${extension}`), 'utf8');
    const options = optionsIn(join(folder, `${name}.options.json`));
    return [{ name, extension, options, before: read('input'), after: read('output') }];
  });
}

function optionsIn(path: string): FixtureOptions {
  const {
    notRepeatable: _,
    git: _git,
    ...options
  } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  return options;
}

/**
 * The codes that each transform reports, by its id: seen while all fixtures run, so that no list has to be kept. That
 * every code is shown by a fixture is tested.
 */
export async function reportedCodes(
  transforms: readonly TransformDefinition[],
  fixtures: string,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const seen = new Map(transforms.map(({ id }) => [id, new Set<string>()]));
  const watched = transforms.map((transform) =>
    watching(transform, seen.get(transform.id) ?? new Set()),
  );
  for (const transform of watched) {
    for (const { before, extension, options } of fixturesIn(join(fixtures, transform.id)))
      migrateWith([transform], before, { filename: `fw.config${extension}`, ...options });
  }
  const projects = join(fixtures, 'projects');
  const folders = readdirSync(projects).flatMap((subject) =>
    readdirSync(join(projects, subject)).map((name) => join(projects, subject, name)),
  );
  for (const folder of folders) {
    // Its own test makes sure that nothing is reported then.
    if (!existsSync(join(folder, 'followups.json'))) continue;
    const steps = [{ kind: 'transforms', transforms: watched } as const];
    const options = optionsIn(join(folder, 'options.json'));
    await runTransforms(join(folder, 'input'), { steps, ...options });
  }
  return seen;
}

// Our own repository tracks every file of a fixture, also those that are ignored in it.
const outsideOfGit = { ignoreSettings: () => ({}), trackedFiles: () => ({ files: [] }) };

/** Runs the transforms on the projects of a folder, without the search and the checks that take most of the time. */
async function runTransforms(folder: string, options: PlanOptions): Promise<void> {
  const snapshot = readSnapshot(folder, undefined, outsideOfGit);
  const catalogue = catalogueFor(snapshot.files.map(({ path }) => path));
  try {
    const chosen = withChosenFolders(snapshot, { ...options, catalogue });
    const { repository, ...projects } = openProjects(snapshot, chosen);
    prepareSearch(remainingProjects(projects, new Map()), repository, chosen);
  } catch {
    // Some projects are refused: only a whole plan leaves them out and goes on.
    await planRepository(snapshot, { ...options, catalogue });
  }
}

function watching(transform: TransformDefinition, seen: Set<string>): TransformDefinition {
  return {
    ...transform,
    run(config, context) {
      const findings: Finding[] = [...transform.run(config, context)];
      for (const { followUps = [] } of findings) for (const { code } of followUps) seen.add(code);
      return findings;
    },
  };
}
