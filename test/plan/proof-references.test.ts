import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scopeOf } from '../../src/plan/open-project.ts';
import { placeFiles } from '../../src/plan/place-files.ts';
import { createReferenceProof, type ReferenceProof, type SeenFile } from '../../src/plan/proof/references.ts';
import { type PlanOptions, planRepository } from '../../src/plan/repository.ts';
import { createScopeFinder, findTsConfigs } from '../../src/project/alias-scopes.ts';
import { readSnapshot } from '../../src/project/disk.ts';
import type { Snapshot } from '../../src/project/snapshot.ts';
import { transforms } from '../../transforms/index.ts';
import { buildRepository, repositorySpecs } from '../repository/support/generate-repository.ts';
import { migratedFixtures, projectFixture } from '../repository/support/project-fixtures.ts';
import { collisions } from '../repository/support/property-check.ts';
import { textOf, typeOf } from '../repository/support/property-write.ts';
import { snapshotOf, treeOf } from '../repository/support/tree.ts';
import { openedIn } from './support/opened.ts';

type Flags = Omit<PlanOptions, 'steps'>;

/** A plan as the proof sees it: every text before and after, and the proof itself. */
interface Planned {
  readonly files: readonly SeenFile[];
  prove(files: readonly SeenFile[]): ReturnType<ReferenceProof['result']>;
}

async function planned(snapshot: Snapshot, flags: Flags): Promise<Planned> {
  const options: PlanOptions = { steps: [{ kind: 'transforms', transforms }], ...flags };
  const plan = await planRepository(snapshot, options);
  const { repository, moves, projects: opened } = openedIn(snapshot, flags);
  const world = { tree: repository.tree, moves };
  const tsConfigs = findTsConfigs(repository);
  const projects = opened.map((project) => scopeOf(project, moves));
  const scopes = createScopeFinder({ projects, tsConfigs, ...world });
  const changed = new Map(plan.files.map((file) => [file.from, file]));
  const followUps = [...plan.followUps, ...plan.projects.flatMap((project) => project.followUps)];
  const files = placeFiles(snapshot, moves).files.flatMap(({ path, link }): SeenFile[] => {
    const file = changed.get(path);
    const before = file?.text?.before ?? repository.readText(path);
    if (link !== undefined || before === undefined) return [];
    const [to, after] = [file?.to ?? path, file?.text?.after ?? before];
    const told = followUps.filter((followUp) => followUp.file === path);
    return [{ from: path, to, before, after, by: file?.by ?? [], followUps: told }];
  });
  return {
    files,
    prove(list) {
      const proof = createReferenceProof(world, scopes, tsConfigs);
      for (const file of list) proof.look(file);
      return proof.result();
    },
  };
}

const known = new Map<string, Promise<Planned>>();

/** The plan of a fixture, made once. */
function fixture(name: string): Promise<Planned> {
  const { input, options } = projectFixture(name);
  const plan = known.get(name) ?? planned(readSnapshot(input), options);
  known.set(name, plan);
  return plan;
}

const fixtures = migratedFixtures.map(({ name }) => name);
/** What it names is made later: before the run it is as good as broken, and that is not counted. */
const unmade = 'references-into-dependencies-and-build-output';

describe('the plans of all fixtures', () => {
  it.each(fixtures)('%s keeps every reference', async (name) => {
    const { files, prove } = await fixture(name);
    expect(prove(files).defects).toEqual([]);
  });

  it('have every edit of a reference noticed when it is lost', async () => {
    const missed: string[] = [];
    let tried = 0;
    for (const name of fixtures.filter((one) => one !== unmade)) {
      const { files, prove } = await fixture(name);
      for (const file of files.filter(({ by }) => by.length === 1 && by[0] === 'references')) {
        const old = file.before.split('\n');
        const now = file.after.split('\n');
        for (const [index, line] of now.entries()) {
          if (line === old[index]) continue;
          tried += 1;
          const after = now.toSpliced(index, 1, old[index] ?? '').join('\n');
          if (prove([{ ...file, after }]).defects.length === 0)
            missed.push(`${name}/${file.from}:${index + 1} ${old[index]}`);
        }
      }
    }
    expect(missed).toEqual([]);
    expect(tried).toBeGreaterThan(150);
  });
});

