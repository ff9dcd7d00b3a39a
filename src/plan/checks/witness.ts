import type { Catalogue } from '../../catalogue/index.ts';
import { changedPart } from '../../config/edits.ts';
import { type Position, positionOf } from '../../config/problem.ts';
import type { MoveMap } from '../../project/moves.ts';
import { folderNameSpans, isOwnReport } from '../../project/own-files.ts';
import { once, remembered } from '../../project/remembered.ts';
import { textIn as readIfText, type Snapshot, type TreePath } from '../../project/snapshot.ts';
import { createOrigins } from '../../project/tree-after.ts';
import { type FollowUp, followUpFrom, listedTexts } from '../follow-up.ts';
import type { PlannedText } from '../plan.ts';
import type { Defect } from './defect.ts';
import { createMeanings, type FileMeanings, imports } from './witness/meanings.ts';
import { createFinders, type Finders } from './witness/places.ts';
import type { ReadFrom } from './witness/readings.ts';
import { type PathText, pathTextsIn } from './witness/texts.ts';
import { readWorld, type WrittenTree } from './witness/world.ts';

/** A file with its text, and what it becomes. */
export interface WitnessedFile {
  readonly from: TreePath;
  readonly to: TreePath;
  readonly before: string;
  /** Undefined if the text stays. */
  readonly text: PlannedText | undefined;
  /** Who asked for the text to change, as the plan has it. */
  readonly by: readonly string[];
  /** What is reported about the file already. */
  readonly followUps: readonly FollowUp[];
}

/** A text with the form of a path that named nothing before the run. */
export interface DeadReference extends Position {
  readonly text: string;
}

/** What was found out about the texts of one file. */
export interface WitnessedTexts {
  /** How many name the same as before with the same text, and with another one. */
  readonly same: number;
  readonly followed: number;
  readonly ledNowhere: readonly DeadReference[];
  readonly followUps: readonly FollowUp[];
  readonly defects: readonly Defect[];
}

/** The references of all files: how many were checked, unchanged, updated, and already broken. */
export interface ReferenceCounts {
  readonly checked: number;
  readonly same: number;
  readonly followed: number;
  readonly brokenBefore: number;
  readonly ledNowhere: readonly DeadReference[];
}

/** What the witness says about several files; its follow-ups go with those of the files. */
export type WitnessSum = Omit<WitnessedTexts, 'followUps'>;

export function sumWitnessed(files: readonly WitnessSum[]): WitnessSum {
  return {
    same: files.reduce((sum, file) => sum + file.same, 0),
    followed: files.reduce((sum, file) => sum + file.followed, 0),
    ledNowhere: files.flatMap((file) => file.ledNowhere),
    defects: files.flatMap((file) => file.defects),
  };
}

export function referenceCounts({ same, followed, ledNowhere }: WitnessSum): ReferenceCounts {
  const brokenBefore = ledNowhere.length;
  return { checked: same + followed + brokenBefore, same, followed, brokenBefore, ledNowhere };
}

/**
 * The check that shares nothing with the plan but the moves: it knows no syntax and has its own reading of aliases. Every
 * text with the form of a path that named a file or folder before must name the same one afterwards. One that changes
 * and does not is a mistake in the plan; one that stays and does not is reported, since it may be no path at all.
 */
export interface Witness {
  /** Whether a file is looked at. Prose, media and what is served or generated is not. */
  concerns(path: TreePath): boolean;
  look(file: WitnessedFile): WitnessedTexts;
}

const nothing: WitnessedTexts = { same: 0, followed: 0, ledNowhere: [], followUps: [], defects: [] };

// Longer texts are generated.
const longestWitnessed = 1_000_000;

/** The tree that a run leaves, as far as the moves do not tell. */
export interface Aftermath {
  /** The text that a file is left with, by where it was. */
  textOf(path: TreePath): string | undefined;
  /** Whether the project in a folder is not migrated, because someone wants it so, or because it is refused. */
  isLeft(folder: TreePath): boolean;
}

