import {
  both,
  group,
  is,
  named,
  noDefault,
  notShown,
  type OptionTable,
  openGroup,
  option,
} from '../option.ts';
import { assetUrls, transform } from './shared-defaults.ts';

/** The default client bundler and the view library. */
export const bundler1Options = {
  bundler1: openGroup('Settings handed to bundler1.', noDefault, 'passed-on'),
  'bundler1.build': group('What bundler1 writes.'),
  'bundler1.build.assetsDir': option(
    'string',
    both('_fw/'),
    'Folder of assets within the output of bundler1.',
  ),
  'bundler1.build.emptyOutDir': option(
    'boolean',
    both(false),
    'Whether bundler1 clears its output folder first.',
  ),
  'bundler1.cacheDir': option(
    'string',
    both('<rootDir>/node_modules/.cache/bundler1'),
    'Where bundler1 keeps what it need not compute twice.',
  ),
  'bundler1.clearScreen': option(
    'boolean',
    both(true),
    'Whether bundler1 clears the terminal before it logs.',
  ),
  'bundler1.define': option(
    'object',
    both({
      __UI_PROD_HYDRATION_MISMATCH_DETAILS__: false,
      'process.dev': false,
      'import.meta.dev': false,
      'process.test': false,
      'import.meta.test': false,
    }),
    'Expressions that bundler1 replaces by constants.',
  ),
  'bundler1.esbuild': option('object', both(transform), 'What transformer1 is told inside bundler1.'),
  'bundler1.mode': option('string', both('production'), 'The mode bundler1 builds for.'),
  'bundler1.optimizeDeps': group('How bundler1 prepares dependencies for development.'),
  'bundler1.optimizeDeps.esbuildOptions': option(
    'object',
    both(transform),
    'What transformer1 is told when bundler1 prepares dependencies.',
  ),
  'bundler1.optimizeDeps.exclude': option(
    'array',
    both(['ui-demi']),
    'Dependencies that bundler1 does not prepare.',
  ),
  // Variant A names no type for it, so a path is as good as a switch.
  'bundler1.publicDir': option(
    ['boolean', 'string'],
    { b: is(false), a: notShown },
    'Folder of untouched files that bundler1 itself would serve.',
    named('passedOn'),
  ),
  'bundler1.resolve': group('How bundler1 finds modules.'),
  'bundler1.resolve.extensions': option(
    'array',
    both(['.mjs', '.js', '.ts', '.jsx', '.tsx', '.json', '.vue']),
    'File endings that bundler1 tries for imports without one.',
  ),
  'bundler1.root': option(
    'string',
    { b: is('<srcDir>'), a: is('<rootDir>') },
    'The folder bundler1 takes for its root.',
    named('rootFolder'),
  ),
  'bundler1.server': group("Settings of bundler1's own dev server."),
  'bundler1.server.fs': group("What bundler1's dev server may read from disk."),
  'bundler1.server.fs.allow': option(
    'array',
    {
      b: is(['<rootDir>/.fw', '<srcDir>', '<rootDir>', '<workspaceDir>']),
      a: is(['<rootDir>/.fw', '<rootDir>/app', '<rootDir>', '<workspaceDir>']),
    },
    "Folders that bundler1's dev server may serve files from.",
    named('passedOn', '[]'),
  ),
  'bundler1.ui': group('How bundler1 compiles single-file components.'),
  'bundler1.ui.features': group('Compiler features of single-file components in bundler1.'),
  'bundler1.ui.features.propsDestructure': option(
    'boolean',
    both(true),
    'Whether destructured props stay reactive in bundler1.',
  ),
  'bundler1.ui.isProduction': option(
    'boolean',
    both(true),
    'Whether bundler1 compiles components for production.',
  ),
  'bundler1.ui.script': group('How bundler1 compiles component scripts.'),
  // Shown with neither type nor default.
  'bundler1.ui.script.hoistStatic': option(
    ['boolean', 'string', 'number', 'null', 'array', 'object', 'function'],
    noDefault,
    'Whether constants move out of the setup function in bundler1.',
  ),
  'bundler1.ui.template': group('How bundler1 compiles component templates.'),
  'bundler1.ui.template.compilerOptions': option(
    'object',
    noDefault,
    'What the template compiler is told by bundler1.',
  ),
  'bundler1.ui.template.transformAssetUrls': option(
    'object',
    both(assetUrls),
    'Attributes, by tag, whose URLs bundler1 turns into imports.',
  ),
  'bundler1.uiJsx': option(
    'object',
    both({ isCustomElement: { $schema: { title: '', description: '', tags: [] } } }),
    'How bundler1 compiles JSX.',
  ),

  ui: openGroup('Settings of the view library.', noDefault, 'passed-on'),
  'ui.compilerOptions': option('object', noDefault, 'What the compiler of the view library is told.'),
  'ui.config': option(
    'object',
    noDefault,
    'Global settings of the view library, as far as they are plain data.',
  ),
  'ui.propsDestructure': option('boolean', both(true), 'Whether destructured props stay reactive.'),
  'ui.runtimeCompiler': option('boolean', both(false), 'Whether templates can be compiled in the browser.'),
  'ui.transformAssetUrls': group('Attributes, by tag, whose URLs are bundled as assets.'),
  'ui.transformAssetUrls.image': option(
    'array',
    both(assetUrls.image),
    'Attributes of <image> that name assets.',
  ),
  'ui.transformAssetUrls.img': option('array', both(assetUrls.img), 'Attributes of <img> that name assets.'),
  'ui.transformAssetUrls.source': option(
    'array',
    both(assetUrls.source),
    'Attributes of <source> that name assets.',
  ),
  'ui.transformAssetUrls.use': option('array', both(assetUrls.use), 'Attributes of <use> that name assets.'),
  'ui.transformAssetUrls.video': option(
    'array',
    both(assetUrls.video),
    'Attributes of <video> that name assets.',
  ),
} as const satisfies OptionTable;
