/**
 * What a reference is: a span of a file, the text that names another file, and the kind that says how it is resolved.
 */

import type { Edit, Span } from '../../base/edits.ts';
import { type Position, positionOf } from '../../base/position.ts';
import type { forms } from '../../catalogue/option.ts';
import { piecesFor } from '../../config/path-expressions.ts';
import type { TreePath } from '../../tree/snapshot.ts';
import type { SourceText } from '../../tree/syntax/source-text.ts';
import type { MovedTree } from '../../tree/tree-after.ts';
import type { AliasTable, SlashBase } from '../aliases.ts';

/** How the text of a reference is resolved. */
export type ReferenceKind = keyof typeof forms;

/** A piece of a text, without quotes, that refers to another file or folder. */
export interface Reference extends Span {
  readonly kind: ReferenceKind;
  /** The text of the reference with decoded escapes. */
  readonly specifier: string;
  /** Whether a computed part follows: only the leading folders are known. */
  readonly open: boolean;
  /** The base folder relative to the folder of the file, if it is another one. */
  readonly base?: string;
  /** The literals that make the text, if code puts it together. */
  readonly pieces?: readonly ReferencePiece[] | undefined;
  /** How far before the reference that expression starts. */
  readonly behind?: number;
  /** The alias that the text defines: its new target is that of the framework's alias. */
  readonly defines?: string;
  /** Whether it is written without escapes; only then it is changed. */
  readonly isPlain: boolean;
}

/** A literal that makes a part of a text, and the offsets of that part; its own are seen from the reference. */
export interface ReferencePiece extends Span {
  readonly string: Omit<Reference, 'kind'>;
}

/** References with offsets from the start of a piece, as offsets in the file. */
export function shifted(references: readonly Reference[], by: number): Reference[] {
  return references.map((found) => shiftedBy(by, found));
}

export function shiftedBy<T extends Span>(by: number, found: T): T {
  return { ...found, start: found.start + by, end: found.end + by };
}

const plainCharacter = /[\p{L}\p{M}\p{N}_./~@#-]/u;

/** The edit that writes another specifier into a text; undefined if escapes would be needed. */
export function plainEdit(
  reference: Omit<Reference, 'kind'>,
  source: Pick<SourceText, 'text'>,
  written: string,
): Edit | undefined {
  const { specifier, pieces = [] } = reference;
  const choices = piecesFor(specifier, pieces, written);
  const inOne = (list: typeof choices) =>
    list
      .map(({ piece, text }) => literalEdit(shiftedBy(reference.start, piece.string), source, text))
      .find(Boolean);
  return (
    inOne(choices.filter(({ isPlain }) => isPlain)) ??
    literalEdit(reference, source, written) ??
    inOne(choices)
  );
}

function literalEdit(
  { specifier, start, end, open, isPlain }: Omit<Reference, 'kind'>,
  { text }: Pick<SourceText, 'text'>,
  written: string,
): Edit | undefined {
  // A character that the current text has needs no escape here.
  const needsNone = (character: string) =>
    specifier.includes(character) || plainCharacter.test(character);
  if (!isPlain || ![...written].every(needsNone)) return undefined;
  // `join` adds the slash before computed parts.
  const isJoined = open && text[end - 1] !== '/';
  return { start, end, text: isJoined ? written.replace(/(?<=.)\/$/, '') : written };
}

/** The aliases of a file before and after; their places are paths of the tree. */
export interface AliasScope {
  readonly before: AliasTable;
  readonly after: AliasTable;
  /** The bases of texts with a leading slash; absent outside projects. */
  readonly slash?: { readonly before: SlashBase; readonly after: SlashBase } | undefined;
  /** Names that may not be aliases here: texts that start with one only count if they resolve to a file. */
  readonly guessed: ReadonlySet<string>;
  /** Whether package.json requires Variant A. */
  readonly newer: boolean;
  /** The new places of the aliases of all projects, by name and old place. */
  readonly meanings?: ReadonlyMap<string, TreePath> | undefined;
  /** The scopes of the projects that extend this layer: an alias that does not resolve here may be theirs. */
  readonly users?: readonly AliasScope[] | undefined;
}

/** The key of an alias and its place in `meanings`. */
export function meaningKey(name: string, place: TreePath): string {
  return `${name}\0${place}`;
}

/** Everything that is needed to rewrite the references of any file. */
export interface ReferenceContext extends MovedTree {
  /** Whether paths without a leading dot may change, by scope. */
  readonly known: Map<AliasScope, Map<string, boolean>>;
}

/** The folder that texts are resolved from, before and after. */
export interface BaseFolder {
  readonly before: TreePath;
  readonly after: TreePath;
}

/** A file whose references are rewritten: its folder and its aliases. */
export interface ReferringFile extends BaseFolder {
  readonly aliases: AliasScope;
}

/** The offsets at which references are wanted. */
export type Offsets = readonly number[] | 'anywhere';

/** The reason why a text, or a part of it, could not be searched for references. */
export class Unparsed extends Error {
  override readonly name = 'Unparsed';
  readonly at: Position;

  constructor(why: string, at: Position) {
    super(why);
    this.at = at;
  }
}

/** The references of a text in order, and the parts of it that could not be searched. */
export interface ReadReferences {
  readonly references: readonly Reference[];
  readonly problems: readonly Unparsed[];
}

/** What a reader finds in a text or a part of it, also if it fails later on. */
export function collectReferences(read: () => Iterable<Reference | Unparsed>): ReadReferences {
  const [references, problems]: [Reference[], Unparsed[]] = [[], []];
  try {
    for (const found of read())
      if (found instanceof Unparsed) problems.push(found);
      else references.push(found);
  } catch (error) {
    if (!(error instanceof Unparsed)) throw error;
    problems.push(error);
  }
  return { references: references.sort((a, b) => a.start - b.start), problems };
}

/** Parses the text from an offset. If the parser fails, throws an `Unparsed` with the reason and position. */
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
    // Babel appends "(line:column)", which the position already has.
    const reason = error.message.replace(/\s*\(\d+:\d+\)$/, '').split('\n')[0];
    throw new Unparsed(
      `${what} cannot be parsed: ${reason}`,
      positionOf(path, text, base + offset),
    );
  }
}
