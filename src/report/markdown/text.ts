/**
 * Writes safe Markdown: nothing from a project is read as markup, a mention or a link, and the text fits into a
 * comment.
 */

import { escapeHtml } from '../html/html-document.ts';
import { plainLine, printable } from '../printing.ts';
import type { Report } from '../report.ts';
import { commandsOf, counted } from '../sentences.ts';
import { sum } from '../summary.ts';

/** A text as inline code, in which nothing is read as markup, a mention or a link. */
export function code(text: string): string {
  const line = plainLine(text.replaceAll('\t', ' '));
  const fence = '`'.repeat(longestRun(line) + 1);
  // Markdown strips one space at both ends, so that code can start or end with a backtick.
  const space = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return line.trim() === '' ? '' : fence + space + line + space + fence;
}

// No message of ours has a longer part, but names from a project may have any length.
const longestPart = 400;

/** A message with its `backticked` parts as code, and everything else escaped. */
export function prose(message: string): string {
  const cut = (part: string) =>
    part.length > longestPart ? `${part.slice(0, longestPart)}…` : part;
  const line = plainLine(message.replaceAll('\t', ' ')).trim();
  const parts = line.split('`').map(cut);
  const isOpen = parts.length % 2 === 0;
  const shown = parts.map((part, index) => {
    const isCode = index % 2 === 1 && !(isOpen && index === parts.length - 1);
    if (isCode) return code(part) || '\\`\\`';
    // The backticks of two adjacent pieces of code would be read as one.
    if (part === '' && index > 0 && index < parts.length - 1) return ' ';
    return (isOpen && index === parts.length - 1 ? '\\`' : '') + escaped(part);
  });
  // A start that would begin a heading or a list.
  return shown
    .join('')
    .replace(/^[#+=-]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}

/** Escapes markup, tags and links; a zero-width space ends mentions and references. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<>&|~]/g, '\\$&')
    .replace(/[@#](?=\w)|\bgh(?=-\d)/gi, '$&&#8203;')
    .replaceAll('$', '&#36;')
    .replaceAll('://', '&#58;//')
    .replace(/\bwww\./gi, (match) => `${match.slice(0, -1)}&#46;`);
}

/** A text as a code block, in a fence that nothing in the text can close. */
export function fenced(text: string, language: string): string {
  const lines = printable(text.replaceAll('\r\n', '\n'), false).replace(/\n$/, '');
  const fence = '`'.repeat(Math.max(3, longestRun(lines) + 1));
  return `${fence}${language}\n${lines}\n${fence}\n`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
}

/** A folded part. The summary is HTML, the content is Markdown. */
export function details(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n</details>\n`;
}

/** A text as HTML code, for a summary, which cannot contain Markdown. */
export function htmlCode(text: string): string {
  return `<code>${escapeHtml(plainLine(text))}</code>`;
}

/** A part of a comment. */
export interface CommentSection {
  readonly title: string;
  readonly intro?: string;
  readonly items: readonly string[];
  /** Whether it has to be opened; by default if it is long. */
  readonly isFolded?: boolean;
}

/**
 * Joins sections that have items into a document of at most `most` bytes. Each section keeps an equal share of
 * half the room if it needs it; the other room goes to earlier sections first. Only whole items, with closed tags,
 * are left out, from the end of a section; `whole` says where they are.
 */
export function fitSections(
  start: string,
  sections: readonly CommentSection[],
  { most, whole }: { readonly most: number; readonly whole: string },
): string {
  const cut = (count: number) =>
    count === 0
      ? ''
      : `\n${counted(count, 'more entry', 'more entries')} did not fit here: ${whole}\n`;
  const parts = sections
    .filter(({ items }) => items.length > 0)
    .map(({ title, intro, items, isFolded = items.length > 10 }) => {
      const heading = isFolded ? `<details><summary><b>${title}</b></summary>` : `### ${title}`;
      const head = `\n${heading}\n\n${intro === undefined ? '' : `${intro}\n\n`}`;
      return { head, items, foot: isFolded ? '\n</details>\n' : '' };
    });
  let room =
    most -
    bytes(start) -
    sum(parts.map(({ head, items, foot }) => bytes(head + cut(items.length) + foot)));
  const share = Math.max(0, room / 2 / parts.length);
  const kept = parts.map(({ items }) => Math.min(share, sum(items.map(bytes))));
  let keptForLater = sum(kept);
  const texts = parts.map(({ head, items, foot }, index) => {
    keptForLater -= kept[index] ?? 0;
    const shown: string[] = [];
    for (const item of items) {
      const size = bytes(item);
      if (size > room - keptForLater) break;
      room -= size;
      shown.push(item);
    }
    return head + shown.join('').replace(/\n+$/, '\n') + cut(items.length - shown.length) + foot;
  });
  return start + texts.join('');
}

/** The length in UTF-8. */
export function bytes(text: string): number {
  return Buffer.byteLength(text);
}

/** Where to find the entries that a list leaves out. */
export function wholeList(report: Report): string {
  return report.dryRun
    ? `${code(`npx ${commandsOf(report).migrate} --dry-run --format json`)} lists all of it.`
    : 'the JSON report of the run lists all of it.';
}

/** Items under a heading, which the first item contains. */
export function underHeading(heading: string, items: readonly string[]): string[] {
  return items.map((item, index) => {
    const start = index === 0 ? `${heading}\n\n` : '';
    return start + item + (index === items.length - 1 ? '\n' : '');
  });
}
