import type { Facts } from '../../catalogue/facts.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import { isConfigFile } from '../discover.ts';
import { isTsConfig } from '../references/json-files.ts';
import type { TreePath } from '../snapshot.ts';
import { holdsCode } from '../syntax/file-kind.ts';
import type { SourceText } from '../syntax/source.ts';
import {
  containerWords,
  docsWords,
  groovyWords,
  makeWords,
  processWords,
  rootedPatternWords,
  rootedRuleWords,
  ruleWords,
  sectionWords,
  settingWords,
} from './lines.ts';
import { jsonPaths, quotedPaths, scriptPaths } from './structured.ts';
import { commandWords, type MentionedPaths, type PathWord } from './words.ts';
import { createFolderReader } from './working-folder.ts';
import { yamlWords } from './yaml-paths.ts';

/** How a kind of text is read for the paths it names. */
export interface MentionSyntax {
  read(source: SourceText): MentionedPaths;
  /** Whether it is prose: only paths that exist count. */
  readonly isProse?: boolean;
  /** Whether `~` is an alias: in a shell it is the home of whoever runs it. */
  readonly readsAliases?: boolean;
  /** Whether tools give aliases a meaning of their own in it. */
  readonly definesAliases?: boolean;
  /** Whether a slash in front means the root; elsewhere an address, or the disk. */
  readonly isRooted?: boolean;
  /** Whether a name alone is a path more often than not. */
  readonly takesPaths?: boolean;
  /** The only folder that its paths are read from: its own, the repository's, or that of a process. */
  readonly base?: 'own' | 'repository' | 'process';
  /** The option that code asks for the source directory. */
  readonly sourceOption?: string;
  /** Whether a text may name any path. */
  readonly needs?: (text: string) => boolean;
  /** The files of the kind that may run where another project is. */
  readonly runsElsewhere?: RegExp;
  /** The files of the kind whose paths are read in every package below them. */
  readonly readInPackages?: RegExp;
}

