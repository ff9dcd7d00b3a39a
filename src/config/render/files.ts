import { posix } from 'node:path';
import type { Change } from '../change.ts';
import type { RenderContext, RenderedFile } from '../document.ts';
import { applyEdits, type Edit } from '../edits.ts';
import { pathFrom, placeAt } from '../places.ts';
import { spanOf } from '../source.ts';
import type { PathValue } from '../value.ts';
import { editsFor } from './edits-for.ts';
import { madeEdits } from './made-edits.ts';
import type { Draft } from './plan.ts';

/** Every file that differs once the changes are made to the config at a path. */
export function renderFiles(
  draft: Draft,
  path: string,
  changes: readonly Change[],
  context: RenderContext,
): RenderedFile[] {
  const edits = editsFor(draft, changes, (value) => baseAfter(value, path, context));
  for (const file of draft.evaluator.modules.files()) {
    const own = edits.get(file) ?? [];
    const others = context.edits.get(file.path) ?? [];
    addEdits(own, others, context.placeAfter(file.path) !== file.path);
    if (others.length > 0) edits.set(file, own);
  }
  return [...edits].flatMap(([file, made]) => {
    const after = applyEdits(file.text, made);
    if (after === file.text) return [];
    return [{ path: file.path, before: file.text, after, edits: madeEdits(made) }];
  });
}

/** What a path expression starts from may itself be a reference, which follows its folder. */
function baseAfter({ base, from }: PathValue, path: string, context: RenderContext): string | undefined {
  if (!from) return undefined;
  const { start, end } = spanOf(from.node);
  const edits = context.edits.get(from.scope.file.path) ?? [];
  if (!edits.some((edit) => edit.start >= start && edit.end <= end)) return undefined;
  const folderOf = (file: string) => placeAt('', posix.dirname(file));
  return pathFrom(folderOf(context.placeAfter(path)), context.placeAfter(placeAt(folderOf(path), base)));
}

/**
 * Adds edits to those that options ask for, in the same list, because the text of an edit may be made of others. If
 * both change one path, the reference is right in a file that moves: options are not read from its folder.
 */
function addEdits(own: Edit[], others: readonly Edit[], isMoved: boolean): void {
  for (const edit of others) {
    const rival = own.findIndex((one) => !one.covers && one.start < edit.end && edit.start < one.end);
    if (rival === -1) own.push(edit);
    else if (isMoved) own.splice(rival, 1, edit);
  }
}
