import { isFollowUpCode, isPerRun } from '../catalogue/follow-ups.ts';
import { groupedBy } from '../config/grouped.ts';
import type { Position } from '../config/problem.ts';
import { comparePlaces, type FollowUp } from './follow-up.ts';

/** A follow-up of a plan or of a report, with places of one kind. */
interface Joinable<P> extends Position {
  readonly code: string;
  readonly message: string;
  readonly evidence: readonly P[];
}

/** Leaves out what is joined to another follow-up, and puts that in the place of the first of them. */
type Joined<T> = (part: readonly T[]) => T[];

/**
 * Joins the follow-ups of which one is enough for a run: it is at the first place, and names all. `placeOf` is the place
 * of a follow-up as evidence has it. The result is applied to the list, or to each of its parts.
 */
export function joinPerRun<P extends Position, T extends Joinable<P>>(
  list: readonly T[],
  placeOf: (followUp: T) => P,
): Joined<T> {
  const groups = groupedBy(
    list.filter(({ code }) => isPerRun(code)),
    ({ code, message }) => `${code}\0${partsOf(message).advice}`,
  );
  return joinGroups([...groups.values()], (group) =>
    group.flatMap((one) => (one.evidence.length > 0 ? one.evidence : placeOf(one))).toSorted(comparePlaces),
  );
}

/** Joins follow-ups of one code with the same advice: those for entries of one list, and those for one line. */
export function joinEntries(list: readonly FollowUp[]): FollowUp[] {
  const single = list.filter(({ code, evidence, message }) => {
    const isOurs = isFollowUpCode(code) && evidence.length === 0;
    return isOurs && partsOf(message).advice !== '';
  });
  const keyOf = ({ code, file, message }: FollowUp) => [code, file, partsOf(message).advice].join('\0');
  const byList = groupedBy(
    single.filter(({ option }) => listOf(option) !== undefined),
    (one) => `${keyOf(one)}\0${listOf(one.option)}`,
  );
  const lists = [...byList.values()].filter(({ length }) => length > 1);
  const inLists = new Set(lists.flat());
  const byLine = groupedBy(
    single.filter((one) => !inLists.has(one)),
    (one) => `${keyOf(one)}\0${one.line}`,
  );
  return joinGroups([...lists, ...byLine.values()], placesByLine)(list);
}

/** The list that an option is in: `css[]` for `css[2]`, `images[].dir` for `images[0].dir`; undefined if in none. */
export function listOf(option: string): string | undefined {
  const name = option.replace(/\[\d+\](?!.*\[\d+\])/, '[]');
  return name === option ? undefined : name;
}

/** One place for each line, as who looks at one sees the others; none if all are on one line. */
export function placesByLine(places: readonly Position[]): Position[] {
  const lines = new Map(places.toReversed().map(({ file, line, column }) => [line, { file, line, column }]));
  return lines.size > 1 ? [...lines.values()].toSorted(comparePlaces) : [];
}

function joinGroups<P extends Position, T extends Joinable<P>>(
  groups: readonly (readonly T[])[],
  evidenceOf: (group: readonly T[]) => readonly P[],
): Joined<T> {
  const joined = new Map<T, T | undefined>();
  for (const group of groups) {
    const [first, ...others] = group.toSorted(comparePlaces);
    if (!first || others.length === 0) continue;
    for (const one of others) joined.set(one, undefined);
    const message = joinedMessage([first, ...others].map((one) => one.message));
    joined.set(first, { ...first, message, evidence: evidenceOf([first, ...others]) });
  }
  return (part) => part.flatMap((one) => (joined.has(one) ? (joined.get(one) ?? []) : one));
}

/** `a is b: do this.` has what happened in front of the last colon, and what to do behind it. */
function partsOf(message: string): { readonly what: readonly string[]; readonly advice: string } {
  const end = message.lastIndexOf(': ');
  return end === -1
    ? { what: [message], advice: '' }
    : { what: message.slice(0, end).split('; '), advice: message.slice(end) };
}

/** One message for several with the same advice: what happened is named once each. */
function joinedMessage(messages: readonly string[]): string {
  const parts = messages.map(partsOf);
  const what = [...new Set(parts.flatMap((one) => one.what))];
  const sentence = what.map((one, index) => (index === 0 ? one : one.replace(/^The /, 'the ')));
  return `${sentence.join('; ')}${parts[0]?.advice ?? ''}`;
}
