import { baseName } from '../../base/paths.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import { isConfigFile } from '../../tree/discover.ts';
import { parentOf, type TreePath } from '../../tree/snapshot.ts';
import { holdsCode } from '../../tree/syntax/code.ts';
import type { SourceText } from '../../tree/syntax/source-text.ts';
import { isTsConfig } from '../references/json-files.ts';
import { blanks } from '../references/styles.ts';
import { createFolderReader, jsonPaths, scriptPaths, yamlPaths } from './structured.ts';
import {
  commandWords,
  docsWords,
  type MentionedPaths,
  type PathWord,
  ruleWords,
  settingWords,
} from './words.ts';

/** How the paths in a kind of file are read. */
export interface MentionSyntax {
  read(source: SourceText): MentionedPaths;
  /** Whether the file is prose: only paths that exist count. */
  readonly isProse?: boolean;
  /** Whether `~` is an alias: in a shell it is the home folder. */
  readonly readsAliases?: boolean;
  /** Whether tools define aliases in such files. */
  readonly definesAliases?: boolean;
  /** Whether a leading slash means the root; otherwise it starts an address, or an absolute path. */
  readonly isRooted?: boolean;
  /** The only folder that paths are resolved from: the file's own, the repository's, or that of a process. */
  readonly base?: 'own' | 'repository' | 'process';
  /** Whether a text may have a path. */
  readonly needs?: (text: string) => boolean;
  /** Other projects in which paths are resolved: those that the text mentions, or all below the file. */
  readonly projects?: 'mentioned' | 'inner';
}

/** The syntax of a text that is read word by word. */
function worded(
  words: (text: string) => PathWord[],
  facts: Omit<MentionSyntax, 'read'>,
): MentionSyntax {
  return { read: ({ text }) => ({ words: words(text) }), ...facts };
}

const rules = { isRooted: true, base: 'own' } as const;
const everywhere = { areEverywhere: true, mayEdit: true };
const docs = worded(docsWords, { isProse: true, readsAliases: true, isRooted: true });
const ignore = worded(ruleWords(everywhere), rules);
// Other files, or the framework, also decide what these ignore.
const otherIgnore = worded(ruleWords({ ...everywhere, mayEdit: false }), rules);
// Every pattern is resolved from the folder of the file.
const containerIgnore = worded(ruleWords({ ...everywhere, areEverywhere: false }), rules);
const owners = worded(ruleWords(everywhere), { ...rules, base: 'repository' });
const sections = { ...everywhere, mayEdit: false, pattern: /(?<=^\s*\[).+(?=\]\s*$)/g };
const editor = worded(ruleWords(sections), rules);
const commands = { projects: 'mentioned' } as const;
const shell = worded((text) => commandWords(text, 0), commands);
const container = worded((text) => commandWords(text.replace(fromOtherImage, blanks), 0), commands);
const yaml: MentionSyntax = { read: yamlPaths, definesAliases: true, projects: 'mentioned' };
const settings = worded(settingWords, { readsAliases: true });
const script: MentionSyntax = { read: scriptPaths, readsAliases: true, definesAliases: true };
const json: MentionSyntax = { ...script, read: jsonPaths };

/** The line of a Dockerfile that copies files of another image. */
const fromOtherImage = /^\s*COPY\s.*--from=.*$/gim;

