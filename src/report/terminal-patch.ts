import type { Colors } from './look.ts';
import { visible } from './plain.ts';

/** A patch to be read on a terminal: coloured, and with nothing in it that a terminal would obey. */
export function terminalPatch(patch: string, colors: Colors): string {
  return visible(patch.replaceAll('\r\n', '\n').replaceAll('\t', '    '))
    .split('\n')
    .map((line) => paint(line, colors))
    .join('\n');
}

function paint(line: string, colors: Colors): string {
  if (/^(?:diff --git|--- |\+\+\+ |similarity|rename |old mode|new mode)/.test(line))
    return colors.bold(line);
  if (line.startsWith('@@')) return colors.cyan(line);
  if (line.startsWith('+')) return colors.green(line);
  return line.startsWith('-') ? colors.red(line) : line;
}
