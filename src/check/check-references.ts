/**
 * Checks that every text with a slash still resolves to the same files. How a single text is compared is in the folder
 * `reference-check`.
 */

import { type ChangedText, changedPart } from '../base/edits.ts';
import { lazy } from '../base/memo.ts';
import { isRelativePath } from '../base/paths.ts';
import { type Position, positionOf } from '../base/position.ts';
import { isChecked } from '../catalogue/file-kinds.ts';
import type { Defect } from '../plan/defect.ts';
import type { FollowUp } from '../plan/follow-up.ts';
import { shownPlace, unverifiedPaths } from '../plan/mentioned-paths.ts';
import type { PlannedFile } from '../plan/plan.ts';
import { folderNameSpans, isOwnReport } from '../tree/own-files.ts';
import { isInComment } from '../tree/syntax/comments.ts';
import { type PathString, pathStringsIn } from './reference-check/path-strings.ts';
import {
  type ComparedText,
  createContext,
  createFileReader,
  outcomeOf,
  type Trouble,
} from './reference-check/resolution.ts';
import { type MovedRepository, readSides, type TextsAfterRun } from './reference-check/sides.ts';

/** A text that looks like a path but resolved to nothing before the run. */
export type BrokenReference = Position & { readonly text: string };

/** The result of the check of references. */
export interface ReferenceProof {
  /** How many references resolve to the same file with the same text, and with an edited text. */
  readonly same: number;
  readonly followed: number;
  readonly ledNowhere: readonly BrokenReference[];
  /** Texts with an alias whose definition cannot be read. */
  readonly notCheckable: readonly (BrokenReference & { readonly alias: string })[];
  readonly defects: readonly Defect[];
}

/** A file with its text before and after the run. */
export interface CheckedFile extends Pick<PlannedFile, 'from' | 'to' | 'by'> {
  readonly before: string;
  /** Undefined if the text does not change. */
  readonly text?: ChangedText | undefined;
  /** The follow-ups that already report something in this file. */
  readonly followUps: readonly FollowUp[];
}

/** The references of one file. */
export type CheckedReferences = ReferenceProof & { readonly followUps: readonly FollowUp[] };

const nothing: CheckedReferences = {
  same: 0,
  followed: 0,
  ledNowhere: [],
  notCheckable: [],
  defects: [],
  followUps: [],
};

// Longer files are generated.
const longestChecked = 1_000_000;

/**
 * Checks references independently of what the plan found in files: it gets the moves and the new texts, searches texts
 * without parsing them, and reads the configs of the tree after the run again. Every text that looked like a path and
 * resolved to a file or folder must resolve to the same one afterwards. An edited text that does not is a bug; an
 * unedited one is a follow-up, since it may not be a path at all.
 */
export function createReferenceCheck(run: MovedRepository, textsAfter: TextsAfterRun) {
  const { moves } = run;
  const { catalogue, fileKind } = run.repository;
  // Computed when the first file is checked, because only then are all new texts known.
  const context = lazy(() => {
    const sides = readSides(run, textsAfter);
    const projects = [sides.before, sides.after].flatMap((side) => [...side.projects.values()]);
    // If nothing moves and all sources are in the root, every text resolves as before.
    const isStill =
      !moves.hasMoves && projects.every(({ source, root }) => (source.before ?? root) === root);
    return {
      isStill,
      fileAt: createFileReader(createContext({ ...sides, moves, fileKind }, catalogue)),
    };
  });
  return (file: CheckedFile): CheckedReferences => {
    const { from, to, before } = file;
    if (before.length > longestChecked || context().isStill) return nothing;
    const compared = context().fileAt(from, to);
    // Our own reports list old paths on purpose.
    if (!compared.isSource && isOwnReport(before)) return nothing;
    const counts = { same: 0, followed: 0 };
    const problems: Problem[] = [];
    for (const text of comparedTexts(file, isChecked(fileKind(from)))) {
      const outcome = outcomeOf(compared, text, before);
      if (outcome === 'same') counts[text.written ? 'followed' : 'same'] += 1;
      else if (outcome !== 'no path')
        problems.push({ ...text, ...outcome, ...positionOf(from, before, text.start) });
    }
    const found = problems.length === 0 ? nothing : judged(problems, file, compared.isSource);
    return { ...found, ...counts };
  };
}

