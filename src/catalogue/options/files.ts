import { type Facts, type FolderKind, fwFacts, sortKinds } from '../facts.ts';
import {
  computed,
  group,
  is,
  kept,
  missing,
  movedTo,
  named,
  type OptionRow,
  type OptionTable,
  openGroup,
  option,
  readFromBases,
  same,
  setting,
  unset,
} from '../option.ts';

/** The row of `alias`, whose default is the table of aliases. */
export function aliasRow({
  aliases,
  sourceDirA,
}: Pick<Facts, 'aliases' | 'sourceDirA'>): OptionRow {
  const spelled = (variant: 'a' | 'b', source: string) =>
    aliases[variant].map(({ name, place: { base, path } }): [name: string, path: string] => {
      const folder = base === 'root' ? '<rootDir>' : source;
      return [name, path === '' ? folder : `${folder}/${path}`];
    });
  const inA = spelled('a', `<rootDir>/${sourceDirA}`);
  // Folders in the defaults of Variant B have a trailing slash.
  const inB = spelled('b', '<srcDir>').map(([name, path]) => [
    name,
    /\w\.\w+$/.test(path) ? path : `${path}/`,
  ]);
  const defaults = { b: is(Object.fromEntries(inB)), a: is(Object.fromEntries(inA)) };
  const summary = 'Aliases for folders and files in imports, templates and styles.';
  return option('object', defaults, summary, named('alias', '.*'));
}

/** The row of an option that sets the place of a folder kind: the kind defines its defaults and its base. */
export function folderRow(
  { name, inside, base, readFrom }: FolderKind,
  { sourceDirA }: Pick<Facts, 'sourceDirA'>,
  summary: string,
): OptionRow {
  const place = inside?.folder ?? name;
  const isRead = readFrom ?? base;
  // A default is relative to the base of the option; if that is not possible, it starts with a base.
  const text = (variant: 'a' | 'b') => {
    if (base[variant] === isRead[variant]) return place;
    if (base[variant] === 'root') return `<rootDir>/${place}`;
    return variant === 'a' ? `${sourceDirA}/${place}` : `<srcDir>/${place}`;
  };
  return option('string', { b: is(text('b')), a: is(text('a')) }, summary, {
    paths: [{ at: '', rule: readFromBases(isRead) }],
  });
}

const { withOption } = sortKinds(fwFacts.folderKinds);

function folder(path: string, summary: string): OptionRow {
  return folderRow(withOption(path), fwFacts, summary);
}

