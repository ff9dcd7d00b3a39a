import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { defineConfig, type UserConfig } from 'tsdown';

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

const shared = {
  platform: 'node',
  target: 'node20.19',
  dts: true,
  plugins: [rawText],
} satisfies UserConfig;
const transforms = ['transforms/*.ts', '!transforms/index.ts'];

export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      cli: 'src/cli.ts',
      'search-worker': 'src/cli/search-worker.ts',
      'transforms/*': transforms,
    },
    format: 'esm',
    fixedExtension: false,
    outputOptions: { chunkFileNames: 'chunks/[name]-[hash].js' },
  },
  // jscodeshift's command line loads a transform with `require`.
  {
    ...shared,
    entry: { 'transforms/*': transforms },
    format: 'cjs',
    clean: false,
    outputOptions: { chunkFileNames: 'chunks/[name]-[hash].cjs' },
  },
]);