describe('the plans of random repositories', () => {
  it('keep every reference', async () => {
    await fc.assert(
      fc.asyncProperty(repositorySpecs, async (spec) => {
        const repository = buildRepository(spec);
        fc.pre(collisions(repository).length === 0);
        const contents = [...repository.files].map(
          ([path, pieces]) =>
            [path, typeOf(path) === 'image' ? Buffer.from([0xff]) : textOf(pieces)] as const,
        );
        const { layout, move, stay } = repository.choices;
        const flags = { layout, ...(move && { move: [...move] }), ...(stay && { stay: [...stay] }) };
        const { files, prove } = await planned(snapshotOf(treeOf(Object.fromEntries(contents))), flags);
        expect(prove(files).defects).toEqual([]);
      }),
      { numRuns: Number(process.env.FW_MIGRATE_RUNS ?? 40), seed: Number(process.env.FW_MIGRATE_SEED ?? 7) },
    );
  });
});

/** A plan that is wrong in one place: the text that the file would have, with one piece replaced by another. */
interface Mutant {
  readonly what: string;
  readonly fixture: string;
  readonly file: string;
  readonly from: string | RegExp;
  readonly to: string;
  readonly message: RegExp;
}

const mutants: readonly Mutant[] = [
  {
    what: 'a wrong alias',
    fixture: 'every-kind-of-import-is-followed',
    file: 'pages/index.ts',
    from: "import a from '~~/lib/a'",
    to: "import a from '~/lib/a'",
    message: /^`~\/lib\/a` reaches `lib\/a\.ts`, and would reach nothing\.$/,
  },
  {
    what: 'a wrong alias in a re-export',
    fixture: 'every-kind-of-import-is-followed',
    file: 'pages/index.ts',
    from: "export * from '~~/lib/a'",
    to: "export * from '@/lib/a'",
    message: /would reach nothing/,
  },
  {
    what: 'one step up too many',
    fixture: 'every-kind-of-import-is-followed',
    file: 'pages/index.ts',
    from: "import '../../lib/a'",
    to: "import '../../../lib/a'",
    message: /would reach nothing/,
  },
  {
    what: 'one step up too few',
    fixture: 'every-kind-of-import-is-followed',
    file: 'lib/a.ts',
    from: "'../app/pages/index'",
    to: "'./app/pages/index'",
    message: /would reach nothing/,
  },
  {
    what: 'a wrong dynamic import',
    fixture: 'every-kind-of-import-is-followed',
    file: 'pages/index.ts',
    from: 'import(`../../lib/a`)',
    to: 'import(`../lib/a`)',
    message: /would reach nothing/,
  },
  {
    what: 'a wrong type import',
    fixture: 'every-kind-of-import-is-followed',
    file: 'pages/index.ts',
    from: "typeof import('~~/lib/a')",
    to: "typeof import('~~/app/lib/a')",
    message: /would reach nothing/,
  },
  {
    what: 'a reference that is gone',
    fixture: 'every-kind-of-import-is-followed',
    file: 'pages/index.ts',
    from: "const c = require('~~/lib/a')",
    to: 'const c = 1',
    message: /would be gone/,
  },
  {
    what: 'a file that moves without its relative import',
    fixture: 'every-kind-of-import-is-followed',
    file: 'pages/index.ts',
    from: "'../../lib/a'\nexport *",
    to: "'../lib/a'\nexport *",
    message: /^`\.\.\/lib\/a` reaches `lib\/a\.ts`.*would reach nothing\.$/,
  },
  {
    what: 'a package in place of a file',
    fixture: 'every-kind-of-import-is-followed',
    file: 'pages/index.ts',
    from: "import type { A } from '~~/lib/a'",
    to: "import type { A } from 'lib/a'",
    message: /would reach nothing as `lib\/a`/,
  },
  {
    what: 'a swapped target',
    fixture: 'mocks-in-tests-are-followed',
    file: 'tests/cart.test.ts',
    from: "vi.mock('~~/server/load')",
    to: "vi.mock('~/composables/useCart')",
    message: /reaches `server\/load\.ts`.*would reach `app\/composables\/useCart\.ts`/,
  },
  {
    what: 'an edit in a string that is no reference',
    fixture: 'look-alikes-are-left',
    file: 'pages/index.vue',
    from: "const path = '~/server/load'",
    to: "const path = '~~/server/load'",
    message: /^A text that names no file would change\.$/,
  },
  {
    what: 'an edit in a comment',
    fixture: 'look-alikes-are-left',
    file: 'pages/index.vue',
    from: "// import '~/server/load'",
    to: "// import '~~/server/load'",
    message: /^A text that names no file would change\.$/,
  },
  {
    what: 'an edit in a block comment that looks like an import',
    fixture: 'look-alikes-are-left',
    file: 'pages/index.vue',
    from: "/* import '../server/load' */",
    to: "/* import '../../server/load' */",
    message: /^A text that names no file would change\.$/,
  },
  {
    what: 'an edit in an attribute that names no file',
    fixture: 'look-alikes-are-left',
    file: 'pages/index.vue',
    from: '<p title="~/server/load">',
    to: '<p title="~~/server/load">',
    message: /^A text that names no file would change\.$/,
  },
  {
    what: 'an edit of a package',
    fixture: 'look-alikes-are-left',
    file: 'pages/index.vue',
    from: "import '@scope/server'",
    to: "import '@@/server/load'",
    message: /^`@scope\/server` names no file, and would change its text as `@@\/server\/load`\.$/,
  },
  {
    what: 'a wrong folder of a pattern',
    fixture: 'globs-are-followed',
    file: 'pages/index.ts',
    from: "'~/components/*.vue'",
    to: "'~/pages/*.vue'",
    message: /is about `app\/components` then, and would be about `app\/pages`/,
  },
  {
    what: 'a pattern that reaches too much',
    fixture: 'globs-are-followed',
    file: 'pages/index.ts',
    from: "'../../content/**/*.md'",
    to: "'../../**/*.md'",
    message: /is about `content` then, and would be about `\.`/,
  },
  {
    what: 'another pattern',
    fixture: 'globs-are-followed',
    file: 'pages/index.ts',
    from: "'../components/*.vue'",
    to: "'../components/*.md'",
    message: /would match other names/,
  },
  {
    what: 'a pattern that is no longer negated',
    fixture: 'globs-are-followed',
    file: 'pages/index.ts',
    from: "'!../../content/draft.md'",
    to: "'../../content/draft.md'",
    message: /^A text that names no file would change\.$/,
  },
  {
    what: 'a pattern from a wrong root',
    fixture: 'globs-are-followed',
    file: 'pages/index.ts',
    from: "e = import.meta.glob('~/components/*.vue')",
    to: "e = import.meta.glob('/components/*.vue')",
    message: /is about `app\/components` then, and would be about `components`/,
  },
  {
    what: 'a wrong path in a style sheet',
    fixture: 'css-is-followed',
    file: 'styles/base.css',
    from: '../app/assets/fonts.css',
    to: '../assets/fonts.css',
    message: /would reach nothing/,
  },
  {
    what: 'a wrong URL',
    fixture: 'urls-of-modules-are-followed',
    file: 'server/api/logo.ts',
    from: '../../app/assets/logo.png',
    to: '../app/assets/logo.png',
    message: /would reach nothing/,
  },
  {
    what: 'a wrong asset of a template',
    fixture: 'vue-templates-follow-their-assets',
    file: 'components/Hello.vue',
    from: /src="@@\/images\/a\.png"/,
    to: 'src="~/images/a.png"',
    message: /would reach nothing/,
  },
  {
    what: 'an include that was not followed',
    fixture: 'tsconfig-includes-and-paths-follow',
    file: 'tsconfig.json',
    from: '"app/pages/**/*"',
    to: '"pages/**/*"',
    message: /is about `app\/pages` then, and would be about `pages`/,
  },
  {
    what: 'a lost item of a list',
    fixture: 'tsconfig-includes-and-paths-follow',
    file: 'tsconfig.json',
    from: '"app/pages/**/*", ',
    to: '',
    message: /would/,
  },
  {
    what: 'a wrong alias of a tsconfig',
    fixture: 'tsconfig-includes-and-paths-follow',
    file: 'tsconfig.json',
    from: '"./app/components/ui/*"',
    to: '"./app/components/*"',
    message: /names `components\/ui`, which is `app\/components\/ui` then, and would name `app\/components`/,
  },
  {
    what: 'an alias of the project with a wrong rest',
    fixture: 'custom-aliases-are-followed',
    file: 'lib/a.ts',
    from: "'#all/app/pages/index'",
    to: "'#all/pages/index'",
    message: /would reach nothing/,
  },
];

