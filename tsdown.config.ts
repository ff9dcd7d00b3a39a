import { defineConfig } from 'tsdown';

export default defineConfig([
  {
    entry: { index: 'src/index.ts', cli: 'src/cli.ts', 'transforms/*': 'transforms/*.ts' },
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    dts: true,
    fixedExtension: false,
  },
  // jscodeshift's command line loads a transform with `require`.
  {
    entry: { 'transforms/*': ['transforms/*.ts', '!transforms/index.ts'] },
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    dts: true,
    clean: false,
  },
]);
