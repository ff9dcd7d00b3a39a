import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LayoutCheck, layoutCheck } from '../../src/check/check-layout.ts';
import { checkTexts } from '../../src/check/check-texts.ts';
import type { Plan } from '../../src/check/checked-plan.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import { openConfig } from '../../src/config/document.ts';
import { placeFiles } from '../../src/plan/place-files.ts';
import type { PlanOptions } from '../../src/plan/plan-repository.ts';
import type { Snapshot } from '../../src/tree/snapshot.ts';
import { transforms } from '../../transforms/index.ts';
import { openedIn, refusedIn } from '../plan/support/opened.ts';
import { buildRepository, repositorySpecs } from '../repository/support/generate-repository.ts';
import { collisions } from '../repository/support/property-check.ts';
import { textOf } from '../repository/support/property-write.ts';
import { snapshotOf, treeOf } from '../repository/support/tree.ts';
import { roundsOf } from '../support/sample.ts';

type Flags = Omit<PlanOptions, 'steps'>;

/** What is made of a plan before it is checked. */
interface Break {
  /** Where a file goes; nothing where it goes as planned. */
  to?(file: string): string | undefined;
  /** What a config says afterwards. */
  config?(text: string): string;
}

interface Checked {
  readonly plan: Plan;
  readonly checks: readonly LayoutCheck[];
}

async function checkedIn(
  snapshot: Snapshot,
  flags: Flags = {},
  broken: Break = {},
): Promise<Checked> {
  const plan = await planRepository(snapshot, {
    steps: [{ kind: 'transforms', transforms }],
    ...flags,
  });
  const { repository, moves, projects } = openedIn(snapshot, flags, refusedIn(plan));
  const planned = new Map(plan.files.map((file) => [file.from, file]));
  const placeOf = (file: string) => broken.to?.(file) ?? planned.get(file)?.to ?? file;
  const texts = new Map(
    placeFiles(snapshot, moves, projects, flags).files.map(({ path, link }) => {
      const text = () => planned.get(path)?.text?.after ?? repository.readText(path);
      return [planned.get(path)?.to ?? path, link === undefined ? text : () => undefined];
    }),
  );
  const read = (path: string) => texts.get(path)?.();
  const checks = projects
    .filter(({ decision }) => decision.kind !== 'unknown')
    .map((project) => {
      const filename = moves.after(project.found.config);
      const text = read(filename) ?? '';
      const config = openConfig(broken.config?.(text) ?? text, { filename, read });
      const followUps =
        plan.projects.find(({ root }) => root === project.found.folder)?.followUps ?? [];
      return layoutCheck(project, {
        ...{ config, moves, placeOf, followUps },
        tree: repository.tree,
      });
    });
  return { plan, checks };
}

async function checked(
  files: { readonly [path: string]: string },
  flags: Flags = {},
  broken: Break = {},
): Promise<LayoutCheck> {
  const { checks } = await checkedIn(snapshotOf(treeOf(files)), flags, broken);
  const [check] = checks;
  if (!check) throw new Error('There is no project');
  return check;
}

function config(body: string): string {
  return `export default defineFwConfig(${body})\n`;
}

const page = '<template><p>a</p></template>\n';

/** Everything that a project may have, in a folder of its sources. */
function sources(folder: string): { [path: string]: string } {
  return {
    [`${folder}app.vue`]: page,
    [`${folder}app.config.ts`]: 'export default {}\n',
    [`${folder}pages/index.vue`]: page,
    [`${folder}pages/about/us.vue`]: page,
    [`${folder}components/A.vue`]: page,
    [`${folder}composables/use.ts`]: 'export const use = 1\n',
    [`${folder}utils/sum.ts`]: 'export const sum = 1\n',
    [`${folder}server/api/a.ts`]: 'export default 1\n',
    [`${folder}public/a.txt`]: 'a\n',
    [`${folder}modules/m.ts`]: 'export default 1\n',
    [`${folder}app/router.options.ts`]: 'export default {}\n',
    'shared/s.ts': 'export const s = 1\n',
  };
}

const atRoot = { 'fw.config.ts': config('{}'), ...sources('') };
const inSrc = { 'fw.config.ts': config("{ srcDir: 'src' }"), ...sources('src/') };
const named = {
  'fw.config.ts': config("{ dir: { pages: 'views', static: 'files' } }"),
  'views/a.vue': page,
  'files/a.txt': 'a',
};

function placesOf({ places }: LayoutCheck): Record<string, string> {
  return Object.fromEntries(
    places.filter(({ exists }) => exists).map(({ kind, place }) => [kind, place ?? '']),
  );
}

