import { groupedBy } from '../../config/grouped.ts';
import { positionText } from '../../config/problem.ts';
import type { FollowUpReport, PlaceReport, Report } from '../report.ts';
import {
  catalogueOf,
  excerptOf,
  type FollowUpGroup,
  groupOf,
  isRewritten,
  isWholeFile,
  placesOf,
  repositoryPlace,
} from '../summary.ts';
import {
  type CommentSection,
  code,
  cutList,
  details,
  foldedSection,
  namedElsewhere,
  namedProjects,
  prose,
  underName,
  wholeList,
} from './text.ts';

/** The follow-ups as tasks in four sections: those that break silently, to decide, to verify, and done. */
export function followUpSections(report: Report): CommentSection[] {
  const section = (group: FollowUpGroup, title: string, intro: string) => {
    const items = tasksOf(report, group);
    return { head: `### ${title} (${items.length})\n\n${intro}\n\n`, items, cut: cutList(report) };
  };
  const done = tasksOf(report, 'done');
  return [
    section(
      'first',
      'Do these first: they fail silently',
      'Files would be lost, skipped or served without an error.',
    ),
    section(
      'decide',
      'To decide',
      'These need a decision that fw-migrate cannot make. Tick each one when it is done.',
    ),
    section(
      'verify',
      'To verify',
      'Something or its default changed here: check that the project still works as expected.',
    ),
    foldedSection(`Done since the earlier run (${done.length})`, done, report),
  ];
}

/**
 * A task for each follow-up, grouped by project and code. The first task of a group contains the heading, and
 * the first task with a code its explanation.
 */
function tasksOf(report: Report, wanted: FollowUpGroup): string[] {
  const parts = [...namedProjects(report), namedElsewhere(report)].map(({ name, part }) => ({
    name,
    followUps: part.followUps.filter((followUp) => groupOf(followUp) === wanted),
  }));
  const firstWith = new Map(
    parts.toReversed().flatMap((part) => part.followUps.map((followUp) => [followUp.code, part])),
  );
  return parts.flatMap((part) => {
    const groups = [...groupedBy(part.followUps, (followUp) => followUp.code)];
    const items = groups.flatMap(([codeName, group]) =>
      group.map((followUp, index) => {
        const heading = index === 0 ? headingOf(codeName, firstWith.get(codeName) === part, report) : '';
        return heading + taskOf(followUp, report) + (index === group.length - 1 ? '\n' : '');
      }),
    );
    return underName(part.name, items, '');
  });
}

function headingOf(codeName: string, isExplained: boolean, report: Report): string {
  const text = catalogueOf(report).followUpText(codeName);
  if (!text) return `**${code(codeName)}**\n\n`;
  const explanation = isExplained ? `${prose(text.explanation)}\n\n` : '';
  return `**${prose(text.title)}** (${code(codeName)})\n\n${explanation}`;
}

// More places are folded, and very long lists are cut.
const mostVisible = 3;
const mostListed = 30;

function taskOf(followUp: FollowUpReport, report: Report): string {
  const { id, status, message, note, code: codeName } = followUp;
  const [first, ...others] = placesOf(followUp).map((place) => placeText(place, codeName, report));
  const mark = `- [${status === 'done' ? 'x' : ' '}] ${status === 'new' ? '**new** ' : ''}`;
  const hidden = others.length - mostListed;
  const list = [
    ...others.slice(0, mostListed).map((place) => `- ${place}\n`),
    ...(hidden > 0 ? [`- and ${hidden} more; ${wholeList(report)}\n`] : []),
  ].join('');
  const below = others.length < mostVisible ? list : details(`${others.length} more places`, list);
  const noteText = note === undefined ? '' : `<br>Note: ${prose(note)}`;
  // A hidden id, by which a later comment keeps the tick. A saved report may contain any text as an id.
  const tickMark = /^[\w-]{1,64}$/.test(id) ? ` <!-- fw-migrate:${id} -->` : '';
  return `${mark}${prose(message)}<br>${first}${noteText}${tickMark}\n${below.replace(/^(?=.)/gm, '  ')}`;
}

function placeText(place: PlaceReport, codeName: string, report: Report): string {
  const current = repositoryPlace(place, report);
  if (isWholeFile(codeName, current)) return code(current.file);
  const at = code(positionText(current));
  const line = code(excerptOf(place));
  const note = place.reason === undefined ? '' : `: ${prose(place.reason)}`;
  if (line === '') return at + note;
  // After the run, another line may be where the option was.
  return `${at}${isRewritten(place, report) ? ' was' : ''} ${line}${note}`;
}

const task = /^- \[( |x|X)\] .*<!-- fw-migrate:([\w-]{1,64}) -->[ \t]*\r?$/gm;

/** Sets the ticks of an earlier comment in a comment; nothing else is taken from the earlier one. */
export function withTicks(comment: string, earlier: string): string {
  const ticked = new Set([...earlier.matchAll(task)].flatMap(([, mark, id]) => (mark === ' ' ? [] : [id])));
  return comment.replace(task, (line: string, mark: string, id: string) =>
    mark === ' ' && ticked.has(id) ? line.replace('- [ ]', '- [x]') : line,
  );
}
