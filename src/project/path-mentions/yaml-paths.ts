import type { TreePath } from '../snapshot.ts';
import type { SourceText } from '../syntax/source.ts';
import { yamlTexts } from '../yaml.ts';
import { settingWords } from './lines.ts';
import {
  commandWords,
  isToolPath,
  namesCommands,
  namesPaths,
  type PathWord,
  spaced,
  wordsIn,
  wordsUnder,
} from './words.ts';

/** The texts of known files that are paths, by the keys that lead to them. */
interface PathKeys {
  readonly file: RegExp;
  isPath(keys: readonly string[], text: string): boolean;
  /** Whether they are read from the folder of the repository, whichever project they are about. */
  readonly isRooted: boolean;
}

const known: readonly PathKeys[] = [
  {
    file: /^\.github\/workflows\/[^/]+\.ya?ml$/,
    isPath: (keys) =>
      (keys[0] === 'on' && /^paths(?:-ignore)?$/.test(keys[2] ?? '')) || keys.at(-1) === 'working-directory',
    isRooted: true,
  },
  { file: /^\.gitlab-ci\.ya?ml$/, isPath: (keys) => keys.includes('changes'), isRooted: true },
  {
    file: /(?:^|\/)(?:\.\w+rc(?:\.ya?ml)?|lefthook\.ya?ml)$/,
    // Hooks have their commands by name, each with patterns of its own.
    isPath: (keys, text) => !namesCommands(keys.at(-1) ?? '') && isToolPath(keys.at(-1) ?? '', text),
    isRooted: false,
  },
];

/** The paths that YAML names: the key of a value tells what it is. Those of a known format may be edited. */
export function yamlWords(all: string, source: Pick<SourceText, 'path'>): PathWord[] {
  const format = known.find(({ file }) => file.test(source.path));
  const root: { readonly root?: TreePath } = format?.isRooted ? { root: '' } : {};
  const texts = yamlTexts(all);
  if (!texts) return settingWords(all, source);
  return texts.flatMap(({ text, start, keys, role, between, isBare, isPlain, isShared }) => {
    const key = keys.at(-1) ?? '';
    if (role === 'key') return [{ text, start, plain: false }];
    if (role === 'block') return blockWords(key, text, start);
    if (!isPlain || isShared || !format?.isPath(keys, text)) return wordsUnder(key, text, start);
    const tool = { as: 'glob', isBare, ...root, ...(between !== undefined && { between }) } as const;
    return [{ text, start, plain: true, tool }];
  });
}

function blockWords(key: string, text: string, start: number): PathWord[] {
  if (namesCommands(key)) return commandWords(text, start);
  // Lists of patterns, each under a name of its own.
  if (key === 'filters') return wordsIn(text, start, spaced);
  return namesPaths(key) ? wordsIn(text, start, spaced, true) : [];
}