describe('the folders that Variant A reads', () => {
  it('are in `app/` where sources move there', async () => {
    const check = await checked(atRoot);
    expect(placesOf(check)).toEqual({
      'app.vue': 'app/app.vue',
      'app.config': 'app/app.config',
      'router options': 'app/router.options',
      pages: 'app/pages',
      components: 'app/components',
      composables: 'app/composables',
      utils: 'app/utils',
      server: 'server',
      public: 'public',
      modules: 'modules',
      shared: 'shared',
    });
    expect(check.orphans).toEqual([]);
    expect(check.appFolder).toBeUndefined();
    const layouts = check.places.find(({ kind }) => kind === 'layouts');
    expect(layouts).toEqual({ kind: 'layouts', place: 'app/layouts', exists: false });
  });

  it('are where they were in a source directory that stays', async () => {
    const check = await checked(inSrc);
    const places = placesOf(check);
    const inside = Object.fromEntries(
      Object.entries(places).filter(([, place]) => place.startsWith('src/')),
    );
    expect(Object.keys(places).length - Object.keys(inside).length).toBe(1);
    expect(inside).toMatchObject({
      server: 'src/server',
      'router options': 'src/app/router.options',
    });
    expect(check.orphans).toEqual([]);
  });

  it('are those that the config names', async () => {
    expect(placesOf(await checked(named))).toEqual({ pages: 'app/views', public: 'files' });
    expect(placesOf(await checked(named, { layout: 'keep' }))).toEqual({
      pages: 'views',
      public: 'files',
    });
  });

  it('are not known where the config does not tell', async () => {
    const unknown = { ...atRoot, 'fw.config.ts': config('{ dir: { pages: process.env.PAGES } }') };
    const { places, orphans } = await checked(unknown);
    expect(places.find(({ kind }) => kind === 'pages')).toEqual({
      kind: 'pages',
      place: undefined,
      exists: false,
    });
    expect(orphans).toEqual([]);
  });
});

describe('what is not read any more', () => {
  it('is told where it is held back', async () => {
    const { orphans, defects } = await checked(atRoot, { stay: ['utils'] });
    const orphan = {
      kind: 'utils',
      file: 'utils/sum.ts',
      count: 1,
      left: 'utils/sum.ts',
      why: 'told',
    };
    expect(orphans).toEqual([orphan]);
    expect(defects).toEqual([]);
  });

  it('is told where a part of a folder is held back', async () => {
    const { orphans, defects } = await checked(atRoot, { stay: ['pages/about'] });
    expect(orphans.map(({ file, why }) => [file, why])).toEqual([['pages/about/us.vue', 'told']]);
    expect(defects).toEqual([]);
  });

  it('was asked for where that folder has another name', async () => {
    const named = {
      'fw.config.ts': config("{ dir: { pages: 'views' } }"),
      'views/about/us.vue': page,
    };
    const { orphans, defects } = await checked(named, { stay: ['views/about'] });
    expect(orphans.map(({ file, why }) => [file, why])).toEqual([['views/about/us.vue', 'asked']]);
    expect(defects).toEqual([]);
  });

  it('was not read before, in a project that is half on Variant A', async () => {
    const half = {
      'fw.config.ts': config('{}'),
      'package.json': '{ "dependencies": { "fw": "^4.0.0" } }\n',
      'app/pages/index.vue': page,
      'pages/old.vue': page,
    };
    const { orphans, defects } = await checked(half);
    expect(orphans.map(({ file, why }) => [file, why])).toEqual([['pages/old.vue', 'before']]);
    expect(defects).toEqual([]);
  });
});

describe('a folder `app/` of another kind', () => {
  const told =
    'the sources stay in the project root, as set by `srcDir`, and nothing in `app/` is treated as source code.';

  it('is explained', async () => {
    const foreign = { ...named, 'app/package.json': '{}\n', 'app/main.go': 'package main\n' };
    expect((await checked(foreign)).appFolder).toBe(`\`app/\` contains something else: ${told}`);
    const kept = await checked(atRoot, { layout: 'keep' });
    expect(kept.appFolder).toBe(`\`app/\` is not the source directory: ${told}`);
  });
});

