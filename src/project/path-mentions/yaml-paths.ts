import type { TreePath } from '../snapshot.ts';
import type { SourceText } from '../syntax/source.ts';
import { yamlTexts } from '../yaml.ts';
import { isToolPath, namesCommands, type PathWord } from './words.ts';

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

/** What is known about the paths of a file: words that may be edited. */
export function knownYamlWords({ path, text }: Pick<SourceText, 'path' | 'text'>): PathWord[] {
  const format = known.find(({ file }) => file.test(path));
  if (!format) return [];
  const root: { readonly root?: TreePath } = format.isRooted ? { root: '' } : {};
  return yamlTexts(text)
    .filter((one) => !one.isShared && format.isPath(one.keys, one.text))
    .map(({ text: word, start, between, isBare }) => ({
      ...{ text: word, start, plain: true },
      tool: { as: 'glob', isBare, ...root, ...(between !== undefined && { between }) },
    }));
}
