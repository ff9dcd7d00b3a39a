import { chmodSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, fwMigrate, type Ran } from './support/run.ts';

/** Files of a project that the framework finds by their location. */
const sources = {
  'components/BaseButton.vue': '<template />\n',
  'components/UserCard.vue': '<template />\n',
  'composables/counter.ts': 'export const useCounter = () => 0\n',
  'layouts/default.vue': '<template />\n',
  'pages/index.vue': '<template />\n',
  'plugins/greeting.ts': 'export default {}\n',
  'server/api/hello.get.ts': 'export default {}\n',
};

const project = {
  'nuxt.config.ts': "export default defineNuxtConfig({ alias: { '#models': './models' } })\n",
  'package.json': '{ "dependencies": { "nuxt": "^3.0.0" } }\n',
  'models/user.ts': 'export {}\n',
  ...sources,
};

/** What the framework generates, with the sources in a folder: `app/`, or nothing for the root. */
function generated(folder: string, source: string): { readonly [file: string]: string } {
  return {
    'components.d.ts': [
      `export const BaseButton: typeof import("../${source}components/BaseButton.vue")['default']`,
      `export const UserCard: typeof import("../${source}components/UserCard.vue")['default']`,
      `export const NuxtLink: typeof import("../node_modules/nuxt/dist/${source}link")['default']`,
      `export const LazyUserCard: LazyComponent<typeof import("../${source}components/UserCard.vue")['default']>`,
      '',
    ].join('\n'),
    'types/imports.d.ts': `  const useCounter: typeof import('../../${source}composables/counter').useCounter\n`,
    'types/layouts.d.ts': `    default: ComponentProps<typeof import("${folder}/${source}layouts/default.vue").default>\n`,
    'types/middleware.d.ts': 'export type MiddlewareKey = "guard" | "admin"\n',
    'types/plugins.d.ts': `  InjectionType<typeof import("../../${source}plugins/greeting")>\n`,
    'types/nitro-routes.d.ts': [
      "    '/api/hello': {",
      "      'get': Simplify<Serialize<Awaited<ReturnType<typeof import('../../server/api/hello.get').default>>>>",
      "      'x': typeof import('../../server/#internal/nuxt/island-renderer')",
      '',
    ].join('\n'),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        paths: {
          '~': [`../${source}`],
          '#models': ['../models'],
          '#models/*': ['../models/*'],
          vue: ['../node_modules/vue'],
        },
      },
      include: ['./nuxt.d.ts', '../**/*'],
    }),
  };
}

/** Writes generated files, each some seconds after the time of the run before. */
function prepare(folder: string, files: { readonly [file: string]: string }, at: number): void {
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, '.nuxt', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    utimesSync(path, at, at);
  }
}

/** A project that was prepared, migrated and prepared again, with some of the generated files changed. */
function migrated(changes: { readonly [file: string]: (text: string) => string } = {}): string {
  const folder = folderWith(project);
  prepare(folder, generated(folder, ''), 1_000);
  expect(fwMigrate(folder, ['v4']).status).toBe(0);
  const now = Object.entries(generated(folder, 'app/'));
  prepare(
    folder,
    Object.fromEntries(now.map(([file, text]) => [file, changes[file]?.(text) ?? text])),
    2_000,
  );
  return folder;
}

const pagesNote =
  'Not compared, because not both states list them: pages (Nuxt lists them if `experimental.typedPages` is set), server imports.\n';

