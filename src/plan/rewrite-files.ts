/** Updates the references of a file, and reports those that cannot be written. */

import { applyEdits, type ChangedText, type Edit, madeEdits } from '../base/edits.ts';
import { memo, memoLast } from '../base/memo.ts';
import { type Position, positionOf } from '../base/position.ts';
import { sourceAliases } from '../catalogue/facts.ts';
import { aliasNames, type ScopeFinder, type ScopeSources } from '../paths/alias-scopes.ts';
import type { Followed } from '../paths/follow.ts';
import {
  candidatesIn,
  type NamedPath,
  namedPath,
  pathTextsIn,
  plainAliases,
} from '../paths/references/candidates.ts';
import { readerFor, readReferences } from '../paths/references/readers.ts';
import {
  type AliasScope,
  plainEdit,
  type ReadReferences,
  type Reference,
  type ReferenceContext,
  type ReferringFile,
} from '../paths/references/reference.ts';
import { followReference } from '../paths/references/rewrite.ts';
import type { Repository } from '../tree/repository.ts';
import { parentOf, type TreePath } from '../tree/snapshot.ts';
import type { SourceText } from '../tree/syntax/source-text.ts';
import { type FollowUp, type FollowUpNote, followUpFrom } from './follow-up.ts';

/** The edits and follow-ups of one file. */
export interface FileChange {
  readonly edits: readonly (Edit | StringEdit)[];
  readonly followUps: readonly FollowUp[];
}

/** Changes in files of the framework, and in files that depend on them. */
export type FrameworkChanges = (path: TreePath, text: string) => FileChange;

export const noChange: FileChange = { edits: [], followUps: [] };

export const noFrameworkChanges: FrameworkChanges = () => noChange;

/** Merges several changes of one file. */
export function joinedChange(...changes: readonly FileChange[]): FileChange {
  // Most files have none, and this is done for every file.
  const made = changes.filter((change) => change !== noChange);
  if (made.length < 2) return made[0] ?? noChange;
  return {
    edits: made.flatMap(({ edits }) => edits),
    followUps: made.flatMap(({ followUps }) => followUps),
  };
}

/** An edit of a string in a config, and the option that contains it; empty if there is none. */
export interface StringEdit extends Edit {
  readonly option: string;
}

/** Updates the strings of a file that are not references, and says which options its references are in. */
export type StringRewriter = (
  source: SourceText,
  found: FileChange & Pick<ReadReferences, 'references'>,
  context: ReferenceContext,
) => FileChange;

/** Updates the references of files. */
export type ReferenceRewriter = ReturnType<typeof createReferenceRewriter>;

