import { both, notShown, type OptionTable } from '../option.ts';
import { noDefault, section } from './row.ts';
import { analyzer } from './shared-values.ts';

const { option, group } = section('2.16');

const unstated = { a: notShown, b: notShown };

/** The second bundler, except for its loaders. */
export const bundler2Options = {
  bundler2: group('Settings of bundler2.'),
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
} as const satisfies OptionTable;
