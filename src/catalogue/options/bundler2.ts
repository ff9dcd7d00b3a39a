import {
  both,
  computed,
  group,
  noDefault,
  notShown,
  type OptionTable,
  openGroup,
  option,
} from '../option.ts';
import { analyzer, assetUrls, transform } from './shared-defaults.ts';

// A function is part of these defaults, so they cannot be written down as data; their fields are listed instead.
const withFilter = computed('its fields as listed, with a built-in function as url.filter');
const filter = computed('a built-in function');

const noSourceMap = both({ sourceMap: false });
const inlined = both({ esModule: false, limit: 1000 });

// This section of the reference gives no defaults at all.
const unstated = { a: notShown, b: notShown };

/** The second bundler with its loaders, and the CSS post-processor. */
export const bundler2Options = {
  bundler2: openGroup('Settings of bundler2.', noDefault, 'passed-on'),
  'bundler2.aggressiveCodeRemoval': option(
    'boolean',
    both(false),
    'Whether tests for process, window and document are decided at build time.',
  ),
  'bundler2.analyze': option(
    ['object', 'boolean'],
    both(analyzer),
    'Whether bundler2 reports what its bundles are made of, and how.',
  ),
  'bundler2.cssSourceMap': option(
    'boolean',
    both(false),
    'Whether styles get source maps; on while developing.',
  ),
  'bundler2.devMiddleware': group("Settings of bundler2's development middleware."),
  'bundler2.devMiddleware.stats': option('string', both('none'), 'How much bundler2 prints after a rebuild.'),
  // Pass-through, shown with neither type nor default.
  'bundler2.experiments': option(['object', 'boolean'], unstated, "Switches of bundler2's own experiments."),
  'bundler2.hotMiddleware': option(['object', 'boolean'], unstated, "Settings of bundler2's hot reloading."),
  'bundler2.extractCSS': option(
    ['boolean', 'object'],
    both(true),
    'Whether styles end up in stylesheets of their own.',
  ),
  'bundler2.extractCSS.ignoreOrder': option(
    'boolean',
    noDefault,
    'Whether conflicting orders of styles go without a warning.',
  ),
  'bundler2.filenames': group('How output files are named.'),
  'bundler2.filenames.app': option('function', noDefault, 'Names the entry script.'),
  'bundler2.filenames.chunk': option('function', noDefault, 'Names the other scripts.'),
  'bundler2.filenames.css': option('function', noDefault, 'Names stylesheets.'),
  'bundler2.filenames.font': option('function', noDefault, 'Names font files.'),
  'bundler2.filenames.img': option('function', noDefault, 'Names image files.'),
  'bundler2.filenames.video': option('function', noDefault, 'Names video files.'),
  'bundler2.friendlyErrors': option('boolean', both(true), 'Whether build errors appear on top of the page.'),
  'bundler2.optimization': group('How bundler2 splits and shrinks its output.'),
  'bundler2.optimization.minimize': option('boolean', both(true), 'Whether output is minified at all.'),
  'bundler2.optimization.minimizer': option(
    'array',
    noDefault,
    'Plugins that minify in place of the usual ones.',
  ),
  'bundler2.optimization.runtimeChunk': option(
    'string',
    both('single'),
    "How many chunks hold bundler2's own runtime.",
  ),
  'bundler2.optimization.splitChunks': group('How code is divided into chunks.'),
  'bundler2.optimization.splitChunks.automaticNameDelimiter': option(
    'string',
    both('/'),
    'What stands between the parts of a generated chunk name.',
  ),
  'bundler2.optimization.splitChunks.cacheGroups': group('Rules for what goes into a chunk together.'),
  'bundler2.optimization.splitChunks.cacheGroups.chunks': option(
    'string',
    both('all'),
    'Kinds of chunk that the grouping rules apply to.',
  ),
  'bundler2.optimizeCSS': option(
    'boolean',
    both(false),
    'Whether extracted styles are minified; on once extractCSS is.',
  ),
  'bundler2.plugins': option('array', noDefault, 'Further plugins for bundler2.'),
  'bundler2.postcss': group('How bundler2 runs the CSS processor.'),
  'bundler2.postcss.postcssOptions': group('What the CSS processor is told by bundler2.'),
  'bundler2.postcss.postcssOptions.plugins': option(
    'object',
    both({ autoprefixer: {}, cssnano: {} }),
    'Plugins of the CSS processor in bundler2, with their settings.',
  ),
  'bundler2.profile': option(
    'boolean',
    both(false),
    'Whether a build is profiled; the command has a flag for it.',
  ),
  'bundler2.serverURLPolyfill': option(
    'string',
    both('url'),
    'Package that supplies URL classes on the server.',
  ),
  'bundler2.warningIgnoreFilters': option('array', noDefault, 'Which build warnings are kept quiet.'),

  'bundler2.loaders': group('Settings of the loaders, by kind of file.'),
  'bundler2.loaders.css': option('object', { a: withFilter, b: withFilter }, 'Settings for plain CSS.'),
  'bundler2.loaders.css.esModule': option('boolean', both(false), 'Whether CSS is exported as an ES module.'),
  'bundler2.loaders.css.importLoaders': option(
    'number',
    both(0),
    'How many earlier loaders also see stylesheets imported by CSS.',
  ),
  'bundler2.loaders.css.url': group('How URLs in CSS are treated.'),
  'bundler2.loaders.css.url.filter': option(
    'function',
    { a: filter, b: filter },
    'Decides which URLs in CSS are bundled.',
  ),
  'bundler2.loaders.cssModules': option(
    'object',
    { a: withFilter, b: withFilter },
    'Settings for CSS modules.',
  ),
  'bundler2.loaders.cssModules.esModule': option(
    'boolean',
    both(false),
    'Whether a CSS module is exported as an ES module.',
  ),
  'bundler2.loaders.cssModules.importLoaders': option(
    'number',
    both(0),
    'How many earlier loaders also see stylesheets imported by CSS modules.',
  ),
  'bundler2.loaders.cssModules.modules': group('How the names in CSS modules are treated.'),
  'bundler2.loaders.cssModules.modules.localIdentName': option(
    'string',
    both('[local]_[hash:base64:5]'),
    'Pattern of the class names made for CSS modules.',
  ),
  'bundler2.loaders.cssModules.url': group('How URLs in CSS modules are treated.'),
  'bundler2.loaders.cssModules.url.filter': option(
    'function',
    { a: filter, b: filter },
    'Decides which URLs in CSS modules are bundled.',
  ),
  'bundler2.loaders.esbuild': option('object', both(transform), 'What transformer1 is told inside bundler2.'),
  'bundler2.loaders.file': option('object', inlined, 'Settings for files of no other kind.'),
  'bundler2.loaders.file.limit': option('number', both(1000), 'Size threshold for files of no other kind.'),
  'bundler2.loaders.fontUrl': option('object', inlined, 'Settings for fonts.'),
  'bundler2.loaders.fontUrl.limit': option('number', both(1000), 'Size threshold for fonts.'),
  'bundler2.loaders.imgUrl': option('object', inlined, 'Settings for images.'),
  'bundler2.loaders.imgUrl.limit': option('number', both(1000), 'Size threshold for images.'),
  'bundler2.loaders.less': option('object', noSourceMap, 'Settings for Less.'),
  'bundler2.loaders.pugPlain': option('object', noDefault, 'Settings for Pug.'),
  'bundler2.loaders.sass': option(
    'object',
    both({ sassOptions: { indentedSyntax: true } }),
    'Settings for Sass with indented syntax.',
  ),
  'bundler2.loaders.scss': option('object', noSourceMap, 'Settings for Sass with braces.'),
  'bundler2.loaders.stylus': option('object', noSourceMap, 'Settings for Stylus.'),
  // Its compilerOptions are given a type alone, so they have no part in the default.
  'bundler2.loaders.ui': option(
    'object',
    both({ propsDestructure: true, transformAssetUrls: assetUrls }),
    'Settings for single-file components.',
  ),
  'bundler2.loaders.ui.compilerOptions': option(
    'object',
    noDefault,
    'What the template compiler is told by bundler2.',
  ),
  'bundler2.loaders.ui.propsDestructure': option(
    'boolean',
    both(true),
    'Whether destructured props stay reactive in bundler2.',
  ),
  'bundler2.loaders.ui.transformAssetUrls': option(
    'object',
    both(assetUrls),
    'Attributes, by tag, whose URLs bundler2 turns into imports.',
  ),
  'bundler2.loaders.uiStyle': option('object', noSourceMap, 'Settings for styles in single-file components.'),

  cssProcessor: openGroup('Settings of the CSS processor.'),
  'cssProcessor.order': option('function', unstated, 'Puts the plugins of the CSS processor in order.'),
  'cssProcessor.plugins': option('object', unstated, 'Plugins of the CSS processor, with their settings.'),
  'cssProcessor.plugins.autoprefixer': option(
    ['object', 'boolean'],
    unstated,
    'Settings of the plugin that writes vendor prefixes.',
  ),
  'cssProcessor.plugins.cssnano': option(
    ['object', 'boolean'],
    unstated,
    'Settings of the plugin that minifies CSS.',
  ),
} as const satisfies OptionTable;
