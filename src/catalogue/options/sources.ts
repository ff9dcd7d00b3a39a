import {
  computed,
  group,
  is,
  named,
  type OptionTable,
  openGroup,
  option,
  same,
  setting,
  unset,
} from '../option.ts';

const scannedPages = same(computed('on if there is a pages folder'));
const componentDirs = [{ path: '~/components/global', global: true }, '~/components'] as const;

const ignoredFiles = [
  '**/*.stories.{js,cts,mts,ts,jsx,tsx}',
  '**/*.{spec,test}.{js,cts,mts,ts,jsx,tsx}',
  '**/*.d.{cts,mts,ts}',
  '**/*.d.vue.{cts,mts,ts}',
] as const;
const ignoredOutput = ['**/*.sock', '.fw/analyze', '.fw', '**/-*.*'] as const;

/** Files that are included in a build, excluded from it, or watched. */
export const sourceOptions = {
  css: unset('array', 'Stylesheets loaded on all pages.', named('bundled', '[]')),
  components: setting({ dirs: componentDirs }, 'Where auto-imported components are found.', {
    types: ['object', 'array', 'boolean'],
    ...named('folder', '[]', '[].path'),
  }),
  'components.dirs': setting(componentDirs, 'Folders scanned for components.', named('folder', '[]')),
  'components.dirs[].path': unset('string', 'A folder scanned for components.', named('folder')),
  'components.dirs[].global': unset('boolean', 'Whether the components of a folder are registered globally.'),
  imports: group('Auto-imported functions.'),
  'imports.dirs': unset(
    'array',
    'Folders scanned in addition to composables and utils.',
    named('folder', '[]'),
  ),
  'imports.global': setting(false, 'Whether auto-imported functions become globals.'),
  'imports.scan': setting(true, 'Whether the composables and utils of the project are auto-imported.'),
  pages: option(
    ['boolean', 'object'],
    scannedPages,
    'Whether files become routes; an object limits which files.',
  ),
  'pages.pattern': unset(['string', 'array'], 'Globs that a file must match to become a route.'),
  plugins: unset(
    'array',
    'Plugins in the order they run; those in the plugins folder are added automatically.',
    named('bundled', '[]'),
  ),
  'plugins[].src': unset('string', 'The file of a plugin.', named('bundled')),
  'plugins[].mode': unset('string', 'The side a plugin is limited to.', { oneOf: ['client', 'server'] }),
  modules: unset(
    'array',
    'Modules to load: packages, files or functions, with options if any.',
    named('module', '[]', '[][0]'),
  ),

  ignore: setting(
    [
      ...[...ignoredFiles, '**/.{pnpm-store,vercel,netlify,output,git,cache,data,direnv}'],
      ...['/vendor', '**/node-compile-cache', '**/test-results', ...ignoredOutput],
    ],
    'Globs of files that a build ignores.',
    {
      a: is([...ignoredFiles, '**/.{pnpm-store,vercel,netlify,output,git,cache,data}', ...ignoredOutput]),
      ...named('ignore', '[]'),
      isAdded: true,
      former: ['**/.direnv', '/vendor', '**/node-compile-cache', '**/test-results'],
    },
  ),
  ignoreOptions: openGroup('Settings of the ignore pattern matcher.'),
  'ignoreOptions.ignorecase': unset('boolean', 'Whether ignore globs are case-insensitive.'),
  ignorePrefix: setting('-', 'File name prefix that excludes a page, layout or other file.'),

  watch: unset(
    'array',
    'Paths or patterns that restart the dev server when they change.',
    named('watch', '[]'),
  ),
  watchers: group('Settings of the tools that watch files.'),
  'watchers.fileWatcher': openGroup('Settings of the general file watcher.'),
  'watchers.fileWatcher.ignoreInitial': setting(
    true,
    'Whether no events are sent for files that exist at the start.',
  ),
  'watchers.fileWatcher.ignorePermissionErrors': setting(true, 'Whether permission errors are ignored.'),
  'watchers.rewatchOnRawEvents': unset('array', 'Raw events after which watching restarts.'),
  'watchers.bundler2': openGroup("Settings of bundler2's own watcher."),
  'watchers.bundler2.aggregateTimeout': setting(
    1000,
    'Milliseconds that bundler2 waits for more changes before rebuilding.',
  ),
} as const satisfies OptionTable;
