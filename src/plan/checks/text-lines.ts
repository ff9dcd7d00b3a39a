import type { TextMistake } from './text-edits.ts';

const mark = '\uFEFF';

/** What a text would lose of how it is stored: its byte order mark, its line ends, its last line break. */
export function lineMistakes(before: string, after: string): TextMistake[] {
  const mistakes: TextMistake[] = [];
  if (before.startsWith(mark) !== after.startsWith(mark)) {
    const message = after.startsWith(mark)
      ? 'it would get a byte order mark'
      : 'its byte order mark would be lost';
    mistakes.push({ message, offset: 0 });
  }
  const [had, has] = [lineEnds(before), lineEnds(after)];
  if (had.windows && !had.unix && has.unix)
    mistakes.push({ message: 'it uses `\\r\\n` line endings, and a `\\n` would be added', offset: 0 });
  if (!had.windows && has.windows && had.unix)
    mistakes.push({ message: 'it uses `\\n` line endings, and a `\\r\\n` would be added', offset: 0 });
  if (lastBreak(before) !== lastBreak(after))
    mistakes.push({ message: 'its final line ending would change', offset: before.length });
  return mistakes;
}

interface LineEnds {
  readonly windows: boolean;
  readonly unix: boolean;
}

function lineEnds(text: string): LineEnds {
  const windows = text.includes('\r\n');
  return { windows, unix: windows ? /(?<!\r)\n/.test(text) : text.includes('\n') };
}

function lastBreak(text: string): string {
  return /\r?\n$/.exec(text.slice(-2))?.[0] ?? '';
}