/** The location of a project and its folders, and its identity. */
export const directoryOptions = {
  alias: aliasRow(fwFacts),

  rootDir: setting('<rootDir>', 'The project root; rarely set manually.', {
    ...named('configFolder'),
    fate: kept,
  }),
  srcDir: setting('<srcDir>', 'The source directory of the application.', {
    a: is('app'),
    ...named('rootFolder'),
  }),
  serverDir: setting('<srcDir>/server', 'The folder of server-only code.', {
    a: is('<rootDir>/server'),
    ...named('rootFolder'),
  }),
  workspaceDir: setting(
    '<workspaceDir>',
    'The root folder of the monorepo; detected automatically.',
    named('rootFolder'),
  ),
  buildDir: setting('<rootDir>/.fw', 'Folder for generated files.', named('rootFolder')),
  analyzeDir: setting(
    '<rootDir>/.fw/analyze',
    'Folder for the bundle analysis report.',
    named('rootFolder'),
  ),
  modulesDir: setting(
    ['<rootDir>/node_modules'],
    'Folders in which installed packages are looked up, for monorepos.',
    named('rootFolder', '[]'),
  ),

  appId: setting('fw-app', 'Id of this application among others in the same project.'),
  buildId: option(
    'string',
    same(computed('a unique id for each build')),
    'Unique id of the build.',
  ),
  extensions: setting(
    ['.js', '.jsx', '.mjs', '.ts', '.tsx', '.vue'],
    'File extensions that can be omitted in imports.',
  ),
  extends: unset(
    ['string', 'array'],
    'Layers that this project extends, on disk or in a git repository.',
    named('layer', '', '[]', '[][0]'),
  ),
  theme: unset(
    'string',
    'A single layer that this project extends, on disk or remote.',
    named('layer'),
  ),

  dir: group('Names of the special folders.'),
  'dir.app': folder('dir.app', 'Name of the application folder.'),
  'dir.assets': folder('dir.assets', 'Name of the folder with files processed by the bundler.'),
  'dir.layouts': folder('dir.layouts', 'Name of the folder in which every file becomes a layout.'),
  'dir.middleware': folder(
    'dir.middleware',
    'Name of the folder whose files become route middleware.',
  ),
  'dir.modules': folder('dir.modules', 'Name of the folder with local modules.'),
  'dir.pages': folder(
    'dir.pages',
    'Name of the folder whose files become the routes of the application.',
  ),
  'dir.plugins': folder('dir.plugins', 'Name of the folder in which every file becomes a plugin.'),
  'dir.public': folder('dir.public', 'Name of the folder whose files are served as they are.'),
  'dir.shared': setting('shared', 'Name of the folder shared by app and server.', {
    ...named('rootFolder'),
    fate: kept,
  }),
  'dir.static': setting('public', 'Old name of the folder whose files are served as they are.', {
    a: missing,
    fate: movedTo('dir.public', 'target-wins'),
    ...named('namedFolder'),
  }),
} as const satisfies OptionTable;

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
  'components.dirs': setting(
    componentDirs,
    'Folders scanned for components.',
    named('folder', '[]'),
  ),
  'components.dirs[].path': unset('string', 'A folder scanned for components.', named('folder')),
  'components.dirs[].global': unset(
    'boolean',
    'Whether the components of a folder are registered globally.',
  ),
  imports: group('Auto-imported functions.'),
  'imports.dirs': unset(
    'array',
    'Folders scanned beside composables and utils.',
    named('folder', '[]'),
  ),
  'imports.global': setting(false, 'Whether auto-imported functions become globals.'),
  'imports.scan': setting(
    true,
    'Whether the composables and utils of the project are auto-imported.',
  ),
  pages: option(
    ['boolean', 'object'],
    scannedPages,
    'Whether files become routes; an object filters them.',
  ),
  'pages.pattern': unset(['string', 'array'], 'Globs that a file must match to become a route.'),
  plugins: unset(
    'array',
    'Plugins in the order they run; those in the plugins folder are added automatically.',
    named('bundled', '[]'),
  ),
  'plugins[].src': unset('string', 'The file of a plugin.', named('bundled')),
  'plugins[].mode': unset('string', 'The side a plugin is limited to.', {
    oneOf: ['client', 'server'],
  }),
  modules: unset(
    'array',
    'Modules to load: packages, files or functions.',
    named('module', '[]', '[][0]'),
  ),

  ignore: setting(
    [
      ...[...ignoredFiles, '**/.{pnpm-store,vercel,netlify,output,git,cache,data,direnv}'],
      ...['/vendor', '**/node-compile-cache', '**/test-results', ...ignoredOutput],
    ],
    'Globs of files that a build ignores.',
    {
      a: is([
        ...ignoredFiles,
        '**/.{pnpm-store,vercel,netlify,output,git,cache,data}',
        ...ignoredOutput,
      ]),
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
    'Paths or patterns that restart the dev server on change.',
    named('watch', '[]'),
  ),
  watchers: group('Settings of the tools that watch files.'),
  'watchers.fileWatcher': openGroup('Settings of the general file watcher.'),
  'watchers.fileWatcher.ignoreInitial': setting(
    true,
    'Whether files that exist at the start are ignored.',
  ),
  'watchers.fileWatcher.ignorePermissionErrors': setting(
    true,
    'Whether permission errors are ignored.',
  ),
  'watchers.rewatchOnRawEvents': unset('array', 'Raw events after which watching restarts.'),
  'watchers.bundler2': openGroup("Settings of bundler2's own watcher."),
  'watchers.bundler2.aggregateTimeout': setting(
    1000,
    'Milliseconds that bundler2 waits for more changes.',
  ),
} as const satisfies OptionTable;
