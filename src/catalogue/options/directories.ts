import { spelledAliases } from '../aliases.ts';
import { type Facts, fwFacts } from '../facts.ts';
import { type FolderKind, fwFolderKinds } from '../folder-kinds.ts';
import {
  both,
  computed,
  group,
  is,
  kept,
  missing,
  movedTo,
  named,
  noDefault,
  type OptionRow,
  type OptionTable,
  option,
} from '../option.ts';
import { readFromBases } from '../path-rules.ts';

const aliasSummary = 'Short names for folders and files, usable in imports, templates and styles.';

/** The row of `alias`, whose default is the table of aliases. */
export function aliasRow({ aliases, sourceDirA }: Pick<Facts, 'aliases' | 'sourceDirA'>): OptionRow {
  const sources = `<rootDir>/${sourceDirA}`;
  // In its defaults Variant B writes folders with a slash at the end.
  const asB = Object.entries(spelledAliases(aliases.b, { root: '<rootDir>', source: '<srcDir>' })).map(
    ([name, path]) => [name, /\w\.\w+$/.test(path) ? path : `${path}/`],
  );
  const a = is(spelledAliases(aliases.a, { root: '<rootDir>', source: sources }));
  return option('object', { b: is(Object.fromEntries(asB)), a }, aliasSummary, named('alias', '.*'));
}

/** The row of an option that names the place of a folder kind: the kind decides its defaults and how it is read. */
export function folderRow(
  { name, inside, base, readFrom }: FolderKind,
  { sourceDirA }: Pick<Facts, 'sourceDirA'>,
  summary: string,
): OptionRow {
  const place = inside?.folder ?? name;
  const isRead = readFrom ?? base;
  // A default is written as the option would be; where that cannot be, it names its base.
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
  const kind = fwFolderKinds.find((one) => one.option === path);
  if (!kind) throw new RangeError(`No kind of files has its place named by \`${path}\``);
  return folderRow(kind, fwFacts, summary);
}

/** Where a project and its parts are, and who it is. */
export const directoryOptions = {
  alias: aliasRow(fwFacts),

  rootDir: option('string', both('<rootDir>'), 'The folder the project lives in; seldom set by hand.', {
    ...named('configFolder'),
    fate: kept,
  }),
  srcDir: option(
    'string',
    { b: is('<srcDir>'), a: is('app') },
    'The folder that holds the application sources.',
    named('rootFolder'),
  ),
  serverDir: option(
    'string',
    { b: is('<srcDir>/server'), a: is('<rootDir>/server') },
    'The folder whose code runs on the server alone.',
    named('rootFolder'),
  ),
  workspaceDir: option(
    'string',
    both('<workspaceDir>'),
    'The folder that holds all packages of a monorepo; found without being set.',
    named('rootFolder'),
  ),
  buildDir: option(
    'string',
    both('<rootDir>/.fw'),
    'Where the framework puts the files it generates.',
    named('rootFolder'),
  ),
  analyzeDir: option(
    'string',
    both('<rootDir>/.fw/analyze'),
    'Where the bundle analysis report is written.',
    named('rootFolder'),
  ),
  modulesDir: option(
    'array',
    both(['<rootDir>/node_modules']),
    'Folders searched for installed packages, for monorepos that keep them elsewhere.',
    named('rootFolder', '[]'),
  ),

  appId: option('string', both('fw-app'), 'Tells this application apart from others in the same project.'),
  buildId: option(
    'string',
    { b: computed('a unique id made for each build'), a: computed('a unique id made for each build') },
    'Tells one build apart from the next.',
  ),
  extensions: option(
    'array',
    both(['.js', '.jsx', '.mjs', '.ts', '.tsx', '.vue']),
    'File endings that may be left out when a file is looked up.',
  ),
  extends: option(
    ['string', 'array'],
    noDefault,
    'Other projects, on disk or in a git repository, that this one builds upon.',
    named('layer', '', '[]', '[][0]'),
  ),
  theme: option(
    'string',
    noDefault,
    'A single project, on disk or remote, that this one builds upon.',
    named('layer'),
  ),

  dir: group('Names of the special folders.'),
  'dir.app': folder('dir.app', 'Name of the application folder.'),
  'dir.assets': folder('dir.assets', 'Name of the folder with files that go through the bundler.'),
  'dir.layouts': folder('dir.layouts', 'Name of the folder in which every file becomes a layout.'),
  'dir.middleware': folder(
    'dir.middleware',
    'Name of the folder in which every file becomes a route middleware.',
  ),
  'dir.modules': folder('dir.modules', 'Name of the folder with local modules.'),
  'dir.pages': folder('dir.pages', 'Name of the folder whose files become the routes of the application.'),
  'dir.plugins': folder('dir.plugins', 'Name of the folder in which every file becomes a plugin.'),
  'dir.public': folder('dir.public', 'Name of the folder whose files are served untouched.'),
  'dir.shared': option('string', both('shared'), 'Name of the folder that both app and server import from.', {
    ...named('rootFolder'),
    fate: kept,
  }),
  'dir.static': option(
    'string',
    { b: is('public'), a: missing },
    'Older name of the folder whose files are served untouched.',
    { fate: movedTo('dir.public', 'target-wins'), ...named('namedFolder') },
  ),
} as const satisfies OptionTable;
