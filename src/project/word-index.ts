/** Knows which texts mention a word, and keeps none of them. */
export interface WordIndex {
  /** The names of the texts with a word, alone or as the end of a longer name: `Card` in `<LazyUserCard>`. */
  mentioning(word: string): readonly string[];
}

/** A table of so many lists keeps words apart well enough: a text is read again before it counts. */
const size = 1 << 16;

/**
 * Goes through all texts once. Names are taken apart as `camelCase` suggests, so that a name is found behind a prefix
 * as well. Lists hold the numbers of texts, by a hash of the parts.
 */
export function createWordIndex(
  names: readonly string[],
  read: (name: string) => string | undefined,
): WordIndex {
  const lists = Array.from({ length: size }, (): number[] => []);
  names.forEach((name, number) => {
    forEachPart(read(name) ?? '', (hash) => {
      const list = lists[hash];
      if (list && list[list.length - 1] !== number) list.push(number);
    });
  });
  return {
    mentioning(word) {
      const hash = rarestPart(word);
      const candidates = hash === undefined ? names : (lists[hash] ?? []).map((at) => names[at] ?? '');
      return candidates.filter((name) => read(name)?.includes(word));
    },
  };
}

/**
 * The hash of the longest part of a word. If it has several, the first one does not count, since it may be glued to
 * what is in front of it. Undefined if no part is sure to stand by itself.
 */
function rarestPart(word: string): number | undefined {
  const parts: { readonly hash: number; readonly length: number }[] = [];
  forEachPart(word, (hash, length) => parts.push({ hash, length }));
  const [first, ...others] = parts;
  if (others.length === 0) return /[^A-Z]/.test(word) ? first?.hash : undefined;
  return others.reduce((longest, one) => (one.length > longest.length ? one : longest)).hash;
}

const [other, lower, upper] = [0, 1, 2];

/** What a character is, by its code. Digits count as small letters, as does what is not English. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Z]/.test(character) ? upper : /[\w$]/.test(character) ? lower : other;
});

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= kinds.length ? lower : (kinds[code] ?? other);
}

/** Calls back for each part of each name in a text: `UIButton` has `UI` and `Button`. */
function forEachPart(text: string, onPart: (hash: number, length: number) => void): void {
  let hash = 0;
  let start = 0;
  let last = other;
  for (let at = 0; at < text.length; at += 1) {
    const kind = kindAt(text, at);
    if (last !== other && (kind === other || (kind === upper && startsPart(text, at, last)))) {
      onPart(hash, at - start);
      start = at;
      hash = 0;
    }
    if (kind === other) start = at + 1;
    else hash = (Math.imul(hash, 31) + text.charCodeAt(at)) & (size - 1);
    last = kind;
  }
  if (last !== other) onPart(hash, text.length - start);
}

/** Whether a capital begins a part: the first one, or the last of several in a row. */
function startsPart(text: string, at: number, last: number): boolean {
  return last !== upper || kindAt(text, at + 1) === lower;
}
