import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Catalogue, createCatalogue, type Edition } from '../../src/catalogue/index.ts';
import type { Plan } from '../../src/check/checked-plan.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import { PlanProblem } from '../../src/plan/defect.ts';
import { transforms } from '../../transforms/index.ts';
import { roundsOf } from '../support/sample.ts';
import {
  buildRepository,
  collidingSpecs,
  type Repository,
  repositorySpecs,
} from './support/generate-repository.ts';
import { collisions, problemsOf } from './support/property-check.ts';
import { textOf, typeOf } from './support/property-write.ts';
import { plainFacts, type WorldFacts } from './support/resolver.ts';
import { shown, snapshotOf, type Tree, treeAfter, treeOf } from './support/tree.ts';

const runs = roundsOf(30, 100);
const seed = Number(process.env.FW_MIGRATE_SEED ?? 4);
const limit = Math.max(40_000, runs * 200);

describe('migrating random repositories', () => {
  /** What is wrong with a migration: what it has changed the meaning of, and what a second one would do. */
  async function problemsWith(repository: Repository, tree: Tree): Promise<string[]> {
    const done = await plan(tree, repository);
    const followUps = [...done.followUps, ...done.projects.flatMap((project) => project.followUps)];
    const told = new Set(followUps.map(({ file }) => file));
    const after = treeAfter(tree, done);
    const again = await plan(after, repository);
    return [
      ...problemsOf(repository, textsOf(after), told),
      ...again.files.map(({ from, to, by }) => `${from} -> ${to} is planned again by ${by}`),
    ];
  }

  it('keeps what every reference and every path means, and plans nothing the second time', {
    timeout: 2 * limit,
  }, async () => {
    await check(problemsWith);
  });

  it('does so with the facts of any edition', { timeout: 2 * limit }, async () => {
    await check(problemsWith, worldFacts);
  });

  it('refuses to let one file land on another', { timeout: 2 * limit }, async () => {
    await fc.assert(
      fc.asyncProperty(collidingSpecs, async (spec) => {
        const repository = buildRepository(spec);
        expect(collisions(repository)).not.toEqual([]);
        const tree = treeFor(repository);
        const done = await plan(tree, repository).catch((error: unknown) => error);
        if (done instanceof PlanProblem) return;
        // Others go on, and nothing of theirs lands on another file.
        const { projects } = done as Plan;
        expect(projects.filter(({ isRefused }) => isRefused)).not.toEqual([]);
        treeAfter(tree, done as Plan);
      }),
      { numRuns: Math.ceil(runs / 10), interruptAfterTimeLimit: limit, seed },
    );
  });
});

/** Runs a check on random repositories; a failure is of no use without the files. */
async function check(
  problemsIn: (repository: Repository, tree: Tree) => Promise<readonly string[]>,
  facts: fc.Arbitrary<WorldFacts> = fc.constant(plainFacts),
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(repositorySpecs, facts, async (spec, chosen) => {
      const repository = buildRepository(spec, chosen);
      fc.pre(collisions(repository).length === 0);
      const tree = treeFor(repository);
      const problems = await found(problemsIn(repository, tree));
      if (problems.length > 0)
        throw new Error(`${problems.join('\n')}\n${await told(repository, tree)}`);
    }),
    // Without a limit it may take minutes to find the simplest repository that fails.
    { numRuns: runs, interruptAfterTimeLimit: limit, seed },
  );
}

async function found(problems: Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await problems;
  } catch (error) {
    return [error instanceof Error ? `${error.name}: ${error.message}` : String(error)];
  }
}

/** Bytes that are no text, at the start of every image. */
const bytes = Buffer.from([0x89, 0xff, 0xfe, 0x00]);

function isImage(path: string): boolean {
  return typeOf(path) === 'image';
}

