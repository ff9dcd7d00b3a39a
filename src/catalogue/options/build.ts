import {
  both,
  computed,
  group,
  is,
  type Json,
  manual,
  missing,
  movedTo,
  named,
  noDefault,
  notShown,
  type OptionTable,
  onlyInB,
  openGroup,
  option,
  same,
  setting,
  settingOr,
  unset,
} from '../option.ts';

// Defaults that the reference gives to more than one option.

/** How bundles are analysed. */
const analyzer = {
  template: 'treemap',
  projectRoot: '<rootDir>',
  filename: '<rootDir>/.fw/analyze/{name}.html',
} as const satisfies Json;

const transform = {
  target: 'esnext',
  jsxFactory: 'h',
  jsxFragment: 'Fragment',
  tsconfigRaw: {},
} as const satisfies Json;

const assetUrls = {
  video: ['src', 'poster'],
  source: ['src'],
  img: ['src'],
  image: ['xlink:href', 'href'],
  use: ['xlink:href', 'href'],
} as const satisfies Json;

// These defaults contain a function, so they cannot be written as data; their fields are listed instead.
const withFilter = same(computed('the listed fields, with a built-in function as url.filter'));
const filter = (summary: string) =>
  option('function', same(computed('a built-in function')), summary);

const noSourceMap = both({ sourceMap: false });
const inlined = both({ esModule: false, limit: 1000 });

// This section of the reference gives no defaults at all.
const unstated = same(notShown);
const unstatedSwitch = (summary: string) => option(['object', 'boolean'], unstated, summary);

/** How a project is built: builders, modes and output. */
export const buildOptions = {
  build: group('Settings shared by all builders.'),
  'build.analyze': settingOr('boolean', analyzer, 'Whether and how a build analyses its bundles.'),
  'build.templates': unset('array', 'Files generated from templates during the build.'),
  'build.templates[].src': unset('string', 'The template a file is generated from.', named('file')),
  'build.templates[].dst': unset('string', 'The generated file, named within the build folder.'),
  'build.transpile': unset(
    'array',
    'Packages that are compiled because they ship uncompiled code.',
  ),

  // Variant B accepts only a string; an object is allowed for configs that are already migrated.
  builder: settingOr(
    'object',
    '@fw/bundler1-builder',
    'The bundler of the application: a known name, a package or a custom object.',
    { fate: manual },
  ),
  'builder.bundle': unset('function', 'Builds the application if the builder is a custom object.'),
  server: group('Settings of the server build.'),
  'server.builder': settingOr(
    'object',
    '@fw/server-builder',
    'The bundler of the server: a package or a custom object.',
  ),
  'server.builder.bundle': unset(
    'function',
    'Builds the server if its builder is a custom object.',
  ),

  // The reference does not state the format of the date.
  compatibilityDate: unset(
    ['string', 'date', 'object'],
    'Date that pins how presets and modules behave.',
  ),
  logLevel: setting('info', 'Log level of a build; silent by default in CI.'),
  debug: settingOr(
    'object',
    false,
    'Prints each hook and its timing; an object selects what is printed.',
  ),
  dev: setting(false, 'Whether the app runs in development mode; set by the command.'),
  test: setting(false, 'Whether the app runs inside unit tests.'),
  // The reference shows no type for it.
  telemetry: unset(['boolean', 'object'], 'Whether usage data is sent.'),
  ssr: setting(true, 'Whether pages are rendered to HTML, on the server or at build time.'),
  sourcemap: settingOr(
    'boolean',
    { server: true, client: false },
    'Which bundles get source maps; a boolean applies to both.',
  ),
  'sourcemap.server': settingOr('string', true, 'Source maps of the server bundle.', {
    oneOf: [true, false, 'hidden'],
  }),
  'sourcemap.client': settingOr('string', false, 'Source maps of the client bundle.', {
    oneOf: [true, false, 'hidden'],
  }),
  spaLoadingTemplate: setting(
    null,
    'HTML file shown while a client-only page loads, or whether to show one.',
    { types: ['boolean', 'string', 'null'], ...named('ownFile') },
  ),
} as const satisfies OptionTable;

const hoistedInBoth = [
  ...['@unhead/vue', '@fw/devtools', 'ui', '@ui/runtime-core', '@ui/compiler-sfc', 'ui-router'],
  ...['ui-router/auto-routes', 'unplugin-ui-router/client', '@fw/schema', 'fw'],
];
const hoistedInA = [
  'nitropack/types',
  'nitropack/runtime',
  'nitropack',
  'defu',
  'h3',
  'consola',
  'ofetch',
];

