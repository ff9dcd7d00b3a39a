import { pathFrom, placeAt } from '../config/places.ts';
import type { MoveMap } from '../project/moves.ts';
import {
  parentOf,
  type Snapshot,
  type TreeFile,
  type TreePath,
  UnreadableFile,
} from '../project/snapshot.ts';
import { decode } from '../project/text.ts';
import { edited, type Follower, type Following } from './follow-files.ts';
import type { FollowUp } from './follow-up.ts';
import type { FileChange } from './framework-files.ts';
import type { MentionSearch, Span } from './mentioned-paths.ts';
import type { PlannedFile, PlannedText } from './plan.ts';
import type { ReferenceProof } from './proof/references.ts';
import type { UseSearch } from './used-behaviour.ts';

/** A text that a config's migration left, and who asked for it. */
export interface WrittenText extends PlannedText {
  readonly by: readonly string[];
}

export interface Search {
  readonly snapshot: Snapshot;
  readonly follower: Follower;
  readonly uses: UseSearch;
  readonly mentions: MentionSearch;
  readonly moves: MoveMap;
  /** What files of the framework need beside their references. */
  readonly prescribed: ReadonlyMap<TreePath, FileChange>;
  /** Files that were already dealt with, changed or not. */
  readonly written: ReadonlyMap<TreePath, WrittenText>;
  /** What is said about those. */
  toldAbout(path: TreePath): readonly FollowUp[];
  /** Looks at every text before and after; nothing where references are not followed. */
  readonly proof: Pick<ReferenceProof, 'look'> | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

interface Outcome {
  readonly files: PlannedFile[];
  readonly followUps: FollowUp[];
}

/** Goes through all files once: what moves, what changes, and what a person must look at. */
export async function searchFiles(files: readonly TreeFile[], search: Search): Promise<Outcome> {
  const outcome: Outcome = { files: [], followUps: [] };
  for (const [index, file] of files.entries()) {
    if (index % betweenPauses === 0) {
      search.onProgress?.(index, files.length);
      await pause();
    }
    const planned =
      file.link === undefined ? plannedFile(file.path, search, outcome) : plannedLink(file, search);
    if (planned.from !== planned.to || planned.text) outcome.files.push(planned);
  }
  search.onProgress?.(files.length, files.length);
  return outcome;
}

const betweenPauses = 500;

/** What a parser outside of JavaScript keeps for a text is only let go of when the loop rests. */
function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function plannedFile(from: TreePath, search: Search, outcome: Outcome): PlannedFile {
  const { moves, written } = search;
  const base = { from, to: moves.after(from), kind: 'file' } as const;
  const config = written.get(from);
  if (config) {
    const { before, after, edits, by } = config;
    if (search.uses.concerns(from)) search.uses.look(from, before);
    if (search.mentions.concerns(from))
      outcome.followUps.push(...search.mentions.look(from, before, [changedSpan(before, after)]));
    search.proof?.look({ ...base, before, after, by, followUps: search.toldAbout(from) });
    if (before === after) return { ...base, by: [] };
    return { ...base, text: { before, after, ...(edits && { edits }) }, by };
  }
  const read = readFor(from, search);
  if (!read) return { ...base, by: [] };
  const { followUps, edits } = read.following;
  outcome.followUps.push(...followUps);
  const text = edited(read.text, edits);
  const after = text?.after ?? read.text;
  search.proof?.look({ ...base, before: read.text, after, by: text ? read.by : [], followUps });
  return text ? { ...base, text, by: read.by } : { ...base, by: [] };
}

/** From the first difference of two texts to the last; of no length where there is none. */
function changedSpan(before: string, after: string): Span {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = before.length;
  for (
    let other = after.length;
    end > start && other > start && before[end - 1] === after[other - 1];
    other -= 1
  )
    end -= 1;
  return { start, end };
}

interface ReadFile {
  readonly text: string;
  readonly following: Following;
  readonly by: readonly string[];
}

/** The text of a file with what it needs; nothing where it need not be read. */
function readFor(path: TreePath, search: Search): ReadFile | undefined {
  const { follower, prescribed, snapshot, uses, mentions } = search;
  const change = prescribed.get(path);
  const concerns = follower.concerns(path);
  const mayUse = uses.concerns(path);
  const mayMention = mentions.concerns(path);
  if (!change && !concerns && !mayUse && !mayMention) return undefined;
  let bytes: Uint8Array | undefined;
  let why = 'the file is not text in UTF-8';
  try {
    bytes = snapshot.read(path);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    why = `the file ${error.why}`;
  }
  const text = bytes && decode(bytes);
  if (text === undefined) {
    const named = mayMention ? mentions.lookUnreadable(path, bytes, why) : [];
    const { edits, followUps } = follower.followUnreadable(path, bytes, why);
    return { text: '', following: { edits, followUps: [...named, ...followUps] }, by: [] };
  }
  if (mayUse) uses.look(path, text);
  const own = concerns ? follower.follow(path, text) : { edits: [], followUps: [] };
  const references = own.edits.length > 0 ? ['references'] : [];
  const by = change && change.edits.length > 0 ? ['framework', ...references] : references;
  const following = change ? combined(change, own) : own;
  if (!mayMention) return { text, following, by };
  const named = mentions.look(path, text, following.edits);
  return { text, following: { ...following, followUps: [...following.followUps, ...named] }, by };
}

/** What the framework prescribes goes before what a reference in the same place would become. */
function combined(change: FileChange, own: Following): Following {
  const others = own.edits.filter(
    ({ start, end }) => !change.edits.some((edit) => edit.start < end && start < edit.end),
  );
  return { edits: [...change.edits, ...others], followUps: [...change.followUps, ...own.followUps] };
}

/** What a link says is a reference too: from its new place it must lead where it led. */
function plannedLink({ path: from, link = '' }: TreeFile, { moves }: Search): PlannedFile {
  const to = moves.after(from);
  const base = { from, to, kind: 'link', by: [] } as const;
  if (link.startsWith('/') || /^[A-Za-z]:/.test(link)) return base;
  const target = moves.after(placeAt(parentOf(from), link));
  if (placeAt(parentOf(to), link) === target) return base;
  const after = pathFrom(parentOf(to), target) || '.';
  return { ...base, text: { before: link, after }, by: ['references'] };
}
