import type { Case } from './cases.ts';
import type { Entry } from './trees.ts';

/** Whether a smaller case still shows the same fault. */
export type StillFails = (one: Case) => Promise<boolean>;

/** Makes a case smaller as long as it fails in the same way: fewer flags, fewer files, fewer lines, fewer bytes. */
export async function minimise(
  one: Case,
  stillFails: StillFails,
  milliseconds: number,
): Promise<Case> {
  const end = Date.now() + milliseconds;
  let least = one;
  const accepts = async (smaller: Case): Promise<boolean> => {
    if (Date.now() > end || !(await stillFails(smaller))) return false;
    least = smaller;
    return true;
  };
  for (const flag of Object.keys(one.flags)) {
    const { [flag as keyof Case['flags']]: _, ...flags } = least.flags;
    await accepts({ ...least, flags });
  }
  await fewest([...one.tree], (entries) => accepts({ ...least, tree: new Map(entries) }));
  for (const [path, entry] of least.tree) {
    if (entry.kind !== 'file') continue;
    const put = (parts: readonly string[]) => accepts(withText(least, path, entry, parts.join('')));
    const lines = await fewest(textOf(entry).match(/[^\n]*\n|[^\n]+/g) ?? [], put);
    await fewest(lines.join('').match(/\w+|\s+|./gs) ?? [], put);
  }
  return least;
}

function textOf({ bytes }: Entry & { kind: 'file' }): string {
  return Buffer.from(bytes).toString('latin1');
}

function withText(one: Case, path: string, entry: Entry, text: string): Case {
  const tree = new Map(one.tree).set(path, {
    ...entry,
    kind: 'file',
    bytes: Buffer.from(text, 'latin1'),
  });
  return { ...one, tree };
}

/** Leaves out as many parts as can be: large pieces first, then smaller ones. */
async function fewest<Part>(
  parts: readonly Part[],
  accepts: (fewer: readonly Part[]) => Promise<boolean>,
): Promise<readonly Part[]> {
  let least = parts;
  for (
    let size = Math.ceil(parts.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let start = 0; start < least.length; ) {
      const fewer = least.toSpliced(start, size);
      if (await accepts(fewer)) least = fewer;
      else start += size;
    }
  }
  return least;
}