/** Types, and the tools that compile source code. Variant A has only one of the two transformers. */
export const compilerOptions = {
  typescript: group('Settings of types and type checking.'),
  'typescript.builder': setting(
    null,
    'The builder whose types are included: false for none, shared for those common to all.',
    { types: ['boolean', 'string', 'null'] },
  ),
  'typescript.hoist': setting(
    hoistedInBoth,
    'Packages whose types are found even if only another package depends on them.',
    { a: is([...hoistedInA, ...hoistedInBoth]), fate: manual, isAdded: true },
  ),
  'typescript.includeWorkspace': setting(
    false,
    'Whether the tsconfig includes the whole monorepo.',
  ),
  'typescript.shim': setting(false, 'Whether a type declaration for *.vue files is generated.'),
  'typescript.strict': setting(true, 'Whether strict type checks apply.'),
  'typescript.tsConfig': unset('object', 'Additions to the generated TypeScript settings.', {
    fate: manual,
  }),
  'typescript.typeCheck': settingOr(
    'string',
    false,
    'Whether types are checked in development, or only in builds.',
    { oneOf: [true, false, 'build'] },
  ),

  transformer1: group('The default code transformer.'),
  'transformer1.options': openGroup('Options of the default transformer in all bundlers.'),
  'transformer1.options.jsxFactory': setting('h', 'Function that JSX elements compile to.'),
  'transformer1.options.jsxFragment': setting('Fragment', 'Name that JSX fragments compile to.'),
  'transformer1.options.target': setting('esnext', 'Target language version of the compiled code.'),
  'transformer1.options.tsconfigRaw': unset(
    'object',
    'TypeScript settings passed instead of a file.',
  ),

  transformer2: group('The second code transformer; Variant A does not have it.', onlyInB),
  'transformer2.transform': group('The transform of the second transformer.', onlyInB),
  'transformer2.transform.options': openGroup('Options of the second transformer.', onlyInB),
  'transformer2.transform.options.jsxFactory': setting(
    'h',
    'Function that JSX elements compile to in the second transformer.',
    { a: missing, fate: movedTo('transformer1.options.jsxFactory', 'target-wins') },
  ),
  'transformer2.transform.options.jsxFragment': setting(
    'Fragment',
    'Name that JSX fragments compile to in the second transformer.',
    { a: missing, fate: movedTo('transformer1.options.jsxFragment', 'target-wins') },
  ),
  'transformer2.transform.options.target': setting(
    'esnext',
    'Target language version of the second transformer.',
    { a: missing, fate: movedTo('transformer1.options.target', 'target-wins') },
  ),
} as const satisfies OptionTable;

