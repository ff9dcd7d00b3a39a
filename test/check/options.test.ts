import { describe, expect, it } from 'vitest';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import { checkOptions } from '../../src/check/check-options.ts';
import { createComparer } from '../../src/check/check-project.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import { transforms } from '../../transforms/index.ts';
import { openedIn } from '../plan/support/opened.ts';
import { snapshotOf, treeOf } from '../repository/support/tree.ts';

const config = `export default defineFwConfig({
  dir: { pages: 'views', static: 'files' },
  css: ['~/assets/main.css', '~/brand/a.css'],
  plugins: ['~/plugins/a.ts'],
  alias: { '@ui': './components/ui' },
  modules: ['~/modules/search'],
  serverHandlers: [{ route: '/x', handler: '~/server/x.ts' }],
  watch: ['config/a.json'],
  generate: { routes: ['/a', '/b'], exclude: ['/c'] },
  app: { baseURL: '/shop/' },
  bundler1: { css: { preprocessorOptions: { scss: { additionalData: '@use "~/assets/part";@use "~/brand/b.scss";' } } } },
  $production: { css: ['~/assets/main.css'], app: { baseURL: '/prod/' } },
})
`;

const files = {
  'fw.config.ts': config,
  'views/index.vue': '',
  'assets/main.css': '',
  'assets/_part.scss': '',
  'brand/a.css': '',
  'brand/b.scss': '',
  'plugins/a.ts': '',
  'components/ui/a.vue': '',
  'modules/search.ts': '',
  'server/x.ts': '',
  'config/a.json': '{}',
  'files/a.txt': '',
};

/** What the proof says of a plan whose config ends up with another text. */
async function provenWith(
  spoil: (text: string) => string,
  given: { readonly [path: string]: string } = files,
) {
  const snapshot = snapshotOf(treeOf(given));
  const steps = [{ kind: 'transforms', transforms } as const];
  const plan = await planRepository(snapshot, { steps });
  const text = plan.files.find(({ from }) => from === 'fw.config.ts')?.text;
  const [project] = plan.projects;
  if (!text || !project) throw new Error('nothing is planned');
  const after = spoil(text.after);
  const { repository, moves, projects } = openedIn(snapshot);
  const compare = createComparer({
    ...{ projects, moves, readText: repository.readText },
    texts: new Map([['fw.config.ts', { before: text.before, after }]]),
  });
  const options = projects[0] ? (compare(projects[0])?.options ?? []) : [];
  const everywhere = project.changes;
  return {
    after,
    text: text.after,
    ...checkOptions(options, { ...project, catalogue: fwCatalogue, everywhere, transforms }),
  };
}

describe('the plan as it is', () => {
  it('keeps what options mean, and says why some do not', async () => {
    const { proof, defects } = await provenWith((text) => text);
    expect(defects).toEqual([]);
    expect(proof.preserved).toBeGreaterThan(10);
    expect(proof.unknown).toEqual([]);
    const reasons = Object.fromEntries(
      proof.changed.map(({ option, why, code }) => [option, code ?? why]),
    );
    expect(reasons).toMatchObject({
      'generate.exclude': 'generate-exclude-active',
      'experimental.resetAsyncDataToUndefined': 'Variant A has a different default.',
    });
  });
});

describe('a plan is refused that', () => {
  it.each([
    [
      'reads pages from another folder',
      (text: string) => text.replace("'app/views'", "'app/pages'"),
    ],
    ['reads pages from the old base', (text: string) => text.replace("'app/views'", "'views'")],
    ['drops `dir.pages`', (text: string) => text.replace("pages: 'app/views',", '')],
    ['drops the public folder', (text: string) => text.replace("public: 'files'", '')],
    [
      'lets an alias lead elsewhere',
      (text: string) => text.replace(/'@ui': '[^']*'/, "'@ui': './brand'"),
    ],
    [
      'writes the wrong alias',
      (text: string) => text.replace("'~~/brand/a.css'", "'~/brand/a.css'"),
    ],
    ['drops an item of a list', (text: string) => text.replace(", '~~/brand/a.css'", '')],
    [
      'swaps two items',
      (text: string) => text.replace(/'(~\/assets[^']*)', '(~~[^']*)'/, "'$2', '$1'"),
    ],
    ['drops a plugin', (text: string) => text.replace("'~/plugins/a.ts'", '')],
    ['drops the modules', (text: string) => text.replace(/ {2}modules: .*\n/, '')],
    [
      'reads a handler from the sources',
      (text: string) => text.replace("'~~/server/x.ts'", "'~/server/x.ts'"),
    ],
    ['watches another file', (text: string) => text.replace('../config/a.json', 'config/a.json')],
    ['drops a path in style code', (text: string) => text.replace('@use "~/assets/part";', '')],
    ['drops what it need not touch', (text: string) => text.replace("baseURL: '/shop/'", '')],
    ['changes what it need not touch', (text: string) => text.replace("'/shop/'", "'/shops/'")],
    ['drops an override', (text: string) => text.replace("app: { baseURL: '/prod/' }", '')],
    ['loses a route on the way', (text: string) => text.replace("'/a', '/b'", "'/a'")],
    [
      'loses all routes',
      (text: string) => text.replace(/ {6}routes: .*\n|routes: \[[^\]]*\],? ?/, ''),
    ],
  ])('%s', async (_, spoil) => {
    const { after, text, defects } = await provenWith(spoil);
    expect(after).not.toBe(text);
    expect(defects.map(({ about }) => about)).toContain('option');
  });

  it('names a file that is not there', async () => {
    const project = {
      'fw.config.ts': "export default defineFwConfig({\n  srcDir: 'src',\n})\n",
      'src/app/spa-loading-template.html': '',
      'src/pages/index.vue': '',
    };
    expect((await provenWith((text) => text, project)).defects).toEqual([]);
    const { after, text, defects } = await provenWith(
      (whole) => whole.replace('src/app/', 'src/'),
      project,
    );
    expect(after).not.toBe(text);
    expect(defects).toMatchObject([
      { about: 'option', message: expect.stringContaining('spaLoadingTemplate') },
    ]);
  });
});