export function createReferenceRewriter(
  sources: ScopeSources,
  scopeOf: ScopeFinder,
  fileKind: Repository['fileKind'],
) {
  const { moves, tsConfigs } = sources;
  const aliases = plainAliases(aliasNames(sources));
  // Every step of the search of a file asks for its reader.
  const readerOf = memoLast((path: TreePath) => readerFor(path, tsConfigs, fileKind(path)));
  const context: ReferenceContext = { ...sources, known: new Map() };
  const unchanged = new Map<AliasScope, boolean>();
  /** Whether every alias still resolves to the same files. */
  const isUnchanged = (scope: AliasScope): boolean =>
    memo(
      unchanged,
      scope,
      () =>
        scope.slash?.before.bundler === scope.slash?.after.bundler &&
        [...scope.before].every(([name, place]) => scope.after.get(name) === moves.after(place)),
    );
  const fileAt = memoLast((path: TreePath): ReferringFile => {
    const before = parentOf(path);
    return { before, after: parentOf(moves.after(path)), aliases: scopeOf(before) };
  });
  const textsIn = memoLast(({ path, text }: SourceText) =>
    pathTextsIn(text, readerOf(path)?.kind ?? 'json', aliases),
  );
  /** The references that may change, and others in the same parts of the file. */
  const readIn = memoLast((source: SourceText): ReadReferences => {
    const { path, text } = source;
    const reader = readerOf(path);
    const at =
      reader &&
      candidatesIn({ text, kind: reader.kind, paths: textsIn(source) }, fileAt(path), context);
    return reader && at?.length
      ? readReferences(reader, source, at)
      : { references: [], problems: [] };
  });
  /** Whether a file may contain a reference that changes; if not, it need not be read. */
  const concerns = (path: TreePath) =>
    readerOf(path) !== undefined &&
    (moves.moves.length > 0 || !isUnchanged(scopeOf(parentOf(path))));
  const rewriteSource = (source: SourceText): FileChange => {
    if (!concerns(source.path)) return noChange;
    const { references, problems } = readIn(source);
    const edits: Edit[] = [];
    const followUps: FollowUp[] = [];
    const defined = new Set(references.map(({ defines }) => defines));
    for (const reference of references) {
      const rewritten = followReference(reference, fileAt(source.path), context);
      if (rewritten.kind === 'same') continue;
      const edit =
        rewritten.kind === 'write' ? plainEdit(reference, source, rewritten.text) : undefined;
      const { start, behind = 0 } = reference;
      const at = positionOf(source.path, source.text, start - behind);
      if (edit) {
        edits.push(edit);
        const note = unrooted(reference.defines, defined);
        if (note) followUps.push(followUpFrom(note, '', at));
      } else followUps.push(followUpFrom(unwritten(reference, rewritten), '', at));
    }
    followUps.push(...problems.map(({ message, at }) => unsearchedFile(message, at)));
    return edits.length + followUps.length > 0 ? { edits, followUps } : noChange;
  };
  return {
    concerns,
    rewriteSource,
    /** All paths in a file, whether they change or not. */
    pathsIn(source: SourceText): readonly NamedPath[] {
      const file = fileAt(source.path);
      const paths = textsIn(source);
      const texts =
        paths === 'anywhere'
          ? readIn(source).references.map(({ specifier }) => specifier)
          : paths.map(({ text }) => text);
      return texts.flatMap((text) => namedPath(text, file, context.disk) ?? []);
    },
    /** Updates a file of a config, in which every string is checked. */
    rewriteConfig(source: SourceText, strings: StringRewriter): FileChange {
      if (!concerns(source.path)) return noChange;
      const sourceChange = rewriteSource(source);
      const reader = readerOf(source.path);
      const read =
        reader?.kind === 'script' ? readReferences(reader, source, 'anywhere') : undefined;
      return read?.problems.length === 0
        ? strings(source, { ...sourceChange, references: read.references }, context)
        : sourceChange;
    },
  };
}

/** Reports why a file was not searched. */
export function unsearchedFile(why: string, at: Position): FollowUp {
  const reason = why.replace(/\.$/, '');
  const message = `${reason[0]?.toUpperCase()}${reason.slice(1)}. Its paths are not updated, and may refer to something that moves: check them.`;
  return followUpFrom({ code: 'unsearched-file', message }, '', at);
}

/**
 * Asks for the alias of the root in a tsconfig that defines only that of the sources: `~/server/x` becomes `~~/server/x`
 * in files that it compiles.
 */
function unrooted(
  alias: string | undefined,
  defined: ReadonlySet<string | undefined>,
): FollowUpNote | undefined {
  if (alias === undefined || !sourceAliases.includes(alias) || defined.has(alias + alias))
    return undefined;
  const message = `\`${alias}\` leads to the new source directory here, but these \`paths\` have no \`${alias}${alias}\` for the project root, which files that stay are referenced by: add it.`;
  return { code: 'tool-alias', message };
}

/** Why a reference that has to change is not edited. */
function unwritten({ specifier, open, pieces }: Reference, rewritten: Followed): FollowUpNote {
  const text = `\`${specifier}${open ? '…' : ''}\``;
  if (rewritten.kind === 'write') {
    const later = specifier.includes('\\')
      ? 'resolves to another place afterwards'
      : `has to become \`${rewritten.text}\`${pieces ? '' : ', with the escapes that are needed here'}`;
    return { code: 'escaped-path', message: `${text} ${later}: change it.` };
  }
  if (rewritten.kind === 'ambiguous')
    return {
      code: 'unverified-path',
      message: `${text} ${rewritten.why}, which do not move alike: use a path that is right for each of them.`,
    };
  return {
    code: open ? 'dynamic-reference' : 'glob-split',
    message: `${text} matches both files that move and files that stay: use one path for each location.`,
  };
}

/** The text with the edits applied; undefined if they change nothing. */
export function edited(text: string, edits: readonly Edit[]): ChangedText | undefined {
  if (edits.length === 0) return undefined;
  const after = applyEdits(text, edits);
  return after === text ? undefined : { before: text, after, edits: madeEdits(edits) };
}
