import {
  breaksSilently,
  type FollowUpCode,
  type FollowUpKind,
  fwFollowUps,
} from '../catalogue/follow-ups.ts';
import { compareTexts } from '../config/change.ts';
import type { Position } from '../config/problem.ts';

/** What is known about a place, and the other place that shows it. */
export interface Note<At extends Position = Position> {
  readonly text: string;
  readonly at?: At;
}

/** A position, and what is known about it. */
export interface NotedPosition extends Position {
  readonly note?: Note;
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
  /** The command that explains it; empty for codes of users' transforms. */
  readonly docs: string;
  /** Every place that it is about, if there may be more than the one it is reported at. */
  readonly evidence: readonly Place[];
};

interface NoteDetails {
  readonly message: string;
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
  const { code, message, evidence = [] } = note;
  return { code, kind, option, ...(note.at ?? at), message, docs, evidence };
}

/** A follow-up about a file as a whole, or about what cannot be shown in it. */
export function fileFollowUp(code: FollowUpCode, file: string, message: string): FollowUp {
  return followUpFrom({ code, message }, '', { file, line: 1, column: 1 });
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
      rankOf(a) - rankOf(b) ||
      compareTexts(a.kind, b.kind) ||
      comparePlaces(a, b) ||
      compareTexts(a.code, b.code) ||
      compareTexts(a.option, b.option),
  );
}

function rankOf({ code }: Pick<FollowUp, 'code'>): number {
  return breaksSilently(code) ? 0 : 1;
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
