import {
  group,
  is,
  named,
  noDefault,
  notShown,
  type OptionTable,
  openGroup,
  option,
  setting,
  unset,
} from '../option.ts';
import { assetUrls, transform } from './shared-defaults.ts';

/** The default client bundler and the view library. */
export const bundler1Options = {
  bundler1: openGroup('Settings passed to bundler1.', noDefault, 'passed-on'),
  'bundler1.build': group('Build output of bundler1.'),
  'bundler1.build.assetsDir': setting('_fw/', 'Folder for assets in the output of bundler1.'),
  'bundler1.build.emptyOutDir': setting(false, 'Whether bundler1 empties its output folder first.'),
  'bundler1.cacheDir': setting('<rootDir>/node_modules/.cache/bundler1', 'Cache folder of bundler1.'),
  'bundler1.clearScreen': setting(true, 'Whether bundler1 clears the terminal before logging.'),
  'bundler1.define': setting(
    {
      __UI_PROD_HYDRATION_MISMATCH_DETAILS__: false,
      'process.dev': false,
      'import.meta.dev': false,
      'process.test': false,
      'import.meta.test': false,
    },
    'Expressions that bundler1 replaces with constants.',
  ),
  'bundler1.esbuild': setting(transform, 'Options of transformer1 in bundler1.'),
  'bundler1.mode': setting('production', 'The mode of bundler1.'),
  'bundler1.optimizeDeps': group('How bundler1 optimizes dependencies in development.'),
  'bundler1.optimizeDeps.esbuildOptions': setting(
    transform,
    'Options of transformer1 when bundler1 optimizes dependencies.',
  ),
  'bundler1.optimizeDeps.exclude': setting(['ui-demi'], 'Dependencies that bundler1 does not optimize.'),
  // Variant A names no type for it, so a path is as good as a switch.
  'bundler1.publicDir': option(
    ['boolean', 'string'],
    { b: is(false), a: notShown },
    'Folder of static files that bundler1 itself would serve.',
    named('passedOn'),
  ),
  'bundler1.resolve': group('How bundler1 resolves modules.'),
  'bundler1.resolve.extensions': setting(
    ['.mjs', '.js', '.ts', '.jsx', '.tsx', '.json', '.vue'],
    'File extensions that bundler1 tries for imports without one.',
  ),
  'bundler1.root': option(
    'string',
    { b: is('<srcDir>'), a: is('<rootDir>') },
    'The root folder of bundler1.',
    named('rootFolder'),
  ),
  'bundler1.server': group("Settings of bundler1's own dev server."),
  'bundler1.server.fs': group("File access of bundler1's dev server."),
  'bundler1.server.fs.allow': option(
    'array',
    {
      b: is(['<rootDir>/.fw', '<srcDir>', '<rootDir>', '<workspaceDir>']),
      a: is(['<rootDir>/.fw', '<rootDir>/app', '<rootDir>', '<workspaceDir>']),
    },
    "Folders from which bundler1's dev server may serve files.",
    named('passedOn', '[]'),
  ),
  'bundler1.ui': group('How bundler1 compiles single-file components.'),
  'bundler1.ui.features': group('Compiler features of single-file components in bundler1.'),
  'bundler1.ui.features.propsDestructure': setting(
    true,
    'Whether destructured props stay reactive in bundler1.',
  ),
  'bundler1.ui.isProduction': setting(true, 'Whether bundler1 compiles components for production.'),
  'bundler1.ui.script': group('How bundler1 compiles component scripts.'),
  // Shown with neither type nor default.
  'bundler1.ui.script.hoistStatic': unset(
    ['boolean', 'string', 'number', 'null', 'array', 'object', 'function'],
    'Whether bundler1 hoists constants out of the setup function.',
  ),
  'bundler1.ui.template': group('How bundler1 compiles component templates.'),
  'bundler1.ui.template.compilerOptions': unset('object', 'Options of the template compiler in bundler1.'),
  'bundler1.ui.template.transformAssetUrls': setting(
    assetUrls,
    'Attributes, by tag, whose URLs bundler1 turns into imports.',
  ),
  'bundler1.uiJsx': setting(
    { isCustomElement: { $schema: { title: '', description: '', tags: [] } } },
    'How bundler1 compiles JSX.',
  ),

  ui: openGroup('Settings of the view library.', noDefault, 'passed-on'),
  'ui.compilerOptions': unset('object', 'Options of the compiler of the view library.'),
  'ui.config': unset('object', 'Global settings of the view library, as plain data.'),
  'ui.propsDestructure': setting(true, 'Whether destructured props stay reactive.'),
  'ui.runtimeCompiler': setting(false, 'Whether templates can be compiled in the browser.'),
  'ui.transformAssetUrls': group('Attributes, by tag, whose URLs are bundled as assets.'),
  'ui.transformAssetUrls.image': setting(assetUrls.image, 'Attributes of <image> that refer to assets.'),
  'ui.transformAssetUrls.img': setting(assetUrls.img, 'Attributes of <img> that refer to assets.'),
  'ui.transformAssetUrls.source': setting(assetUrls.source, 'Attributes of <source> that refer to assets.'),
  'ui.transformAssetUrls.use': setting(assetUrls.use, 'Attributes of <use> that refer to assets.'),
  'ui.transformAssetUrls.video': setting(assetUrls.video, 'Attributes of <video> that refer to assets.'),
} as const satisfies OptionTable;