export function createWitness(
  snapshot: Snapshot,
  moves: MoveMap,
  aftermath: Aftermath,
  catalogue: Catalogue,
): Witness {
  // What files are left with is known when the first of them is looked at.
  const known = once(() => {
    const find = createFinders(snapshot, moves, catalogue.names.buildDir);
    const trees = treesOf(snapshot, moves, find, aftermath, catalogue);
    const { projects, meaningsIn } = createMeanings(snapshot, moves, trees, find, catalogue);
    // Where nothing moves and the sources are in the root, every text is read as before.
    const isStill =
      moves.moves.length === 0 && projects.every(({ source, root }) => isSame(source ?? root, root));
    const sources = new Map(
      projects.flatMap(({ source }) => (source ? [[source.before, source.after]] : [])),
    );
    return { meaningsIn, isStill, sources };
  });
  const spaced = namesWithBlanks(snapshot);
  // What named the folder of the sources names where they are then, if it gives an alias its meaning.
  const placeAfter = (place: TreePath, definesAliases: boolean): readonly TreePath[] => {
    const source = definesAliases ? known().sources.get(place) : undefined;
    return source === undefined ? [moves.after(place)] : [moves.after(place), source];
  };
  const concerns = (path: TreePath) => !unwitnessed.test(path) && !known().isStill;
  const look: Witness['look'] = (file) => {
    if (!concerns(file.from) || file.before.length > longestWitnessed) return nothing;
    const meanings = known().meaningsIn(file);
    // A report of ours names all that moved, and is right to.
    if (!meanings.isSource && isOwnReport(file.before)) return nothing;
    const names = folderNameSpans(file.from, file.before);
    const isName = ({ start }: PathText) => names.some((span) => start >= span.start && start < span.end);
    const found = pathTextsIn(file.before, spaced);
    const all = names.length === 0 ? found : found.filter((one) => !isName(one));
    if (!file.text) return stayingTexts(file, all, meanings, []);
    const { outside, inside } = comparedTexts(all, pathTextsIn(file.text.after, spaced), file.text);
    const changes = inside.flatMap((edit) => editedTexts(edit, file, meanings, placeAfter));
    const lost = changes.filter((change) => typeof change === 'object' && 'was' in change);
    return {
      ...stayingTexts(file, outside, meanings, lost),
      followed: changes.filter((change) => change === 'followed').length,
      defects: [
        ...changes.filter((change) => typeof change === 'object' && 'about' in change),
        ...toolDefects(file, meanings),
      ],
    };
  };
  return { concerns, look };
}

/** The trees before and after, with nothing but their files. */
function treesOf(
  snapshot: Snapshot,
  moves: MoveMap,
  find: Finders,
  { textOf, isLeft }: Aftermath,
  catalogue: Catalogue,
): Record<'before' | 'after', WrittenTree> {
  const paths = snapshot.files.flatMap(({ path, link }) => (link === undefined ? [path] : []));
  const { originsOf } = createOrigins(moves);
  const textIn = (path: TreePath) =>
    find.before(path).includes(path) ? readIfText(snapshot, path) : undefined;
  const before: WrittenTree = { paths, find: find.before, read: textIn, isNewer: () => undefined };
  const left = once(() => readWorld(before, catalogue));
  const originOf = (path: TreePath) => originsOf(path).find((one) => find.before(one).includes(one));
  return {
    before,
    after: {
      paths: paths.map(moves.after),
      find: find.after,
      read(path) {
        const origin = originOf(path);
        return origin === undefined ? undefined : (textOf(origin) ?? textIn(origin));
      },
      isNewer(folder) {
        const origin = originOf(folder) ?? folder;
        return isLeft(origin) ? left().get(origin)?.isNewer : true;
      },
    },
  };
}

function isSame(one: ReadFrom, other: ReadFrom): boolean {
  return one.before === other.before && one.after === other.after;
}

/** As much of the code in front of a text as tells what it is given to. */
function codeBefore(text: string, start: number): string {
  return text.slice(Math.max(0, start - 60), start);
}

/** Texts that no edit touches, reported together with those that an edit has lost. */
function stayingTexts(
  file: WitnessedFile,
  texts: readonly PathText[],
  { isSource, definesAliases, readsValues, meaningOf, holdsBehind }: FileMeanings,
  edited: readonly LostText[],
): WitnessedTexts {
  const lost = [...edited];
  const dead: PathText[] = [];
  // An import means the file of that name, and not the folder beside it, unless it ends with a slash.
  const isHeldBy = ({ was, now }: Pick<LostText, 'was' | 'now'>, code: string, text: string) =>
    (was[0] === now[0] && !text.endsWith('/') && imports.test(code)) || holdsBehind(text, code);
  let same = 0;
  for (const one of texts) {
    const key = definesAliases ? keyBefore(file.before, one.start) : undefined;
    const found = meaningOf(one.text, key, readsValues && isPlainValue(file.before, one.start));
    const isHeld = found.kind === 'lost' && isHeldBy(found, codeBefore(file.before, one.start), one.text);
    if (found.kind === 'same' || isHeld) same += 1;
    else if (found.kind === 'nowhere' && isSource) dead.push(one);
    else if (found.kind === 'lost') lost.push({ ...one, was: found.was, now: found.now });
  }
  // Comments and keys name nothing that is read.
  const isLive = ({ start, end }: PathText) => !isComment(file.before, start) && !isKey(file.before, end);
  const position = ({ start }: PathText) => positionOf(file.from, file.before, start);
  return {
    ...nothing,
    same,
    ledNowhere: dead.filter(isLive).map((one) => ({ ...position(one), text: one.text })),
    followUps: reportLost(file, lost.filter(isLive), position),
  };
}

