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

/** The follow-ups, as tasks: what breaks silently, what to decide, what to verify, and what is settled since an earlier run. */
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
 * A task for each follow-up, by project and code. The first one of a group brings the heading along, and the first one
 * of a code what that means.
 */
function tasksOf(report: Report, wanted: FollowUpGroup): string[] {
  const parts = [...namedProjects(report), namedElsewhere(report)].map(({ name, part }) => ({
    name,
    followUps: part.followUps.filter((one) => groupOf(one) === wanted),
  }));
  const firstWith = new Map(
    parts.toReversed().flatMap((part) => part.followUps.map((one) => [one.code, part])),
  );
  return parts.flatMap((part) => {
    const groups = [...groupedBy(part.followUps, (one) => one.code)];
    const items = groups.flatMap(([of, group]) =>
      group.map((followUp, index) => {
        const heading = index === 0 ? headingOf(of, firstWith.get(of) === part, report) : '';
        return heading + taskOf(followUp, report) + (index === group.length - 1 ? '\n' : '');
      }),
    );
    return underName(part.name, items, '');
  });
}

function headingOf(of: string, isExplained: boolean, report: Report): string {
  const known = catalogueOf(report).followUpText(of);
  if (!known) return `**${code(of)}**\n\n`;
  const explanation = isExplained ? `${prose(known.explanation)}\n\n` : '';
  return `**${prose(known.title)}** (${code(of)})\n\n${explanation}`;
}

// The rest opens on a click; very long lists are cut.
const mostVisible = 3;
const mostListed = 30;

function taskOf(followUp: FollowUpReport, report: Report): string {
  const { id, status, message, note, code: of } = followUp;
  const [first, ...others] = placesOf(followUp).map((place) => placeText(place, of, report));
  const mark = `- [${status === 'done' ? 'x' : ' '}] ${status === 'new' ? '**new** ' : ''}`;
  const rest = others.length - mostListed;
  const list = [
    ...others.slice(0, mostListed).map((place) => `- ${place}\n`),
    ...(rest > 0 ? [`- and ${rest} more; ${wholeList(report)}\n`] : []),
  ].join('');
  const below = others.length < mostVisible ? list : details(`${others.length} more places`, list);
  const noteText = note === undefined ? '' : `<br>Note: ${prose(note)}`;
  // Unseen: by it a later comment knows which one was ticked. A saved report may bring any text as an id.
  const tickMark = /^[\w-]{1,64}$/.test(id) ? ` <!-- fw-migrate:${id} -->` : '';
  return `${mark}${prose(message)}<br>${first}${noteText}${tickMark}\n${below.replace(/^(?=.)/gm, '  ')}`;
}

function placeText(place: PlaceReport, of: string, report: Report): string {
  const now = repositoryPlace(place, report);
  if (isWholeFile(of, now)) return code(now.file);
  const at = code(positionText(now));
  const line = code(excerptOf(place));
  const note = place.reason === undefined ? '' : `: ${prose(place.reason)}`;
  if (line === '') return at + note;
  // After the run another line may stand where the option was.
  return `${at}${isRewritten(place, report) ? ' was' : ''} ${line}${note}`;
}

const task = /^- \[( |x|X)\] .*<!-- fw-migrate:([\w-]{1,64}) -->[ \t]*\r?$/gm;

/** A comment with the ticks that people have set in an earlier one: only which follow-ups are ticked is taken from it. */
export function withTicks(comment: string, earlier: string): string {
  const ticked = new Set([...earlier.matchAll(task)].flatMap(([, mark, id]) => (mark === ' ' ? [] : [id])));
  return comment.replace(task, (line: string, mark: string, id: string) =>
    mark === ' ' && ticked.has(id) ? line.replace('- [ ]', '- [x]') : line,
  );
}