/** A text that is read line by line, unless it is JSON under another name. */
function lines(
  words: (text: string, source: SourceText) => PathWord[],
  facts: Omit<MentionSyntax, 'read'>,
): MentionSyntax {
  const read = (source: SourceText) =>
    (/^\s*\{/.test(source.text) ? jsonPaths(source) : undefined) ?? {
      words: words(source.text, source),
      aliases: [],
    };
  return { read, ...facts };
}

const anywhere = { runsElsewhere: /^/ };

const docs = lines(docsWords, { isProse: true, readsAliases: true, isRooted: true });
const container = lines(containerWords, { takesPaths: true, ...anywhere });
const ignore = lines(rootedRuleWords, { isRooted: true, base: 'own' });
// What they leave out is also decided by other files, or by the framework.
const otherIgnore = lines(rootedPatternWords, { isRooted: true, base: 'own' });
// It reads every pattern from its own folder.
const containerIgnore = lines(ruleWords, { isRooted: true, takesPaths: true, base: 'own' });
const owners = lines(rootedRuleWords, { isRooted: true, base: 'repository' });
const shell = lines((text) => commandWords(text, 0), { takesPaths: true, ...anywhere });
const make = lines(makeWords, anywhere);
const processes = lines(processWords, { takesPaths: true, ...anywhere });
const yaml = lines(yamlWords, {
  definesAliases: true,
  runsElsewhere: /(?:^|\/)\.|compose|pipelines/,
});
const editor = lines(sectionWords, { isRooted: true, base: 'own' });
const settings = lines(settingWords, { readsAliases: true });
const groovy = lines(groovyWords, anywhere);
const script: MentionSyntax = { read: scriptPaths, readsAliases: true, definesAliases: true };
const json: MentionSyntax = {
  read: (source) => jsonPaths(source) ?? { words: quotedPaths(source.text), aliases: [] },
  readsAliases: true,
  definesAliases: true,
  runsElsewhere: /(?:^|\/)package\.json$/,
  readInPackages: /(?:^|\/)(?:turbo|nx|\.?knip)\.jsonc?$/,
};

/** Files of tools by their names. The first row that fits counts. */
const tools: readonly (readonly [name: RegExp, syntax: MentionSyntax])[] = [
  [/^(?:.+\.)?(?:Docker|Container)file(?:\..+)?$/i, container],
  [/^(?:.*\.)?dockerignore$/, containerIgnore],
  [/^\.(?:eslint|prettier|stylelint|markdownlint|npm|vercel|gcloud)ignore$/, ignore],
  [/^\.\w+ignore$/, otherIgnore],
  [/^\.gitattributes$/, ignore],
  [/^\.editorconfig$/, editor],
  [/^CODEOWNERS$/, owners],
  [/^Jenkinsfile(?:\..+)?$/, groovy],
  [/^(?:GNU)?makefile$|\.mk$/i, make],
  [/^\.?justfile$/i, make],
  [/^Procfile(?:\..+)?$/, processes],
  [/\.(?:sh|bash|zsh)$/, shell],
  [/^crowdin\.ya?ml$/, { ...yaml, isRooted: true }],
  [/\.ya?ml$/, yaml],
  [/\.(?:toml|properties|ini)$/, settings],
  [/^.+\.config\.[cm]?[jt]s$/, script],
  [/^(?:vite|vitest|jest)\.[\w.-]+\.[cm]?[jt]s$/, script],
  [/^\..+rc\.[cm]?[jt]s$/, script],
  [/^\..+rc$/, yaml],
  [/\.jsonc?$/, json],
];

/** Folders of tools whose files have no telling names. */
const toolFolders: readonly (readonly [folder: RegExp, name: RegExp, syntax: MentionSyntax])[] = [
  [/(?:^|\/)\.husky$/, /^[\w-]+$/, shell],
  [/(?:^|\/)\.storybook$/, /\.[cm]?[jt]sx?$/, script],
];

const docFile = /\.(?:mdx?|markdown|txt|rst|adoc)$/i;
/** Changelogs, licences, and texts for crawlers and package managers. */
const notDocs = new RegExp(
  [
    '(?:^|/)(?:change-?log|changes|history|licen[cs]e|copying|notice)\\b[^/]*$',
    '(?:^|/)(?:robots|humans|ads|requirements)\\b[^/]*$',
    '(?:^|/)(?:public|static|\\.changeset)/',
  ].join('|'),
  'i',
);
/** Most of a repository: sources, styles and media, but no configs, nor parts of them, and nothing in dot folders. */
const ordinary = new RegExp(
  [
    '^(?!.*(?:^|/)\\.)(?!.*\\.config\\.)(?!(?:.*/)?(?:vite|vitest|jest)\\.[\\w.-]+\\.[cm]?[jt]s$).*',
    '\\.(?:vue|[cm]?[jt]sx?|css|s[ac]ss|less|html|svg|png|jpe?g|webp|gif|ico|woff2?)$',
  ].join(''),
);
/** Files that tools write. */
const generated = /(?:^|[.-])lock\.(?:ya?ml|json)$|^npm-shrinkwrap\.json$|\.min\./;
/** Where files hold data for the app or its tests, or what is served as it is. */
const dataFolder = new RegExp(
  [
    '(?:^|/)(?:public|static|content|data|locales?|i18n|langs?|languages|translations',
    '(?:__)?fixtures(?:__)?)/',
  ].join('|'),
  'i',
);

/** Tells how a file is read for the paths it names; undefined if it is no code, no documentation and no file of a tool. */
export type SyntaxFinder = (path: TreePath) => MentionSyntax | undefined;

/** `roots` are the folders of projects and packages, where files of tools are. */
export function createSyntaxFinder(roots: ReadonlySet<TreePath>, catalogue: Catalogue): SyntaxFinder {
  const { names, path: options } = catalogue;
  const facts = { base: 'process', sourceOption: options.srcDir } as const;
  const working: MentionSyntax = { ...createFolderReader(catalogue), ...facts };
  // The other strings of a config are read by their options.
  const config: MentionSyntax = { ...createFolderReader(catalogue, 'options'), ...facts };
  return (path) => {
    if (isConfigFile(path, names)) return config;
    if (!ordinary.test(path)) return toolSyntax(path, roots, catalogue);
    return holdsCode(path) ? working : undefined;
  };
}

function toolSyntax(
  path: TreePath,
  roots: ReadonlySet<TreePath>,
  { facts }: Catalogue,
): MentionSyntax | undefined {
  const slash = path.lastIndexOf('/');
  const folder = slash === -1 ? '' : path.slice(0, slash);
  const name = path.slice(slash + 1);
  if (generated.test(name)) return undefined;
  if (docFile.test(name)) return notDocs.test(path) || isContent(folder, facts) ? undefined : docs;
  // The config of the app is read by others.
  if (/^app\.config\./.test(name) || isTsConfig(path)) return undefined;
  const inFolder = toolFolders.find(([where, what]) => where.test(folder) && what.test(name));
  const syntax = inFolder?.[2] ?? tools.find(([pattern]) => pattern.test(name))?.[1];
  const isRoot = roots.has(folder);
  if (syntax === json && !isToolJson(name, folder, isRoot)) return undefined;
  const isData = (syntax === yaml || syntax === settings) && !isRoot && dataFolder.test(path);
  return isData ? undefined : syntax;
}

/** Posts and pages of the site tell its readers something, not those who work on it. */
function isContent(folder: TreePath, { contentFolders }: Facts): boolean {
  return folder.split('/').some((name) => contentFolders.includes(name.toLowerCase()));
}

/** JSON further down holds data, such as translations. */
function isToolJson(name: string, folder: TreePath, isRoot: boolean): boolean {
  return name === 'package.json' || isRoot || /(?:^|\/)\.[^./]/.test(folder);
}
