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

const scannedPages = computed('on when there is a pages folder');
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
    'Where components are found that need no import.',
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
    'Whether the components of a folder are registered for the whole app.',
  ),
  imports: group('Functions that can be used without an import.'),
  'imports.dirs': option(
    'array',
    noDefault,
    'Folders scanned in addition to composables and utils.',
    named('folder', '[]'),
  ),
  'imports.global': option('boolean', both(false), 'Whether functions that need no import become globals.'),
  'imports.scan': option(
    'boolean',
    both(true),
    'Whether composables and utils of the project are picked up.',
  ),
  pages: option(
    ['boolean', 'object'],
    { a: scannedPages, b: scannedPages },
    'Whether files become routes; an object narrows down which files.',
  ),
  'pages.pattern': option(['string', 'array'], noDefault, 'Globs that a file must match to become a route.'),
  plugins: option(
    'array',
    noDefault,
    'Plugins in the order they run; those in the plugins folder are implied.',
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
    'Globs of files that a build does not look at.',
    {
      ...named('ignore', '[]'),
      isAdded: true,
      former: ['**/.direnv', '/vendor', '**/node-compile-cache', '**/test-results'],
    },
  ),
  ignoreOptions: openGroup('Settings of the matcher behind the ignore globs.'),
  'ignoreOptions.ignorecase': option('boolean', noDefault, 'Whether ignore globs match in any letter case.'),
  ignorePrefix: option('string', both('-'), 'Start of a file name that hides a page, layout or other file.'),

  watch: option(
    'array',
    noDefault,
    'Paths or patterns whose change restarts the dev server.',
    named('watch', '[]'),
  ),
  watchers: group('Settings of the tools that watch files.'),
  'watchers.fileWatcher': openGroup('Settings of the general file watcher.'),
  'watchers.fileWatcher.ignoreInitial': option(
    'boolean',
    both(true),
    'Whether files that are there at the start raise no event.',
  ),
  'watchers.fileWatcher.ignorePermissionErrors': option(
    'boolean',
    both(true),
    'Whether files that may not be read are passed over in silence.',
  ),
  'watchers.rewatchOnRawEvents': option('array', noDefault, 'Raw events after which watching begins anew.'),
  'watchers.bundler2': openGroup("Settings of bundler2's own watcher."),
  'watchers.bundler2.aggregateTimeout': option(
    'number',
    both(1000),
    'Milliseconds bundler2 collects changes for before it rebuilds.',
  ),
} as const satisfies OptionTable;
