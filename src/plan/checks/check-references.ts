import { type ChangedText, changedPart, type Span } from '../../base/edits.ts';
import { firstIndex } from '../../base/grouped.ts';
import { lazy, memoLast } from '../../base/memo.ts';
import { isRelativePath, longestPath } from '../../base/paths.ts';
import { type Position, positionOf } from '../../base/position.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import type { MoveMap } from '../../project/moves.ts';
import { folderNameSpans, isOwnReport } from '../../project/own-files.ts';
import type { Snapshot, TreePath } from '../../project/snapshot.ts';
import { type FollowUp, followUpAbout, listedTexts, positionIn } from '../follow-up.ts';
import type { Defect } from './defect.ts';
import { type PathString, pathStringsIn } from './reference-check/path-strings.ts';
import { type ComparedText, createContext, Resolver, type Trouble } from './reference-check/resolution.ts';
import { readSides, type TextsAfterRun } from './reference-check/sides.ts';

/** A file with its text before and after the run. */
export interface CheckedFile {
  readonly from: TreePath;
  readonly to: TreePath;
  readonly before: string;
  /** Undefined if the text does not change. */
  readonly text: ChangedText | undefined;
  /** The transforms that changed the text. */
  readonly by: readonly string[];
  /** The follow-ups that already report something in this file. */
  readonly followUps: readonly FollowUp[];
}

/** A text that looks like a path but resolved to nothing before the run. */
export interface BrokenReference extends Position {
  readonly text: string;
}

/** The references of one file. */
export interface CheckedReferences {
  /** How many references resolve to the same file with the same text, and with an edited text. */
  readonly same: number;
  readonly followed: number;
  readonly ledNowhere: readonly BrokenReference[];
  /** Texts with an alias whose definition cannot be read. */
  readonly notCheckable: readonly (BrokenReference & { readonly alias: string })[];
  readonly defects: readonly Defect[];
  readonly followUps: readonly FollowUp[];
}

/** The references of several files. */
export type ReferenceSum = Omit<CheckedReferences, 'followUps'>;

export function sumReferences(files: readonly ReferenceSum[]): ReferenceSum {
  return {
    same: files.reduce((sum, file) => sum + file.same, 0),
    followed: files.reduce((sum, file) => sum + file.followed, 0),
    ledNowhere: files.flatMap((file) => file.ledNowhere),
    notCheckable: files.flatMap((file) => file.notCheckable),
    defects: files.flatMap((file) => file.defects),
  };
}

const nothing: CheckedReferences = { ...sumReferences([]), followUps: [] };

// Longer files are generated.
const longestChecked = 1_000_000;

/**
 * Checks references independently of the plan, of which it gets the moves and the new texts: the search and the
 * resolver are separate code that does not parse sources, and the configs of both trees are read again. Every text
 * that looked like a path and resolved to a file or folder must resolve to the same one afterwards. An edited text
 * that does not is a bug; an unedited one is a follow-up, since it may not be a path at all.
 */
export function createReferenceCheck(
  snapshot: Snapshot,
  moves: MoveMap,
  textsAfter: TextsAfterRun,
  catalogue: Catalogue,
) {
  // Computed when the first file is checked, because only then are all new texts known.
  const context = lazy(() => {
    const sides = readSides(snapshot, moves, textsAfter, catalogue);
    const projects = [sides.before, sides.after].flatMap((side) => [...side.projects.values()]);
    // If nothing moves and all sources are in the root, every text resolves as before.
    const isStill = !moves.hasMoves && projects.every(({ source, root }) => (source ?? root) === root);
    return { isStill, ...createContext({ ...sides, moves }, catalogue) };
  });
  /** Whether a file is checked: not prose, media, served or generated files. */
  const concerns = memoLast((path: TreePath) => !uncheckedFiles.test(path) && !context().isStill);
  const look = (file: CheckedFile): CheckedReferences => {
    const { from, to, before, by } = file;
    if (!concerns(from) || before.length > longestChecked) return nothing;
    const resolver = new Resolver(from, to, context());
    // Our own reports list old paths on purpose.
    if (!resolver.isSource && isOwnReport(before)) return nothing;
    const counts = { same: 0, followed: 0 };
    const problems: Problem[] = [];
    for (const text of comparedTexts(file)) {
      const outcome = resolver.outcomeOf(text, before);
      if (outcome === 'same') counts[text.written ? 'followed' : 'same'] += 1;
      else if (outcome !== 'no path')
        problems.push({ ...text, ...outcome, ...positionOf(from, before, text.start) });
    }
    const isOurs = by.every((who) => who === 'references' || who === 'tooling');
    const isWrong = ({ written }: LostReference) => written !== undefined && isOurs;
    // Options that transforms write are checked separately, and codemods are their author's choice.
    const isOpen = ({ written, now }: LostReference) =>
      !written || (!isOurs && now.length === 0 && file.text?.edits !== undefined);
    const names = lazy(() => folderNameSpans(from, before));
    const references = problems.filter((one) => !isNoReference(one, before, names()));
    const inSource = resolver.isSource ? references : [];
    return {
      ...counts,
      ledNowhere: inSource.filter((one) => one.kind === 'nowhere').map(placeOf),
      notCheckable: inSource
        .filter((one) => one.kind === 'unread')
        .map((one) => ({ ...placeOf(one), alias: one.alias })),
      defects: problems
        .filter((one) => one.kind === 'lost')
        .filter(isWrong)
        .map(defectOf),
      followUps: reportBroken(file.followUps, references.filter((one) => one.kind === 'lost').filter(isOpen)),
    };
  };
  return { concerns, look };
}

