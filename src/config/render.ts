import type { Change } from './change.ts';
import { editsOf } from './change-edits.ts';
import type { RenderContext, RenderedFile } from './document.ts';
import { applyEdits, type Edit, madeEdits } from './edits.ts';
import { folderOf, pathFrom, placeAt } from './places.ts';
import { planChanges } from './plan-change.ts';
import { type SourceFile, spanOf } from './source.ts';
import type { PathValue, Value } from './value.ts';

/** All files that differ once the changes are made to a config. */
export function renderFiles(
  config: SourceFile,
  layers: readonly Value[],
  changes: readonly Change[],
  context: RenderContext,
): RenderedFile[] {
  const operations = planChanges(layers, changes);
  const edits = editsOf(operations, (value) => baseAfter(value, config.path, context));
  for (const file of config.modules.files()) {
    const own = edits.get(file) ?? [];
    const others = context.edits.get(file.path) ?? [];
    addEdits(own, others, context.placeAfter(file.path) !== file.path);
    if (others.length > 0) edits.set(file, own);
  }
  return [...edits].flatMap(([{ path, text }, all]) => {
    const made = madeEdits(all);
    const after = applyEdits(text, made);
    return after === text ? [] : [{ path, before: text, after, edits: made }];
  });
}

/** The base of a path expression may itself be a reference, which is updated when its folder moves. */
function baseAfter({ base, from }: PathValue, path: string, context: RenderContext): string | undefined {
  if (!from) return undefined;
  const { start, end } = spanOf(from.node);
  const edits = context.edits.get(from.scope.file.path) ?? [];
  if (!edits.some((edit) => edit.start >= start && edit.end <= end)) return undefined;
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
