import { type ChangedText, changedPart, type Edit, overlap } from '../base/edits.ts';
import { pathFrom, placeAt } from '../base/paths.ts';
import { startOf } from '../base/position.ts';
import { Problem } from '../catalogue/shape.ts';
import type { CheckedReferences, ReferenceCheck } from '../check/check-references.ts';
import type { MoveMap } from '../tree/moves.ts';
import {
  decode,
  parentOf,
  type Snapshot,
  type TreeFile,
  type TreePath,
  UnreadableFile,
} from '../tree/snapshot.ts';
import { openSource } from '../tree/syntax/source-text.ts';
import type { BehaviourSearch, FoundBehaviours } from './behaviour-report.ts';
import type { FollowUp } from './follow-up.ts';
import type { MentionSearch } from './mentioned-paths.ts';
import type { PlannedFile, ReferenceProof } from './plan.ts';
import {
  edited,
  type FrameworkChanges,
  joinedChange,
  type ReferenceRewriter,
  unsearchedFile,
} from './rewrite-files.ts';
import type { FileFigures, StayingSearch } from './staying-folders.ts';

/** The new text of a file that the migration of a config wrote, with the transforms that changed it. */
export interface WrittenText extends ChangedText {
  readonly by: readonly string[];
}

export interface Search {
  readonly snapshot: Snapshot;
  readonly rewriter: ReferenceRewriter;
  readonly behaviours: BehaviourSearch;
  readonly mentions: MentionSearch;
  readonly moves: MoveMap;
  /** Changes that the framework requires in its own files, besides references. */
  readonly prescribed: FrameworkChanges;
  /** Counts how many rewrites it would save to move folders that stay. */
  readonly staying: StayingSearch;
  /** Files of configs, whose text is final whether it changed or not. */
  readonly written: ReadonlyMap<TreePath, WrittenText>;
  /** The follow-ups about a file of a config. */
  followUpsAbout(path: TreePath): readonly FollowUp[];
  /** Checks the references of every text before and after; undefined if references are not updated. */
  readonly referenceCheck: ReferenceCheck | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** The results for one file. */
export interface SearchedFile {
  readonly planned: PlannedFile;
  readonly followUps?: readonly FollowUp[];
  readonly behaviours?: FoundBehaviours | undefined;
  readonly figures?: readonly FileFigures[] | undefined;
  readonly checkedReferences?: CheckedReferences | undefined;
}

/** The merged results of all files. */
export type SearchedFiles = Awaited<ReturnType<typeof searchFiles>>;

/** Threads that search the files of a plan together: each claims the next free batch. */
export interface SearchTeam {
  /** The number of the next batch, which may be beyond the last one. */
  claim(): number;
  /** The results of so many batches of other threads, by number. Rejects if a thread fails. */
  found(count: number): Promise<ReadonlyMap<number, readonly SearchedFile[]>>;
}

function singleThread(): SearchTeam {
  let next = 0;
  return { claim: () => next++, found: async () => new Map() };
}

// Small enough that no thread waits long for the last batch.
const batchSize = 50;

/** Searches batches until none is left. */
export async function searchBatches(
  files: readonly TreeFile[],
  search: Search,
  claim: () => number,
  onBatch: (batch: number, searched: readonly SearchedFile[]) => void,
): Promise<void> {
  for (let batch = claim(); batch * batchSize < files.length; batch = claim()) {
    const start = batch * batchSize;
    search.onProgress?.(start, files.length);
    const searched = files
      .slice(start, start + batchSize)
      .map((file) =>
        file.link === undefined ? searchOrReport(file.path, search) : searchLink(file, search),
      );
    onBatch(batch, searched);
    // Yields, so that messages of other threads arrive and progress is shown.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export async function searchFiles(
  files: readonly TreeFile[],
  search: Search,
  team: SearchTeam = singleThread(),
) {
  const batches = new Map<number, readonly SearchedFile[]>();
  await searchBatches(files, search, team.claim, (batch, searched) => batches.set(batch, searched));
  const count = Math.ceil(files.length / batchSize);
  for (const [batch, searched] of await team.found(count - batches.size))
    batches.set(batch, searched);
  search.onProgress?.(files.length, files.length);
  const searched = [...batches].sort(([a], [b]) => a - b).flatMap(([, batch]) => batch);
  const planned = searched.map((file) => file.planned);
  const differing = files.findIndex(({ path }, index) => planned[index]?.from !== path);
  // Another thread saw another list of files.
  if (differing !== -1)
    throw new Problem(
      `${files[differing]?.path}: Files came or went while they were searched. Nothing was written. Run again.`,
    );
  return {
    /** The files that move or change. */
    files: planned.filter(({ from, to, text }) => from !== to || text),
    followUps: searched.flatMap(({ followUps = [], checkedReferences }) => [
      ...followUps,
      ...(checkedReferences?.followUps ?? []),
    ]),
    behaviours: searched.flatMap(({ behaviours }) => behaviours ?? []),
    figures: searched.flatMap(({ figures }) => figures ?? []),
    checkedReferences: sumReferences(
      searched.flatMap(({ checkedReferences }) => checkedReferences ?? []),
    ),
  };
}

function sumReferences(files: readonly CheckedReferences[]): ReferenceProof {
  return {
    same: files.reduce((sum, file) => sum + file.same, 0),
    followed: files.reduce((sum, file) => sum + file.followed, 0),
    ledNowhere: files.flatMap((file) => file.ledNowhere),
    notCheckable: files.flatMap((file) => file.notCheckable),
    defects: files.flatMap((file) => file.defects),
  };
}

/** A file that cannot be handled, for example because it nests too deeply, is reported, and the run goes on. */
function searchOrReport(from: TreePath, search: Search): SearchedFile {
  try {
    return searchFile(from, search);
  } catch (error) {
    const isSyntaxProblem = error instanceof RangeError || error instanceof SyntaxError;
    // The new text of a config would be lost.
    if (!isSyntaxProblem || search.written.has(from)) throw error;
    const followUps = unreadable(from, `the file cannot be handled (${error.message})`, search);
    return { planned: unchangedFile(from, search), followUps };
  }
}

/** Reports a file that cannot be read, if it may contain paths. */
function unreadable(path: TreePath, why: string, { rewriter, mentions }: Search): FollowUp[] {
  const mayName = rewriter.concerns(path) || mentions.concerns(path);
  return mayName ? [unsearchedFile(why, startOf(path))] : [];
}

function unchangedFile(from: TreePath, { moves }: Search): PlannedFile {
  return { from, to: moves.after(from), kind: 'file', by: [] };
}

function searchFile(from: TreePath, search: Search): SearchedFile {
  const read = readFor(from, search);
  if (!read) return { planned: unchangedFile(from, search) };
  const searched = checked(from, read, search);
  const isRefused =
    (searched.checkedReferences?.defects.length ?? 0) > 0 && read.by.includes(toolEdits);
  // If the check resolves an edited path of a tool differently, the path is reported instead of edited.
  const reported = isRefused ? readFor(from, search, false) : undefined;
  return reported ? checked(from, reported, search) : searched;
}

/** The new text of a file; undefined if it does not change. */
export function textAfter(path: TreePath, search: Search): string | undefined {
  return readFor(path, search)?.text?.after;
}

function checked(from: TreePath, read: ReadFile, search: Search): SearchedFile {
  const { before, text, by, behaviours, figures, followUps, known = [] } = read;
  const unchanged = unchangedFile(from, search);
  const planned = text ? { ...unchanged, text, by } : unchanged;
  const reported = [...followUps, ...known];
  const checkedReferences = search.referenceCheck?.look({
    ...planned,
    before,
    text,
    followUps: reported,
  });
  return { planned, behaviours, figures, followUps, checkedReferences };
}

/** The id for edits of paths in files of other tools. */
const toolEdits = 'tooling';

/** A file with its changes and what was found in it. */
interface ReadFile extends Pick<SearchedFile, 'behaviours' | 'figures'> {
  readonly before: string;
  /** Undefined if it does not change. */
  readonly text: ChangedText | undefined;
  readonly by: readonly string[];
  readonly followUps: readonly FollowUp[];
  /** Follow-ups about it that are reported with its project. */
  readonly known?: readonly FollowUp[];
}

/** A file of a config: its text is final. */
function readWritten(path: TreePath, written: WrittenText, search: Search): ReadFile {
  const { before, after, edits, by } = written;
  const source = openSource(path, before);
  const others = edits ?? [changedPart(before, after)];
  return {
    ...{
      before,
      by,
      text: before === after ? undefined : { before, after, ...(edits && { edits }) },
    },
    behaviours: search.behaviours.look(source, true),
    followUps: search.mentions.look(source, others, true).followUps,
    known: search.followUpsAbout(path),
  };
}

/** Reads a file and collects its edits and follow-ups; undefined if it need not be read. */
function readFor(path: TreePath, search: Search, mayEditTools = true): ReadFile | undefined {
  const written = search.written.get(path);
  if (written) return readWritten(path, written, search);
  const { rewriter, prescribed, behaviours, mentions, staying, referenceCheck } = search;
  const readers = [rewriter, prescribed, behaviours, mentions, referenceCheck];
  if (!readers.some((reader) => reader?.concerns(path))) return undefined;
  const { text, why } = textOf(path, search.snapshot);
  if (text === undefined)
    return { before: '', text: undefined, followUps: unreadable(path, why, search), by: [] };
  const source = openSource(path, text);
  const placesFound = behaviours.look(source);
  const referenceChange = rewriter.rewriteSource(source);
  const change = prescribed.look(path, text);
  // Edits that the framework requires win over edits of references in the same span.
  const isFree = (edit: Edit) => !change.edits.some((required) => overlap(required, edit));
  const free = { ...referenceChange, edits: referenceChange.edits.filter(isFree) };
  const found = joinedChange(change, free);
  const rewritten = placesFound?.settled.filter((place) => place.edits) ?? [];
  const edits = [...found.edits, ...rewritten.flatMap((place) => place.edits ?? [])];
  const named = mentions.look(source, edits, !mayEditTools);
  const by = [
    ...(change.edits.length > 0 ? ['framework'] : []),
    ...(referenceChange.edits.length > 0 ? ['references'] : []),
    ...(named.edits.length > 0 ? [toolEdits] : []),
    ...new Set(rewritten.flatMap(({ transform }) => transform ?? [])),
  ];
  const followUps = [...found.followUps, ...named.followUps];
  const after = edited(text, [...edits, ...named.edits]);
  // One literal, because spreading several objects is slow, and this is done for every file.
  return {
    before: text,
    text: after,
    by,
    followUps,
    behaviours: placesFound,
    figures: staying.look(source),
  };
}

/** The text of a file, or why there is none. */
function textOf(path: TreePath, snapshot: Snapshot): { text?: string | undefined; why: string } {
  try {
    return { text: decode(snapshot.read(path)), why: 'the file is not UTF-8 text' };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { why: `the file ${error.why}` };
  }
}

/** The target of a link is a reference too, and is updated if the link or its target moves. */
function searchLink({ path: from, link = '' }: TreeFile, { moves }: Search): SearchedFile {
  const to = moves.after(from);
  const base = { from, to, kind: 'link', by: [] } as const;
  const target = moves.after(placeAt(parentOf(from), link));
  const isAbsolute = link.startsWith('/') || /^[A-Za-z]:/.test(link);
  if (isAbsolute || placeAt(parentOf(to), link) === target) return { planned: base };
  const after = pathFrom(parentOf(to), target) || '.';
  return { planned: { ...base, text: { before: link, after }, by: ['references'] } };
}
