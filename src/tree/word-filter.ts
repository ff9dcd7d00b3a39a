/** Tests fast whether a text contains one of some words, so that most files are not read more closely. */

/** Characters in code, rarest first; `A` stands for all capitals, and other characters are too common. */
const characters = 'A:zqjxkwvybgfhpmudclsirnoate';

/**
 * A test whether a text may contain one of the words, many times faster than a pattern. The engine stops at
 * each occurrence of the first character, so each word is searched for from its rarest character on: `Fetch`
 * for `useFetch`.
 */
export function wordFilter(words: readonly string[]): (text: string) => boolean {
  const ends = [...new Set(words.map((word) => word.slice(rarestAt(word))))];
  return (text) => ends.some((end) => text.includes(end));
}

/** A test whether a text contains one of the words; the filter first excludes most texts. */
export function wordTest(words: readonly string[]): (text: string) => boolean {
  const mayHold = wordFilter(words);
  return (text) => mayHold(text) && words.some((word) => text.includes(word));
}

// Shorter parts occur in any text.
const shortest = 3;

function rarestAt(word: string): number {
  let [rarest, least] = [0, characters.length];
  for (let at = 0; at <= word.length - shortest; at += 1) {
    const rank = characters.indexOf(word.charAt(at).replace(/[A-Z]/, 'A'));
    // The last of several is used, because more words share that end, such as `Data` of `useAsyncData`.
    if (rank !== -1 && rank <= least) [rarest, least] = [at, rank];
  }
  return rarest;
}