describe('a plan that is broken', () => {
  const stays = (start: string) => ({
    to: (file: string) => (file.startsWith(start) ? file : undefined),
  });
  const without = (text: string | RegExp) => ({
    config(code: string) {
      expect(code).toMatch(text);
      return code.replace(text, '');
    },
  });

  it.each<[string, { readonly [path: string]: string }, Flags, Break, string[]]>([
    ['a folder does not move', atRoot, {}, stays('pages/'), ['pages pages/about/us.vue 2']],
    [
      'a part of a folder does not move',
      atRoot,
      {},
      stays('pages/about/'),
      ['pages pages/about/us.vue 1'],
    ],
    [
      'one file does not move',
      atRoot,
      {},
      stays('components/A.vue'),
      ['components components/A.vue 1'],
    ],
    ['the file of the app does not move', atRoot, {}, stays('app.vue'), ['app.vue app.vue 1']],
    [
      'the file of the app config does not move',
      atRoot,
      {},
      stays('app.config'),
      ['app.config app.config.ts 1'],
    ],
    [
      'a folder goes to a place of another kind',
      atRoot,
      {},
      {
        to: (file) =>
          file.startsWith('composables/')
            ? `app/${file.replace('composables', 'utils')}`
            : undefined,
      },
      ['composables composables/use.ts 1'],
    ],
    [
      'what belongs in the root goes with the sources',
      atRoot,
      {},
      { to: (file) => (/^(?:server|shared)\//.test(file) ? `app/${file}` : undefined) },
      ['server server/api/a.ts 1', 'shared shared/s.ts 1'],
    ],
    [
      'what belongs in the root stays with the sources that moved',
      inSrc,
      { layout: 'app' },
      { to: (file) => (file.startsWith('src/server/') ? file.replace('src/', 'app/') : undefined) },
      ['server src/server/api/a.ts 1'],
    ],
    [
      'the router options are left',
      inSrc,
      { layout: 'app' },
      stays('src/app/'),
      ['router options src/app/router.options.ts 1'],
    ],
    [
      'a name of a folder is dropped',
      named,
      {},
      without(/pages: 'app\/views',? ?/),
      ['pages views/a.vue 1'],
    ],
    [
      'a name is read from the wrong folder',
      named,
      {},
      { config: (code) => code.replace('app/views', 'views') },
      ['pages views/a.vue 1'],
    ],
    [
      'the folder of public files is dropped',
      named,
      {},
      without(/public: 'files',? ?/),
      ['public files/a.txt 1'],
    ],
    [
      'the folder of the server is dropped',
      inSrc,
      {},
      without(/serverDir: 'src\/server',?\s*/),
      ['server src/server/api/a.ts 1'],
    ],
    [
      'all that is named is dropped',
      inSrc,
      {},
      { config: () => config("{ srcDir: 'src' }") },
      [
        'router options src/app/router.options.ts 1',
        'server src/server/api/a.ts 1',
        'public src/public/a.txt 1',
        'modules src/modules/m.ts 1',
      ],
    ],
    [
      'the source directory is dropped',
      named,
      { layout: 'keep' },
      { config: () => config('{}') },
      ['pages views/a.vue 1', 'public files/a.txt 1'],
    ],
    [
      'the source directory is another one',
      { 'fw.config.ts': config('{}'), 'utils/sum.ts': '' },
      {},
      { config: () => config("{ srcDir: 'source' }") },
      ['utils utils/sum.ts 1'],
    ],
  ])('%s', async (_, files, flags, broken, expected) => {
    expect((await checked(files, flags)).defects).toEqual([]);
    const { orphans, defects } = await checked(files, flags, broken);
    expect(orphans.map(({ kind, file, count }) => `${kind} ${file} ${count}`)).toEqual(expected);
    expect(defects.map(({ file }) => file)).toEqual(orphans.map(({ file }) => file));
  });

  it('is told with what would be lost', async () => {
    const { defects } = await checked(atRoot, {}, stays('pages/'));
    expect(defects).toEqual([
      {
        about: 'layout',
        file: 'pages/about/us.vue',
        message:
          'it is one of pages before the migration, but Variant A would not look for it in `pages/about/us.vue` and 1 more',
      },
    ]);
  });
});

describe('plans that are right', () => {
  it('have no defect in random repositories', async () => {
    await fc.assert(
      fc.asyncProperty(repositorySpecs, async (spec) => {
        const repository = buildRepository(spec);
        fc.pre(collisions(repository).length === 0);
        const texts = [...repository.files].map(([path, pieces]) => [path, textOf(pieces)]);
        const { layout, move = [], stay = [] } = repository.choices;
        const snapshot = snapshotOf(treeOf(Object.fromEntries(texts)));
        const { plan, checks } = await checkedIn(snapshot, {
          layout,
          move: [...move],
          stay: [...stay],
        });
        expect(checks.flatMap(({ defects }) => defects)).toEqual([]);
        const { defects, unrecorded } = checkTexts(plan.files);
        expect([...defects, ...unrecorded]).toEqual([]);
      }),
      { numRuns: roundsOf(20, 60), interruptAfterTimeLimit: 60_000, seed: 5 },
    );
  });
});
