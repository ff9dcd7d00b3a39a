import { names } from '../catalogue/names.ts';
import { isMovedItem, type OptionPathParts, pathParts, showPath, writableValue } from './change.ts';
import type { ConfigScope, OptionRef } from './document.ts';
import type { Evaluator } from './evaluate/evaluator.ts';
import { findOption } from './find.ts';
import { entriesAt, lookupAt, textAt } from './reading.ts';
import { explained } from './too-deep.ts';
import { likeObject, type ObjectValue, type Value } from './value.ts';

/** The objects that a merge call puts together, those that count most first. */
export function layersOf(root: ObjectValue): Value[] {
  if (root.form.kind !== 'merged') return [root];
  // What changes the outcome afterwards concerns every object that went into it.
  const layers = root.form.layers.flatMap((layer) =>
    layer.kind === 'object'
      ? layersOf(likeObject(layer, { changes: [...layer.changes, ...root.changes] }))
      : [],
  );
  return layers.length > 0 ? layers : [root];
}

/** A layer as an object of options, and the override blocks in it. */
export function scopesOf(evaluator: Evaluator, layer: Value, index: number): ConfigScope[] {
  const blocks = [...names.overrideBlocks.map((block) => [block]), ...environments(evaluator, layer)];
  const overrides = blocks.flatMap((block) => {
    const found = findOption(evaluator, layer, block);
    if (found.kind !== 'found' || found.value.kind !== 'object') return [];
    return [createScope(evaluator, found.value, index, block)];
  });
  return [createScope(evaluator, layer, index, []), ...overrides];
}

/** The blocks of the map that has one for each environment. */
function environments(evaluator: Evaluator, layer: Value): string[][] {
  const map = findOption(evaluator, layer, [names.overrideMap]);
  if (map.kind !== 'found' || map.value.kind !== 'object') return [];
  const keys = evaluator
    .members(map.value)
    .flatMap((member) => (member.kind === 'property' ? [member.key] : []));
  return [...new Set(keys)].map((key) => [names.overrideMap, key]);
}

function createScope(
  evaluator: Evaluator,
  object: Value,
  layer: number,
  prefix: OptionPathParts,
): ConfigScope {
  const full = (option: OptionRef): OptionPathParts => [...prefix, ...pathParts(option)];
  const { config } = evaluator.modules;
  // One closure for each kind of reading, not for each reading.
  const reading =
    <T>(read: (path: OptionPathParts) => T) =>
    (option: OptionRef): T => {
      try {
        return read(pathParts(option));
      } catch (error) {
        throw explained(error, config);
      }
    };
  return {
    block: showPath(prefix),
    lookup: reading((path) => lookupAt(evaluator, object, path)),
    entries: reading((path) => entriesAt(evaluator, object, path)),
    textOf: reading((path) => textAt(evaluator, object, path)),
    set: (option, value) => ({
      kind: 'set',
      layer,
      path: full(option),
      value: writableValue(value, full(option)),
    }),
    remove: (option) => ({ kind: 'remove', layer, path: full(option) }),
    rename: (option, to) => ({ kind: 'rename', layer, path: full(option), to: full(to) }),
    append: (option, items) => ({
      kind: 'append',
      layer,
      path: full(option),
      items: items.map((item) =>
        isMovedItem(item) ? { from: full(item.from) } : writableValue(item, full(option)),
      ),
    }),
  };
}
