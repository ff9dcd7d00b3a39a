import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { defineConfig, type UserConfig } from 'tsdown';
import { licencesOf } from './scripts/third-party.ts';

/** Files that are imported as text with `?raw`, as Vite has it: the style and the script of the HTML report. */
const rawText = {
  name: 'raw-text',
  resolveId: {
    filter: { id: /\?raw$/ },
    handler: (id: string, importer?: string) => importer && resolve(dirname(importer), id),
  },
  load: {
    filter: { id: /\?raw$/ },
    handler: (id: string) => ({
      code: `export default ${JSON.stringify(readFileSync(id.replace(/\?raw$/, ''), 'utf8'))};`,
      moduleType: 'js' as const,
    }),
  },
};

/** Packages that are loaded with `require` when they are needed. Each is bundled into one file, which loads faster. */
const required = {
  '@vue/compiler-dom': 'vendor/vue-compiler-dom',
  ignore: 'vendor/ignore',
  'jsonc-parser': 'vendor/jsonc-parser',
  picomatch: 'vendor/picomatch',
  semver: 'vendor/semver',
  yaml: 'vendor/yaml',
};

/** Lets `require` find those files. */
const bundledRequires = {
  name: 'bundled-requires',
  renderChunk(code: string, { fileName }: { readonly fileName: string }) {
    let isChanged = false;
    const changed = code.replace(
      /\brequire(\$\d+)?\("([^"]+)"\)/g,
      (call, suffix = '', name: string) => {
        if (!Object.hasOwn(required, name)) return call;
        isChanged = true;
        const path = relative(dirname(fileName), `${required[name as keyof typeof required]}.cjs`);
        return `require${suffix}("${path.startsWith('.') ? path : `./${path}`}")`;
      },
    );
    return isChanged ? { code: changed, map: null } : null;
  },
};

/** The parser of arguments can start programs, which it never does here: Node loads what that needs for milliseconds. */
const leanCommander = {
  name: 'lean-commander',
  transform: {
    filter: { id: /\/commander\/lib\/command\.js$/ },
    handler: (code: string) =>
      code
        .replace("require('node:child_process')", '{}')
        .replace("require('node:process')", 'globalThis.process'),
  },
};

const bundledModules = new Set<string>();

/** Ships the licences of what is bundled, of all formats together. */
const licences = {
  name: 'licences',
  writeBundle({ dir = 'dist' }: { readonly dir?: string | undefined }, output: object) {
    for (const chunk of Object.values(output) as { readonly modules?: object }[])
      for (const id of Object.keys(chunk.modules ?? {})) bundledModules.add(id);
    writeFileSync(resolve(dir, 'THIRD-PARTY-LICENSES.txt'), licencesOf(bundledModules));
  },
};

const shared = {
  platform: 'node',
  target: 'node20.19',
  dts: true,
  // Some packages can only be bundled from their modules.
  inputOptions: { resolve: { mainFields: ['module', 'main'] } },
  // What is bundled is listed in `docs/dependencies.md`, which a test compares.
  deps: { onlyBundle: false },
  plugins: [rawText, bundledRequires, leanCommander, licences],
} satisfies UserConfig;
const transforms = ['transforms/*.ts', '!transforms/index.ts'];

/** What `v4` loads of the rooms that have more than one command, or format, in them. */
const partsOfRun = [
  'cli/(?:earlier-reports|edition-command|flags|interactive|io|named-files|next-steps)',
  'cli/(?:outputs|settings|settings-file|undo-command|user-files|v4)',
  'report/(?:formats|ledger|patch|pretty|read-report|report|report-of)',
  'report/(?:sentences|summary)',
  'apply/[\\w-]+',
];

/** Few files load faster than many. What `--help` needs is apart, and so is what only some commands load. */
const groups = [
  {
    name: 'help',
    test: /\/src\/(?:catalogue\/names|report\/printing)\.ts$|\/package\.json$/,
    priority: 1,
  },
  {
    name: 'engine',
    test: /\/(?:src\/(?:base|catalogue|config|tree|paths|layout|behaviours|plan|effective|check)|transforms)\/[\w/-]+\.ts$/,
  },
  { name: 'run', test: new RegExp(`/src/(?:${partsOfRun.join('|')})\\.ts$`) },
];

export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      cli: 'src/cli.ts',
      'transforms/*': transforms,
    },
    format: 'esm',
    fixedExtension: false,
    outputOptions: { chunkFileNames: 'chunks/[name]-[hash].js', codeSplitting: { groups } },
  },
  // jscodeshift's command line loads a transform with `require`.
  {
    ...shared,
    entry: { 'transforms/*': transforms },
    format: 'cjs',
    clean: false,
    outputOptions: { chunkFileNames: 'chunks/[name]-[hash].cjs' },
  },
  {
    ...shared,
    entry: Object.fromEntries(Object.entries(required).map(([name, file]) => [file, name])),
    format: 'cjs',
    clean: false,
    dts: false,
    // Else errors of the compiler of components would be addresses instead of sentences.
    env: { NODE_ENV: 'development' },
    outputOptions: { chunkFileNames: 'vendor/[name]-[hash].cjs' },
  },
]);
