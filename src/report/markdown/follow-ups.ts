import { followUps as catalogue, isFollowUpCode } from '../../catalogue/follow-ups.ts';
import { excerptOf } from '../excerpt.ts';
import { isRewritten, isWholeFile, placesOf, repositoryPlace } from '../places.ts';
import type { FollowUpReport, PlaceReport, Report } from '../report.ts';
import { code, details, prose } from './text.ts';
import { wholeList } from './whole.ts';

/** The follow-ups of one project, or of none, under what it is called; without a name where there is but one. */
export interface FollowUpPart {
  readonly name: string | undefined;
  readonly followUps: readonly FollowUpReport[];
}

/**
 * A task for each follow-up, by project and code. The first one of a group brings the heading along, and the first one
 * of a code what that means.
 */
export function followUpItems(parts: readonly FollowUpPart[], report: Report): string[] {
  const explained = new Set<string>();
  return parts.flatMap(({ name, followUps }) =>
    groupsOf(followUps).flatMap(([of, group], groupIndex) =>
      group.map((followUp, index) => {
        const project = groupIndex === 0 && index === 0 && name !== undefined ? `#### ${name}\n\n` : '';
        const heading = index === 0 ? headingOf(of, explained) : '';
        const end = index === group.length - 1 ? '\n' : '';
        return project + heading + taskOf(followUp, report) + end;
      }),
    ),
  );
}

function groupsOf(followUps: readonly FollowUpReport[]): [string, FollowUpReport[]][] {
  const groups = new Map<string, FollowUpReport[]>();
  for (const followUp of followUps) {
    const group = groups.get(followUp.code);
    if (group) group.push(followUp);
    else groups.set(followUp.code, [followUp]);
  }
  return [...groups];
}

function headingOf(of: string, explained: Set<string>): string {
  if (!isFollowUpCode(of)) return `**${code(of)}**\n\n`;
  const { title, explanation } = catalogue[of];
  const told = explained.has(of) ? '' : `${prose(explanation)}\n\n`;
  explained.add(of);
  return `**${prose(title)}** (${code(of)})\n\n${told}`;
}

// As many as are read; the rest opens on a click, and of very many the report has them all.
const mostVisible = 3;
const mostListed = 30;

function taskOf(followUp: FollowUpReport, report: Report): string {
  const { status, message, code: of } = followUp;
  const [first, ...others] = placesOf(followUp).map((place) => placeText(place, of, report));
  const mark = `- [${status === 'done' ? 'x' : ' '}] ${status === 'new' ? '**new** ' : ''}`;
  const items = others.slice(0, mostListed).map((place) => `- ${place}\n`);
  const rest = others.length - items.length;
  if (rest > 0) items.push(`- and ${rest} more; ${wholeList(report)}\n`);
  const list = items.join('');
  const below = others.length < mostVisible ? list : details(`${others.length} more places`, list);
  return `${mark}${prose(message)}<br>${first}\n${indented(below)}`;
}

function placeText(place: PlaceReport, of: string, report: Report): string {
  const now = repositoryPlace(place, report);
  if (isWholeFile(of, now)) return code(now.file);
  const at = code(`${now.file}:${now.line}:${now.column}`);
  const line = code(excerptOf(place));
  if (line === '') return at;
  // After the run another line may stand where the option was.
  return isRewritten(place, report) ? `${at} was ${line}` : `${at} ${line}`;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
