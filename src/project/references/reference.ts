import { type Position, positionOf } from '../../config/problem.ts';
import type { AliasTable, SlashBase } from '../aliases.ts';
import type { TreePath } from '../snapshot.ts';
import type { SourceText } from '../syntax/source.ts';
import type { AmbiguousNames, MatchedFiles, MovedTree } from '../tree-after.ts';

/** How the text of a reference is read; `resolve.ts` has the rules. */
export type ReferenceKind =
  /** `import`, `export … from`, `import()`, `require`, mocks, type imports: relative, an alias, or a package. */
  | 'module'
  /** `import.meta.glob`: a pattern that starts relative, with an alias, or with a slash. */
  | 'glob'
  /** `new URL(…, import.meta.url)`, `join(__dirname, …)`, `/// <reference path>`: relative, also without a dot. */
  | 'path'
  /** Attributes of templates: relative only with a dot; aliases also behind a `~`. */
  | 'asset'
  /** `@import`, `@use`, `url()`: relative, also without a dot; aliases also behind a `~`. */
  | 'style'
  /** `include` of a tsconfig: a pattern that is relative, also without a dot. */
  | 'pattern';

/** A piece of a text that names another file or folder. */
export interface Reference {
  readonly kind: ReferenceKind;
  /** What it says, with escapes read. */
  readonly specifier: string;
  /** Its offsets in the text, without quotes. */
  readonly start: number;
  readonly end: number;
  /** The text goes on with something computed: only the folders that it starts with are known. */
  readonly open: boolean;
  /** The folder that it is read from, seen from the file's own, if that is another one. */
  readonly base?: string;
  /** The alias whose meaning the text gives: it means afterwards what the framework means by it. */
  readonly defines?: string;
  /** Writes another specifier in its place, with the escapes that the place needs. */
  readonly encode: (specifier: string) => string;
  /** Writes several in its place, if it is in a list. */
  readonly encodeAll?: (specifiers: readonly string[]) => string;
  /** The key of that list. */
  readonly list?: string;
}

/** The aliases that a file's references are read with, before and after; their places are paths of the tree. */
export interface AliasScope {
  readonly before: AliasTable;
  readonly after: AliasTable;
  /** What texts with a slash in front are read from; absent outside of projects. */
  readonly slash?: { readonly before: SlashBase; readonly after: SlashBase } | undefined;
  /** Aliases that may be none here: texts that start with one only count if they lead to a file. */
  readonly guessed: ReadonlySet<string>;
  /** Whether package.json asks for Variant A. */
  readonly newer: boolean;
  /** Where aliases of any project lead afterwards, by their name and the place that they lead to now. */
  readonly meanings?: ReadonlyMap<string, TreePath> | undefined;
  /** Those of the projects that extend this layer: an alias that does not resolve here may be theirs. */
  readonly users?: readonly AliasScope[] | undefined;
}

/** The key of an alias that leads to a place. */
export function meaningKey(name: string, place: TreePath): string {
  return `${name}\0${place}`;
}

/** Where an alias that a file defines has to lead afterwards, because a project means the same by it. */
export function definedPlace(
  { before, after, meanings }: AliasScope,
  name: string,
  place: TreePath,
): TreePath | undefined {
  return before.get(name) === place ? after.get(name) : meanings?.get(meaningKey(name, place));
}

/** What is known about the paths of files that are read with the same aliases. */
export interface KnownPaths {
  readonly folders: Map<string, FolderAnswer>;
  readonly paths: Map<string, boolean>;
}

/** Whether all paths into a folder change, or none of them; else each path is looked at. */
export type FolderAnswer = 'change' | 'stay' | 'by name';

/** Everything that the references of any file are followed with. */
export interface ReferenceContext extends MovedTree {
  readonly ambiguous: AmbiguousNames;
  readonly files: MatchedFiles;
  /** Whether paths without a dot may change, for the files of each scope. */
  readonly known: Map<AliasScope, KnownPaths>;
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

/** Where in a text references are wanted: at these offsets, or anywhere. */
export type Offsets = readonly number[] | 'anywhere';

/** Why a text, or a part of it, could not be searched for references. */
export class Unparsed extends Error {
  override readonly name = 'Unparsed';
  readonly at: Position;
  /** What was found in the other parts. */
  readonly found: readonly Reference[];

  constructor(why: string, at: Position, found: readonly Reference[] = []) {
    super(why);
    this.at = at;
    this.found = found;
  }
}

/** Reads what starts at an offset of a text. If a parser gives up, an `Unparsed` says on what, and where. */
export function parsed<T>(
  what: string,
  { path, text }: Pick<SourceText, 'path' | 'text'>,
  base: number,
  read: () => T,
): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError)
      throw new Unparsed(`${what} is nested too deeply to be parsed`, positionOf(path, text, base));
    if (!(error instanceof SyntaxError)) throw error;
    const offset = 'pos' in error && typeof error.pos === 'number' ? error.pos : 0;
    // Babel appends "(line:column)", which the position says already.
    const reason = error.message.replace(/\s*\(\d+:\d+\)$/, '').split('\n')[0];
    throw new Unparsed(`${what} cannot be parsed: ${reason}`, positionOf(path, text, base + offset));
  }
}
