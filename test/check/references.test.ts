import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangedText } from '../../src/base/edits.ts';
import {
  type CheckedFile,
  type CheckedReferences,
  createReferenceCheck,
  type ReferenceCheck,
} from '../../src/check/check-references.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import { placeFiles } from '../../src/plan/place-files.ts';
import type { PlanOptions } from '../../src/plan/plan-repository.ts';
import type { Snapshot } from '../../src/tree/snapshot.ts';
import { transforms } from '../../transforms/index.ts';
import { openedIn, refusedIn } from '../plan/support/opened.ts';
import { buildRepository, repositorySpecs } from '../repository/support/generate-repository.ts';
import {
  fixtureSnapshot,
  migratedFixtures,
  type ProjectFixture,
  projectFixture,
} from '../repository/support/project-fixtures.ts';
import { collisions } from '../repository/support/property-check.ts';
import { textOf, typeOf } from '../repository/support/property-write.ts';
import { snapshotOf, treeOf } from '../repository/support/tree.ts';
import { roundsOf, sampleOf } from '../support/sample.ts';

type Flags = Omit<PlanOptions, 'steps'>;

/** A plan as the check sees it: every text before and after. */
interface Planned {
  readonly files: readonly CheckedFile[];
  readonly referenceCheck: ReferenceCheck;
}

async function planned(snapshot: Snapshot, flags: Flags): Promise<Planned> {
  const plan = await planRepository(snapshot, {
    steps: [{ kind: 'transforms', transforms }],
    ...flags,
  });
  const { repository, moves, projects } = openedIn(snapshot, flags, refusedIn(plan));
  const changed = new Map(plan.files.map((file) => [file.from, file]));
  const files = placeFiles(snapshot, moves, projects, flags).files.flatMap(
    ({ path, link }): CheckedFile[] => {
      const file = changed.get(path);
      const before = file?.text?.before ?? repository.readText(path);
      if (link !== undefined || before === undefined) return [];
      const [to, by] = [file?.to ?? path, file?.by ?? []];
      return [{ from: path, to, before, text: file?.text, by, followUps: [] }];
    },
  );
  const referenceCheck = createReferenceCheck(
    { repository, projects, moves },
    {
      textOf: (path) => changed.get(path)?.text?.after,
      isNotMigrated: (folder) =>
        refusedIn(plan).includes(folder) || Boolean(flags.choices?.get(folder)?.leave),
    },
  );
  return { files, referenceCheck };
}

const known = new Map<string, Promise<Planned>>();

/** The plan of a fixture, made once. */
function fixture(name: string): Promise<Planned> {
  const { input, options, git } = projectFixture(name);
  const plan = known.get(name) ?? planned(fixtureSnapshot(input, git), options);
  known.set(name, plan);
  return plan;
}

