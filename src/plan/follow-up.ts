import { type FollowUpCode, type FollowUpKind, followUps } from '../catalogue/follow-ups.ts';
import type { Position } from '../config/problem.ts';

/** Something that a person must decide or look at. */
export interface FollowUp {
  readonly code: string;
  readonly kind: FollowUpKind;
  readonly option: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** The command that tells more. */
  readonly docs: string;
  /** Every place that it is about, where there may be more than the one it is told at. */
  readonly evidence: readonly Position[];
}

interface NoteDetails {
  readonly message: string;
  readonly at?: Position;
  readonly evidence?: readonly Position[];
}

/** A follow-up of our own, which the catalogue explains, or one that a user's transform brings along. */
export type FollowUpNote =
  | (NoteDetails & { readonly code: FollowUpCode })
  | (NoteDetails & { readonly code: string; readonly kind: FollowUpKind });

export function followUpFrom(note: FollowUpNote, option: string, at: Position): FollowUp {
  const kind = 'kind' in note ? note.kind : followUps[note.code].kind;
  const docs = 'kind' in note ? '' : `fw-migrate explain ${note.code}`;
  const { code, message, evidence = [] } = note;
  return { code, kind, option, ...(note.at ?? at), message, docs, evidence };
}

/** Sorted by place, what must be decided first, without repeats. */
export function sortFollowUps<T extends FollowUp>(list: readonly T[]): T[] {
  const seen = new Map(
    list.map((item) => [[item.code, item.option, item.file, item.line, item.column].join('\0'), item]),
  );
  return [...seen.values()].sort(
    (a, b) =>
      compare(a.kind, b.kind) ||
      compare(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      compare(a.code, b.code) ||
      compare(a.option, b.option),
  );
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
