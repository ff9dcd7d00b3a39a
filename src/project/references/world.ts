import type { AliasTable } from '../aliases.ts';
import type { MoveMap } from '../moves.ts';
import type { TreePath } from '../snapshot.ts';
import type { Tree } from '../tree.ts';
import type { Meetings } from './meetings.ts';

/** The aliases that a file's references are read with, before and after; their places are paths of the tree. */
export interface AliasScope {
  readonly before: AliasTable;
  readonly after: AliasTable;
  /** Aliases that may be none here: texts that start with one only count if they lead to a file. */
  readonly guessed: ReadonlySet<string>;
  /** Whether package.json asks for Variant A. */
  readonly newer: boolean;
}

/** Everything that references are followed with. */
export interface World {
  readonly tree: Tree;
  readonly moves: MoveMap;
  /** Without them no two folders are taken to merge. */
  readonly meetings?: Meetings;
}

/** A file whose references are followed. */
export interface Origin {
  /** The folder it is in, before and after. */
  readonly before: TreePath;
  readonly after: TreePath;
  readonly aliases: AliasScope;
}
