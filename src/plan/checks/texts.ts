import { isInside } from '../../config/places.ts';
import { positionOf } from '../../config/problem.ts';
import type { Span } from '../../config/source.ts';
import type { TreePath } from '../../project/snapshot.ts';
import { languageOf } from '../../project/syntax/code.ts';
import type { AppliedChange } from '../migrate.ts';
import type { PlannedFile, PlannedText, ProjectPlan } from '../plan.ts';
import type { Defect } from './defect.ts';
import { commentsIn, mayHoldComment, wordsOf } from './text-comments.ts';
import { editMistake, isInQuotes, type TextMistake } from './text-edits.ts';
import { lineMistakes } from './text-lines.ts';
import { createOwnerReader, type Owner } from './text-owners.ts';
import { staysReadable, syntaxOf } from './text-syntax.ts';

/** What the texts of a plan were found to be. */
export interface TextChecks {
  readonly defects: readonly Defect[];
  /** How many texts were compared with what was recorded about them. */
  readonly compared: number;
  /** Texts of which nothing was recorded, since a codemod or a second pass wrote them: only that they can be read. */
  readonly unrecorded: readonly TreePath[];
}

/** Checks every text that a plan changes against what was recorded about it. */
export function checkTexts(
  files: readonly PlannedFile[],
  projects: readonly Pick<ProjectPlan, 'root' | 'changes'>[],
): TextChecks {
  const texts = files.filter(({ text, kind }) => text && kind === 'file');
  const around: TextContext = {
    changesFor(path) {
      const own = projects.filter(({ root }) => isInside(path, root));
      return (own.length > 0 ? own : projects).flatMap(({ changes }) => changes);
    },
    isWritten: (words) =>
      texts.some(({ text }) => text?.edits?.some((edit) => wordsOf(edit.text).includes(words))),
  };
  return {
    defects: texts.flatMap((file) => checkText(file, around)),
    compared: texts.filter(({ text }) => text?.edits).length,
    unrecorded: texts.flatMap(({ from, text }) => (text?.edits ? [] : [from])),
  };
}

/** What else is planned. */
export interface TextContext {
  /** The changes that concern a file. */
  changesFor(path: TreePath): readonly AppliedChange[];
  /** Whether any file would get a comment that says this. */
  isWritten(words: string): boolean;
}

/** What is wrong with one planned text; nothing where it keeps all that it should. */
function checkText({ from, text, by }: PlannedFile, context: TextContext): Defect[] {
  if (!text) return [];
  const defect = ({ message, offset }: TextMistake): Defect => ({
    about: 'text',
    file: from,
    line: positionOf(from, text.before, offset).line,
    message,
  });
  return mistakesIn(from, text, by, context).map(defect);
}

function mistakesIn(
  path: TreePath,
  text: PlannedText,
  by: readonly string[],
  context: TextContext,
): TextMistake[] {
  const { before, after, edits } = text;
  if (!edits) {
    if (!by.some(isTransform)) return [{ message: 'it would change without a recorded edit', offset: 0 }];
    return staysReadable(path, before, after) ? [] : [unreadable(0)];
  }
  const stray = editMistake(before, after, edits);
  if (stray) return [stray];
  const risky = edits.filter((edit) => !isInQuotes(text, edit));
  const [first] = risky;
  const broken = first && !staysReadable(path, before, after) ? [unreadable(first.start)] : [];
  return [...lineMistakes(before, after), ...broken, ...lostComments(path, text, risky, by, context)];
}

/** Whether a step that writes texts of its own may have been at work. */
function isTransform(id: string): boolean {
  return id !== 'references' && id !== 'framework' && id !== 'tooling';
}

function unreadable(offset: number): TextMistake {
  return { message: 'it could be parsed before, but not after the run', offset };
}

/** The comments that went with what was removed, although they neither moved nor belonged to it. */
function lostComments(
  path: TreePath,
  { before, after }: PlannedText,
  risky: readonly Span[],
  by: readonly string[],
  context: TextContext,
): TextMistake[] {
  const spans = risky.filter(({ start, end }) => mayHoldComment(before.slice(start, end)));
  if (spans.length === 0) return [];
  const gone = (commentsIn(path, before) ?? []).filter(({ start, end }) =>
    spans.some((span) => span.start < end && start < span.end && !(start < span.start && span.end < end)),
  );
  if (gone.length === 0) return [];
  const left = countOf(path, after);
  const had = countOf(path, before);
  const words = (comment: Span) => wordsOf(before.slice(comment.start, comment.end));
  const lost = gone.filter((comment) => (left.get(words(comment)) ?? 0) < (had.get(words(comment)) ?? 0));
  const isMeant = lost.length > 0 ? meantIn(path, before, spans, by, context) : () => true;
  return lost
    .filter((comment) => !isMeant(comment) && !context.isWritten(words(comment)))
    .map(({ start, end }) => ({
      message: `a comment would be lost: ${excerpt(before.slice(start, end))}`,
      offset: start,
    }));
}

function excerpt(comment: string): string {
  const [line = ''] = comment.split(/\r?\n/);
  return `\`${line.slice(0, 60)}\``;
}

/** How often each comment stands in a text. */
function countOf(path: TreePath, text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { start, end } of commentsIn(path, text) ?? []) {
    const words = wordsOf(text.slice(start, end));
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return counts;
}

/** Whether a comment goes because what it belongs to is removed on purpose. */
function meantIn(
  path: TreePath,
  text: string,
  spans: readonly Span[],
  by: readonly string[],
  context: TextContext,
): (comment: Span) => boolean {
  if (syntaxOf(path) === 'script') {
    const ownersOf = createOwnerReader(text, languageOf(path));
    const changes = context.changesFor(path);
    return (comment) => ownersOf(comment).some((owner) => changes.some((change) => isReason(change, owner)));
  }
  // The one thing that is taken out of other files: what a tsconfig extends.
  const isReplaced = ({ start }: Span) => by.includes('framework') && text.startsWith('"extends"', start);
  const replaced = spans.filter(isReplaced);
  return ({ start, end }) => replaced.some((span) => span.start < start && end < span.end);
}

/** Whether a change takes the owner of a comment out. */
function isReason({ kind, option }: AppliedChange, { keys, how, hasValue, isHidden }: Owner): boolean {
  if (kind === 'rewrite') return true;
  const path = option.replace(/\[(?:'([^']*)'|\d+)\]/g, '.$1').split('.');
  return path.some((_, index) => {
    // A binding stands for the first part of the way.
    const rest = path.slice(index);
    if (!keys.every((key, at) => at >= rest.length || key === rest[at] || key === '')) return false;
    // What only holds an option goes when nothing is left in it; what is nobody's in there stays.
    if (keys.length < rest.length) return how !== 'between' && (kind === 'remove' || kind === 'rename');
    return kind !== 'rename' || isHidden || !hasValue;
  });
}