/** The same file with other edits made. */
function withEdits(file: CheckedFile, edits: NonNullable<ChangedText['edits']>): CheckedFile {
  let [after, at] = ['', 0];
  for (const edit of edits) {
    after += file.before.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  after += file.before.slice(at);
  return { ...file, text: edits.length > 0 ? { before: file.before, after, edits } : undefined };
}

function withoutEdit(file: CheckedFile, left: number): CheckedFile {
  return withEdits(file, (file.text?.edits ?? []).toSpliced(left, 1));
}

function noticed({ defects, followUps }: CheckedReferences): number[] {
  return [
    ...defects.map(({ line = 0 }) => line),
    ...followUps.flatMap(({ line, evidence }) => [line, ...evidence.map((place) => place.line)]),
  ];
}

/** Texts without a slash, a folder that is named by nothing but a dot, what is not there, and what stays right. */
const unseen = /^[^/]*$|^\.\/$|\/Skip\.vue$|^~~\/(?:public|lib)\//;

/** The end of the code before a text that continues a path. */
const behindFolder = /(?:\}\/|\+ ['"`]|\$\{['"`])$/;

describe('the plans of fixtures', () => {
  it('have every edit of a reference noticed when it is lost', async () => {
    const missed: string[] = [];
    let tried = 0;
    const isAboutThem = ({ subject }: ProjectFixture) => subject === 'references';
    const chosen = [
      ...migratedFixtures.filter(isAboutThem),
      ...sampleOf(
        migratedFixtures.filter((one) => !isAboutThem(one)),
        12,
      ),
    ];
    for (const { name } of chosen) {
      const { files, referenceCheck } = await fixture(name);
      for (const file of files.filter(({ by }) => by.length === 1 && by[0] === 'references')) {
        for (const [index, { start, end }] of (file.text?.edits ?? []).entries()) {
          const old = file.before.slice(start, end);
          const line = file.before.slice(0, start).split('\n').length;
          tried += 1;
          // Behind a folder, a text with a slash looks like the address of a page.
          const isUnseen = unseen.test(old) || behindFolder.test(file.before.slice(0, start));
          if (!isUnseen && !noticed(referenceCheck(withoutEdit(file, index))).includes(line))
            missed.push(`${name}/${file.from}:${line} ${old}`);
        }
      }
    }
    expect(missed).toEqual([]);
    expect(tried).toBeGreaterThan(100);
  });
});

describe('the plans of random repositories', () => {
  it('lose nothing', async () => {
    await fc.assert(
      fc.asyncProperty(repositorySpecs, async (spec) => {
        const repository = buildRepository(spec);
        fc.pre(collisions(repository).length === 0);
        const contents = [...repository.files].map(
          ([path, pieces]) =>
            [path, typeOf(path) === 'image' ? Buffer.from([0xff]) : textOf(pieces)] as const,
        );
        const { layout, move, stay } = repository.choices;
        const flags = {
          layout,
          ...(move && { move: [...move] }),
          ...(stay && { stay: [...stay] }),
        };
        const { files, referenceCheck } = await planned(
          snapshotOf(treeOf(Object.fromEntries(contents))),
          flags,
        );
        expect(files.flatMap((file) => referenceCheck(file).defects)).toEqual([]);
      }),
      { numRuns: roundsOf(25, 60), seed: Number(process.env.FW_MIGRATE_SEED ?? 7) },
    );
  });
});

/** A plan that is wrong in one place: the first edit that writes one text writes another. */
interface Mutant {
  readonly what: string;
  readonly fixture: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly message: RegExp;
}

const mutants: readonly Mutant[] = [
  {
    what: 'a wrong alias',
    fixture: 'every-kind-of-import-is-followed',
    file: 'pages/index.ts',
    from: '~~/lib/a',
    to: '~/lib/b',
    message:
      /^`~\/lib\/a` resolves to `lib\/a\.ts`, but would resolve to nothing as `~\/lib\/b`\.$/,
  },
  {
    what: 'one step up too many',
    fixture: 'every-kind-of-import-is-followed',
    file: 'pages/index.ts',
    from: '../../lib/a',
    to: '../../../lib/a',
    message: /would resolve to `\.\.\/lib\/a`/,
  },
  {
    what: 'one step up too few',
    fixture: 'every-kind-of-import-is-followed',
    file: 'lib/a.ts',
    from: '../app/pages/index',
    to: './app/pages/index',
    message: /would resolve to nothing/,
  },
  {
    what: 'a swapped target',
    fixture: 'mocks-in-tests-are-followed',
    file: 'tests/cart.test.ts',
    from: '~~/server/load',
    to: '~/composables/useCart',
    message: /resolves to `server\/load\.ts`, but would resolve to `app\/composables\/useCart\.ts`/,
  },
  {
    what: 'a wrong folder of a pattern',
    fixture: 'globs-are-followed',
    file: 'pages/index.ts',
    from: '~~/content/*.md',
    to: '~/pages/*.md',
    message: /resolves to `content`, but would resolve to `app\/pages`/,
  },
  {
    what: 'a wrong path in a style sheet',
    fixture: 'css-is-followed',
    file: 'styles/base.css',
    from: '../app/assets/fonts.css',
    to: '../app/fonts.css',
    message: /would resolve to nothing/,
  },
  {
    what: 'a wrong path in the style code of a config',
    fixture: 'strings-of-style-code-in-a-commonjs-config-follow',
    file: 'fw.config.cjs',
    from: '~@@/lib/vars',
    to: '~@@/lib/a',
    message: /resolves to `lib\/.*vars.*`, but would resolve to/,
  },
  {
    what: 'a wrong include of a tsconfig',
    fixture: 'tsconfig-includes-and-paths-follow',
    file: 'tsconfig.json',
    from: 'app/pages/**/*',
    to: 'app/views/**/*',
    message: /would resolve to nothing/,
  },
];

describe('a plan that is wrong', () => {
  it.each(mutants)(
    'is refused for $what',
    async ({ fixture: name, file: path, from, to, message }) => {
      const { files, referenceCheck } = await fixture(name);
      const file = files.find((one) => one.from === path);
      if (!file?.text) throw new Error(`${path} does not change`);
      const edits = file.text.edits ?? [];
      const index = edits.findIndex(({ text }) => text === from);
      expect(edits.map(({ text }) => text)).toContain(from);
      const wrong = withEdits(
        file,
        edits.map((edit, at) => (at === index ? { ...edit, text: to } : edit)),
      );
      const { defects } = referenceCheck({ ...wrong, by: ['references'] });
      expect(defects.map((defect) => defect.message)).toContainEqual(
        expect.stringMatching(message),
      );
    },
  );

  it('is refused if it takes the root for the source directory', async () => {
    const text = "export const root = new URL('../', import.meta.url)\n";
    const { files, referenceCheck } = await planned(
      snapshotOf(
        treeOf({
          'fw.config.ts': 'export default {}\n',
          'pages/a.vue': '',
          'scripts/list.ts': text,
        }),
      ),
      {},
    );
    const file = files.find(({ from }) => from === 'scripts/list.ts');
    if (!file) throw new Error('The script is not looked at');
    const start = text.indexOf('../');
    const wrong = withEdits(file, [{ start, end: start + 3, text: '../app/' }]);
    expect(referenceCheck({ ...wrong, by: ['references'] }).defects).toHaveLength(1);
  });

  it('is refused for a config that imports what does not exist', async () => {
    const { files, referenceCheck } = await planned(
      snapshotOf(
        treeOf({
          'fw.config.ts':
            "import { sum } from './utils/sum'\n\nexport default { srcDir: '.', app: { n: sum } }\n",
          'utils/sum.ts': 'export const sum = 1\n',
        }),
      ),
      { layout: 'app' },
    );
    const config = files.find(({ from }) => from === 'fw.config.ts');
    if (!config?.text) throw new Error('The config does not change');
    expect(noticed(referenceCheck(config))).toEqual([]);
    const left = config.text.edits?.findIndex(({ text }) => text.includes('app/utils')) ?? -1;
    expect(noticed(referenceCheck(withoutEdit(config, left)))).toContain(1);
  });
});

describe('a text that stays and no longer names what it named', () => {
  const project = (text: string) =>
    planned(
      snapshotOf(
        treeOf({
          'fw.config.ts': 'export default {}\n',
          'pages/a.ts': text,
          'pages/b.ts': 'export {}\n',
          'lib/c.ts': 'export {}\n',
        }),
      ),
      {},
    );
  const reported = async (text: string): Promise<string[]> => {
    const { files, referenceCheck } = await project(text);
    return files.flatMap((file) =>
      referenceCheck(file).followUps.map(({ line, message }) => `${line} ${message}`),
    );
  };

  it('is reported with its place, once for a file', async () => {
    expect(await reported("load('./b')\nload('~/lib/c')\nload('../lib/c')\n")).toEqual([
      '2 `~/lib/c` and `../lib/c` no longer match the same files: update those that are used as paths (2 places).',
    ]);
  });

  it('is reported for the file that moves, and not for the one beside it that stays', async () => {
    const text = "load('./lib/c')\n";
    const { files, referenceCheck } = await planned(
      snapshotOf(
        treeOf({
          'fw.config.ts': 'export default {}\n',
          'app.vue': `<script>\n${text}</script>\n`,
          'cli.ts': text,
          'lib/c.ts': 'export {}\n',
        }),
      ),
      {},
    );
    const reported = files.filter((file) => referenceCheck(file).followUps.length > 0);
    expect(reported.map(({ from }) => from)).toEqual(['app.vue']);
  });

  it.each([
    `<img :src="require('../lib/c')">`,
    `<img v-bind:src='require("../lib/c")'>`,
    `<img :src="{ a: require('../lib/c') }.a">`,
    '<img :src="require(&quot;../lib/c&quot;)">',
    '<img :src=require(&#39;../lib/c&#39;)>',
    `<a @click="() => import('../lib/c')"/>`,
    `<a @click="a = 1; import('../lib/c')"/>`,
    `<a v-if="a &amp;&amp; require('../lib/c')"/>`,
    "{{ require('../lib/c') }}",
    `<a v-for="(a, i) of require('../lib/c')"/>`,
    `<img :src="new URL('../lib/c', import.meta.url).href">`,
  ])('is reported in an expression of a template: %s', async (markup) => {
    const files = {
      'fw.config.ts': 'export default {}\n',
      'pages/a.vue': `<template>\n${markup}\n</template>\n`,
      'lib/c.ts': 'export {}\n',
    };
    const { files: texts, referenceCheck } = await planned(snapshotOf(treeOf(files)), {});
    const reported = texts.flatMap((file) => referenceCheck(file).followUps);
    expect(reported.map(({ file, line }) => `${file}:${line}`)).toEqual(['pages/a.vue:2']);
  });

  it('is not reported in comments, for keys, addresses and what leads nowhere', async () => {
    const text =
      "// load('../lib/c')\nload('~/lib/d', 'https://example.com/lib/c', { '../lib/c': 1 })\n";
    expect(await reported(text)).toEqual([]);
  });

  it('is not reported twice', async () => {
    const { files, referenceCheck } = await project("load('~/lib/c')\n");
    const file = files.find(({ from }) => from === 'pages/a.ts');
    if (!file) throw new Error('The file does not exist');
    const [told] = referenceCheck(file).followUps;
    expect(told).toMatchObject({ code: 'unverified-path', file: 'pages/a.ts', line: 1 });
    expect(referenceCheck({ ...file, followUps: told ? [told] : [] }).followUps).toEqual([]);
  });

  it('is reported beside a follow-up about another text of its line', async () => {
    const text = "load('~/lib/c', '../lib/c')\n";
    const { files, referenceCheck } = await project(text);
    const file = files.find(({ from }) => from === 'pages/a.ts');
    if (!file) throw new Error('The file does not exist');
    const [both] = referenceCheck(file).followUps;
    if (!both) throw new Error('Nothing is reported');
    const first = { ...both, message: '`~/lib/c` may change.', evidence: [] };
    const [second, ...others] = referenceCheck({ ...file, followUps: [first] }).followUps;
    expect(second?.column).toBe(text.indexOf('../lib/c') + 1);
    expect(others).toEqual([]);
  });
});

describe('tsconfigs and configs of any size', () => {
  it('are read in a time that grows with them', async () => {
    const extended = JSON.stringify(Array.from({ length: 200 }, () => './tsconfig.json'));
    const { files, referenceCheck } = await planned(
      snapshotOf(
        treeOf({
          'fw.config.ts': `export default {}\n// ${'alias: {'.repeat(20_000)}\n`,
          'tsconfig.json': `{ "extends": ${extended} }\n`,
          'pages/a.ts': "load('~/lib/c')\n",
          'lib/c.ts': 'export {}\n',
        }),
      ),
      {},
    );
    const reported = files.flatMap((file) => referenceCheck(file).followUps);
    expect(reported.map(({ file, line }) => `${file}:${line}`)).toEqual(['pages/a.ts:1']);
  });
});

describe('what was found', () => {
  it('is counted, and what led nowhere before is listed', async () => {
    const { files, referenceCheck } = await planned(
      snapshotOf(
        treeOf({
          'fw.config.ts': 'export default {}\n',
          'pages/a.ts':
            "import './b'\nimport '~/pages/b'\nimport '../lib/c'\nimport './nope'\nimport 'vue'\nimport '../.fw/types'\n",
          'pages/b.ts': "export const text = './a'\n",
          'lib/c.ts': 'export {}\n',
        }),
      ),
      {},
    );
    const found = files.map((file) => referenceCheck(file));
    expect(found.map(({ same, followed }) => [same, followed])).toEqual([
      [0, 0],
      [0, 0],
      [2, 2],
      [1, 0],
    ]);
    expect(found.flatMap(({ ledNowhere }) => ledNowhere)).toEqual([
      { file: 'pages/a.ts', line: 4, column: 9, text: './nope' },
    ]);
  });
});

describe('a project with sources on both sides', () => {
  it('is read as its package.json says, and every reference counts', async () => {
    const { files, referenceCheck } = await planned(
      snapshotOf(
        treeOf({
          'fw.config.ts': 'export default defineFwConfig({})\n',
          'package.json': '{ "dependencies": { "fw": "^3.12.0" } }\n',
          'app/pages/index.vue': "<script setup>\nimport s from '~/stores/s'\n</script>\n",
          'components/A.vue': "<script setup>\nimport s from '~/stores/s'\n</script>\n",
          'stores/s.ts': 'export default 1\n',
        }),
      ),
      {},
    );
    const found = files.map((file) => [file.to, referenceCheck(file)] as const);
    expect(found.filter(([, { followed }]) => followed === 1).map(([to]) => to)).toEqual([
      'app/pages/index.vue',
      'app/components/A.vue',
    ]);
    const [page] = files.filter(({ from }) => from === 'app/pages/index.vue');
    expect(page && noticed(referenceCheck(withEdits(page, [])))).toEqual([2, 2]);
  });
});

describe('an alias that cannot be read', () => {
  it('is named with every text that starts with it, unless the framework provides it', async () => {
    const { files, referenceCheck } = await planned(
      snapshotOf(
        treeOf({
          'fw.config.ts':
            "export default { alias: { '#made': make(), '#known': './lib', lodash: 'lodash-es' } }\n",
          'pages/a.ts':
            "import '#x/a'\nimport '#made/b'\nimport '#known/c'\nimport '#app/d'\nimport '#imports'\nimport '@scope/package/e'\nimport 'lodash/f'\n// import '#x/g'\nroute('#/h')\n",
          'lib/c.ts': 'export {}\n',
        }),
      ),
      {},
    );
    const found = files.flatMap((file) => referenceCheck(file).notCheckable);
    expect(found.map(({ file, line, text, alias }) => `${file}:${line} ${text} ${alias}`)).toEqual([
      'pages/a.ts:1 #x/a #x',
      'pages/a.ts:2 #made/b #made',
    ]);
    expect(files.flatMap((file) => referenceCheck(file).ledNowhere)).toEqual([]);
  });
});

describe('the aliases of a project whose source directory cannot be read', () => {
  it('are named with every text that starts with one', async () => {
    const { files, referenceCheck } = await planned(
      snapshotOf(
        treeOf({
          'a/fw.config.ts': 'export default {}\n',
          'a/pages/a.ts': 'export {}\n',
          'b/fw.config.ts': 'export default { srcDir: chosen() }\n',
          'b/pages/b.ts': "import '~/lib/c'\nimport '~~/lib/c'\n",
          'b/lib/c.ts': 'export {}\n',
        }),
      ),
      {},
    );
    const found = files.flatMap((file) => referenceCheck(file).notCheckable);
    expect(found.map(({ file, line, alias }) => `${file}:${line} ${alias}`)).toEqual([
      'b/pages/b.ts:1 ~',
    ]);
  });
});

describe('an edit in a file of a tool', () => {
  /** Ways to write a path wrongly: too far, too near, to a neighbour, and only a part of a list. */
  const mistakes: readonly ((text: string) => string)[] = [
    (text) => text.replace('app/', ''),
    (text) => text.replace('app/', 'app/app/'),
    (text) => text.replace('app/', 'server/'),
    (text) => text.replace(/(?<=app\/)\w+/, 'elsewhere'),
  ];

  it.each(['paths-in-configs-of-tools-follow', 'paths-in-containers-and-pipelines-follow'])(
    'is caught if it is wrong: %s',
    async (name) => {
      const { files, referenceCheck } = await fixture(name);
      const edited = files.filter(({ by }) => by.includes('tooling'));
      expect(edited.length).toBeGreaterThan(3);
      for (const file of edited) {
        expect(referenceCheck(file).defects, file.from).toEqual([]);
        const edits = file.text?.edits ?? [];
        for (const [index, edit] of edits.entries())
          for (const [number, mistake] of mistakes.entries()) {
            const text = mistake(edit.text);
            if (text === edit.text || !edit.text.includes('app/')) continue;
            const wrong = withEdits(file, edits.toSpliced(index, 1, { ...edit, text }));
            expect(referenceCheck(wrong).defects, `${file.from} ${number}: ${text}`).not.toEqual(
              [],
            );
          }
      }
    },
  );

  it('is caught if the text named nothing', async () => {
    const { files, referenceCheck } = await fixture('paths-in-containers-and-pipelines-follow');
    const file = files.find(({ from }) => from === 'CODEOWNERS');
    if (!file) throw new Error('The fixture has no CODEOWNERS');
    const start = file.before.indexOf('@everyone');
    const edit = { start, end: start + '@everyone'.length, text: 'app/pages' };
    expect(referenceCheck({ ...withEdits(file, [edit]), by: ['tooling'] }).defects).toHaveLength(1);
  });
});
