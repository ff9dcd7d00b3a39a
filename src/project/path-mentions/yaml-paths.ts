import type { SourceText } from '../syntax/source-text.ts';
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

/** The strings of a known file format that are paths, by their keys. */
interface PathKeys {
  readonly file: RegExp;
  isPath(keys: readonly string[], text: string): boolean;
  /** Whether the paths are resolved from the root of the repository. */
  readonly isRooted: boolean;
}

const formats: readonly PathKeys[] = [
  {
    file: /^\.github\/workflows\/[^/]+\.ya?ml$/,
    isPath: (keys) =>
      (keys[0] === 'on' && /^paths(?:-ignore)?$/.test(keys[2] ?? '')) || keys.at(-1) === 'working-directory',
    isRooted: true,
  },
  { file: /^\.gitlab-ci\.ya?ml$/, isPath: (keys) => keys.includes('changes'), isRooted: true },
  {
    file: /(?:^|\/)(?:\.\w+rc(?:\.ya?ml)?|lefthook\.ya?ml)$/,
    // Hooks have named commands, each with its own patterns.
    isPath: (keys, text) => !namesCommands(keys.at(-1) ?? '') && isToolPath(keys.at(-1) ?? '', text),
    isRooted: false,
  },
];

/** The paths in YAML: the key of a value says what it is. Paths of a known format may be edited. */
export function yamlWords(yaml: string, source: Pick<SourceText, 'path'>): PathWord[] {
  const format = formats.find(({ file }) => file.test(source.path));
  const from: Pick<PathWord, 'from'> = format?.isRooted ? { from: 'repository' } : {};
  const texts = yamlTexts(yaml);
  if (!texts) return settingWords(yaml, source);
  return texts.flatMap(({ text, start, keys, role, between, isBare, isPlain, isShared }) => {
    const key = keys.at(-1) ?? '';
    if (role === 'key') return [{ text, start, plain: false }];
    if (role === 'block') return blockWords(key, text, start);
    if (!isPlain || isShared || !format?.isPath(keys, text)) return wordsUnder(key, text, start);
    const tool = { as: 'glob', isBare, ...(between !== undefined && { between }) } as const;
    return [{ text, start, plain: true, tool, ...from }];
  });
}

function blockWords(key: string, text: string, start: number): PathWord[] {
  if (namesCommands(key)) return commandWords(text, start);
  // The block has named lists of patterns.
  if (key === 'filters') return wordsIn(text, start, spaced);
  return namesPaths(key) ? wordsIn(text, start, spaced, true) : [];
}
