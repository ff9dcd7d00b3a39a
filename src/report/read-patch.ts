import { patchText } from './patch-text.ts';

/** A line of a hunk, without its sign. */
export interface PatchLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
  /** Counted from one; absent on the side that does not have the line. */
  readonly old?: number;
  readonly new?: number;
}

export interface Hunk {
  readonly header: string;
  readonly lines: readonly PatchLine[];
}

const hunkHeader = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** The hunks of one file's patch, as git writes it. */
export function hunksOf(diff: string): Hunk[] {
  const [, ...parts] = `\n${diff}`.split(/(?<=\n)(?=@@ )/);
  return parts.map(hunkOf);
}

function hunkOf(part: string): Hunk {
  const [header = '', ...rest] = part.replace(/\n$/, '').split('\n');
  const [, oldStart, , newStart] = hunkHeader.exec(header) ?? [];
  let oldLine = Number(oldStart);
  let newLine = Number(newStart);
  const lines = rest.flatMap((raw): PatchLine[] => {
    // A carriage return at the end of a line is not worth showing.
    const text = raw.slice(1).replace(/\r$/, '');
    if (raw.startsWith('-')) return [{ kind: 'removed', text, old: oldLine++ }];
    if (raw.startsWith('+')) return [{ kind: 'added', text, new: newLine++ }];
    if (raw.startsWith('\\')) return [];
    return [{ kind: 'same', text, old: oldLine++, new: newLine++ }];
  });
  return { header, lines };
}

/** Whether a diff changes its own file and no other: `git apply` goes by the text of the diff alone. */
export function isDiffOf(diff: string, from: string, to: string, base: string): boolean {
  if (diff === '') return from === to;
  const start = diff.indexOf('\n@@ ') + 1;
  if (start === 0) return from !== to && headOf(diff) === headOf(expectedPatch(from, to, base));
  const expected = expectedPatch(from, to, base, { before: 'a\n', after: 'b\n' });
  const isHead = headOf(diff.slice(0, start)) === headOf(expected.slice(0, expected.indexOf('\n@@ ') + 1));
  return isHead && isHunks(diff.slice(start));
}

function expectedPatch(
  from: string,
  to: string,
  base: string,
  text?: { before: string; after: string },
): string {
  return patchText({ from, to, kind: 'file', by: [], ...(text ? { text } : {}) }, base);
}

/** The lines before the hunks, without what depends on the texts. */
function headOf(lines: string): string {
  return lines
    .replace(/\nsimilarity index \d{1,3}%\n/, '\nsimilarity index\n')
    .replace('\nold mode 120000\nnew mode 120000\n', '\n');
}

/** Whether hunks are as long as they say: what follows them could be the diff of another file. */
function isHunks(text: string): boolean {
  const lines = text.split('\n');
  if (lines.pop() !== '' || !lines.every((line) => /^[-+ \\]/.test(line) || hunkHeader.test(line)))
    return false;
  return hunksOf(text).every((hunk) => {
    const [, , oldLines = '1', , newLines = '1'] = hunkHeader.exec(hunk.header) ?? [];
    const without = (kind: PatchLine['kind']) => hunk.lines.filter((line) => line.kind !== kind).length;
    return without('added') === Number(oldLines) && without('removed') === Number(newLines);
  });
}
