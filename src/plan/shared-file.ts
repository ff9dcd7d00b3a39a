import { applyEdits, changedPart } from '../config/edits.ts';
import { positionOf } from '../config/problem.ts';
import type { Span } from '../config/source.ts';
import type { FoundProject } from '../project/discover.ts';
import type { TreePath } from '../project/snapshot.ts';
import { listedTexts } from './follow-up.ts';
import type { PlannedText } from './plan.ts';
import type { Refusal } from './refusal.ts';

/** A project whose config is read from a file, and what it needs that file to be. */
export interface FileReader {
  readonly found: FoundProject;
  readonly text: PlannedText;
}

/** Refuses projects whose configs are read from one file and need different texts of it: says what each one needs. */
export function sharedFile(path: TreePath, readers: readonly FileReader[]): Refusal {
  const configs = readers.map(({ found }) => found.config);
  const named = listedTexts(configs);
  const before = readers[0]?.text.before ?? '';
  const { start, end } = firstDifference(readers);
  const at = positionOf(path, before, start + blanksAt(before.slice(start, end)));
  const lines = { start: before.lastIndexOf('\n', start - 1) + 1, end: before.indexOf('\n', end) };
  return {
    code: 'project-refused',
    at,
    summary: `${named} share ${path}, but need different versions of line ${at.line}`,
    items: readers.map((reader) => ({
      at: undefined,
      text: `${reader.found.config} needs ${lineFor(reader, lines)}`,
    })),
    advice: 'Give each config its own copy, or move the difference into the configs; then run again.',
  };
}

function blanksAt(text: string): number {
  return text.length - text.trimStart().length;
}

/** The first place that one of them changes in a way of its own. */
function firstDifference(readers: readonly FileReader[]): Span {
  const all = readers.map(({ text }) => editsOf(text));
  const own = all.flatMap((edits) =>
    edits.filter((edit) => !all.every((others) => others.some((other) => isSame(edit, other)))),
  );
  return own.toSorted((one, other) => one.start - other.start)[0] ?? { start: 0, end: 0 };
}

/** What some lines become for one of them. */
function lineFor({ text }: FileReader, { start, end }: Span): string {
  const to = end === -1 ? text.before.length : end;
  const before = text.before.slice(start, to);
  const after = applyEdits(text.before, editsOf(text), start, to);
  if (after === before) return `\`${shownCode(before)}\` unchanged`;
  return /\w/.test(after) ? `\`${shownCode(after)}\`` : `\`${shownCode(before)}\` removed`;
}

type TextEdit = ReturnType<typeof changedPart>;

function editsOf({ before, after, edits }: PlannedText): readonly TextEdit[] {
  return before === after ? [] : (edits ?? [changedPart(before, after)]);
}

function isSame(one: TextEdit, other: TextEdit): boolean {
  return one.start === other.start && one.end === other.end && one.text === other.text;
}

const longestShown = 80;

function shownCode(code: string): string {
  const flat = code.trim().replace(/\s+/g, ' ');
  return flat.length > longestShown ? `${flat.slice(0, longestShown)}…` : flat;
}
