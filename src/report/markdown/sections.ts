import { migrateCommand } from '../commands.ts';
import type { ProjectReport, Report, ReportPart } from '../report.ts';
import { counted } from '../summary.ts';
import { code } from './text.ts';

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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
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
    ? `${code(`${migrateCommand(report)} --dry-run --format json`)} lists all of it.`
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
