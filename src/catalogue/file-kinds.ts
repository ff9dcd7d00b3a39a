/** The table of kinds of files: how the paths in a file are read, and whether the check looks at it. */

import { type Syntax, syntaxOf } from './extensions.ts';
import type { Facts } from './facts.ts';
import type { Names } from './names.ts';
import { escaped } from './spelling.ts';

/** How a file is read beyond the references that its syntax has. A file of the kind `nothing` is not. */
export type FileKind =
  | 'nothing'
  | 'references'
  | 'config'
  | 'tsconfig'
  | 'package'
  | 'workspace'
  | 'code'
  | 'script'
  | 'json'
  | 'yaml'
  | 'rooted yaml'
  | 'settings'
  | 'shell'
  | 'container'
  | 'container ignore'
  | 'ignore'
  | 'shared ignore'
  | 'editor'
  | 'owners'
  | 'docs';

/** Whether every text in files of a kind that looks like a path is checked; in others, only edited texts are. */
export function isChecked(kind: FileKind): boolean {
  return kind !== 'nothing' && kind !== 'docs';
}

/**
 * Files by what they contain or by their names. `within` is for their folder, with a slash at its end, seen from
 * the project or package that they belong to.
 */
type Row = readonly [files: readonly Syntax[] | RegExp, kind: FileKind, within?: RegExp];

/** Folders that tools write. */
export const outputFolders: readonly string[] = ['dist', 'coverage', '.output'];

/** Whether a folder has what tools install or write, by its name. */
export function isMadeByTools(folder: string): boolean {
  return /^(?:node_modules$|\.)/.test(folder) || outputFolders.includes(folder);
}

/** Folders with data for the app or its tests, or with files that are served unchanged. */
const dataFolder =
  /(?:^|\/)(?:public|static|content|data|locales?|i18n|langs?|languages|translations|(?:__)?fixtures(?:__)?)\//i;

const tsConfig = /(?:^|\/)(?:ts|js)config(?:\.[\w.-]+)?\.json$/;

/** Whether the name of a file is that of a tsconfig. */
export function isTsConfig(path: string): boolean {
  return tsConfig.test(path);
}

/** The kinds of files in an edition. The first row that fits counts. */
export function fileKinds(
  { configFile, configExtensions, package: framework }: Names,
  { contentFolders }: Facts,
): readonly Row[] {
  const config = new RegExp(`^${escaped(configFile)}\\.(?:${configExtensions.join('|')})$`);
  const anyOf = (folders: readonly string[]) => folders.map(escaped).join('|');
  const [output, content] = [anyOf(outputFolders), anyOf(contentFolders)];
  return [
    [config, 'config'],
    [tsConfig, 'tsconfig'],
    // What tools write is replaced when they run again, and what is served is not compiled.
    [['media', 'record'], 'nothing'],
    [
      /(?:^|[.-])lock\.(?:ya?ml|json)$|^npm-shrinkwrap\.json$|\.min\.|^(?:\.DS_Store|Thumbs\.db)$/,
      'nothing',
    ],
    [/(?:)/, 'nothing', /(?:^|\/)\.yarn\//],
    [/(?:)/, 'nothing', new RegExp(`^(?:public|static|${output})/`)],
    [/^package\.json$/, 'package'],
    [['script'], 'script', /(?:^|\/)\.storybook\/$/],
    // Another module handles the config of the app.
    [/^app\.config\./, 'references'],
    [/^(?:.+\.config|(?:vite|vitest|jest)\.[\w.-]+|\..+rc)\.[cm]?[jt]s$/, 'script'],
    [['script', 'component'], 'code'],
    [['style'], 'references'],
    [/^(?:turbo|nx|\.?knip)\.jsonc?$/, 'workspace'],
    [/^crowdin\.ya?ml$/, 'rooted yaml'],
    [['json', 'yaml', 'settings'], 'nothing', dataFolder],
    // JSON in other folders is data, such as translations.
    [['json'], 'json', /^$|(?:^|\/)\.[^./]/],
    [['yaml'], 'yaml'],
    [['settings'], 'settings'],
    [/^[\w-]+$/, 'shell', /(?:^|\/)\.husky\/$/],
    [/^(?:.+\.)?(?:Docker|Container)file(?:\..+)?$/i, 'container'],
    // Every pattern is resolved from the folder of the file.
    [/^(?:.*\.)?dockerignore$/, 'container ignore'],
    [
      /^\.(?:(?:eslint|prettier|stylelint|markdownlint|npm|vercel|gcloud)ignore|gitattributes)$/,
      'ignore',
    ],
    [new RegExp(`^\\.${escaped(framework)}ignore$`), 'ignore'],
    // Other files also decide what these ignore.
    [/^\.\w+ignore$/, 'shared ignore'],
    [/^\.editorconfig$/, 'editor'],
    [/^CODEOWNERS$/, 'owners'],
    [
      /^(?:Jenkinsfile|Procfile)(?:\..+)?$|^(?:GNU)?makefile$|^\.?justfile$|\.(?:mk|sh|bash|zsh)$/i,
      'shell',
    ],
    [/^\..+rc$/, 'yaml'],
    // Changelogs, licences, texts for crawlers, and content of the site do not document the code.
    [
      /^(?:change-?log|changes|history|licen[cs]e|copying|notice|robots|humans|ads|requirements)\b/i,
      'nothing',
    ],
    [['prose'], 'nothing', new RegExp(`(?:^|/)(?:${content}|public|static|\\.changeset)/`, 'i')],
    [['prose'], 'docs'],
  ];
}

/** The kind of a file; `root` is the folder of the project or package that it belongs to. */
export function fileKindOf(path: string, root: string, rows: readonly Row[]): FileKind {
  const end = path.lastIndexOf('/') + 1;
  const name = path.slice(end);
  const folder = path.slice(root === '' ? 0 : root.length + 1, end);
  const syntax = syntaxOf(name);
  const row = rows.find(([files, , within]) => {
    const isMeant = files instanceof RegExp ? files.test(name) : syntax && files.includes(syntax);
    return isMeant && (!within || within.test(folder));
  });
  return row?.[1] ?? 'references';
}
