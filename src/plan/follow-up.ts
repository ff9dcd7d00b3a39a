/** What a person has to decide or verify, from the note of a transform to a sorted list without repeats. */

import { groupedBy } from '../base/grouped.ts';
import { type Position, positionText, startOf } from '../base/position.ts';
import {
  breaksSilently,
  type FollowUpCode,
  type FollowUpKind,
  followUpRow,
  fwFollowUps,
  isFollowUpCode,
} from '../catalogue/follow-ups.ts';
import { compareTexts } from '../config/change.ts';

/** A change that a run makes, worded for both a run and a dry run. */
export interface Effect {
  /** The subject of the change, such as `dir.static`. */
  readonly what: string;
  /** The change itself, such as `removed`. */
  readonly done: string;
}

/** A sentence about a change, and the effect that a dry run words differently. */
export interface Said {
  /** The sentence after a run. */
  readonly message: string;
  readonly effect: string | Effect;
}

export function saidOf(effect: string | Effect): Said {
  return { message: effectText(effect, 'done'), effect };
}

const auxiliaries = { done: '', planned: 'would be ', left: 'should be ' } as const;

/** Writes conditions for people: `extends[0]` (if `ci`) instead of `$if(ci).extends[0]`. */
function withConditions(text: string): string {
  return text.replace(
    /`([^`]*?)\$if\(([^`]*)\)\.([^`]*)`/g,
    (_, block, condition, option) => `\`${block}${option}\` (if \`${condition}\`)`,
  );
}

/** Words an effect for a run, a dry run, or a task for the user. A transform's own sentence is kept. */
export function effectText(effect: string | Effect, state: keyof typeof auxiliaries): string {
  return typeof effect === 'string'
    ? effect
    : withConditions(`${effect.what} ${auxiliaries[state]}${effect.done}`);
}

/** A detail about a place, and another place that shows it. */
export interface Note<At extends Position = Position> {
  readonly text: string | Effect;
  readonly at?: At;
}

/** A position after the run; its file has the path from before the run. */
export interface NowPosition extends Position {
  /** Whether the text at that position was removed. */
  readonly isGone?: boolean;
}

/** A position with details. */
export interface NotedPosition extends Position {
  readonly note?: Note;
  /** The position after the run, if edits do not show it: an option may move to another file. */
  readonly now?: NowPosition;
}

/**
 * Something to decide or verify, at a place. In a finished plan, places have more details: see `LocatedPlace`.
 */
export type FollowUp<At extends Position = Position, Place extends At = At & NotedPosition> = At & {
  readonly code: string;
  readonly kind: FollowUpKind;
  /** Empty if it is about no single option. */
  readonly option: string;
  readonly message: string;
  /** The subject besides the place: a folder in the project, or a package. */
  readonly subject?: string;
  /** The command that explains it; empty for codes of users' transforms. */
  readonly docs: string;
  /** All places that it is about, if there may be several. */
  readonly evidence: readonly Place[];
  readonly now?: NowPosition;
};

interface NoteDetails {
  readonly message: string;
  readonly subject?: string;
  readonly at?: Position;
  readonly evidence?: readonly NotedPosition[];
}

/** The follow-up that a transform returns: with a code of the catalogue, or its own code and kind. */
export type FollowUpNote =
  | (NoteDetails & { readonly code: FollowUpCode })
  | (NoteDetails & { readonly code: string; readonly kind: FollowUpKind });

/** Makes a follow-up of a note, at the given place unless the note has its own. */
export function followUpFrom(note: FollowUpNote, option: string, at: Position): FollowUp {
  const kind = 'kind' in note ? note.kind : fwFollowUps[note.code].kind;
  const docs = 'kind' in note ? '' : `fw-migrate explain ${note.code}`;
  const { code, message: noteMessage, subject, evidence = [] } = note;
  const message = withConditions(noteMessage);
  const about = subject !== undefined && { subject };
  return { code, kind, option, ...(note.at ?? at), message, ...about, docs, evidence };
}

/** A follow-up about a file as a whole. */
export function fileFollowUp(code: FollowUpCode, file: string, message: string): FollowUp {
  return followUpFrom({ code, message }, '', startOf(file));
}

/** One follow-up for several places, at the first of them; none without places. */
export function followUpAbout(places: readonly NotedPosition[], note: FollowUpNote): FollowUp[] {
  return places.slice(0, 1).map((at) => followUpFrom({ ...note, evidence: places }, '', at));
}

/** Sorts follow-ups without repeats: those that break silently, decisions, then others; each by place. */
export function sortFollowUps<T extends FollowUp>(list: readonly T[]): T[] {
  const keyOf = ({ code, option, file, line, column, message }: T) =>
    [code, option, file, line, column, message].join('\0');
  const seen = new Map(list.map((item) => [keyOf(item), item]));
  return [...seen.values()].sort(
    (a, b) =>
      Number(breaksSilently(b.code)) - Number(breaksSilently(a.code)) ||
      compareTexts(a.kind, b.kind) ||
      comparePlaces(a, b) ||
      compareTexts(a.code, b.code) ||
      compareTexts(a.option, b.option),
  );
}