describe('verify', () => {
  it('says that all is the same, wherever the files are now', () => {
    expect(fwMigrate(migrated(), ['verify'])).toEqual({
      status: 0,
      stdout: `2 components, 1 import, 1 layout, 2 middleware, 1 plugin, 1 server route, 1 alias: the same.\n${pagesNote}`,
      stderr: '',
    });
  });

  it('names what is gone, new or another file, with the likely cause', () => {
    const folder = migrated({
      'components.d.ts': (text) =>
        text
          .replace(/.*const UserCard.*\n/, '')
          .replace('components/BaseButton.vue', 'components/other/BaseButton.vue'),
      'types/imports.d.ts': () =>
        "const useOther: typeof import('../../app/composables/counter').useOther\n",
      'types/plugins.d.ts': () => '',
      'types/middleware.d.ts': () => 'export type MiddlewareKey = "guard" | "guest"\n',
    });
    rmSync(join(folder, 'app/plugins'), { recursive: true });
    const { status, stdout } = fwMigrate(folder, ['verify']);
    expect(stdout).toBe(
      [
        'components: `BaseButton` (app/components/BaseButton.vue) is now app/components/other/BaseButton.vue: two files have this name.',
        'components: `UserCard` (app/components/UserCard.vue) is gone: the file is there, but Nuxt 4 does not look for components in its folder. Move it, or name the folder in the config.',
        'imports: `useCounter` (app/composables/counter) is gone: the file is there, but Nuxt 4 does not look for imports in its folder. Move it, or name the folder in the config.',
        'imports: `useOther` (app/composables/counter) is new.',
        'middleware: `admin` is gone.',
        'middleware: `guest` is new.',
        'plugins: app/plugins/greeting is gone.',
        '1 layout, 1 middleware, 1 server route, 1 alias: the same, except for these.',
        pagesNote,
      ].join('\n'),
    );
    expect(status).toBe(1);
  });

  it('does not compare what the releases only write in another way', () => {
    const folder = folderWith(project);
    const before = generated(folder, '');
    const older = {
      ...before,
      'components.d.ts': (before['components.d.ts'] ?? '').replace(
        'LazyUserCard: LazyComponent<typeof import("../components/UserCard.vue")[\'default\']>',
        'LazyUserCard: typeof import("../components/UserCard.vue")[\'default\']',
      ),
      'types/imports.d.ts': `${before['types/imports.d.ts']}  const computed: typeof import('vue')['computed']\n`,
    };
    expect(older['components.d.ts']).not.toBe(before['components.d.ts']);
    prepare(folder, older, 1_000);
    expect(fwMigrate(folder, ['v4']).status).toBe(0);
    prepare(folder, generated(folder, 'app/'), 2_000);
    const { status, stdout } = fwMigrate(folder, ['verify']);
    expect(stdout).toMatch(/^2 components, 1 import, .*: the same\.$/m);
    expect(status).toBe(0);
  });

  it('compares with the first run after later runs, too', () => {
    const folder = migrated();
    writeFileSync(join(folder, 'nuxt.config.ts'), 'export default defineNuxtConfig({})\n');
    expect(fwMigrate(folder, ['v4']).status).toBe(0);
    expect(fwMigrate(folder, ['verify']).stdout).toContain('2 components, 1 import, ');
  });

  it('writes the lists into the report', () => {
    const folder = folderWith(project);
    prepare(folder, generated(folder, ''), 1_000);
    const { stdout } = fwMigrate(folder, ['v4', '--dry-run', '--format', 'json']);
    expect(JSON.parse(stdout).projects[0].found).toEqual({
      prepared: '1970-01-01T00:16:40.000Z',
      lists: {
        components: [
          { name: 'BaseButton', file: 'components/BaseButton.vue' },
          { name: 'UserCard', file: 'components/UserCard.vue' },
        ],
        imports: [{ name: 'useCounter', file: 'composables/counter' }],
        layouts: [{ name: 'default', file: 'layouts/default.vue' }],
        middleware: [{ name: 'guard' }, { name: 'admin' }],
        plugins: [{ file: 'plugins/greeting' }],
        'server routes': [{ file: 'server/api/hello.get' }],
        aliases: [{ name: '#models', file: 'models' }],
      },
    });
  });

  it.each([
    [
      'the project was never prepared',
      (folder: string) => rmSync(join(folder, '.nuxt'), { recursive: true }),
    ],
    ['the project was not prepared since', () => {}],
  ])('has nothing to compare if %s', (_, change) => {
    const folder = folderWith(project);
    prepare(folder, generated(folder, ''), 1_000);
    expect(fwMigrate(folder, ['v4']).stdout).toContain('fw-migrate verify');
    change(folder);
    expect(fwMigrate(folder, ['verify'])).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'The project has not been prepared since the run. Run `npm install` and `npx nuxt prepare` there first.\n',
    });
  });

  it('has nothing to compare without lists from before, or a run', () => {
    const folder = folderWith(project);
    expect(fwMigrate(folder, ['verify']).stderr).toContain(
      'There is no report of a run in this folder.',
    );
    const { stdout } = fwMigrate(folder, ['v4']);
    expect(stdout).not.toContain('\n  fw-migrate verify\n');
    expect(stdout).toContain('not that the project builds: run `fw-migrate verify --prepare` next');
    prepare(folder, generated(folder, 'app/'), 2_000);
    const { status, stderr } = fwMigrate(folder, ['verify']);
    expect(stderr).toContain('There is nothing to compare with');
    expect(status).toBe(2);
  });

  it('waits for the newer version', () => {
    const folder = migrated();
    const installed = join(folder, 'node_modules/nuxt/package.json');
    mkdirSync(dirname(installed), { recursive: true });
    writeFileSync(installed, '{ "version": "3.21.0" }');
    expect(fwMigrate(folder, ['verify'])).toMatchObject({
      status: 2,
      stderr:
        'nuxt 3.21.0 is still installed. Run `npm install` and `npx nuxt prepare` there first.\n',
    });
  });
});

