import { escapeHtml } from '../html/document.ts';
import { plainLine, printable } from '../plain.ts';
import type { ProjectReport, Report, ReportPart } from '../report.ts';
import { counted, migrateCommand } from '../sentences.ts';
import { sum } from '../summary.ts';

/** A text as inline code: nothing in it is a mark, a tag, a mention or a link. */
export function code(text: string): string {
  const line = plainLine(text.replaceAll('\t', ' '));
  const fence = '`'.repeat(longestRun(line) + 1);
  // A space is taken off at both ends, so that a backtick can stand there.
  const space = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return line.trim() === '' ? '' : fence + space + line + space + fence;
}

// No message of ours has a part as long as this; what a project brings along may have any length.
const longestPart = 400;

/** A message, whose `backticked` parts are code; whatever else it holds is shown as it is. */
export function prose(message: string): string {
  const parts = plainLine(message.replaceAll('\t', ' '))
    .trim()
    .split('`')
    .map((part) => (part.length > longestPart ? `${part.slice(0, longestPart)}…` : part));
  const isOpen = parts.length % 2 === 0;
  const shown = parts.map((part, index) => {
    const isCode = index % 2 === 1 && !(isOpen && index === parts.length - 1);
    if (isCode) return code(part) || '\\`\\`';
    // Backticks of two codes side by side would be read as one mark.
    if (part === '' && index > 0 && index < parts.length - 1) return ' ';
    return (isOpen && index === parts.length - 1 ? '\\`' : '') + escaped(part);
  });
  return unstarted(shown.join(''));
}

const zeroWidthSpace = '&#8203;';

/** Nothing in it formats or starts a tag, and no site makes a mention, a reference or a link of it. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<>&|~]/g, '\\$&')
    .replace(/[@#](?=\w)|\bgh(?=-\d)/gi, `$&${zeroWidthSpace}`)
    .replaceAll('$', '&#36;')
    .replaceAll('://', '&#58;//')
    .replace(/\bwww\./gi, (match) => `${match.slice(0, -1)}&#46;`);
}

/** Without what would start a heading or a list of its own at the start of an item. */
function unstarted(text: string): string {
  return text.replace(/^[#+=-]/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2');
}

/** Lines as a block of code, in a fence that nothing in them can close. */
export function fenced(text: string, language: string): string {
  const lines = text
    .replaceAll('\r\n', '\n')
    .split('\t')
    .map((part) => printable(part, false))
    .join('\t')
    .replace(/\n$/, '');
  const fence = '`'.repeat(Math.max(3, longestRun(lines) + 1));
  return `${fence}${language}\n${lines}\n${fence}\n`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
}

/** Something that opens on a click. The summary is HTML already; the content is markdown. */
export function details(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n</details>\n`;
}

/** A text as code where only HTML is understood, as in a summary. */
export function htmlCode(text: string): string {
  return `<code>${escapeHtml(plainLine(text))}</code>`;
}

/** A part of a comment whose items may be left out from the last one on. */
export interface CommentSection {
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
export function fitSections(start: string, sections: readonly CommentSection[], most: number): string {
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

/** The length in UTF-8. */
export function bytes(text: string): number {
  return Buffer.byteLength(text);
}

// A longer list opens on a click.
const mostOpen = 10;

export function listSection(title: string, items: readonly string[], report: Report): CommentSection {
  return items.length > mostOpen
    ? foldedSection(title, items, report)
    : { head: `### ${title}\n\n`, items, cut: cutList(report) };
}

export function foldedSection(title: string, items: readonly string[], report: Report): CommentSection {
  const head = `<details><summary><b>${title}</b></summary>\n\n`;
  return { head, items, foot: '\n</details>\n', cut: cutList(report) };
}

export function cutList(report: Report): CommentSection['cut'] {
  return (count) =>
    `\n${counted(count, 'more entry', 'more entries')} did not fit here: ${wholeList(report)}\n`;
}

/** Where everything is that had to be left out of a list. */
export function wholeList(report: Report): string {
  return report.dryRun
    ? `${code(`npx ${migrateCommand(report)} --dry-run --format json`)} lists all of it.`
    : 'the JSON report of the run lists all of it.';
}

interface Named<Part> {
  /** Undefined if it needs no name. */
  readonly name: string | undefined;
  readonly part: Part;
}

/** Projects under the names of their configs; where there is but one, it needs no name. */
export function namedProjects({ projects, base }: Report): Named<ProjectReport>[] {
  const isOne = projects.length === 1;
  return projects.map((part) => ({ name: isOne ? undefined : code(base + part.config), part }));
}

/** What belongs to no project; where there is none at all, it needs no name. */
export function namedElsewhere({ projects, elsewhere }: Report): Named<ReportPart> {
  return { name: projects.length === 0 ? undefined : 'Outside the projects', part: elsewhere };
}

/** Items under a name, which the first one brings along. */
export function underName(name: string | undefined, items: readonly string[], end = '\n'): string[] {
  if (name === undefined) return [...items];
  return items.map((item, index) => {
    const heading = index === 0 ? `#### ${name}\n\n` : '';
    return heading + item + (index === items.length - 1 ? end : '');
  });
}
