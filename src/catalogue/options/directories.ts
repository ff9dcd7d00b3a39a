import { aliasesA, aliasesB, spelledAliases } from '../aliases.ts';
import { kindWithOption } from '../folder-kinds.ts';
import { names } from '../names.ts';
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

const sources = `<rootDir>/${names.sourceDirA}`;

/** In its defaults Variant B writes folders with a slash at the end. */
const aliasesAsB = Object.fromEntries(
  Object.entries(spelledAliases(aliasesB, { root: '<rootDir>', source: '<srcDir>' })).map(([name, path]) => [
    name,
    /\w\.\w+$/.test(path) ? path : `${path}/`,
  ]),
);

/** The option of a folder kind, which Variant B reads from the source directory and Variant A from the root. */
function folder(path: string, summary: string): OptionRow {
  const { name, inside, base } = kindWithOption(path);
  const place = inside?.folder ?? name;
  const defaults = { b: is(place), a: is(base.a === 'source' ? `${names.sourceDirA}/${place}` : place) };
  return option('string', defaults, summary, named('namedFolder'));
}

/** Where a project and its parts are, and who it is. */
export const directoryOptions = {
  alias: option(
    'object',
    { b: is(aliasesAsB), a: is(spelledAliases(aliasesA, { root: '<rootDir>', source: sources })) },
    'Short names for folders and files, usable in imports, templates and styles.',
    named('alias', '.*'),
  ),

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