/** Which texts of a file that do not resolve to the same files are bugs, and which are reported. */
function judged(
  problems: readonly Problem[],
  file: CheckedFile,
  isSource: boolean,
): CheckedReferences {
  const isOurs = file.by.every((who) => who === 'references' || who === 'tooling');
  const isWrong = ({ written }: LostReference) => written !== undefined && isOurs;
  // Options that transforms write are checked separately, and codemods are their author's choice.
  const isOpen = ({ written, now }: LostReference) =>
    !written || (!isOurs && now.length === 0 && file.text?.edits !== undefined);
  const references = problems.filter((one) => isReference(one, file));
  const inSource = isSource ? references : [];
  const isLost = (one: Problem): one is LostReference => one.kind === 'lost';
  return {
    ...nothing,
    ledNowhere: inSource.filter((one) => one.kind === 'nowhere').map(brokenReference),
    notCheckable: inSource
      .filter((one) => one.kind === 'unread')
      .map((one) => ({ ...brokenReference(one), alias: one.alias })),
    defects: problems.filter(isLost).filter(isWrong).map(defectOf),
    followUps: unverifiedPaths(references.filter(isLost).filter(isOpen), file.followUps),
  };
}

/** Whether a text is a reference: not a key, a name of a folder in our settings, or a part of a comment. */
function isReference({ start, end }: Problem, { from, before }: CheckedFile): boolean {
  const isName = folderNameSpans(from, before).some(
    (span) => start >= span.start && start < span.end,
  );
  return !isName && !/^["'`]:/.test(before.slice(end, end + 2)) && !isInComment(before, start);
}

export type ReferenceCheck = ReturnType<typeof createReferenceCheck>;

/** The texts of a file that look like paths, all or only edited ones, with the texts in their place after the run. */
function comparedTexts(
  { before, text: changed, by }: CheckedFile,
  isWhole: boolean,
): ComparedText[] {
  if (!changed && !isWhole) return [];
  const texts = pathStringsIn(before);
  if (!changed) return texts;
  const textsAfter = pathStringsIn(changed.after);
  const touched = new Set<PathString>();
  let shift = 0;
  const edits = changed.edits ?? [changedPart(changed.before, changed.after)];
  const edited = edits.flatMap(({ start, end, text }): ComparedText[] => {
    const strings = touching(texts, start, end).filter((item) => !touched.has(item));
    for (const item of strings) touched.add(item);
    const written = touching(textsAfter, start + shift, start + shift + text.length);
    shift += text.length - (end - start);
    const span = before.slice(start, end);
    // Spans with blanks are edits that the framework requires, and a quoted path may start at the file.
    const isPlain = /^\S+$/.test(span) && !strings.some((item) => isRelativePath(item.text));
    // An alias for the folder itself, which now points to the source directory.
    if (/^\.{1,2}\/?$/.test(span) && by.includes('tooling')) return [];
    if (isPlain && by.includes('tooling'))
      return [
        {
          text: span,
          start,
          end,
          written: text.split(/["'`]?,?\s+(?:- +)?["'`]?/),
          isOfTool: true,
        },
      ];
    return strings.map((item) => ({ ...item, written: written.map((after) => after.text) }));
  });
  return isWhole ? [...edited, ...texts.filter((item) => !touched.has(item))] : edited;
}

/** The texts that have a character between two offsets, or are next to one. */
function touching(texts: readonly PathString[], start: number, end: number): readonly PathString[] {
  return texts.filter((text) => text.end >= start && text.start <= end);
}

/** A text that does not resolve to the same files, or to none. */
type Problem = ComparedText & Position & Trouble;

type LostReference = Extract<Problem, { readonly kind: 'lost' }>;

function brokenReference({ file, line, column, text }: Problem): BrokenReference {
  return { file, line, column, text };
}

function defectOf({ file, line, text, written = [], was, now, start, end }: LostReference): Defect {
  const texts = written.map((item) => `\`${item}\``).join(', ') || 'nothing';
  const message = `\`${text}\` resolves to ${shownPlace(was[0])}, but would resolve to ${shownPlace(now[0])} as ${texts}.`;
  return {
    about: 'reference',
    file,
    line,
    span: { start, end },
    message,
    ...(was[0] && { concerns: was[0] }),
  };
}
