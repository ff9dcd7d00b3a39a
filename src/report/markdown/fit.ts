/** A part of a document whose items may be left out from the last one on. */
export interface Section {
  readonly head: string;
  readonly items: readonly string[];
  readonly foot?: string;
  /** What is said in the place of items that are left out. */
  cut(count: number): string;
}

/**
 * Joins sections to a document of at most so many bytes. Half of the room is kept for all sections alike, as far as they
 * need it; the rest goes to the earlier ones first. Nothing but whole items is left out, so that whatever one opens is
 * closed.
 */
export function fitSections(start: string, sections: readonly Section[], most: number): string {
  const frames = sections.map(({ head, items, foot = '', cut }) =>
    bytes(`\n${head}${cut(items.length)}${foot}`),
  );
  let room = most - bytes(start) - sum(frames);
  const share = Math.max(0, room / 2 / sections.length);
  const kept = sections.map(({ items }) => Math.min(share, sum(items.map(bytes))));
  let keptForLater = sum(kept);
  const texts = sections.map(({ head, items, foot = '', cut }, index) => {
    keptForLater -= kept[index] ?? 0;
    const shown: string[] = [];
    for (const item of items) {
      const size = bytes(item);
      if (size > room - keptForLater) break;
      room -= size;
      shown.push(item);
    }
    const left = items.length - shown.length;
    const list = shown.join('').replace(/\n+$/, '\n');
    return `\n${head}${list}${left > 0 ? cut(left) : ''}${foot}`;
  });
  return start + texts.join('');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** The length in UTF-8. */
export function bytes(text: string): number {
  return Buffer.byteLength(text);
}
