import type { Catalogue } from '../../catalogue/index.ts';
import { type ChangedText, changedPart } from '../../config/edits.ts';
import { groupedBy } from '../../config/grouped.ts';
import { type Position, positionOf } from '../../config/problem.ts';
import type { MoveMap } from '../../project/moves.ts';
import { folderNameSpans, isOwnReport } from '../../project/own-files.ts';
import { once } from '../../project/remembered.ts';
import { textIn as readIfText, type Snapshot, type TreePath } from '../../project/snapshot.ts';
import { createOrigins } from '../../project/tree-after.ts';
import { type FollowUp, followUpFrom, listedTexts } from '../follow-up.ts';
import type { Defect } from './defect.ts';
import { createMeanings, type FileMeanings } from './witness/meanings.ts';
import { createFinders } from './witness/places.ts';
import type { WrittenTree } from './witness/projects.ts';
import { type PathText, pathTextsIn } from './witness/texts.ts';
import { readWorld, type World } from './witness/world.ts';

/** A file with its text, and what it becomes. */
export interface WitnessedFile {
  readonly from: TreePath;
  readonly to: TreePath;
  readonly before: string;
  /** Undefined if the text stays. */
  readonly text: ChangedText | undefined;
  /** Who asked for the text to change, as the plan has it. */
  readonly by: readonly string[];
  /** What is reported about the file already. */
  readonly followUps: readonly FollowUp[];
}

/** A text with the form of a path that named nothing before the run. */
export interface DeadReference extends Position {
  readonly text: string;
}

/** A text whose alias is not defined in a way that can be read. */
export interface UnreadReference extends DeadReference {
  readonly alias: string;
}

/** The references of several files. */
export interface WitnessSum {
  /** How many name the same as before with the same text, and with another one. */
  readonly same: number;
  readonly followed: number;
  readonly ledNowhere: readonly DeadReference[];
  readonly notCheckable: readonly UnreadReference[];
  readonly defects: readonly Defect[];
}

/** What was found out about the texts of one file. */
export interface WitnessedTexts extends WitnessSum {
  readonly followUps: readonly FollowUp[];
}

/** The references of all files: how many were checked, unchanged, updated, and already broken. */
export interface ReferenceCounts extends Omit<WitnessSum, 'defects'> {
  readonly checked: number;
  readonly brokenBefore: number;
}

export function sumWitnessed(files: readonly WitnessSum[]): WitnessSum {
  return {
    same: files.reduce((sum, file) => sum + file.same, 0),
    followed: files.reduce((sum, file) => sum + file.followed, 0),
    ledNowhere: files.flatMap((file) => file.ledNowhere),
    notCheckable: files.flatMap((file) => file.notCheckable),
    defects: files.flatMap((file) => file.defects),
  };
}

export function referenceCounts({ same, followed, ledNowhere, notCheckable }: WitnessSum): ReferenceCounts {
  const brokenBefore = ledNowhere.length;
  const checked = same + followed + brokenBefore;
  return { checked, same, followed, brokenBefore, ledNowhere, notCheckable };
}

/**
 * The check that takes nothing from the plan but the moves: it has a search, a resolver and a reading of configs of its own,
 * and does not parse sources. Every text with the form of a path that named a file or folder before must name the same one
 * afterwards. An edited text that does not is a mistake in the plan; one that stays and does not is reported, since it may
 * not be a path at all.
 */
export interface Witness {
  /** Whether a file is looked at. Prose, media and what is served or generated is not. */
  concerns(path: TreePath): boolean;
  look(file: WitnessedFile): WitnessedTexts;
}

const nothing: WitnessedTexts = {
  ...{ same: 0, followed: 0, ledNowhere: [], notCheckable: [], followUps: [], defects: [] },
};

// Longer texts are generated.
const longestWitnessed = 1_000_000;

/** The tree that a run leaves, as far as the moves do not tell. */
export interface TextsAfterRun {
  /** The text that a file is left with, by where it was. */
  textOf(path: TreePath): string | undefined;
  /** Whether the project in a folder is not migrated, because someone wants it so, or because it is refused. */
  isNotMigrated(folder: TreePath): boolean;
}

