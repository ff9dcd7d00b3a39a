import { describe, expect, it } from 'vitest';
import nuxt from '../../editions/nuxt.json' with { type: 'json' };
import { createCatalogue, type Edition, editionShape } from '../../src/catalogue/index.ts';
import { contentsOf } from '../apply/support/tree.ts';
import { folderWith, fwMigrate } from '../cli/support/run.ts';

const nuxtConfig = 'export default defineNuxtConfig({ generate: { routes: ["/"] } })\n';
const fwConfig = 'export default defineFwConfig({ generate: { routes: ["/"] } })\n';
const page = '<template><main /></template>\n';
const ofNuxt = { 'nuxt.config.ts': nuxtConfig, 'pages/index.vue': page };
const ofFw = { 'fw.config.ts': fwConfig, 'pages/index.vue': page };

/** The files of a project in a folder. */
function inFolder(folder: string, files: { readonly [path: string]: string }) {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]),
  );
}

describe('the edition for Nuxt', () => {
  it('has no mistakes', () => {
    expect(() => editionShape(nuxt, '')).not.toThrow();
    expect(createCatalogue(nuxt as Edition).names).toMatchObject({
      configFile: 'nuxt.config',
      configHelper: 'defineNuxtConfig',
      buildDir: '.nuxt',
      scope: '@nuxt',
    });
    // A fork has another package, and the options keep their names.
    const fork = createCatalogue({
      ...(nuxt as Edition),
      names: { ...nuxt.names, package: 'acme' },
    });
    expect(fork.findOption('experimental.defaults.nuxtLink.prefetch')).toBeDefined();
    const { status, stdout } = fwMigrate(folderWith({}), ['edition', 'check', 'nuxt']);
    expect([status, stdout]).toEqual([0, expect.stringContaining('Nuxt (Nuxt 3 → Nuxt 4)')]);
  });

  it('allows the types of its defaults', () => {
    const wrong = [...createCatalogue(nuxt as Edition).options.values()].flatMap(
      ({ path, types, a, b }) =>
        [a, b]
          .flatMap((side) => (side.kind === 'value' ? [side.value] : []))
          .map((value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value))
          .filter((type) => !types.some((allowed) => allowed === type))
          .map((type) => `${path}: ${type}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    [['v4', '--dry-run', '--format', 'pretty'], 'nuxt.config.ts (Nuxt 3 → 4)'],
    [['effective'], 'nuxt.config.ts (Nuxt 3)\n'],
    [['effective', 'nitro.prerender'], 'nuxt.config.ts (Nuxt 3)\nnitro.prerender.routes'],
    [['explain', 'generate.routes'], 'moves to nitro.prerender.routes'],
    [['list'], 'vite.publicDir'],
    [['transform', 'all', '--dry-run'], 'defineNuxtConfig({ nitro: {'],
    [['transform', 'generate', '-'], 'defineNuxtConfig({ nitro: {'],
  ])('is found by its config: %s', (args, expected) => {
    const { stdout } = fwMigrate(folderWith(ofNuxt), args, nuxtConfig);
    expect(stdout).toContain(expected);
    expect(stdout).not.toMatch(/\bfw\b(?!-migrate)|Variant|serverEngine|bundler\d\./);
  });

  it('is found below a folder and above it, and by the name of a file', () => {
    const folder = folderWith({
      '.git/HEAD': '',
      ...inFolder('apps/web', ofNuxt),
      'apps/web/utils/a.ts': '',
    });
    const inside = folderWith({ ...inFolder('web', ofNuxt), 'docs/fw.config.ts': fwConfig });
    expect(fwMigrate(folder, ['v4', '--dry-run']).stderr).toContain(
      'apps/web/nuxt.config.ts (Nuxt 3 → 4)',
    );
    expect(fwMigrate(`${folder}/apps/web/utils`, ['explain', 'generate.routes']).stdout).toContain(
      'nitro',
    );
    const one = fwMigrate(inside, ['transform', 'generate', 'web/nuxt.config.ts', '--dry-run']);
    expect(one.stdout).toContain('+export default defineNuxtConfig({ nitro: {');
  });

  it('reads folder options from the source directory, after the run as well', () => {
    const dir = "dir: { layouts: './inner/layouts' }";
    const folder = folderWith({
      'nuxt.config.ts': `export default defineNuxtConfig({ srcDir: 'src/', ${dir} })\n`,
      'src/pages/index.vue': page,
      'src/inner/nuxt.config.ts': 'export default defineNuxtConfig({ ssr: true })\n',
      'src/inner/layouts/default.vue': page,
    });
    const { stdout } = fwMigrate(folder, ['v4', '--dry-run', '--format', 'markdown']);
    expect(stdout).toContain("'./inner/app/layouts'");
    expect(stdout).not.toContain('no longer matches');
    expect(stdout).not.toContain('now matches');
  });

  it('reads a step up from the source directory if the option is relative to that', () => {
    const packages = { dependencies: { nuxt: '^3.9.0', '@nuxtjs/i18n': '^8.3.2' } };
    const folder = folderWith(
      inFolder('web', {
        'nuxt.config.ts': `export default defineNuxtConfig({ modules: [['@nuxtjs/i18n', { langDir: 'locales/' }]] })\n`,
        'package.json': JSON.stringify(packages),
        'pages/index.vue': page,
        'locales/en.json': '{}\n',
      }),
    );
    const { stdout } = fwMigrate(folder, ['v4', '--dry-run', '--format', 'markdown']);
    expect(stdout).toContain("'../locales/'");
    expect(stdout).not.toContain('unverified-path');
  });

  it.each([
    ['^1.8.0', "image: { dir: '../public' }, tailwindcss: { configPath: 'tw.js' }"],
    ['^2.0.0', "image: { dir: 'public' }, tailwindcss: { configPath: 'tw.js' }"],
  ])('knows where modules read their paths from: @nuxt/image %s', (range, expected) => {
    const options = "image: { dir: 'public' }, tailwindcss: { configPath: 'tw.js' }";
    const folder = folderWith({
      'nuxt.config.ts': `export default defineNuxtConfig({ modules: ['@nuxt/image'], ${options} })\n`,
      'package.json': JSON.stringify({ dependencies: { nuxt: '^4.0.0', '@nuxt/image': range } }),
      'pages/index.vue': page,
      'public/a.png': '',
      'tw.js': 'export default {}\n',
    });
    const { status, stdout } = fwMigrate(folder, ['v4']);
    expect([status, stdout]).toEqual([0, expect.not.stringContaining('module-option-path')]);
    expect(contentsOf(folder)['nuxt.config.ts']).toContain(expected);
  });

  it('leaves paths of modules, which are relative to the root', () => {
    const config =
      "export default defineNuxtConfig({ modules: ['../src/module', ['./modules/own', {}]] })\n";
    const folder = folderWith({
      'src/module.ts': 'export default () => {}\n',
      'playground/nuxt.config.ts': config,
      'playground/package.json': JSON.stringify({ dependencies: { nuxt: '^4.0.0' } }),
      'playground/modules/own.ts': 'export default () => {}\n',
      'playground/pages/index.vue': page,
    });
    const { status, stdout } = fwMigrate(folder, ['v4', '--allow-dirty']);
    expect([status, stdout]).toEqual([0, expect.stringContaining('playground/app/pages/')]);
    expect(contentsOf(folder)['playground/nuxt.config.ts']).toBe(config);
  });

  it('updates paths that modules read from the root', () => {
    const folder = folderWith({
      'nuxt.config.ts':
        "export default defineNuxtConfig({ shadcn: { componentDir: './components/ui' }, tailwindcss: { cssPath: 'assets/tw.css' } })\n",
      'package.json': JSON.stringify({ dependencies: { nuxt: '^4.0.0' } }),
      'components/ui/Button.vue': page,
      'assets/tw.css': '',
    });
    expect(fwMigrate(folder, ['v4']).stdout).not.toContain('module-option-path');
    expect(contentsOf(folder)['nuxt.config.ts']).toBe(
      "export default defineNuxtConfig({ shadcn: { componentDir: './app/components/ui' }, tailwindcss: { cssPath: 'app/assets/tw.css' } })\n",
    );
  });

  it.each([
    ['^0.10.1', "'./store/**'", 0],
    ['^0.11.3', "'../store/**'", 0],
    ['^0.11.0', "'./store/**'", 1],
    ['latest', "'./store/**'", 1],
  ])(
    'asks where the version decides what a path is relative to: @pinia/nuxt %s',
    (range, expected, asked) => {
      const folder = folderWith({
        'nuxt.config.ts':
          "export default defineNuxtConfig({ pinia: { storesDirs: ['./store/**'] } })\n",
        'package.json': JSON.stringify({ dependencies: { nuxt: '^4.0.0', '@pinia/nuxt': range } }),
        'pages/index.vue': page,
        'store/a.ts': 'export const a = 1\n',
      });
      const { stdout } = fwMigrate(folder, ['v4']);
      expect(stdout.match(/ · module-option-path/g) ?? []).toHaveLength(asked);
      expect(contentsOf(folder)['nuxt.config.ts']).toContain(expected);
    },
  );

  it('reads folders to scan from the source directory, also in a layer', () => {
    const scanned = "components: ['./ui'], imports: { dirs: ['composables/**', 'models'] }";
    const folder = folderWith({
      'nuxt.config.ts': "export default defineNuxtConfig({ extends: ['./base'] })\n",
      'pages/index.vue': page,
      'base/nuxt.config.ts': `export default defineNuxtConfig({ ${scanned} })\n`,
      'base/ui/BaseButton.vue': page,
      'base/composables/theme.ts': 'export const theme = 1\n',
    });
    expect(fwMigrate(folder, ['v4']).status).toBe(0);
    expect(contentsOf(folder)).toMatchObject({
      'base/nuxt.config.ts': `export default defineNuxtConfig({ ${scanned} })\n`,
      'base/app/ui/BaseButton.vue': page,
      'base/app/composables/theme.ts': 'export const theme = 1\n',
    });
  });

  it('reads patterns from the root of the bundler, also those of packages', () => {
    const folder = folderWith({
      'nuxt.config.ts': 'export default defineNuxtConfig({})\n',
      'utils/blocks.ts': "export const blocks = import.meta.glob('/node_modules/*/blocks/*.vue')\n",
    });
    expect(fwMigrate(folder, ['v4', '--quiet']).status).toBe(0);
    expect(contentsOf(folder)['app/utils/blocks.ts']).toBe(
      "export const blocks = import.meta.glob('~~/node_modules/*/blocks/*.vue')\n",
    );
  });

  it('sets the source directory of a project whose layer sets one', () => {
    const folder = folderWith({
      'base/nuxt.config.ts': "export default defineNuxtConfig({ srcDir: 'src' })\n",
      'base/src/pages/a.vue': page,
      'site/nuxt.config.ts': "export default defineNuxtConfig({ extends: ['../base'] })\n",
      'site/pages/index.vue': page,
    });
    expect(fwMigrate(folder, ['v4', '--quiet']).status).toBe(0);
    expect(contentsOf(folder)).toMatchObject({
      'site/nuxt.config.ts':
        "export default defineNuxtConfig({ extends: ['../base'], srcDir: 'app' })\n",
      'site/app/pages/index.vue': page,
    });
  });

  it('names itself in what is left to do', () => {
    const folder = folderWith({
      ...ofNuxt,
      'package.json': '{ "devDependencies": { "nuxt": "^3.17.0" } }\n',
    });
    const { status, stdout } = fwMigrate(folder, ['v4']);
    expect(status).toBe(0);
    expect(stdout).toContain('npx nuxt prepare');
    expect(stdout).not.toContain('--edition');
  });

  it('gives way to a config of the default edition in the same folder', () => {
    const folder = folderWith({ ...ofNuxt, ...ofFw });
    const { stderr } = fwMigrate(folder, ['v4', '--dry-run']);
    expect(stderr).toContain('fw.config.ts (Variant B → A)');
    expect(stderr).not.toContain('nuxt');
  });

  it('gives way to the edition that someone names', () => {
    const acme = '{ "names": { "package": "acme", "configFile": "nuxt.config" } }';
    const folder = folderWith({ ...ofNuxt, 'acme.json': acme });
    const { stdout } = fwMigrate(folder, ['explain', 'generate.routes', '--edition', 'acme.json']);
    expect(stdout).toContain('serverEngine.prerender.routes');
    expect(fwMigrate(folder, ['explain', 'generate.routes', '--edition', 'fw']).stdout).toBe(
      fwMigrate(folderWith({}), ['explain', 'generate.routes']).stdout,
    );
  });

  it('can be a setting without any trust, and be extended', () => {
    const settings = '{ "edition": "nuxt" }';
    const explain = ['explain', 'generate.routes'];
    const set = folderWith({ 'fw-migrate.config.json': settings });
    expect(fwMigrate(set, explain).stdout).toContain('Nuxt 4');
    const acme = '{ "extends": "nuxt", "names": { "variants": { "a": "Acme 4" } } }';
    const extended = folderWith({ 'acme.json': acme });
    const { stdout } = fwMigrate(extended, [...explain, '--edition', 'acme.json']);
    expect(stdout).toMatch(/Nuxt 3 .*Acme 4 /s);
  });
});

describe('a workspace with projects of two editions', () => {
  const files = { ...inFolder('apps/shop', ofFw), ...inFolder('apps/web', ofNuxt) };

  it('is migrated one edition at a time, and says so', () => {
    const folder = folderWith(files);
    const first = fwMigrate(folder, ['v4']);
    expect(first.status).toBe(0);
    expect(first.stdout).toContain('apps/shop/fw.config.ts (Variant B → A)');
    expect(first.stderr).toContain(
      'apps/web/nuxt.config.ts is not part of this run. To migrate it, run again with `--edition nuxt`.\n',
    );
    const second = fwMigrate(folder, ['v4', '--edition', 'nuxt']);
    expect(second.stdout).toContain('apps/web/nuxt.config.ts (Nuxt 3 → 4)');
    expect(second.stderr).toContain('run again with `--edition fw`');
    expect(fwMigrate(folder, ['v4', 'apps/web', '--check']).status).toBe(0);
    expect(fwMigrate(folder, ['v4', 'apps/shop', '--check']).status).toBe(0);
  });

  it('explains what an earlier run left with the names of its edition', () => {
    const removed = '{ experimental: { templateUtils: true } }';
    const folder = folderWith({
      'shop/fw.config.ts': `export default defineFwConfig(${removed})\n`,
      'shop/pages/index.vue': page,
      'web/nuxt.config.ts': `export default defineNuxtConfig(${removed})\n`,
      'web/pages/index.vue': page,
    });
    fwMigrate(folder, ['v4', '--edition', 'nuxt']);
    fwMigrate(folder, ['v4']);
    const own = fwMigrate(folder, ['next']).stdout;
    expect(own).toContain('because Variant A no longer has it');
    fwMigrate(folder, ['close', /close (\w+)$/m.exec(own)?.[1] ?? '']);
    expect(fwMigrate(folder, ['next']).stdout).toContain('because Nuxt 4 no longer has it');
  });
});
