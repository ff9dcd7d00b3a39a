import { posix } from 'node:path';
import type { Change } from '../change.ts';
import type { RenderedFile, Surroundings } from '../document.ts';
import { applyEdits, type Edit } from '../edits.ts';
import { pathFrom, placeAt } from '../places.ts';
import { type SourceFile, spanOf } from '../source.ts';
import type { PathValue } from '../value.ts';
import { editsFor } from './edits-for.ts';
import { madeEdits } from './made-edits.ts';
import type { Draft } from './plan.ts';

type EditsOf = (file: SourceFile) => readonly Edit[];

/** Every file that differs when changes are made to the config at a path, along with what else happens to the files. */
export function renderFiles(
  draft: Draft,
  path: string,
  changes: readonly Change[],
  around: Surroundings,
): RenderedFile[] {
  const followed = followedEdits(around);
  const edits = editsFor(draft, changes, (value) => baseAfter(value, followed, path, around));
  for (const file of draft.evaluator.modules.files()) {
    const own = edits.get(file) ?? [];
    if (addEdits(own, followed(file), around.after(file.path) !== file.path)) edits.set(file, own);
  }
  const files: RenderedFile[] = [];
  for (const [file, made] of edits) {
    const after = applyEdits(file.text, made);
    if (after !== file.text)
      files.push({ path: file.path, before: file.text, after, edits: madeEdits(made) });
  }
  return files;
}

/** The edits for other reasons than options; each file is asked about once. */
function followedEdits(around: Surroundings): EditsOf {
  const known = new Map<SourceFile, readonly Edit[]>();
  return (file) => {
    const others = known.get(file) ?? around.editsFor(file.path, file.text);
    known.set(file, others);
    return others;
  };
}

/** What a path expression starts from may itself be a reference, which follows its folder. */
function baseAfter(
  { base, from }: PathValue,
  followed: EditsOf,
  path: string,
  around: Surroundings,
): string | undefined {
  if (!from) return undefined;
  const { start, end } = spanOf(from.node);
  if (!followed(from.scope.file).some((edit) => edit.start >= start && edit.end <= end)) return undefined;
  const folderOf = (file: string) => placeAt('', posix.dirname(file));
  return pathFrom(folderOf(around.after(path)), around.after(placeAt(folderOf(path), base)));
}

/** Adds edits to those that options ask for. Both may be about one path: in a file that moves, only the other knows it. */
function addEdits(own: Edit[], others: readonly Edit[], moves: boolean): boolean {
  for (const edit of others) {
    const rival = own.findIndex((one) => !one.covers && one.start < edit.end && edit.start < one.end);
    if (rival === -1) own.push(edit);
    else if (moves) own.splice(rival, 1, edit);
  }
  return others.length > 0;
}
