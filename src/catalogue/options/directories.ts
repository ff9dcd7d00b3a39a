import { both, computed, is, missing, movedTo, type OptionTable, rebased } from '../option.ts';
import { noDefault, section } from './row.ts';

const aliases = section('2.1');
const { option, group } = section('2.2');

/** Where a project and its parts are, and who it is. */
export const directoryOptions = {
  alias: aliases.option(
    'object',
    {
      b: is({
        '~': '<srcDir>/',
        '@': '<srcDir>/',
        '~~': '<rootDir>/',
        '@@': '<rootDir>/',
        '#shared': '<rootDir>/shared/',
        assets: '<srcDir>/assets/',
        public: '<srcDir>/public/',
        '#server': '<srcDir>/server/',
        '#build': '<rootDir>/.fw/',
        '#internal/fw/paths': '<rootDir>/.fw/paths.mjs',
      }),
      a: is({
        '~': '<rootDir>/app',
        '@': '<rootDir>/app',
        '~~': '<rootDir>',
        '@@': '<rootDir>',
        '#shared': '<rootDir>/shared',
        '#server': '<rootDir>/server',
        assets: '<rootDir>/app/assets',
        public: '<rootDir>/public',
        '#build': '<rootDir>/.fw',
        '#internal/fw/paths': '<rootDir>/.fw/paths.mjs',
      }),
    },
    'Short names for folders and files, usable in imports, templates and styles.',
    { fate: rebased },
  ),

  rootDir: option('string', both('<rootDir>'), 'The folder the project lives in; seldom set by hand.'),
  srcDir: option(
    'string',
    { b: is('<srcDir>'), a: is('app') },
    'The folder that holds the application sources.',
    { fate: rebased },
  ),
  serverDir: option(
    'string',
    { b: is('<srcDir>/server'), a: is('<rootDir>/server') },
    'The folder whose code runs on the server alone.',
    { fate: rebased },
  ),
  workspaceDir: option(
    'string',
    both('<workspaceDir>'),
    'The folder that holds all packages of a monorepo; found without being set.',
  ),
  buildDir: option('string', both('<rootDir>/.fw'), 'Where the framework puts the files it generates.', {
    fate: rebased,
  }),
  analyzeDir: option(
    'string',
    both('<rootDir>/.fw/analyze'),
    'Where the bundle analysis report is written.',
    { fate: rebased },
  ),
  modulesDir: option(
    'array',
    both(['<rootDir>/node_modules']),
    'Folders searched for installed packages, for monorepos that keep them elsewhere.',
    { fate: rebased },
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
    { fate: rebased },
  ),
  theme: option('string', noDefault, 'A single project, on disk or remote, that this one builds upon.', {
    fate: rebased,
  }),

  dir: group('Names of the special folders.'),
  'dir.app': option('string', both('app'), 'Name of the application folder.', { fate: rebased }),
  'dir.assets': option(
    'string',
    { b: is('assets'), a: is('app/assets') },
    'Name of the folder with files that go through the bundler.',
    { fate: rebased },
  ),
  'dir.layouts': option(
    'string',
    { b: is('layouts'), a: is('app/layouts') },
    'Name of the folder in which every file becomes a layout.',
    { fate: rebased },
  ),
  'dir.middleware': option(
    'string',
    { b: is('middleware'), a: is('app/middleware') },
    'Name of the folder in which every file becomes a route middleware.',
    { fate: rebased },
  ),
  'dir.modules': option('string', both('modules'), 'Name of the folder with local modules.', {
    fate: rebased,
  }),
  'dir.pages': option(
    'string',
    { b: is('pages'), a: is('app/pages') },
    'Name of the folder whose files become the routes of the application.',
    { fate: rebased },
  ),
  'dir.plugins': option(
    'string',
    { b: is('plugins'), a: is('app/plugins') },
    'Name of the folder in which every file becomes a plugin.',
    { fate: rebased },
  ),
  'dir.public': option('string', both('public'), 'Name of the folder whose files are served untouched.', {
    fate: rebased,
  }),
  'dir.shared': option('string', both('shared'), 'Name of the folder that both app and server import from.'),
  'dir.static': option(
    'string',
    { b: is('public'), a: missing },
    'Older name of the folder whose files are served untouched.',
    { fate: movedTo('dir.public') },
  ),
} as const satisfies OptionTable;
