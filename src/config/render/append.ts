import { isMovedItem, type NewItem, type OptionPathParts } from '../change.ts';
import type { Evaluator } from '../evaluate/evaluator.ts';
import { type Absent, type Found, findOption } from '../find.ts';
import type { Value } from '../value.ts';
import { planInsert } from './insert.ts';
import { elementItem, type Inserted, type Planned } from './operation.ts';
import { sharedObstacle } from './shared-names.ts';

/** Adds items to an array, or writes the array where there is none. */
export function planAppend(
  evaluator: Evaluator,
  root: Value,
  path: OptionPathParts,
  found: Found | Absent,
  items: readonly NewItem[],
): Planned {
  if (found.kind === 'absent') {
    const values = items.filter((item) => !isMovedItem(item));
    if (values.length < items.length) return { why: 'is not set', at: found.parent.at };
    return planInsert(found, path, { kind: 'list', values });
  }
  const { value } = found;
  if (value.kind !== 'array') return { why: 'is no array that items can be added to', at: value.at };
  const obstacle = sharedObstacle(value.via, value.at);
  if (obstacle) return obstacle;
  const inserted: Inserted[] = [];
  for (const item of items) {
    const next = insertedItem(evaluator, root, item);
    if (!next) return { why: 'is no item that could be moved', at: value.at };
    inserted.push(next);
  }
  return [{ kind: 'append', array: value.node, file: value.at.scope.file, items: inserted }];
}

function insertedItem(evaluator: Evaluator, root: Value, item: NewItem): Inserted | undefined {
  if (!isMovedItem(item)) return { kind: 'new', value: item };
  const source = findOption(evaluator, root, item.from);
  if (source.kind !== 'found' || source.site.kind !== 'element') return undefined;
  return { kind: 'element', item: elementItem(source.site.element) };
}
