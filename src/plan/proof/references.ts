import { positionOf } from '../../config/problem.ts';
import type { ScopeFinder } from '../../project/alias-scopes.ts';
import type { MoveMap } from '../../project/moves.ts';
import type { AliasScope } from '../../project/references/reference.ts';
import { everything, type Reference, Unparsed } from '../../project/references/reference.ts';
import { longestSearched, type Searcher, searcherFor } from '../../project/references/search.ts';
import { parentOf, type TreePath } from '../../project/snapshot.ts';
import type { Tree } from '../../project/tree.ts';
import type { FollowUp } from '../follow-up.ts';
import type { Defect } from './defect.ts';
import { type Pair, pairByMeaning, pairInOrder } from './reference-pairs.ts';
import { type Count, createQuickLook } from './reference-quick.ts';
import type { TextOrigin } from './reference-reading.ts';
import { createTrees, type Trees } from './reference-trees.ts';
import { judge } from './reference-verdict.ts';

/** A file that was read, with its text before and after: the same where it does not change. */
export interface SeenFile {
  readonly from: TreePath;
  readonly to: TreePath;
  readonly before: string;
  readonly after: string;
  /** Who asked for the text to change, as the plan has it. */
  readonly by: readonly string[];
  /** What is told about the file: what a person is told to look at is no mistake. */
  readonly followUps: readonly FollowUp[];
}

/** Shows that every reference reaches afterwards what it reached, by reading both texts again. */
export interface ReferenceProof {
  look(file: SeenFile): void;
  result(): ReferenceCounts & { readonly defects: readonly Defect[] };
}

/** References that were looked at: those that stay, those that follow, and those that were broken before. */
export interface ReferenceCounts {
  readonly checked: number;
  readonly same: number;
  readonly followed: number;
  readonly brokenBefore: number;
}

export function createReferenceProof(
  world: { readonly tree: Tree; readonly moves: MoveMap },
  scopeOf: ScopeFinder,
  tsConfigs: ReadonlyMap<TreePath, unknown>,
): ReferenceProof {
  const trees = createTrees(world);
  const { moves } = world;
  const counts = { same: 0, followed: 0, broken: 0, none: 0 };
  const defects: Defect[] = [];
  const quick = createQuickLook(trees);
  return {
    look(file) {
      const searcher = searcherFor(file.from, tsConfigs);
      if (!searcher || file.before.length > longestSearched) return;
      const before = parentOf(file.from);
      const origin: TextOrigin = { before, after: parentOf(file.to), scope: scopeOf(before) };
      if (file.before === file.after && isStill(origin.scope, moves)) return;
      const counted = searcher.kind === 'json' ? undefined : quick(file, origin, searcher.kind);
      const verdicts = counted ?? closeLook(file, origin, searcher, trees, defects);
      for (const kind of verdicts) counts[kind] += 1;
    },
    result() {
      const { same, followed, broken: brokenBefore } = counts;
      return { checked: same + followed + brokenBefore, same, followed, brokenBefore, defects };
    },
  };
}

/** Whether nothing moves, and every alias keeps its meaning. */
function isStill({ before, after }: AliasScope, { moves }: MoveMap): boolean {
  if (moves.length > 0) return false;
  for (const [name, place] of before) if (after.get(name) !== place) return false;
  return true;
}

/** Finds the references of both texts with a parser, and compares them one by one. */
function closeLook(
  file: SeenFile,
  origin: TextOrigin,
  searcher: Searcher,
  trees: Trees,
  defects: Defect[],
): Count[] {
  const { from, before, after, by } = file;
  const isSame = before === after;
  const old = extracted(searcher, before, from);
  const now = isSame ? old : extracted(searcher, after, from);
  const isWhole = old.isWhole && now.isWhole;
  const verdictOn = ({ old: one, now: others }: Pair<Reference>) => judge(one, others, origin, trees);
  const fits = (pair: Pair<Reference>) => verdictOn(pair).kind !== 'defect';
  const isOurs = by.every((who) => who === 'references' || who === 'framework');
  const isPlain = isSame || !by.some((who) => who !== 'references');
  const add = (offset: number, message: string): void => {
    const { line } = positionOf(from, before, offset);
    if (file.followUps.some((told) => told.line === line)) return;
    defects.push({ about: 'reference', file: from, line, message });
  };
  if (!isWhole && old.references.length !== now.references.length) return [];
  const pairs = isPlain
    ? pairInOrder(old.references, now.references, ({ encodeAll }) => encodeAll !== undefined, fits)
    : pairByMeaning(old.references, now.references, fits);
  const counts: Count[] = [];
  for (const pair of pairs) {
    const verdict = verdictOn(pair);
    if (verdict.kind !== 'defect') counts.push(verdict.kind);
    // What a transform put in the place of something is its own matter, unless nothing is there.
    else if (isOurs || verdict.leadsNowhere) add(pair.old.start, verdict.message);
  }
  if (isPlain && !isSame && isWhole) {
    const stray = strayChange(before, after, pairs);
    if (stray !== undefined) add(stray, 'A text that names no file would change.');
  }
  return counts;
}

interface Extracted {
  readonly references: readonly Reference[];
  /** Whether all of the text could be read. */
  readonly isWhole: boolean;
}

function extracted(searcher: Searcher, text: string, path: TreePath): Extracted {
  const inOrder = (list: readonly Reference[]) => list.toSorted((a, b) => a.start - b.start);
  try {
    return { references: inOrder(searcher.search(text, path, everything)), isWhole: true };
  } catch (error) {
    if (!(error instanceof Unparsed)) throw error;
    return { references: inOrder(error.found), isWhole: false };
  }
}

/** Where two texts differ outside of their references; what is written in place of one may bring quotes along. */
function strayChange(before: string, after: string, pairs: readonly Pair<Reference>[]): number | undefined {
  let [from, to] = [0, 0];
  const differs = (end: number, endAfter: number): number | undefined => {
    const [old, now] = [before.slice(from, end), after.slice(to, endAfter)];
    return unquoted(old) === unquoted(now) ? undefined : from + sharedLength(old, now);
  };
  for (const { old, now } of pairs) {
    const [first, last] = [now[0], now.at(-1)];
    // One that is gone is told by itself.
    if (!first || !last) return undefined;
    const at = differs(old.start, first.start);
    if (at !== undefined) return at;
    [from, to] = [old.end, last.end];
  }
  return differs(before.length, after.length);
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

function unquoted(text: string): string {
  return text.replace(/^["']|["']$/g, '');
}
