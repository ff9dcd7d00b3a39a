import { type Change, isSamePath, showPath } from '../change.ts';
import type { Edit } from '../edits.ts';
import { findOption } from '../find.ts';
import { groupedBy } from '../grouped.ts';
import type { SourceFile } from '../source.ts';
import { removeEmptied } from './emptied.ts';
import { appendTo, insertInto } from './entries.ts';
import type { ListNode, Operation } from './operation.ts';
import { type Draft, plan } from './plan.ts';
import { type BaseAfter, retargetPaths } from './retarget.ts';
import { Rewrite } from './rewrite.ts';

/** The edits that make all changes, by file. The changes are settled and have no obstacle. */
export function editsFor(
  draft: Draft,
  changes: readonly Change[],
  baseAfter: BaseAfter,
): Map<SourceFile, Edit[]> {
  const simple = withoutText(draft, changes);
  const operations = simple.flatMap((change) => {
    const planned = plan(draft, change, simple);
    if (!Array.isArray(planned)) throw new Error(`${showPath(change.path)} ${planned.why}`);
    return planned;
  });
  return write(operations, baseAfter);
}

/**
 * A method or a shorthand that is renamed and set has no text of its own that would stay: that is one option
 * removed, and another one set.
 */
function withoutText(draft: Draft, changes: readonly Change[]): readonly Change[] {
  let result = changes;
  for (const rename of changes) {
    if (rename.kind !== 'rename') continue;
    const isBoth = ({ kind, layer, path }: Change) =>
      kind === 'set' &&
      layer === rename.layer &&
      (isSamePath(path, rename.path) || isSamePath(path, rename.to));
    const set = changes.find(isBoth);
    if (!set || !hasNoText(draft, rename)) continue;
    const { layer, path, to } = rename;
    result = result.map((change): Change => {
      if (change === rename) return { kind: 'remove', layer, path };
      return change === set ? { ...change, path: to } : change;
    });
  }
  return result;
}

function hasNoText({ evaluator, layers }: Draft, { layer, path }: Change): boolean {
  const root = layers[layer];
  const found = root && findOption(evaluator, root, path);
  if (found?.kind !== 'found' || found.site.kind !== 'property') return false;
  const { node } = found.site.property;
  return node.type === 'ObjectMethod' || node.shorthand;
}

/** Each step sees what those before it left of the lists. */
function write(operations: readonly Operation[], baseAfter: BaseAfter): Map<SourceFile, Edit[]> {
  const rewrite = new Rewrite();
  for (const operation of operations) {
    if (operation.kind === 'replace') rewrite.add(operation.file, operation.edit);
    else if (operation.kind === 'take-out') rewrite.takeOut(operation.item);
  }
  const inserts = groupedBy(
    operations.filter((operation) => operation.kind === 'insert'),
    ({ container }) => container,
  );
  const appends = groupedBy(
    operations.filter((operation) => operation.kind === 'append'),
    ({ array }) => array,
  );
  const filled = new Set<ListNode>(inserts.keys());
  removeEmptied(rewrite, operations, (list) => filled.has(list));
  retargetPaths(rewrite, operations, baseAfter);
  for (const [container, added] of inserts) insertInto(rewrite, container, added);
  for (const [array, added] of appends) appendTo(rewrite, array, added);
  rewrite.removeTaken();
  return rewrite.edits;
}
