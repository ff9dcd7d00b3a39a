import { counted } from '../counted.ts';
import { allFiles, type FileReport, type Report } from '../report.ts';
import { bytes, type Section } from './fit.ts';
import { details, fenced, htmlCode } from './text.ts';
import { wholePatch } from './whole.ts';

// One that is longer is better read elsewhere, and would leave no room for the others.
const longestDiff = 16_000;

/** The diff of every file whose text changes, each to be opened on a click. */
export function diffSection(report: Report): Section {
  const files = allFiles(report);
  const changed = files.filter(({ diff }) => diff.includes('\n@@ '));
  const moved = files.length - changed.length;
  const would = report.dryRun ? 'would only move' : 'only moved';
  const others = moved > 0 ? ` ${counted(moved, 'other file')} ${would}.` : '';
  const where = wholePatch(report);
  return {
    head: `### Diffs (${changed.length})\n\nOpen a file to see what becomes of its text.${others}\n\n`,
    items: changed.map((file) => diffItem(file, report, where)),
    cut: (count) => `\n${counted(count, 'more diff')} did not fit in here: ${where}\n`,
  };
}

function diffItem({ path, from, diff }: FileReport, { base }: Report, where: string): string {
  const names = from === undefined ? [path] : [from, path];
  const summary = names.map((name) => htmlCode(base + name)).join(' → ');
  const isLong = bytes(diff) > longestDiff;
  const content = isLong ? `The diff is too long to be shown here: ${where}\n` : fenced(diff, 'diff');
  return `${details(summary, content)}\n`;
}
