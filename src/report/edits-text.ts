import { hunksOf, type PatchLine } from './patch.ts';
import { plainLine, visibleLine, withoutCommands } from './plain.ts';
import type { FileReport, Report } from './report.ts';
import { counted } from './sentences.ts';
import { allFiles, isEdited } from './summary.ts';
import type { Colors, Look } from './terminal.ts';

// About three screens; more would push them out of reach.
const mostLines = 120;

/**
 * The edits of a dry run, to be read on a terminal: each file under its name, without files that only move. What changes
 * more than references comes first, and of many files the rest is counted. Empty if nothing is edited.
 */
export function editsText(report: Report, look: Look): string {
  const edited = allFiles(report).filter(isEdited);
  const files = [...edited.filter((file) => !isFollowing(file)), ...edited.filter(isFollowing)];
  const texts: string[] = [];
  let lines = 0;
  for (const file of files) {
    const text = editText(file, look);
    lines += text.split('\n').length;
    if (!look.verbose && texts.length > 0 && lines > mostLines) break;
    texts.push(text);
  }
  if (texts.length === 0) return '';
  const rest = files.length - texts.length;
  const more = `and edits in ${counted(rest, 'more file')}; --patch or --verbose shows them`;
  return withoutCommands([...texts, ...(rest > 0 ? [look.colors.dim(more)] : [])].join('\n\n'));
}

/** Whether a file changes only because of what moves around it. */
function isFollowing({ by }: FileReport): boolean {
  return by.every((reason) => reason === 'references');
}

/** The edits of one file under its name. */
export function editText(
  { path, from, diff }: Pick<FileReport, 'path' | 'from' | 'diff'>,
  { colors, prefix = '' }: Look,
): string {
  const names = [...(from === undefined ? [] : [from]), path].map((name) => plainLine(prefix + name));
  const hunks = hunksOf(diff).flatMap(({ header, lines }) => [
    colors.cyan(visibleLine(header)),
    ...lines.map((line) => painted(line, colors)),
  ]);
  return [colors.bold(names.join(' → ')), ...hunks].join('\n');
}

function painted({ kind, text }: PatchLine, colors: Colors): string {
  const line = visibleLine(text.replaceAll('\t', '    '));
  if (kind === 'same') return ` ${line}`;
  return kind === 'added' ? colors.green(`+${line}`) : colors.red(`-${line}`);
}