function treeFor({ files }: Repository): Tree {
  return treeOf(
    Object.fromEntries(
      [...files].map(([path, pieces]) => {
        const content = Buffer.from(textOf(pieces));
        return [path, isImage(path) ? Buffer.concat([bytes, content]) : content];
      }),
    ),
  );
}

const bases = fc.constantFrom('root' as const, 'source' as const);

/** Facts that an edition may have. */
const worldFacts: fc.Arbitrary<WorldFacts> = fc.record({
  sourceDir: fc.constantFrom('app', 'main', 'client/app', 'src'),
  sourcesFrom: bases,
  othersFrom: bases,
  bundlerRoot: fc.record({ b: bases, a: bases }),
  folders: fc.subarray(['stores', 'lib']),
  aliases: fc.array(
    fc.record({
      name: fc.constantFrom('#stores', '#own', '$lib'),
      folder: fc.constantFrom('stores', 'lib', 'utils', 'server'),
      base: fc.record({ b: bases, a: bases }),
    }),
    { maxLength: 1 },
  ),
});

/** The edition that has these facts. */
function editionWith(facts: WorldFacts): Edition {
  const { sourceDir, sourcesFrom, othersFrom, bundlerRoot, folders, aliases } = facts;
  const readFrom = (names: readonly string[], a: 'root' | 'source') =>
    names.map((name) => [name, { readFrom: { a } }] as const);
  const aliasesIn = (variant: 'a' | 'b') =>
    Object.fromEntries(
      aliases.map(({ name, folder, base }) => [
        name,
        `${base[variant] === 'root' ? '<rootDir>' : '<srcDir>'}/${folder}`,
      ]),
    );
  return {
    facts: {
      sourceDir,
      bundlerRoot,
      // As the resolver reads them.
      layerAliases: 'layer',
      folders: Object.fromEntries([
        ...readFrom(['assets', 'layouts', 'middleware', 'pages', 'plugins'], sourcesFrom),
        ...readFrom(['public', 'modules'], othersFrom),
        ...folders.map((name) => [name, {}] as const),
      ]),
      aliases: { a: aliasesIn('a'), b: aliasesIn('b') },
    },
  };
}

const catalogues = new WeakMap<WorldFacts, Catalogue>();

/** The catalogue of the edition; to make one takes longer than most migrations. */
function catalogueWith(facts: WorldFacts): Catalogue {
  const catalogue = catalogues.get(facts) ?? createCatalogue(editionWith(facts));
  catalogues.set(facts, catalogue);
  return catalogue;
}

function plan(tree: Tree, { choices: { layout, move, stay }, world }: Repository) {
  const facts = world.projects[0]?.facts ?? plainFacts;
  return planRepository(snapshotOf(tree), {
    ...(facts === plainFacts ? {} : { catalogue: catalogueWith(facts) }),
    steps: [{ kind: 'transforms', transforms }],
    layout,
    ...(move && { move: [...move] }),
    ...(stay && { stay: [...stay] }),
  });
}

async function migrated(tree: Tree, repository: Repository): Promise<Tree> {
  return treeAfter(tree, await plan(tree, repository));
}

function textsOf(tree: Tree): Map<string, string> {
  return new Map([...tree].map(([path, content]) => [path, textIn(path, content)]));
}

function textIn(path: string, content: Buffer | { readonly link: string }): string {
  if ('link' in content) return content.link;
  return content.subarray(isImage(path) ? bytes.length : 0).toString();
}

async function told(repository: Repository, tree: Tree): Promise<string> {
  const show = (of: Tree) =>
    Object.entries(shown(of))
      .map(([path, text]) => `==== ${path}\n${Buffer.from(text, 'latin1').toString()}`)
      .join('\n');
  let after = '(no plan)';
  try {
    after = show(await migrated(tree, repository));
  } catch {
    // The message says why.
  }
  return `${JSON.stringify([repository.choices, repository.world.projects[0]?.facts])}\n-------- before\n${show(tree)}\n-------- after\n${after}`;
}
