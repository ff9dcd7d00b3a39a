/**
 * The table of how each kind of tool file is read: by which reader, from which folder, and whether it may be edited.
 */

import type { FileKind } from '../../catalogue/file-kinds.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import type { SourceText } from '../../tree/syntax/source-text.ts';
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
const sections = { ...everywhere, mayEdit: false, pattern: /(?<=^\s*\[).+(?=\]\s*$)/g };
const commands = { projects: 'mentioned' } as const;
const yaml: MentionSyntax = { read: yamlPaths, definesAliases: true, projects: 'mentioned' };
const script: MentionSyntax = { read: scriptPaths, readsAliases: true, definesAliases: true };
const json: MentionSyntax = { ...script, read: jsonPaths };

/** The line of a Dockerfile that copies files of another image. */
const fromOtherImage = /^\s*COPY\s.*--from=.*$/gim;

/** The syntax of a kind of file; undefined if it is not searched. */
export type SyntaxFinder = (kind: FileKind) => MentionSyntax | undefined;

export function createSyntaxFinder(catalogue: Catalogue): SyntaxFinder {
  // The other strings of a config are handled with their options.
  const [code, config] = (['anything', 'options'] as const).map((asked) => {
    const { words, needs } = createFolderReader(catalogue, asked);
    return worded(words, { needs, base: 'process' });
  });
  const all: { readonly [kind in FileKind]?: MentionSyntax | undefined } = {
    ...syntaxes,
    code,
    config,
  };
  return (kind) => all[kind];
}

const syntaxes: { readonly [kind in FileKind]?: MentionSyntax } = {
  docs: worded(docsWords, { isProse: true, readsAliases: true, isRooted: true }),
  ignore: worded(ruleWords(everywhere), rules),
  'shared ignore': worded(ruleWords({ ...everywhere, mayEdit: false }), rules),
  'container ignore': worded(ruleWords({ ...everywhere, areEverywhere: false }), rules),
  owners: worded(ruleWords(everywhere), { ...rules, base: 'repository' }),
  editor: worded(ruleWords(sections), rules),
  shell: worded((text) => commandWords(text, 0), commands),
  container: worded((text) => commandWords(text.replace(fromOtherImage, blanks), 0), commands),
  yaml,
  'rooted yaml': { ...yaml, isRooted: true },
  settings: worded(settingWords, { readsAliases: true }),
  script,
  json,
  package: { ...json, projects: 'mentioned' },
  workspace: { ...json, projects: 'inner' },
};