describe('a plan that is wrong', () => {
  it.each(mutants)('is refused for $what', async ({ fixture: name, file: path, from, to, message }) => {
    const { files, prove } = await fixture(name);
    const file = files.find((one) => one.from === path);
    if (!file) throw new Error(`${path} is not there`);
    const after = file.after.replace(from, () => to);
    expect(after).not.toBe(file.after);
    const by = file.by.length > 0 ? file.by : ['references'];
    const { defects } = prove(files.map((one) => (one === file ? { ...file, after, by } : one)));
    expect(defects.map((defect) => defect.file)).toContain(path);
    expect(defects.map((defect) => defect.message)).toContainEqual(expect.stringMatching(message));
  });

  it('is refused for a config that imports what is not there', async () => {
    const { files, prove } = await planned(
      snapshotOf(
        treeOf({
          'fw.config.ts':
            "import { sum } from './utils/sum'\n\nexport default { srcDir: '.', app: { n: sum } }\n",
          'utils/sum.ts': 'export const sum = 1\n',
        }),
      ),
      { layout: 'app' },
    );
    expect(prove(files).defects).toEqual([]);
    const wrong = files.map((file) => ({ ...file, after: file.after.replace('./app/utils', './utils') }));
    expect(prove(wrong).defects.map(({ file, line }) => `${file}:${line}`)).toEqual(['fw.config.ts:1']);
  });

  it('is not refused where a person is told', async () => {
    const { files, prove } = await fixture('every-kind-of-import-is-followed');
    const told = {
      code: 'dynamic-reference',
      kind: 'decide',
      option: '',
      column: 1,
      message: '',
      docs: '',
    } as const;
    const lost = files.map((file) => ({
      ...file,
      after: file.after.replace("import '../../lib/a'", "import '../lib/a'"),
      followUps: [{ ...told, file: file.from, line: 3, evidence: [] }],
    }));
    expect(prove(lost).defects).toEqual([]);
  });
});

describe('what was found', () => {
  it('is counted', async () => {
    const { files, prove } = await planned(
      snapshotOf(
        treeOf({
          'fw.config.ts': 'export default {}\n',
          'pages/a.ts':
            "import './b'\nimport '~/pages/b'\nimport '../lib/c'\nimport './nope'\nimport 'vue'\n",
          'pages/b.ts': "export const text = './a'\n",
          'lib/c.ts': 'export {}\n',
        }),
      ),
      {},
    );
    expect(prove(files)).toEqual({ checked: 4, same: 2, followed: 1, brokenBefore: 1, defects: [] });
  });
});