/** A text in whose place nothing names what it named. */
interface LostText extends PathText {
  readonly was: readonly TreePath[];
  readonly now: readonly TreePath[];
}

/** The texts of an edit before and after. */
interface EditedTexts {
  readonly old: readonly PathText[];
  readonly now: readonly PathText[];
}

/** Tells the texts that edits touch from those that stay. */
function comparedTexts(
  old: readonly PathText[],
  now: readonly PathText[],
  text: PlannedText,
): { readonly outside: readonly PathText[]; readonly inside: readonly EditedTexts[] } {
  const edits = text.edits ?? [changedPart(text.before, text.after)];
  let shift = 0;
  const ranges = edits.map((edit) => {
    const start = edit.start + shift;
    shift += edit.text.length - (edit.end - edit.start);
    return { start, end: start + edit.text.length };
  });
  const [before, after] = [byRange(old, edits), byRange(now, ranges)];
  const inside = edits.map((_, index) => ({ old: before.get(index) ?? [], now: after.get(index) ?? [] }));
  return { outside: before.get(-1) ?? [], inside };
}

/** Texts by the range that they touch; those that touch none are at -1. Both are in the order of the file. */
function byRange(
  texts: readonly PathText[],
  ranges: readonly { readonly start: number; readonly end: number }[],
): ReadonlyMap<number, readonly PathText[]> {
  const found = new Map<number, PathText[]>();
  let next = 0;
  for (const text of texts) {
    while (next < ranges.length && (ranges[next]?.end ?? 0) < text.start) next += 1;
    const isInside = (ranges[next]?.start ?? Number.POSITIVE_INFINITY) <= text.end;
    remembered(found, isInside ? next : -1, (): PathText[] => []).push(text);
  }
  return found;
}

/** What became of the texts of one edit: a defect if what stands there now names something else. */
function editedTexts(
  { old, now }: EditedTexts,
  { from, before, text: planned, by }: WitnessedFile,
  { definesAliases, meaningOf, namedAfter }: FileMeanings,
  placeAfter: (place: TreePath, definesAliases: boolean) => readonly TreePath[],
): ('followed' | 'other' | LostText | Defect)[] {
  const isOurs = by.every((who) => who === 'references' || who === 'tooling');
  const reached = new Set(now.flatMap(({ text }) => namedAfter(text)));
  const [other] = reached;
  const written = now.map(({ text }) => `\`${text}\``).join(', ') || 'nothing';
  return old.map((one) => {
    const found = meaningOf(one.text, keyBefore(before, one.start));
    const defect = (message: string): Defect => {
      const { line } = positionOf(from, before, one.start);
      const concerns = 'was' in found ? found.was[0] : undefined;
      return {
        ...{ about: 'reference', file: from, line, message: `\`${one.text}\` ${message} as ${written}.` },
        ...(concerns !== undefined && { concerns }),
      };
    };
    if (!('was' in found)) {
      const isInvented = isOurs && found.kind === 'nowhere' && other !== undefined;
      return isInvented ? defect(`matches nothing, but would resolve to \`${shown(other)}\``) : 'other';
    }
    // A folder may be named by its index.
    const isReached = (place: TreePath) =>
      reached.has(place) || [...reached].some((one) => one.startsWith(`${place}/index.`));
    if (found.was.flatMap((place) => placeAfter(place, definesAliases)).some(isReached)) return 'followed';
    // What is not a path or leads outside is unknown.
    if (now.length === 0 || found.was.every((place) => place.startsWith('..'))) return 'other';
    const name = other === undefined ? 'nothing' : `\`${shown(other)}\``;
    if (isOurs) return defect(`resolves to \`${shown(found.was[0] ?? '')}\`, but would resolve to ${name}`);
    // What a transform writes is checked with the options, and what a codemod writes is its author's choice.
    return other === undefined && planned?.edits ? { ...one, was: found.was, now: [] } : 'other';
  });
}

