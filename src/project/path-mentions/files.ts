import { posix } from 'node:path';
import { configNames } from '../discover.ts';
import { isTsConfig } from '../references/json-files.ts';
import type { TreePath } from '../snapshot.ts';

/** How a file is read for the paths it names. */
export type MentionSyntax =
  | 'docs'
  | 'container'
  | 'ignore'
  | 'container-ignore'
  | 'owners'
  | 'shell'
  | 'make'
  | 'processes'
  | 'yaml'
  | 'settings'
  | 'groovy'
  | 'script'
  | 'json';

type Row = readonly [name: RegExp, syntax: MentionSyntax];

/** Files of tools by their names. The first row that fits counts. */
const tools: readonly Row[] = [
  [/^(?:.+\.)?(?:Docker|Container)file(?:\..+)?$/i, 'container'],
  [/^(?:.*\.)?dockerignore$/, 'container-ignore'],
  [/^\.\w+ignore$/, 'ignore'],
  [/^\.gitattributes$/, 'ignore'],
  [/^CODEOWNERS$/, 'owners'],
  [/^Jenkinsfile(?:\..+)?$/, 'groovy'],
  [/^(?:GNU)?makefile$|\.mk$/i, 'make'],
  [/^\.?justfile$/i, 'make'],
  [/^Procfile(?:\..+)?$/, 'processes'],
  [/\.(?:sh|bash|zsh)$/, 'shell'],
  [/\.ya?ml$/, 'yaml'],
  [/\.(?:toml|properties|ini)$/, 'settings'],
  [/^.+\.config\.[cm]?[jt]s$/, 'script'],
  [/^\..+rc\.[cm]?[jt]s$/, 'script'],
  [/^\..+rc$/, 'yaml'],
  [/\.jsonc?$/, 'json'],
];

/** Folders of tools whose files have no telling names. */
const toolFolders: readonly (readonly [folder: RegExp, name: RegExp, syntax: MentionSyntax])[] = [
  [/(?:^|\/)\.husky$/, /^[\w-]+$/, 'shell'],
  [/(?:^|\/)\.storybook$/, /\.[cm]?[jt]sx?$/, 'script'],
];

const docs = /\.(?:mdx?|markdown|txt|rst|adoc)$/i;
/** What tells the past, and what crawlers and package managers read. */
const notDocs = new RegExp(
  [
    '(?:^|/)(?:change-?log|changes|history|licen[cs]e|copying|notice)\\b[^/]*$',
    '(?:^|/)(?:robots|humans|ads|requirements)\\b[^/]*$',
    '(?:^|/)(?:public|static|\\.changeset)/',
  ].join('|'),
  'i',
);
/** Most of a repository: sources, styles and media, but no configs and nothing in dot folders. */
const ordinary = new RegExp(
  [
    '^(?!.*(?:^|/)\\.)(?!.*\\.config\\.).*',
    '\\.(?:vue|[cm]?[jt]sx?|css|s[ac]ss|less|html|svg|png|jpe?g|webp|gif|ico|woff2?)$',
  ].join(''),
);
/** What a person does not write. */
const generated = /(?:^|[.-])lock\.(?:ya?ml|json)$|^npm-shrinkwrap\.json$|\.min\./;
/** Where files hold data for the app or its tests, or what is served as it is. */
const dataFolder = new RegExp(
  [
    '(?:^|/)(?:public|static|content|data|locales?|i18n|langs?|languages|translations',
    '(?:__)?fixtures(?:__)?)/',
  ].join('|'),
  'i',
);

/** How a file is read for the paths it names; undefined if it is neither a file of a tool nor documentation. */
export function syntaxOf(path: TreePath, isRoot: (folder: TreePath) => boolean): MentionSyntax | undefined {
  if (ordinary.test(path)) return undefined;
  const slash = path.lastIndexOf('/');
  const folder = slash === -1 ? '' : path.slice(0, slash);
  const name = path.slice(slash + 1);
  if (generated.test(name)) return undefined;
  if (docs.test(name)) return notDocs.test(path) ? undefined : 'docs';
  // Configs of the framework and of the app are read by others.
  if (configNames.includes(name) || /^app\.config\./.test(name) || isTsConfig(path)) return undefined;
  const inFolder = toolFolders.find(([where, what]) => where.test(folder) && what.test(name));
  const syntax = inFolder?.[2] ?? tools.find(([pattern]) => pattern.test(name))?.[1];
  if (syntax === 'json' && !isToolJson(name, folder, isRoot)) return undefined;
  const isData = (syntax === 'yaml' || syntax === 'settings') && !isRoot(folder) && dataFolder.test(path);
  return isData ? undefined : syntax;
}

/** JSON further down holds data, such as translations. */
function isToolJson(name: string, folder: TreePath, isRoot: (folder: TreePath) => boolean): boolean {
  return name === 'package.json' || isRoot(folder) || /(?:^|\/)\.[^./]/.test(folder);
}

/** Whether the file may run where another project is. */
export function runsElsewhere(path: TreePath, syntax: MentionSyntax): boolean {
  if (syntax === 'yaml') return /(?:^|\/)\.|compose|pipelines/.test(path);
  return ['container', 'shell', 'make', 'processes', 'groovy'].includes(syntax) || isPackageJson(path);
}

export function isPackageJson(path: TreePath): boolean {
  return posix.basename(path) === 'package.json';
}
