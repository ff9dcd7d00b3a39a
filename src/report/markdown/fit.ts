/** A part of a document whose items may be left out from the last one on. */
export interface Section {
  readonly head: string;
  readonly items: readonly string[];
  readonly foot?: string;
  /** What is said in the place of items that are left out. */
  cut(count: number): string;
}

/**
 * Joins sections to a document of at most so many bytes. The earlier sections are filled first, and nothing but whole
 * items is left out, so that whatever one opens is closed.
 */
export function fitSections(start: string, sections: readonly Section[], most: number): string {
  const frames = sections.map(({ head, items, foot = '', cut }) =>
    bytes(`\n${head}${cut(items.length)}${foot}`),
  );
  let room = most - bytes(start) - frames.reduce((sum, size) => sum + size, 0);
  const texts = sections.map(({ head, items, foot = '', cut }) => {
    const shown: string[] = [];
    for (const item of items) {
      const size = bytes(item);
      if (size > room) break;
      room -= size;
      shown.push(item);
    }
    const left = items.length - shown.length;
    const list = shown.join('').replace(/\n+$/, '\n');
    return `\n${head}${list}${left > 0 ? cut(left) : ''}${foot}`;
  });
  return start + texts.join('');
}

/** The length in UTF-8. */
export function bytes(text: string): number {
  return Buffer.byteLength(text);
}
