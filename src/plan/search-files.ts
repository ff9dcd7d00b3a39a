/**
 * Collects everything that a run changes or reports in one file: its references, its paths for tools, and code that
 * relies on old defaults.
 */

import { type ChangedText, changedPart, type Edit, overlap, type Span } from '../base/edits.ts';
import { pathFrom, placeAt } from '../base/paths.ts';
import { startOf } from '../base/position.ts';
import { isChecked } from '../catalogue/file-kinds.ts';
import type { MoveMap } from '../tree/moves.ts';
import type { Repository } from '../tree/repository.ts';
import {
  inSpellingOf,
  parentOf,
  type Snapshot,
  type TreeFile,
  type TreePath,
  textOrWhy,
} from '../tree/snapshot.ts';
import { openSource } from '../tree/syntax/source-text.ts';
import type { BehaviourSearch, FoundBehaviours } from './behaviour-report.ts';
import type { FollowUp } from './follow-up.ts';
import type { MentionSearch } from './mentioned-paths.ts';
import type { PlannedFile } from './plan.ts';
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
  readonly tree: Repository['tree'];
  readonly fileKind: Repository['fileKind'];
  /** Changes that the framework requires in its own files, besides references. */
  readonly prescribed: FrameworkChanges;
  /** Counts how many rewrites it would save to move folders that stay. */
  readonly staying: StayingSearch;
  /** Files of configs, whose text is final whether it changed or not. */
  readonly written: ReadonlyMap<TreePath, WrittenText>;
  /** The follow-ups about a file of a config. */
  followUpsAbout(path: TreePath): readonly FollowUp[];
}

/** The results for one file. */
export interface FoundInFile {
  readonly planned: PlannedFile;
  readonly followUps?: readonly FollowUp[] | undefined;
  readonly behaviours?: FoundBehaviours | undefined;
  readonly figures?: readonly FileFigures[] | undefined;
}

/** A file that was searched, with its text if it was read. */
export interface SearchedFile extends FoundInFile {
  readonly before?: string;
  /** Follow-ups about it that are reported with its project. */
  readonly known?: readonly FollowUp[] | undefined;
}

/**
 * Searches a file; texts of tools in `refused` are not edited. One that cannot be handled, for example because it
 * nests too deeply, is reported.
 */
export function searchFile(file: TreeFile, search: Search, refused: readonly Span[]): SearchedFile {
  const { path: from } = file;
  if (file.link !== undefined) return searchLink(file, search);
  try {
    return searchText(from, search, refused);
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
  return mayName && mentions.isInProject(path) ? [unsearchedFile(why, startOf(path))] : [];
}

function unchangedFile(from: TreePath, { moves }: Search): PlannedFile {
  return { from, to: moves.after(from), kind: 'file', by: [] };
}

function searchText(from: TreePath, search: Search, refused: readonly Span[]): SearchedFile {
  const unchanged = unchangedFile(from, search);
  const read = readFor(from, search, refused);
  if (!read) return { planned: unchanged };
  const { text, by, before, followUps, behaviours, figures, known } = read;
  const planned = text ? { ...unchanged, text, by } : unchanged;
  return { planned, before, followUps, behaviours, figures, known };
}

/** The new text of a file; undefined if it does not change. */
export function textAfter(path: TreePath, search: Search): string | undefined {
  return readFor(path, search)?.text?.after;
}

/** The id for edits of paths in files of other tools. */
export const toolEdits = 'tooling';

/** A file with its changes and what was found in it. */
interface ReadFile extends Omit<SearchedFile, 'planned'> {
  readonly before: string;
  /** Undefined if it does not change. */
  readonly text: ChangedText | undefined;
  readonly by: readonly string[];
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
    followUps: search.mentions.look(source, others, 'all').followUps,
    known: search.followUpsAbout(path),
  };
}

/** Reads a file and collects its edits and follow-ups; undefined if it need not be read. */
function readFor(
  path: TreePath,
  search: Search,
  refused: readonly Span[] = [],
): ReadFile | undefined {
  const written = search.written.get(path);
  if (written) return readWritten(path, written, search);
  const { rewriter, prescribed, behaviours, mentions, staying } = search;
  const isSearched = rewriter.concerns(path) || mentions.concerns(path);
  if (!isSearched && !isChecked(search.fileKind(path))) return undefined;
  const { text, why } = textOrWhy(search.snapshot, path);
  if (text === undefined)
    return {
      before: '',
      text: undefined,
      followUps: unreadable(path, `the file ${why}`, search),
      by: [],
    };
  const source = openSource(path, text);
  const placesFound = behaviours.look(source);
  const referenceChange = rewriter.rewriteSource(source);
  const change = prescribed(path, text);
  // Edits that the framework requires win over edits of references in the same span.
  const isFree = (edit: Edit) => !change.edits.some((required) => overlap(required, edit));
  const free = { ...referenceChange, edits: referenceChange.edits.filter(isFree) };
  const found = joinedChange(change, free);
  const rewritten = placesFound?.settled ?? [];
  const edits = [...found.edits, ...rewritten.map(({ edit }) => edit)];
  const named = mentions.look(source, edits, refused);
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

/** The target of a link is a reference too, and is updated if the link or its target moves. */
function searchLink({ path: from, link = '' }: TreeFile, { moves, tree }: Search): FoundInFile {
  const to = moves.after(from);
  const base = { from, to, kind: 'link', by: [] } as const;
  const target = moves.after(tree.spelled(placeAt(parentOf(from), link)));
  const isAbsolute = link.startsWith('/') || /^[A-Za-z]:/.test(link);
  const same = placeAt(parentOf(to), link);
  if (isAbsolute || inSpellingOf(target, same, tree) === target) return { planned: base };
  const after = pathFrom(parentOf(to), target) || '.';
  return { planned: { ...base, text: { before: link, after }, by: ['references'] } };
}