/** What is written into a file of a tool names the files that it named, all of them and no others. */
function toolDefects({ from, before, text, by }: WitnessedFile, { keepsFiles }: FileMeanings): Defect[] {
  if (!by.includes('tooling')) return [];
  return (text?.edits ?? []).flatMap(({ start, end, text: written }) => {
    const old = before.slice(start, end);
    // What the framework prescribes is not a path.
    if (old === '' || /\s/.test(old)) return [];
    const kept = keepsFiles(old, written.split(/["'`]?,?\s+(?:- +)?["'`]?/));
    if (kept === true || (kept === undefined && by.length > 1)) return [];
    const { line } = positionOf(from, before, start);
    const message =
      kept === false
        ? `\`${written}\` would not match the same files as \`${old}\`.`
        : `\`${old}\` matches nothing, but would become \`${written}\`.`;
    return [{ about: 'reference', file: from, line, message }];
  });
}

/** Whether what is in front of an offset on its line starts a comment. */
function isComment(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  // Types are taken from modules in comments that document.
  if (/(?:^\s*|\/\*)\*.*(?:\bimport\(|@import\s.*\bfrom )["']$/.test(line)) return false;
  return /^\s*\*\s|(?:^|\s)(?:\/\/(?!\/)|\/\*|<!--|#\s)/.test(line);
}

/** The name that a quoted text is the value of, as in `{ "~/*": ["./*"] }`. */
function keyBefore(text: string, start: number): string | undefined {
  return /["']([^"'\n]+)["']\s*:\s*\[?\s*["']$/.exec(text.slice(Math.max(0, start - 200), start))?.[1];
}

/** Whether a quoted text is a value of an object or an item of a list, as in `pages: './views'`. */
function isPlainValue(text: string, start: number): boolean {
  return /(?:[:[]|["'],|,\s*\n)\s*["']$/.test(text.slice(Math.max(0, start - 80), start));
}

/** Whether a quoted text is the name of something, as in `{ "./x": … }`. */
function isKey(text: string, end: number): boolean {
  return /^["'`]:/.test(text.slice(end, end + 2));
}

// Enough to see what kind of texts they are; the lines are shown with the rest.
const mostTexts = 3;

/** One follow-up for all texts of a file that are not reported yet. */
function reportLost(
  { followUps }: WitnessedFile,
  lost: readonly LostText[],
  position: (text: PathText) => Position,
): FollowUp[] {
  if (lost.length === 0) return [];
  const lines = new Set(
    followUps.flatMap(({ line, evidence }) => [line, ...evidence.map((place) => place.line)]),
  );
  const open = lost.map((one) => ({ one, at: position(one) })).filter(({ at }) => !lines.has(at.line));
  const [first] = open;
  if (!first) return [];
  const texts = new Map(open.map(({ one }) => [one.text, one]));
  const [only, ...others] = texts.values();
  const what =
    only && others.length === 0
      ? `\`${only.text}\` matched \`${shown(lostBy(only))}\` and now matches ${only.now[0] === undefined ? 'nothing' : `\`${shown(only.now[0])}\``}: update it if it is used as a path`
      : `${listedTexts(
          [...texts.keys()].map((text) => `\`${text}\``),
          mostTexts,
        )} no longer match the same files: update those that are used as paths`;
  const message = `${what}${open.length === 1 ? '' : ` (${open.length} places)`}.`;
  const evidence = open.map(({ at }) => at);
  return [followUpFrom({ code: 'unverified-path', message, evidence }, '', first.at)];
}

/** The first place that a text named and does not name any more. */
function lostBy({ was, now }: LostText): TreePath {
  return was.find((place) => !now.includes(place)) ?? was[0] ?? '';
}

function shown(place: TreePath): string {
  return place === '' ? '.' : place;
}

/** Prose, media, content, what is served as it is, and what tools write. */
const unwitnessed = new RegExp(
  [
    '\\.(?:mdx?|markdown|txt|rst|adoc|log|csv|map|lock|snap|patch|diff)$',
    '\\.(?:png|jpe?g|webp|gif|avif|ico|woff2?|ttf|otf|eot|mp[34]|pdf|zip|gz|wasm)$',
    '\\.min\\.[^/]*$',
    '(?:^|/)(?:public|static)/',
    '(?:^|/)(?:content|data|locales?|i18n|langs?|languages|translations|fixtures)/.*\\.(?:jsonc?|json5|ya?ml|toml)$',
    '(?:^|/)(?:package-lock\\.json|npm-shrinkwrap\\.json|pnpm-lock\\.yaml)$',
    '(?:^|/)(?:licen[cs]e|copying|notice|authors|changelog)[^/]*$',
  ].join('|'),
  'i',
);

/** Names that hold blanks, without their extensions. */
function namesWithBlanks({ files }: Snapshot): string[] {
  const spaced = files.filter(({ path }) => path.includes(' ')).flatMap(({ path }) => path.split('/'));
  return [...new Set(spaced)]
    .filter((name) => name.includes(' '))
    .map((name) => name.replace(/\.[^.]+$/, ''));
}