export type ReferenceCheck = ReturnType<typeof createReferenceCheck>;

/** Every text of a file that looks like a path, with the texts in its place after the run. */
function comparedTexts({ before, text: changed, by }: CheckedFile): ComparedText[] {
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
    if (isPlain && by.includes('tooling'))
      return [{ text: span, start, end, written: text.split(/["'`]?,?\s+(?:- +)?["'`]?/), isOfTool: true }];
    return strings.map((item) => ({ ...item, written: written.map((after) => after.text) }));
  });
  return [...edited, ...texts.filter((item) => !touched.has(item))];
}

/** The texts that have a character between two offsets, or are next to one; texts are in the order of the file. */
function touching(texts: readonly PathString[], start: number, end: number): readonly PathString[] {
  const first = firstIndex(texts, (text) => text.end < start);
  return texts.slice(
    first,
    firstIndex(texts, (text) => text.start <= end),
  );
}

/** A text that does not resolve to the same files, or to none. */
type Problem = ComparedText & Position & Trouble;

type LostReference = Extract<Problem, { readonly kind: 'lost' }>;

function placeOf({ file, line, column, text }: Problem): BrokenReference {
  return { file, line, column, text };
}

function defectOf({ file, line, text, written = [], was, now }: LostReference): Defect {
  const texts = written.map((item) => `\`${item}\``).join(', ') || 'nothing';
  const message = `\`${text}\` resolves to ${shown(was[0])}, but would resolve to ${shown(now[0])} as ${texts}.`;
  return { about: 'reference', file, line, message, ...(was[0] && { concerns: was[0] }) };
}

/** Whether a text is a key, a name of a folder in our settings, or a part of a comment. */
function isNoReference({ start, end }: ComparedText, code: string, names: readonly Span[]): boolean {
  const isName = names.some((span) => start >= span.start && start < span.end);
  return /^["'`]:/.test(code.slice(end, end + 2)) || isName || isComment(code, start);
}

/** Whether an offset is inside a comment that starts on its line. */
function isComment(text: string, offset: number): boolean {
  // Generated files have very long lines with many texts.
  const before = text.slice(Math.max(0, offset - longestPath), offset);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  // Types that JSDoc comments import are references.
  if (/(?:^\s*|\/\*)\*.*(?:\bimport\(|@import\s.*\bfrom )["']$/.test(line)) return false;
  return /^\s*\*\s|(?:^|\s)(?:\/\/(?!\/)|\/\*|<!--|#\s)/.test(line);
}

/** One follow-up for all broken texts of a file that are not reported yet. */
function reportBroken(followUps: readonly FollowUp[], lost: readonly LostReference[]): FollowUp[] {
  // A follow-up on the same line may be about another text. Of choices, as in `{a,b}/*`, it names one.
  const isReported = ({ text, line, column }: LostReference) => {
    const names = text.includes('{') ? (text.split('*', 1)[0]?.match(/[\w-]+/g) ?? []) : [text];
    return followUps.some(({ code, message, evidence, ...place }) =>
      [place, ...evidence].some(
        (at) =>
          at.line === line &&
          // Of the paths of a tool, one place stands for all on its line.
          (code === 'path-in-tooling' ||
            names.some((name) => message.includes(name)) ||
            (at.column >= column - 1 && at.column <= column + text.length)),
      ),
    );
  };
  const unreported = lost.filter((text) => !isReported(text));
  const [first] = unreported;
  if (!first) return [];
  const texts = [...new Set(unreported.map(({ text }) => `\`${text}\``))];
  const [matched = '', isKept = false] = [first.was[0], first.now.includes(first.was[0] ?? '')];
  const difference = isKept
    ? 'no longer matches the same files'
    : `matched ${shown(matched)} and now matches ${shown(first.now[0])}`;
  // Three show the kind of texts; the follow-up also lists their lines.
  const what =
    texts.length === 1
      ? `${texts[0]} ${difference}: update it if it is used as a path`
      : `${listedTexts(texts, 3)} no longer match the same files: update those that are used as paths`;
  const message = `${what}${unreported.length === 1 ? '' : ` (${unreported.length} places)`}.`;
  return followUpAbout(unreported.map(positionIn), { code: 'unverified-path', message });
}

function shown(place: TreePath | undefined): string {
  return place === undefined ? 'nothing' : `\`${place || '.'}\``;
}

/** Prose, media, content, served files, and files that tools write. */
const uncheckedFiles = new RegExp(
  [
    '\\.(?:mdx?|markdown|txt|rst|adoc|log|csv|map|lock|snap|patch|diff)$',
    '\\.(?:png|jpe?g|webp|gif|avif|ico|woff2?|ttf|otf|eot|mp[34]|pdf|zip|gz|wasm)$',
    '\\.min\\.[^/]*$',
    '(?:^|/)(?:public|static|coverage)/',
    '(?:^|/)(?:content|data|locales?|i18n|langs?|languages|translations|fixtures)/.*\\.(?:jsonc?|json5|ya?ml|toml)$',
    '(?:^|/)(?:package-lock\\.json|npm-shrinkwrap\\.json|pnpm-lock\\.yaml)$',
    '(?:^|/)(?:licen[cs]e|copying|notice|authors|changelog)[^/]*$',
  ].join('|'),
  'i',
);