/** The two bundlers, the view library and the CSS processor. */
export const bundlerOptions = {
  bundler1: openGroup('Settings passed to bundler1.', noDefault, 'passed-on'),
  'bundler1.build': group('Build output of bundler1.'),
  'bundler1.build.assetsDir': setting('_fw/', 'Folder for assets in the output of bundler1.'),
  'bundler1.build.emptyOutDir': setting(false, 'Whether bundler1 empties its output folder first.'),
  'bundler1.cacheDir': setting(
    '<rootDir>/node_modules/.cache/bundler1',
    'Cache folder of bundler1.',
  ),
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
  'bundler1.optimizeDeps.exclude': setting(
    ['ui-demi'],
    'Dependencies that bundler1 does not optimize.',
  ),
  // Variant A states no type for it, so a path is allowed as well as a boolean.
  'bundler1.publicDir': setting(false, 'Folder of static files that bundler1 itself would serve.', {
    types: ['boolean', 'string'],
    a: notShown,
    ...named('passedOn'),
  }),
  'bundler1.resolve': group('How bundler1 resolves modules.'),
  'bundler1.resolve.extensions': setting(
    ['.mjs', '.js', '.ts', '.jsx', '.tsx', '.json', '.vue'],
    'File extensions that bundler1 tries for imports without one.',
  ),
  'bundler1.root': setting('<srcDir>', 'The root folder of bundler1.', {
    a: is('<rootDir>'),
    ...named('rootFolder'),
  }),
  'bundler1.server': group("Settings of bundler1's own dev server."),
  'bundler1.server.fs': group("File access of bundler1's dev server."),
  'bundler1.server.fs.allow': setting(
    ['<rootDir>/.fw', '<srcDir>', '<rootDir>', '<workspaceDir>'],
    "Folders from which bundler1's dev server may serve files.",
    {
      a: is(['<rootDir>/.fw', '<rootDir>/app', '<rootDir>', '<workspaceDir>']),
      ...named('passedOn', '[]'),
    },
  ),
  'bundler1.ui': group('How bundler1 compiles single-file components.'),
  'bundler1.ui.features': group('Compiler features of single-file components in bundler1.'),
  'bundler1.ui.features.propsDestructure': setting(
    true,
    'Whether destructured props stay reactive in bundler1.',
  ),
  'bundler1.ui.isProduction': setting(true, 'Whether bundler1 compiles components for production.'),
  'bundler1.ui.script': group('How bundler1 compiles component scripts.'),
  // The reference shows neither type nor default.
  'bundler1.ui.script.hoistStatic': unset(
    ['boolean', 'string', 'number', 'null', 'array', 'object', 'function'],
    'Whether bundler1 hoists constants out of the setup function.',
  ),
  'bundler1.ui.template': group('How bundler1 compiles component templates.'),
  'bundler1.ui.template.compilerOptions': unset(
    'object',
    'Options of the template compiler in bundler1.',
  ),
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
  'ui.transformAssetUrls.image': setting(
    assetUrls.image,
    'Attributes of <image> that refer to assets.',
  ),
  'ui.transformAssetUrls.img': setting(assetUrls.img, 'Attributes of <img> that refer to assets.'),
  'ui.transformAssetUrls.source': setting(
    assetUrls.source,
    'Attributes of <source> that refer to assets.',
  ),
  'ui.transformAssetUrls.use': setting(assetUrls.use, 'Attributes of <use> that refer to assets.'),
  'ui.transformAssetUrls.video': setting(
    assetUrls.video,
    'Attributes of <video> that refer to assets.',
  ),

  bundler2: openGroup('Settings of bundler2.', noDefault, 'passed-on'),
  'bundler2.aggressiveCodeRemoval': setting(
    false,
    'Whether checks for process, window and document are evaluated at build time.',
  ),
  'bundler2.analyze': settingOr(
    'boolean',
    analyzer,
    'Whether and how bundler2 analyses its bundles.',
  ),
  'bundler2.cssSourceMap': setting(false, 'Whether styles get source maps; on in development.'),
  'bundler2.devMiddleware': group("Settings of bundler2's development middleware."),
  'bundler2.devMiddleware.stats': setting('none', 'How much bundler2 prints after a rebuild.'),
  // Passed on; the reference shows neither type nor default.
  'bundler2.experiments': unstatedSwitch('Experimental features of bundler2.'),
  'bundler2.hotMiddleware': unstatedSwitch("Settings of bundler2's hot reloading."),
  'bundler2.extractCSS': settingOr(
    'object',
    true,
    'Whether styles are extracted into separate stylesheets.',
  ),
  'bundler2.extractCSS.ignoreOrder': unset(
    'boolean',
    'Whether warnings about style order are disabled.',
  ),
  'bundler2.filenames': group('How output files are named.'),
  'bundler2.filenames.app': unset('function', 'Name of the entry script.'),
  'bundler2.filenames.chunk': unset('function', 'Name of other scripts.'),
  'bundler2.filenames.css': unset('function', 'Name of stylesheets.'),
  'bundler2.filenames.font': unset('function', 'Name of font files.'),
  'bundler2.filenames.img': unset('function', 'Name of image files.'),
  'bundler2.filenames.video': unset('function', 'Name of video files.'),
  'bundler2.friendlyErrors': setting(true, 'Whether build errors are shown as an overlay.'),
  'bundler2.optimization': group('How bundler2 splits and minifies its output.'),
  'bundler2.optimization.minimize': setting(true, 'Whether output is minified.'),
  'bundler2.optimization.minimizer': unset('array', 'Plugins that replace the default minifiers.'),
  'bundler2.optimization.runtimeChunk': setting(
    'single',
    'How many chunks contain the runtime of bundler2.',
  ),
  'bundler2.optimization.splitChunks': group('How code is split into chunks.'),
  'bundler2.optimization.splitChunks.automaticNameDelimiter': setting(
    '/',
    'Separator in chunk names.',
  ),
  'bundler2.optimization.splitChunks.cacheGroups': group('Rules for grouping code into chunks.'),
  'bundler2.optimization.splitChunks.cacheGroups.chunks': setting(
    'all',
    'Kinds of chunk to group.',
  ),
  'bundler2.optimizeCSS': setting(
    false,
    'Whether extracted styles are minified; on if extractCSS is.',
  ),
  'bundler2.plugins': unset('array', 'Additional plugins for bundler2.'),
  'bundler2.postcss': group('How bundler2 runs the CSS processor.'),
  'bundler2.postcss.postcssOptions': group('Options of the CSS processor in bundler2.'),
  'bundler2.postcss.postcssOptions.plugins': setting(
    { autoprefixer: {}, cssnano: {} },
    'Plugins of the CSS processor in bundler2, with their settings.',
  ),
  'bundler2.profile': setting(false, 'Whether a build is profiled; the command has a flag for it.'),
  'bundler2.serverURLPolyfill': setting(
    'url',
    'Package that provides the URL classes on the server.',
  ),
  'bundler2.warningIgnoreFilters': unset('array', 'Which build warnings are suppressed.'),

  'bundler2.loaders': group('Settings of the loaders, by kind of file.'),
  'bundler2.loaders.css': option('object', withFilter, 'Settings for plain CSS.'),
  'bundler2.loaders.css.esModule': setting(false, 'Whether CSS is exported as an ES module.'),
  'bundler2.loaders.css.importLoaders': setting(
    0,
    'How many preceding loaders process imported CSS.',
  ),
  'bundler2.loaders.css.url': group('How URLs in CSS are handled.'),
  'bundler2.loaders.css.url.filter': filter('Selects which URLs in CSS are bundled.'),
  'bundler2.loaders.cssModules': option('object', withFilter, 'Settings for CSS modules.'),
  'bundler2.loaders.cssModules.esModule': setting(
    false,
    'Whether a CSS module is exported as an ES module.',
  ),
  'bundler2.loaders.cssModules.importLoaders': setting(
    0,
    'How many preceding loaders also process stylesheets imported by CSS modules.',
  ),
  'bundler2.loaders.cssModules.modules': group('How class names in CSS modules are handled.'),
  'bundler2.loaders.cssModules.modules.localIdentName': setting(
    '[local]_[hash:base64:5]',
    'Pattern of generated class names in CSS modules.',
  ),
  'bundler2.loaders.cssModules.url': group('How URLs in CSS modules are handled.'),
  'bundler2.loaders.cssModules.url.filter': filter(
    'Selects which URLs in CSS modules are bundled.',
  ),
  'bundler2.loaders.esbuild': setting(transform, 'Options of transformer1 in bundler2.'),
  'bundler2.loaders.file': option('object', inlined, 'Settings for all other files.'),
  'bundler2.loaders.file.limit': setting(1000, 'Size threshold for all other files.'),
  'bundler2.loaders.fontUrl': option('object', inlined, 'Settings for fonts.'),
  'bundler2.loaders.fontUrl.limit': setting(1000, 'Size threshold for fonts.'),
  'bundler2.loaders.imgUrl': option('object', inlined, 'Settings for images.'),
  'bundler2.loaders.imgUrl.limit': setting(1000, 'Size threshold for images.'),
  'bundler2.loaders.less': option('object', noSourceMap, 'Settings for Less.'),
  'bundler2.loaders.pugPlain': unset('object', 'Settings for Pug.'),
  'bundler2.loaders.sass': setting(
    { sassOptions: { indentedSyntax: true } },
    'Settings for indented Sass.',
  ),
  'bundler2.loaders.scss': option('object', noSourceMap, 'Settings for Sass with braces.'),
  'bundler2.loaders.stylus': option('object', noSourceMap, 'Settings for Stylus.'),
  // Its `compilerOptions` have a type but no default, so they are not part of this default.
  'bundler2.loaders.ui': setting(
    { propsDestructure: true, transformAssetUrls: assetUrls },
    'Settings for single-file components.',
  ),
  'bundler2.loaders.ui.compilerOptions': unset(
    'object',
    'Options of the template compiler in bundler2.',
  ),
  'bundler2.loaders.ui.propsDestructure': setting(
    true,
    'Whether destructured props stay reactive in bundler2.',
  ),
  'bundler2.loaders.ui.transformAssetUrls': setting(
    assetUrls,
    'Attributes, by tag, whose URLs bundler2 turns into imports.',
  ),
  'bundler2.loaders.uiStyle': option(
    'object',
    noSourceMap,
    'Settings for styles in single-file components.',
  ),

  cssProcessor: openGroup('Settings of the CSS processor.'),
  'cssProcessor.order': option('function', unstated, 'Order of the plugins of the CSS processor.'),
  'cssProcessor.plugins': option(
    'object',
    unstated,
    'Plugins of the CSS processor, with their settings.',
  ),
  'cssProcessor.plugins.autoprefixer': unstatedSwitch(
    'Settings of the plugin that adds vendor prefixes.',
  ),
  'cssProcessor.plugins.cssnano': unstatedSwitch('Settings of the CSS minifier.'),
} as const satisfies OptionTable;
