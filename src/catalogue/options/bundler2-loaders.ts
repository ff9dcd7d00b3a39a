import { both, computed, type OptionTable } from '../option.ts';
import { noDefault, section } from './row.ts';
import { assetUrls, transform } from './shared-values.ts';

const { option, group } = section('2.16');

// A function is part of these defaults, so they cannot be written down as data; their fields are listed instead.
const withFilter = computed('its fields as listed, with a built-in function as url.filter');
const filter = computed('a built-in function');

const noSourceMap = both({ sourceMap: false });
const inlined = both({ esModule: false, limit: 1000 });

/** The loaders of the second bundler, one for each kind of file. */
export const bundler2LoaderOptions = {
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
} as const satisfies OptionTable;
