import type * as t from '@babel/types';
import type { OptionPathParts } from '../change.ts';
import type { Absent } from '../find.ts';
import type { Expr, Hop, Value } from '../value.ts';
import type { Inserted, ItemRef, Planned } from './operation.ts';
import { sharedObstacle } from './shared-names.ts';

/** Writes an option that is not there yet. `from` are the items that a moved value may take the place of. */
export function planInsert(
  { parent, rest }: Absent,
  path: OptionPathParts,
  value: Inserted,
  from: readonly ItemRef[] = [],
): Planned {
  const object = writable(parent);
  if (!object) return { why: 'is not an object that can be written to', at: parent.at };
  const obstacle = sharedObstacle(object.via, object.at);
  if (obstacle) return obstacle;
  if (rest.some((segment) => typeof segment === 'number')) return { why: 'has no such item', at: parent.at };
  const file = object.at.scope.file;
  return [{ kind: 'insert', container: object.node, file, path, rest, value, from }];
}

/** The literal that new keys of an object go to: the one that counts most. */
export function writable(
  value: Value,
): { node: t.ObjectExpression; at: Expr; via: readonly Hop[] } | undefined {
  if (value.kind !== 'object') return undefined;
  const { form } = value;
  if (form.kind === 'literal') return { node: form.node, at: value.at, via: value.via };
  const parts = form.kind === 'assigned' ? form.sources.toReversed() : form.layers;
  for (const part of parts) {
    const literal = writable(part);
    if (literal) return literal;
  }
  return undefined;
}
