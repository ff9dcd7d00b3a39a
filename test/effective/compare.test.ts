import { describe, expect, it } from 'vitest';
import { createComparer } from '../../src/check/check-project.ts';
import { planRepository } from '../../src/check/checked-plan.ts';
import type { OptionComparison } from '../../src/effective/compare.ts';
import type { PlanOptions } from '../../src/plan/plan-repository.ts';
import { transforms } from '../../transforms/index.ts';
import { openedIn } from '../plan/support/opened.ts';
import { snapshotOf, treeOf } from '../repository/support/tree.ts';

/** What the migration of a repository does to the options of each project, by the name of its config. */
async function compared(
  files: { readonly [path: string]: string },
  flags: Omit<PlanOptions, 'steps'> = {},
): Promise<Record<string, readonly OptionComparison[]>> {
  const snapshot = snapshotOf(treeOf(files));
  const options: PlanOptions = { steps: [{ kind: 'transforms', transforms }], ...flags };
  const plan = await planRepository(snapshot, options);
  const { repository, moves, projects } = openedIn(snapshot, flags);
  const { readText } = repository;
  const texts = new Map(plan.files.flatMap(({ from, text }) => (text ? [[from, text]] : [])));
  const compare = createComparer({ projects, texts, moves, readText });
  return Object.fromEntries(
    projects.map((project) => [project.found.config, compare(project)?.options ?? []]),
  );
}

async function changesIn(
  files: { readonly [path: string]: string },
  flags: Omit<PlanOptions, 'steps'> = {},
): Promise<Record<string, string>> {
  const { 'fw.config.ts': rows = [] } = await compared(files, flags);
  return Object.fromEntries(
    rows.map(({ option, change, to }) => [option, to ? `${change} to ${to}` : change]),
  );
}

/** What differs in every project, whatever it says. */
const everywhere = {
  ignore: 'changed',
  'typescript.hoist': 'changed',
  'headManager.renderSSRHeadOptions.omitLineBreaks': 'changed',
  'experimental.defaults.useAsyncData.deep': 'changed',
  'experimental.resetAsyncDataToUndefined': 'changed',
};

/** What follows the sources to `app/`, beside the folders themselves. */
const followsSources = {
  srcDir: 'moved',
  "alias['~']": 'moved',
  "alias['@']": 'moved',
  'components.dirs': 'moved',
  'bundler1.server.fs.allow': 'changed',
};

function config(body: string): string {
  return `export default defineFwConfig(${body})\n`;
}

describe('the migration leaves options what they were', () => {
  it('where the sources move', async () => {
    const changes = await changesIn({
      'fw.config.ts': config(`{
        dir: { pages: 'views' },
        css: ['~/assets/a.css', 'pkg/b.css'],
        serverHandlers: [{ handler: '~/server/x.ts' }],
        modules: ['~/modules/m'],
        ssr: false,
      }`),
      'app.vue': '',
      'views/index.vue': '',
      'assets/a.css': '',
      'server/x.ts': '',
      'modules/m.ts': '',
    });
    expect(changes).toEqual({
      ...everywhere,
      ...followsSources,
      'alias.assets': 'moved',
      'dir.assets': 'moved',
      'dir.pages': 'moved',
      css: 'moved',
      serverHandlers: 'same',
      modules: 'same',
      ssr: 'same',
    });
  });

  it('where the sources stay in a folder of their own', async () => {
    const changes = await changesIn({
      'fw.config.ts': config(
        `{ srcDir: 'src', css: ['~/assets/a.css'], dir: { layouts: 'frames' } }`,
      ),
      'src/app.vue': '',
      'src/assets/a.css': '',
      'src/frames/f.vue': '',
      'src/server/x.ts': '',
    });
    expect(changes).toEqual({
      ...everywhere,
      srcDir: 'same',
      serverDir: 'same',
      css: 'same',
      'dir.layouts': 'same',
      // Both variants name these by defaults that no option changes.
      "alias['#server']": 'changed',
      'bundler1.root': 'changed',
    });
  });

  it('where the project follows Variant A already', async () => {
    const changes = await changesIn({
      'fw.config.ts': config(`{ future: { compatibilityVersion: 4 }, css: ['~/a.css'] }`),
      'app/app.vue': '',
      'app/a.css': '',
    });
    expect(changes).toEqual({ css: 'same', 'future.compatibilityVersion': 'ended' });
  });
});