export function createWitness(
  snapshot: Snapshot,
  moves: MoveMap,
  textsAfter: TextsAfterRun,
  catalogue: Catalogue,
): Witness {
  // What files are left with is known when the first of them is looked at.
  const known = once(() => {
    const worlds = worldsOf(snapshot, moves, textsAfter, catalogue);
    // Where nothing moves and the sources are in the root, every text is read as before.
    const isStill =
      moves.moves.length === 0 &&
      worlds.every(({ projects }) =>
        [...projects.values()].every(({ source, root }) => (source ?? root) === root),
      );
    return { isStill, meaningsIn: createMeanings(snapshot, moves, worlds, catalogue) };
  });
  const spaced = namesWithBlanks(snapshot);
  const concerns = (path: TreePath) => !unwitnessed.test(path) && !known().isStill;
  const look: Witness['look'] = (file) => {
    if (!concerns(file.from) || file.before.length > longestWitnessed) return nothing;
    const meanings = known().meaningsIn(file);
    // Our own reports list old paths on purpose.
    if (!meanings.isSource && isOwnReport(file.before)) return nothing;
    const names = folderNameSpans(file.from, file.before);
    const isName = ({ start }: PathText) => names.some((span) => start >= span.start && start < span.end);
    const texts = pathTextsIn(file.before, spaced).filter((one) => !isName(one));
    if (!file.text) return stayingTexts(file, texts, meanings, []);
    const edits = file.text.edits ?? [changedPart(file.text.before, file.text.after)];
    let shift = 0;
    const ranges = edits.map((edit) => {
      const start = edit.start + shift;
      shift += edit.text.length - (edit.end - edit.start);
      return { start, end: start + edit.text.length };
    });
    const [old, written] = [byRange(texts, edits), byRange(pathTextsIn(file.text.after, spaced), ranges)];
    const changes = edits.flatMap((_, index) =>
      editedTexts(old.get(index) ?? [], written.get(index) ?? [], file, meanings),
    );
    const lost = changes.filter((change) => typeof change === 'object' && 'was' in change);
    const wrong = changes.filter((change) => typeof change === 'object' && 'about' in change);
    return {
      ...stayingTexts(file, old.get(-1) ?? [], meanings, lost),
      followed: changes.filter((change) => change === 'followed').length,
      defects: [...wrong, ...toolDefects(file, meanings)],
    };
  };
  return { concerns, look };
}

/** The worlds before and after, made of nothing but their files. */
function worldsOf(
  snapshot: Snapshot,
  moves: MoveMap,
  { textOf, isNotMigrated }: TextsAfterRun,
  catalogue: Catalogue,
): readonly [World, World] {
  const find = createFinders(snapshot, moves, catalogue.names.buildDir);
  const paths = snapshot.files.flatMap(({ path, link }) => (link === undefined ? [path] : []));
  const { originsOf } = createOrigins(moves);
  const textIn = (path: TreePath) =>
    find.before(path).includes(path) ? readIfText(snapshot, path) : undefined;
  const before: WrittenTree = {
    ...{ paths, find: find.before, read: textIn, later: moves.after, isNewer: () => undefined },
    comesApart: (folder) => moves.partsOf(folder).length > 0,
  };
  const world = readWorld(before, catalogue);
  const originOf = (path: TreePath) => originsOf(path).find((one) => find.before(one).includes(one));
  const after: WrittenTree = {
    ...{ paths: paths.map(moves.after), find: find.after, later: (place) => place },
    read(path) {
      const origin = originOf(path);
      return origin === undefined ? undefined : (textOf(origin) ?? textIn(origin));
    },
    isNewer(folder) {
      const origin = originOf(folder) ?? folder;
      return isNotMigrated(origin) ? world.projects.get(origin)?.isNewer : true;
    },
    comesApart: (folder) => before.comesApart(originOf(folder) ?? folder),
  };
  return [world, readWorld(after, catalogue)];
}