/** Only the position of a place. */
export function positionOnly({ file, line, column }: Position): Position {
  return { file, line, column };
}

export function comparePlaces(a: Position, b: Position): number {
  return compareTexts(a.file, b.file) || a.line - b.line || a.column - b.column;
}

/** Joins a list for a sentence: `a, b and c`; a long one is cut off. */
export function listedTexts(texts: readonly string[], most = Number.POSITIVE_INFINITY): string {
  const shown = texts.slice(0, most);
  const hidden = texts.length - shown.length;
  const all = hidden > 0 ? [...shown, `${hidden} more`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** A follow-up of a plan or a report. */
interface Joinable<P> extends Position {
  readonly code: string;
  readonly message: string;
  readonly evidence: readonly P[];
}

/** Replaces the first follow-up of each group by the joined one, and drops the others. */
type Joined<T> = (part: readonly T[]) => T[];

/**
 * Joins follow-ups that one is enough of: of those of a run, the first one stays, with all places as evidence; of those
 * of a place, which all configs that import a file may report, the first one.
 * `placeOf` makes evidence of those without any. The result is applied to the list, or to each of its parts.
 */
export function joinRepeated<P extends Position, T extends Joinable<P>>(
  list: readonly T[],
  placeOf: (followUp: T) => P,
): Joined<T> {
  const listOnce = (per: 'run' | 'place') =>
    list.filter(({ code }) => followUpRow(code)?.once === per);
  const groups = groupedBy(
    listOnce('run'),
    ({ code, message }) => `${code}\0${partsOf(message).advice}`,
  );
  const byPlace = groupedBy(listOnce('place'), (item) => `${item.code}\0${positionText(item)}`);
  const repeats = new Set([...byPlace.values()].flatMap(([, ...others]) => others));
  const joined = joinGroups([...groups.values()], (group) =>
    group
      .flatMap((item) => (item.evidence.length > 0 ? item.evidence : placeOf(item)))
      .toSorted(comparePlaces),
  );
  return (part) => joined(part.filter((item) => !repeats.has(item)));
}

/** Joins follow-ups with the same code and advice for entries of one list or group, or for one line. */
export function joinEntries(list: readonly FollowUp[]): FollowUp[] {
  const single = list.filter(({ code, evidence, message }) => {
    const isOurs = isFollowUpCode(code) && evidence.length === 0;
    return isOurs && partsOf(message).advice !== '';
  });
  const keyOf = ({ code, file, message }: FollowUp) =>
    [code, file, partsOf(message).advice].join('\0');
  const byGroup = groupedBy(
    single.filter(({ option }) => groupOf(option) !== undefined),
    (followUp) => `${keyOf(followUp)}\0${groupOf(followUp.option)}`,
  );
  const groups = [...byGroup.values()].filter(({ length }) => length > 1);
  const inGroups = new Set(groups.flat());
  const byLine = groupedBy(
    single.filter((followUp) => !inGroups.has(followUp)),
    (followUp) => `${keyOf(followUp)}\0${followUp.line}`,
  );
  return joinGroups([...groups, ...byLine.values()], placesByLine)(list);
}

/** The list or group that contains an option: `css[]` for `css[2]`; undefined at the top level. */
function groupOf(option: string): string | undefined {
  const inList = option.replace(/\[\d+\](?!.*\[\d+\])/, '[]');
  return inList === option ? /^(.+)\.[^.]+$/.exec(option)?.[1] : inList;
}

/** One place per line, which is enough to see the others; none if all are on one line. */
function placesByLine(places: readonly NotedPosition[]): NotedPosition[] {
  const lines = new Map(
    places
      .toReversed()
      .map((place) => [
        place.line,
        { ...positionOnly(place), ...(place.now && { now: place.now }) },
      ]),
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
    for (const followUp of others) joined.set(followUp, undefined);
    const message = joinedMessage([first, ...others].map((followUp) => followUp.message));
    joined.set(first, { ...first, message, evidence: evidenceOf([first, ...others]) });
  }
  return (part) => part.flatMap((item) => (joined.has(item) ? (joined.get(item) ?? []) : item));
}

/** Splits `a is b: do this.` at its last colon into what happened and what to do. */
function partsOf(message: string): { readonly what: readonly string[]; readonly advice: string } {
  const end = message.replace(/`[^`]*`/g, (code) => '`'.repeat(code.length)).lastIndexOf(': ');
  return end === -1
    ? { what: [message], advice: '' }
    : { what: message.slice(0, end).split('; '), advice: message.slice(end) };
}

/** One message for several with the same advice, which names each event once. */
function joinedMessage(messages: readonly string[]): string {
  const parts = messages.map(partsOf);
  const [first, ...others] = new Set(parts.flatMap((part) => part.what));
  return (
    [first, ...others.map((event) => event.replace(/^Th/, 'th'))].join('; ') +
    (parts[0]?.advice ?? '')
  );
}
