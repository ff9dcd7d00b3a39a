import {
  both,
  computed,
  group,
  is,
  named,
  noDefault,
  type OptionTable,
  openGroup,
  option,
} from '../option.ts';

const scannedPages = computed('on if there is a pages folder');
const componentDirs = [{ path: '~/components/global', global: true }, '~/components'] as const;

const ignoredFiles = [
  '**/*.stories.{js,cts,mts,ts,jsx,tsx}',
  '**/*.{spec,test}.{js,cts,mts,ts,jsx,tsx}',
  '**/*.d.{cts,mts,ts}',
  '**/*.d.vue.{cts,mts,ts}',
] as const;
const ignoredOutput = ['**/*.sock', '.fw/analyze', '.fw', '**/-*.*'] as const;

/** What is taken into a build, what is left out of it, and what is watched. */
export const sourceOptions = {
  css: option('array', noDefault, 'Stylesheets loaded on all pages.', named('bundled', '[]')),
  components: option(
    ['object', 'array', 'boolean'],
    both({ dirs: componentDirs }),
    'Where auto-imported components are found.',
    named('folder', '[]', '[].path'),
  ),
  'components.dirs': option(
    'array',
    both(componentDirs),
    'Folders scanned for components.',
    named('folder', '[]'),
  ),
  'components.dirs[].path': option('string', noDefault, 'A folder scanned for components.', named('folder')),
  'components.dirs[].global': option(
    'boolean',
    noDefault,
    'Whether the components of a folder are registered globally.',
  ),
  imports: group('Auto-imported functions.'),
  'imports.dirs': option(
    'array',
    noDefault,
    'Folders scanned in addition to composables and utils.',
    named('folder', '[]'),
  ),
  'imports.global': option('boolean', both(false), 'Whether auto-imported functions become globals.'),
  'imports.scan': option(
    'boolean',
    both(true),
    'Whether the composables and utils of the project are auto-imported.',
  ),
  pages: option(
    ['boolean', 'object'],
    { a: scannedPages, b: scannedPages },
    'Whether files become routes; an object limits which files.',
  ),
  'pages.pattern': option(['string', 'array'], noDefault, 'Globs that a file must match to become a route.'),
  plugins: option(
    'array',
    noDefault,
    'Plugins in the order they run; those in the plugins folder are added automatically.',
    named('bundled', '[]'),
  ),
  'plugins[].src': option('string', noDefault, 'The file of a plugin.', named('bundled')),
  'plugins[].mode': option('string', noDefault, 'The side a plugin is limited to.', {
    oneOf: ['client', 'server'],
  }),
  modules: option(
    'array',
    noDefault,
    'Modules to load: packages, files or functions, with options if any.',
    named('module', '[]', '[][0]'),
  ),

  ignore: option(
    'array',
    {
      b: is([
        ...ignoredFiles,
        '**/.{pnpm-store,vercel,netlify,output,git,cache,data,direnv}',
        '/vendor',
        '**/node-compile-cache',
        '**/test-results',
        ...ignoredOutput,
      ]),
      a: is([...ignoredFiles, '**/.{pnpm-store,vercel,netlify,output,git,cache,data}', ...ignoredOutput]),
    },
    'Globs of files that a build ignores.',
    {
      ...named('ignore', '[]'),
      isAdded: true,
      former: ['**/.direnv', '/vendor', '**/node-compile-cache', '**/test-results'],
    },
  ),
  ignoreOptions: openGroup('Settings of the ignore pattern matcher.'),
  'ignoreOptions.ignorecase': option('boolean', noDefault, 'Whether ignore globs are case-insensitive.'),
  ignorePrefix: option('string', both('-'), 'File name prefix that excludes a page, layout or other file.'),

  watch: option(
    'array',
    noDefault,
    'Paths or patterns that restart the dev server when they change.',
    named('watch', '[]'),
  ),
  watchers: group('Settings of the tools that watch files.'),
  'watchers.fileWatcher': openGroup('Settings of the general file watcher.'),
  'watchers.fileWatcher.ignoreInitial': option(
    'boolean',
    both(true),
    'Whether no events are sent for files that exist at the start.',
  ),
  'watchers.fileWatcher.ignorePermissionErrors': option(
    'boolean',
    both(true),
    'Whether permission errors are ignored.',
  ),
  'watchers.rewatchOnRawEvents': option('array', noDefault, 'Raw events after which watching restarts.'),
  'watchers.bundler2': openGroup("Settings of bundler2's own watcher."),
  'watchers.bundler2.aggregateTimeout': option(
    'number',
    both(1000),
    'Milliseconds that bundler2 waits for more changes before rebuilding.',
  ),
} as const satisfies OptionTable;