/** Texts that no edit touches, reported together with those that an edit has lost. */
function stayingTexts(
  file: WitnessedFile,
  texts: readonly PathText[],
  { isSource, meaningOf }: FileMeanings,
  edited: readonly LostText[],
): WitnessedTexts {
  const found = texts.map((one) => ({ ...one, ...meaningOf(one) }));
  // Comments and keys name nothing that is read.
  const isLive = ({ start, end }: PathText) =>
    !isComment(file.before, start) && !/^["'`]:/.test(file.before.slice(end, end + 2));
  const position = ({ start }: PathText) => positionOf(file.from, file.before, start);
  const live = found.filter(({ kind }) => kind !== 'same' && kind !== 'no path').filter(isLive);
  const dead = isSource ? live.map((one) => ({ ...one, at: { ...position(one), text: one.text } })) : [];
  return {
    ...nothing,
    same: found.filter(({ kind }) => kind === 'same').length,
    ledNowhere: dead.flatMap(({ kind, at }) => (kind === 'nowhere' ? [at] : [])),
    notCheckable: dead.flatMap((one) => (one.kind === 'unread' ? [{ ...one.at, alias: one.alias }] : [])),
    followUps: reportLost(
      file,
      [...edited.filter(isLive), ...live.filter((one) => 'was' in one).filter(({ kind }) => kind === 'lost')],
      position,
    ),
  };
}

/** A text in whose place nothing names what it named. */
interface LostText extends PathText {
  readonly was: readonly TreePath[];
  readonly now: readonly TreePath[];
}

/** Texts by the range that they touch; those that touch none are at -1. Both are in the order of the file. */
function byRange(
  texts: readonly PathText[],
  ranges: readonly { readonly start: number; readonly end: number }[],
): ReadonlyMap<number, readonly PathText[]> {
  let next = 0;
  return groupedBy(texts, ({ start, end }) => {
    while ((ranges[next]?.end ?? start) < start) next += 1;
    return (ranges[next]?.start ?? Number.POSITIVE_INFINITY) <= end ? next : -1;
  });
}

/** What became of the texts of one edit: a defect if what stands there now names something else. */
function editedTexts(
  old: readonly PathText[],
  now: readonly PathText[],
  { from, before, text: planned, by }: WitnessedFile,
  { meaningOf, placesAfter, namedAfter }: FileMeanings,
): ('followed' | 'other' | LostText | Defect)[] {
  const isOurs = by.every((who) => who === 'references' || who === 'tooling');
  const reached = new Set(now.flatMap(({ text }) => namedAfter(text)));
  const [other] = reached;
  const written = now.map(({ text }) => `\`${text}\``).join(', ') || 'nothing';
  // A folder may be named by its index.
  const isReached = (place: TreePath) =>
    reached.has(place) || [...reached].some((one) => one.startsWith(`${place}/index.`));
  return old.map((one) => {
    const found = meaningOf(one);
    const defect = (message: string, concerns?: TreePath): Defect => ({
      ...{ about: 'reference', file: from, line: positionOf(from, before, one.start).line },
      ...{
        message: `\`${one.text}\` ${message} as ${written}.`,
        ...(concerns !== undefined && { concerns }),
      },
    });
    if (!('was' in found)) {
      const isInvented = isOurs && found.kind === 'nowhere' && other !== undefined;
      return isInvented ? defect(`matches nothing, but would resolve to ${shown(other)}`) : 'other';
    }
    if (found.was.flatMap(placesAfter).some(isReached)) return 'followed';
    // What is not a path or leads outside is unknown.
    if (now.length === 0 || found.was.every((place) => place.startsWith('..'))) return 'other';
    const [was = ''] = found.was;
    if (isOurs) return defect(`resolves to ${shown(was)}, but would resolve to ${shown(other)}`, was);
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
    const message =
      kept === false
        ? `\`${written}\` would not match the same files as \`${old}\`.`
        : `\`${old}\` matches nothing, but would become \`${written}\`.`;
    return [{ about: 'reference', file: from, line: positionOf(from, before, start).line, message }];
  });
}

/** Whether what is in front of an offset on its line starts a comment. */
function isComment(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  // Types are taken from modules in comments that document.
  if (/(?:^\s*|\/\*)\*.*(?:\bimport\(|@import\s.*\bfrom )["']$/.test(line)) return false;
  return /^\s*\*\s|(?:^|\s)(?:\/\/(?!\/)|\/\*|<!--|#\s)/.test(line);
}

// Enough to see what kind of texts they are; the lines are shown with the rest.
const mostTexts = 3;

/** One follow-up for all texts of a file that are not reported yet. */
function reportLost(
  { followUps }: WitnessedFile,
  lost: readonly LostText[],
  position: (text: PathText) => Position,
): FollowUp[] {
  // What is said about a line may be about another text in it.
  const isReported = (text: string, { line, column }: Position) =>
    followUps.some(({ message, evidence, ...place }) =>
      [place, ...evidence].some(
        (at) =>
          at.line === line &&
          (message.includes(text) || (at.column >= column - 1 && at.column <= column + text.length)),
      ),
    );
  const open = lost
    .map((one) => ({ ...one, at: position(one) }))
    .filter(({ text, at }) => !isReported(text, at));
  const [first] = open;
  if (!first) return [];
  const texts = [...new Set(open.map(({ text }) => `\`${text}\``))];
  const { was, now } = first;
  // The first place that it named and does not name any more.
  const matched = was.find((place) => !now.includes(place)) ?? was[0];
  const what =
    texts.length === 1
      ? `${texts[0]} matched ${shown(matched)} and now matches ${shown(now[0])}: update it if it is used as a path`
      : `${listedTexts(texts, mostTexts)} no longer match the same files: update those that are used as paths`;
  const message = `${what}${open.length === 1 ? '' : ` (${open.length} places)`}.`;
  const evidence = open.map(({ at }) => at);
  return [followUpFrom({ code: 'unverified-path', message, evidence }, '', first.at)];
}

function shown(place: TreePath | undefined): string {
  return place === undefined ? 'nothing' : `\`${place || '.'}\``;
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
