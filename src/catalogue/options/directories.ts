import { type Facts, type FolderKind, fwFacts, fwFolderKinds, spelledAliases } from '../facts.ts';
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
  option,
  readFromBases,
  same,
  setting,
  unset,
} from '../option.ts';

const aliasSummary = 'Aliases for folders and files in imports, templates and styles.';

/** The row of `alias`, whose default is the table of aliases. */
export function aliasRow({ aliases, sourceDirA }: Pick<Facts, 'aliases' | 'sourceDirA'>): OptionRow {
  const sources = `<rootDir>/${sourceDirA}`;
  // Folders in the defaults of Variant B have a trailing slash.
  const asB = Object.entries(spelledAliases(aliases.b, { root: '<rootDir>', source: '<srcDir>' })).map(
    ([name, path]) => [name, /\w\.\w+$/.test(path) ? path : `${path}/`],
  );
  const a = is(spelledAliases(aliases.a, { root: '<rootDir>', source: sources }));
  return option('object', { b: is(Object.fromEntries(asB)), a }, aliasSummary, named('alias', '.*'));
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

function folder(path: string, summary: string): OptionRow {
  const kind = fwFolderKinds.find((candidate) => candidate.option === path);
  if (!kind) throw new RangeError(`No folder kind is configured by \`${path}\``);
  return folderRow(kind, fwFacts, summary);
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
  analyzeDir: setting('<rootDir>/.fw/analyze', 'Folder for the bundle analysis report.', named('rootFolder')),
  modulesDir: setting(
    ['<rootDir>/node_modules'],
    'Folders in which installed packages are looked up, for monorepos.',
    named('rootFolder', '[]'),
  ),

  appId: setting('fw-app', 'Id of this application among others in the same project.'),
  buildId: option('string', same(computed('a unique id for each build')), 'Unique id of the build.'),
  extensions: setting(
    ['.js', '.jsx', '.mjs', '.ts', '.tsx', '.vue'],
    'File extensions that can be omitted in imports.',
  ),
  extends: unset(
    ['string', 'array'],
    'Layers that this project extends, on disk or in a git repository.',
    named('layer', '', '[]', '[][0]'),
  ),
  theme: unset('string', 'A single layer that this project extends, on disk or remote.', named('layer')),

  dir: group('Names of the special folders.'),
  'dir.app': folder('dir.app', 'Name of the application folder.'),
  'dir.assets': folder('dir.assets', 'Name of the folder with files processed by the bundler.'),
  'dir.layouts': folder('dir.layouts', 'Name of the folder in which every file becomes a layout.'),
  'dir.middleware': folder(
    'dir.middleware',
    'Name of the folder in which every file becomes a route middleware.',
  ),
  'dir.modules': folder('dir.modules', 'Name of the folder with local modules.'),
  'dir.pages': folder('dir.pages', 'Name of the folder whose files become the routes of the application.'),
  'dir.plugins': folder('dir.plugins', 'Name of the folder in which every file becomes a plugin.'),
  'dir.public': folder('dir.public', 'Name of the folder whose files are served as they are.'),
  'dir.shared': setting('shared', 'Name of the folder shared by app and server.', {
    ...named('rootFolder'),
    fate: kept,
  }),
  'dir.static': setting('public', 'Old name of the folder whose files are served as they are.', {
    ...{ a: missing, fate: movedTo('dir.public', 'target-wins') },
    ...named('namedFolder'),
  }),
} as const satisfies OptionTable;
