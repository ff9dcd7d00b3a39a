import { defineConfig, type UserConfig } from 'tsdown';

const shared = { platform: 'node', target: 'node20.19', dts: true } satisfies UserConfig;
const transforms = ['transforms/*.ts', '!transforms/index.ts'];

export default defineConfig([
  {
    ...shared,
    entry: { index: 'src/index.ts', cli: 'src/cli.ts', 'transforms/*': transforms },
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