/** Files of tools by name, some of them only in a certain folder. The first matching row counts. */
const tools: readonly (readonly [name: RegExp, syntax: MentionSyntax, folder?: string])[] = [
  [/^[\w-]+$/, shell, '.husky'],
  [/\.[cm]?[jt]sx?$/, script, '.storybook'],
  [/^(?:.+\.)?(?:Docker|Container)file(?:\..+)?$/i, container],
  [/^(?:.*\.)?dockerignore$/, containerIgnore],
  [/^\.(?:eslint|prettier|stylelint|markdownlint|npm|vercel|gcloud)ignore$/, ignore],
  [/^\.\w+ignore$/, otherIgnore],
  [/^\.gitattributes$/, ignore],
  [/^\.editorconfig$/, editor],
  [/^CODEOWNERS$/, owners],
  [
    /^(?:Jenkinsfile|Procfile)(?:\..+)?$|^(?:GNU)?makefile$|^\.?justfile$|\.(?:mk|sh|bash|zsh)$/i,
    shell,
  ],
  [/^crowdin\.ya?ml$/, { ...yaml, isRooted: true }],
  [/\.ya?ml$/, yaml],
  [/\.(?:toml|properties|ini)$/, settings],
  [/^(?:.+\.config|(?:vite|vitest|jest)\.[\w.-]+|\..+rc)\.[cm]?[jt]s$/, script],
  [/^\..+rc$/, yaml],
  [/^package\.json$/, { ...json, projects: 'mentioned' }],
  [/^(?:turbo|nx|\.?knip)\.jsonc?$/, { ...json, projects: 'inner' }],
  [/\.jsonc?$/, json],
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
/** Sources, styles and media, but no configs or parts of configs, and nothing in dot folders. */
const ordinary = new RegExp(
  [
    '^(?!.*(?:^|/)\\.)(?!.*\\.config\\.)(?!(?:.*/)?(?:vite|vitest|jest)\\.[\\w.-]+\\.[cm]?[jt]s$).*',
    '\\.(?:vue|[cm]?[jt]sx?|css|s[ac]ss|less|html|svg|png|jpe?g|webp|gif|ico|woff2?)$',
  ].join(''),
);
/** Files that tools generate. */
const generated = /(?:^|[.-])lock\.(?:ya?ml|json)$|^npm-shrinkwrap\.json$|\.min\./;
/** Folders with data for the app or its tests, or with files that are served unchanged. */
const dataFolder = new RegExp(
  [
    '(?:^|/)(?:public|static|content|data|locales?|i18n|langs?|languages|translations',
    '(?:__)?fixtures(?:__)?)/',
  ].join('|'),
  'i',
);

/** The syntax of a file; undefined if it is neither code nor documentation nor a file of a tool. */
export type SyntaxFinder = (path: TreePath) => MentionSyntax | undefined;

/** Creates a syntax finder; `roots` are the folders of projects and packages, where files of tools are. */
export function createSyntaxFinder(
  roots: ReadonlySet<TreePath>,
  catalogue: Catalogue,
): SyntaxFinder {
  // The other strings of a config are handled with their options.
  const [working, config] = (['anything', 'options'] as const).map((asked) => {
    const { words, needs } = createFolderReader(catalogue, asked);
    return worded(words, { needs, base: 'process' });
  });
  return (path) => {
    if (isConfigFile(path, catalogue.names)) return config;
    if (!ordinary.test(path)) return toolSyntax(path, roots, catalogue);
    return holdsCode(path) ? working : undefined;
  };
}

function toolSyntax(
  path: TreePath,
  roots: ReadonlySet<TreePath>,
  { facts }: Catalogue,
): MentionSyntax | undefined {
  const [folder, name] = [parentOf(path), baseName(path)];
  // Other modules handle the app config and tsconfigs.
  if (generated.test(name) || /^app\.config\./.test(name) || isTsConfig(path)) return undefined;
  if (docFile.test(name)) {
    // Content of the site is not documentation of the code.
    const isContent = folder
      .split('/')
      .some((part) => facts.contentFolders.includes(part.toLowerCase()));
    return isContent || notDocs.test(path) ? undefined : docs;
  }
  const inFolder = baseName(folder);
  const [, syntax] =
    tools.find(([row, , only = inFolder]) => row.test(name) && only === inFolder) ?? [];
  const isRoot = roots.has(folder);
  // JSON in other folders is data, such as translations.
  if (syntax === json && !isRoot && !/(?:^|\/)\.[^./]/.test(folder)) return undefined;
  const isData = (syntax === yaml || syntax === settings) && !isRoot && dataFolder.test(path);
  return isData ? undefined : syntax;
}
