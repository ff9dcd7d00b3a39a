import {
  breaksSilently,
  type FollowUpCode,
  type FollowUpKind,
  fwFollowUps,
  isFollowUpCode,
  isPerRun,
} from '../catalogue/follow-ups.ts';
import { compareTexts } from '../config/change.ts';
import { groupedBy } from '../config/grouped.ts';
import { type Position, startOf } from '../config/problem.ts';
import { type Effect, withConditions } from './effect.ts';

/** What is known about a place, and the other place that shows it. */
export interface Note<At extends Position = Position> {
  readonly text: string | Effect;
  readonly at?: At;
}

/** A position after the run, in a file that is named as before it. */
export interface NowPosition extends Position {
  /** Whether nothing is left of what stood there. */
  readonly isGone?: boolean;
}

/** A position, and what is known about it. */
export interface NotedPosition extends Position {
  readonly note?: Note;
  /** Where it is afterwards, if the edits of its file do not show that: an option may move to another file. */
  readonly now?: NowPosition;
}

/**
 * Something to decide or verify, at a place. A finished plan knows more about its places than their
 * positions: see `LocatedPlace`.
 */
export type FollowUp<At extends Position = Position, Place extends At = At & NotedPosition> = At & {
  readonly code: string;
  readonly kind: FollowUpKind;
  /** Empty if it is about no single option. */
  readonly option: string;
  readonly message: string;
  /** What it is about, besides its place: a folder in the project, or a package. */
  readonly subject?: string;
  /** The command that explains it; empty for codes of users' transforms. */
  readonly docs: string;
  /** Every place that it is about, if there may be more than the one it is reported at. */
  readonly evidence: readonly Place[];
  readonly now?: NowPosition;
};

interface NoteDetails {
  readonly message: string;
  readonly subject?: string;
  readonly at?: Position;
  readonly evidence?: readonly NotedPosition[];
}

/** What a transform returns: a code of the catalogue, or one of a user's transform with its kind. */
export type FollowUpNote =
  | (NoteDetails & { readonly code: FollowUpCode })
  | (NoteDetails & { readonly code: string; readonly kind: FollowUpKind });

/** The follow-up that a note makes, at a place unless the note has its own. */
export function followUpFrom(note: FollowUpNote, option: string, at: Position): FollowUp {
  const kind = 'kind' in note ? note.kind : fwFollowUps[note.code].kind;
  const docs = 'kind' in note ? '' : `fw-migrate explain ${note.code}`;
  const { code, message: said, subject, evidence = [] } = note;
  const message = withConditions(said);
  const about = subject !== undefined && { subject };
  return { code, kind, option, ...(note.at ?? at), message, ...about, docs, evidence };
}

/** A follow-up about a file as a whole, or about what cannot be shown in it. */
export function fileFollowUp(code: FollowUpCode, file: string, message: string): FollowUp {
  return followUpFrom({ code, message }, '', startOf(file));
}

/** Sorted by what to do first: what breaks silently, what must be decided, the rest; then by place, without repeats. */
export function sortFollowUps<T extends FollowUp>(list: readonly T[]): T[] {
  const seen = new Map(
    list.map((item) => [
      [item.code, item.option, item.file, item.line, item.column, item.message].join('\0'),
      item,
    ]),
  );
  return [...seen.values()].sort(
    (a, b) =>
      silentFirst(a) - silentFirst(b) ||
      compareTexts(a.kind, b.kind) ||
      comparePlaces(a, b) ||
      compareTexts(a.code, b.code) ||
      compareTexts(a.option, b.option),
  );
}

function silentFirst({ code }: Pick<FollowUp, 'code'>): number {
  return breaksSilently(code) ? 0 : 1;
}

/** The place of a follow-up, and nothing else. */
export function positionIn({ file, line, column }: Position): Position {
  return { file, line, column };
}

/** Orders places by file, line and column. */
export function comparePlaces(a: Position, b: Position): number {
  return compareTexts(a.file, b.file) || a.line - b.line || a.column - b.column;
}

/** A list as people say it: `a, b and c`; of a long one only the start. */
export function listedTexts(texts: readonly string[], most = Number.POSITIVE_INFINITY): string {
  const shown = texts.slice(0, most);
  const rest = texts.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

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

/** Joins follow-ups of one code with the same advice: those for entries of one list or group, and those for one line. */
export function joinEntries(list: readonly FollowUp[]): FollowUp[] {
  const single = list.filter(({ code, evidence, message }) => {
    const isOurs = isFollowUpCode(code) && evidence.length === 0;
    return isOurs && partsOf(message).advice !== '';
  });
  const keyOf = ({ code, file, message }: FollowUp) => [code, file, partsOf(message).advice].join('\0');
  const byGroup = groupedBy(
    single.filter(({ option }) => groupOf(option) !== undefined),
    (one) => `${keyOf(one)}\0${groupOf(one.option)}`,
  );
  const groups = [...byGroup.values()].filter(({ length }) => length > 1);
  const inGroups = new Set(groups.flat());
  const byLine = groupedBy(
    single.filter((one) => !inGroups.has(one)),
    (one) => `${keyOf(one)}\0${one.line}`,
  );
  return joinGroups([...groups, ...byLine.values()], placesByLine)(list);
}

/** The list or group that an option is in; undefined for one at the top. */
function groupOf(option: string): string | undefined {
  return listOf(option) ?? /^(.+)\.[^.]+$/.exec(option)?.[1];
}

/** The list that an option is in: `css[]` for `css[2]`, `images[].dir` for `images[0].dir`; undefined if in none. */
export function listOf(option: string): string | undefined {
  const name = option.replace(/\[\d+\](?!.*\[\d+\])/, '[]');
  return name === option ? undefined : name;
}

/** One place for each line, as who looks at one sees the others; none if all are on one line. */
export function placesByLine(places: readonly NotedPosition[]): NotedPosition[] {
  const lines = new Map(
    places
      .toReversed()
      .map((place) => [place.line, { ...positionIn(place), ...(place.now && { now: place.now }) }]),
  );
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
