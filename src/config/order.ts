import { options } from '../catalogue/index.ts';
import { type OptionPathParts, showPath } from './change.ts';

let ranks: ReadonlyMap<string, number> | undefined;

/** Sorts new keys as the reference lists them, others behind by name: the same text, whoever asks first. */
export function compareOptions(a: OptionPathParts, b: OptionPathParts): number {
  ranks ??= new Map([...options.keys()].map((path, index) => [path, index]));
  const left = showPath(a);
  const right = showPath(b);
  const byRank = (ranks.get(left) ?? ranks.size) - (ranks.get(right) ?? ranks.size);
  return byRank || (left < right ? -1 : 1);
}
