import { patchText } from './patch-text.ts';

/** Tells whether a diff is of just the file that it is said to be of: `git apply` goes by its text alone. */
export function isDiffOf(diff: string, from: string, to: string, base: string): boolean {
  if (diff === '') return from === to;
  const start = diff.indexOf('\n@@ ') + 1;
  if (start === 0) return from !== to && headOf(diff) === headOf(patchOf(from, to, base));
  const expected = patchOf(from, to, base, { before: 'a\n', after: 'b\n' });
  const isHead = headOf(diff.slice(0, start)) === headOf(expected.slice(0, expected.indexOf('\n@@ ') + 1));
  return isHead && isHunks(diff.slice(start));
}

function patchOf(from: string, to: string, base: string, text?: { before: string; after: string }): string {
  return patchText({ from, to, kind: 'file', by: [], ...(text ? { text } : {}) }, base);
}

/** The lines before the hunks, without what depends on the texts. */
function headOf(lines: string): string {
  return lines
    .replace(/\nsimilarity index \d{1,3}%\n/, '\nsimilarity index\n')
    .replace('\nold mode 120000\nnew mode 120000\n', '\n');
}

const hunkHead = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** How many lines of the file before and after a line of a hunk stands for, by its mark. */
const marks: { readonly [mark: string]: readonly [number, number] } = {
  ' ': [1, 1],
  '-': [1, 0],
  '+': [0, 1],
  '\\': [0, 0],
};

/** Hunks as long as they say, with nothing behind them: more could be taken for the diff of another file. */
function isHunks(text: string): boolean {
  const lines = text.split('\n');
  if (lines.pop() !== '') return false;
  // How many lines of the hunk are still to come.
  let old = 0;
  let now = 0;
  for (const line of lines) {
    const head = old === 0 && now === 0 ? hunkHead.exec(line) : null;
    const mark = marks[line.charAt(0)];
    if (head) [old, now] = [Number(head[1] ?? 1), Number(head[2] ?? 1)];
    else if (!mark) return false;
    else [old, now] = [old - mark[0], now - mark[1]];
    if (old < 0 || now < 0) return false;
  }
  return old === 0 && now === 0;
}
