import type { AliasTable } from '../aliases.ts';
import type { MoveMap } from '../moves.ts';
import type { TreePath } from '../snapshot.ts';
import type { Tree } from '../tree.ts';
import type { AmbiguousNames } from './ambiguous-names.ts';

/** The aliases that a file's references are read with, before and after; their places are paths of the tree. */
export interface AliasScope {
  readonly before: AliasTable;
  readonly after: AliasTable;
  /** Aliases that may be none here: texts that start with one only count if they lead to a file. */
  readonly guessed: ReadonlySet<string>;
  /** Whether package.json asks for Variant A. */
  readonly newer: boolean;
}

/** A tree, and what moves in it. */
export interface MovedTree {
  readonly tree: Tree;
  readonly moves: MoveMap;
}

/** Everything that the references of any file are followed with. */
export interface ReferenceContext extends MovedTree {
  readonly ambiguous: AmbiguousNames;
}

/** The folder that texts are read from, before and after. */
export interface BaseFolder {
  readonly before: TreePath;
  readonly after: TreePath;
}

/** A file whose references are followed: its folder, and the aliases that it sees. */
export interface ReferringFile extends BaseFolder {
  readonly aliases: AliasScope;
}