describe('options that end', () => {
  it('are renamed where another one has their value now', async () => {
    const changes = await changesIn({
      'fw.config.ts': config(`{
        srcDir: '.',
        generate: { routes: ['/a', '/b'], exclude: ['/x'] },
        serverEngine: { prerender: { routes: ['/b'] } },
        dir: { static: 'files' },
        experimental: { templateUtils: false },
        $production: { generate: { routes: ['/p'] } },
      }`),
      'files/a.txt': '',
    });
    expect(changes).toEqual({
      ...everywhere,
      srcDir: 'same',
      'generate.routes': 'renamed to serverEngine.prerender.routes',
      'generate.exclude': 'renamed to serverEngine.prerender.ignore',
      'serverEngine.prerender.routes': 'renamed',
      'serverEngine.prerender.ignore': 'renamed',
      'dir.static': 'renamed to dir.public',
      'dir.public': 'renamed',
      'experimental.templateUtils': 'ended',
      '$production.generate.routes': 'renamed to $production.serverEngine.prerender.routes',
      '$production.serverEngine.prerender.routes': 'renamed',
    });
  });

  it('are changed where their value is lost', async () => {
    const changes = await changesIn({
      'fw.config.ts': config(`{
        srcDir: '.',
        transformer1: { options: { target: 'es2022' } },
        transformer2: { transform: { options: { target: 'es2020' } } },
      }`),
    });
    expect(changes).toMatchObject({
      'transformer1.options.target': 'same',
      'transformer2.transform.options.target': 'changed to transformer1.options.target',
    });
  });
});

describe('what the texts do not tell', () => {
  it('is the same where code stands as it stood, unless it names places', async () => {
    const changes = await changesIn({
      'fw.config.ts': config(
        `{ appId: name(), css: [sheet()], hooks: { 'build:done': () => {} } }`,
      ),
      'app.vue': '',
    });
    expect(changes).toMatchObject({ appId: 'same', css: 'unknown', "hooks['build:done']": 'same' });
  });

  it('does not make rows of what nobody writes', async () => {
    const changes = await changesIn({
      'fw.config.ts': `import { base } from 'x'\n${config('{ ...base, srcDir: ".", ssr: false }')}`,
    });
    expect(changes).toEqual({ srcDir: 'same', ssr: 'same' });
  });
});

describe('a comparison sees the whole run', () => {
  it('also files that the config is read from, and layers', async () => {
    const rows = await compared({
      'fw.config.ts': `import { css } from './styles'\n${config('{ css, extends: ["./base"] }')}`,
      'styles.ts': `export const css = ['~/brand/a.css']\n`,
      'brand/a.css': '',
      'app.vue': '',
      'base/fw.config.ts': config(`{ plugins: ['~/plugins/p.ts'] }`),
      'base/app.vue': '',
      'base/plugins/p.ts': '',
    });
    const found = rows['fw.config.ts']?.filter(
      ({ option }) => option === 'css' || option === 'plugins',
    );
    expect(found).toMatchObject([
      {
        option: 'css',
        before: { value: ['~/brand/a.css'], from: { at: { file: 'styles.ts' } } },
        after: { value: ['~~/brand/a.css'], from: { at: { file: 'styles.ts' } } },
        change: 'same',
      },
      {
        option: 'plugins',
        before: { value: ['~/plugins/p.ts'], from: { kind: 'layer' } },
        after: { value: ['~/plugins/p.ts'], from: { kind: 'layer' } },
        change: 'moved',
      },
    ]);
  });
});