describe('verify --prepare', () => {
  /** Lists the components that are where the variant looks for them. */
  const script = [
    "import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'",
    "const folder = existsSync('app/components') ? 'app/components' : 'components'",
    'const line = (file) => `export const ${file.slice(0, -4)}: typeof import("../${folder}/${file}")[\'default\']`',
    "mkdirSync('.nuxt/types', { recursive: true })",
    "writeFileSync('.nuxt/components.d.ts', readdirSync(folder).filter((file) => !existsSync(`${folder}/../ignored/${file}`)).map(line).join('\\n'))",
    "if (readFileSync('.nuxtrc', 'utf8').includes('experimental.typedPages=true'))",
    "  writeFileSync('.nuxt/types/typed-router.d.ts', \"'pages/index.vue': { routes: | 'index' }\".replace('pages', existsSync('app/pages') ? 'app/pages' : 'pages'))",
    '',
  ].join('\n');
  const prepared = {
    ...project,
    'prepare.mjs': script,
    'package.json': '{ "scripts": { "types": "node prepare.mjs # nuxt prepare" } }\n',
  };

  /** Verifies with a stand-in for npm, which takes most of the time; it is only asked for these two things. */
  function verifyQuickly(folder: string): Ran {
    const npm =
      '#!/bin/sh\ncase "$*" in install) ;; "run types") exec node prepare.mjs ;; *) exit 125 ;; esac\n';
    const programs = folderWith({ npm });
    chmodSync(join(programs, 'npm'), 0o755);
    const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` };
    return fwMigrate(folder, ['verify', '--prepare'], '', env);
  }

  it('prepares both states in copies', () => {
    const folder = folderWith(prepared);
    expect(fwMigrate(folder, ['v4']).status).toBe(0);
    const { status, stdout } = verifyQuickly(folder);
    expect(stdout).toContain('2 components, 1 page: the same.\n');
    expect(status).toBe(0);
    expect(() => readFileSync(join(folder, '.nuxt/components.d.ts'))).toThrow('ENOENT');
    mkdirSync(join(folder, 'app/ignored'));
    writeFileSync(join(folder, 'app/ignored/UserCard.vue'), '');
    expect(verifyQuickly(folder)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(
        '`UserCard` (app/components/UserCard.vue) is gone: the file is there',
      ),
    });
  });

  it('shows why a command fails', () => {
    const folder = folderWith({
      ...prepared,
      'prepare.mjs': "console.log('no types'); process.exit(3)\n",
    });
    fwMigrate(folder, ['v4']);
    const { status, stderr } = fwMigrate(folder, ['verify', '--prepare']);
    expect(stderr).toContain('`npm run types` fails before the migration (exit code 3).');
    expect(stderr).toContain('  no types');
    expect(status).toBe(2);
  });
});
