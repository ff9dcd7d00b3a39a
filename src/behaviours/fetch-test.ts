/** Tells by its text alone whether a file may use what it fetches, so that most files are not parsed for it. */

import type { Names } from '../catalogue/names.ts';
import { wordTest } from '../tree/word-filter.ts';

/**
 * A test whether a text may use the data that it fetches, or share it by a key. With `const { data: cart, pending } =
 * await useFetch('/api/cart')`, it does so if it names `cart` again.
 */
export function createFetchTest(names: Names): (text: string) => boolean {
  const { dataFunctions, addressFunctions, cachedDataFunction } = names;
  const functions = [...dataFunctions, cachedDataFunction];
  const mayFetch = wordTest(functions);
  const results = Object.values<string>(names.dataResult);
  const mention = new RegExp(`\\b(?:${functions.join('|')})\\b`, 'g');
  // What is exported, shared by a key, or bound in another way is left to the parser.
  const unkeyed = dataFunctions.map((name) =>
    addressFunctions.includes(name) ? name : `${name}(?!\\(\\s*['"\`])`,
  );
  const call = new RegExp(
    `(?<!export\\s+)\\bconst \\{([\\w$\\s,:]*)\\}\\s*=\\s*(?:await )?(?:${unkeyed.join('|')})\\(`,
    'g',
  );
  const hasKey = /\bkey['"]?\s*:/;
  return (text) => {
    if (!mayFetch(text)) return false;
    if (hasKey.test(text)) return true;
    let understood = 0;
    for (const [, bound = ''] of text.matchAll(call)) {
      understood += 1;
      for (const pair of bound.split(',')) {
        const [key = '', name = key] = pair.trim().split(/\s*:\s*/);
        const isUsed = results.includes(key) && occursAgain(text, name);
        if (isUsed || key === names.clearMethod) return true;
      }
    }
    return (text.match(mention)?.length ?? 0) > understood;
  };
}

/** Whether a name occurs more than once. */
function occursAgain(text: string, name: string): boolean {
  const first = text.indexOf(name);
  return text.indexOf(name, first + name.length) !== -1;
}
