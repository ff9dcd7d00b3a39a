import { names } from '../catalogue/names.ts';
import { isMovedItem, type OptionPathParts, pathParts, showPath, writableValue } from './change.ts';
import type { ConfigScope, OptionRef } from './document.ts';
import { findOption } from './find-option.ts';
import { lookupAt, textAt } from './lookup.ts';
import { membersOf } from './members.ts';
import { guarded } from './problem.ts';
import { entriesAt } from './reading.ts';
import { type ObjectValue, type Value, withMutations } from './value.ts';

/** The objects that a merge call combines, by precedence. */
export function layersOf(root: ObjectValue): Value[] {
  if (root.form.kind !== 'merged') return [root];
  // Code that changes the result afterwards affects every object that went into it.
  const layers = root.form.layers.flatMap((layer) =>
    layer.kind === 'object' ? layersOf(withMutations(layer, root.changes)) : [],
  );
  return layers.length > 0 ? layers : [root];
}

/** A layer as a scope of options, and the override blocks in it. */
export function scopesOf(layer: Value, index: number): ConfigScope[] {
  const blocks = [...names.overrideBlocks.map((block) => [block]), ...environments(layer)];
  const overrides = blocks.flatMap((block) => {
    const search = findOption(layer, block);
    if (search.kind !== 'found' || search.value.kind !== 'object') return [];
    return [createScope(search.value, index, block)];
  });
  return [createScope(layer, index, []), ...overrides];
}

/** The blocks in the map that has one for each environment. */
function environments(layer: Value): string[][] {
  const map = findOption(layer, [names.overrideMap]);
  if (map.kind !== 'found' || map.value.kind !== 'object') return [];
  const keys = membersOf(map.value).flatMap((member) => (member.kind === 'property' ? [member.key] : []));
  return [...new Set(keys)].map((key) => [names.overrideMap, key]);
}

function createScope(object: Value, layer: number, prefix: OptionPathParts): ConfigScope {
  const full = (option: OptionRef): OptionPathParts => [...prefix, ...pathParts(option)];
  const { config } = object.at.scope.file.modules;
  return {
    block: showPath(prefix),
    lookup: (option) => guarded(config, () => lookupAt(object, pathParts(option))),
    entries: (option) => guarded(config, () => entriesAt(object, pathParts(option))),
    textOf: (option) => guarded(config, () => textAt(object, pathParts(option))),
    set(option, value) {
      const path = full(option);
      return { kind: 'set', layer, path, value: writableValue(value, path) };
    },
    remove: (option) => ({ kind: 'remove', layer, path: full(option) }),
    rename: (option, to) => ({ kind: 'rename', layer, path: full(option), to: full(to) }),
    append(option, items) {
      const path = full(option);
      const written = items.map((item) =>
        isMovedItem(item) ? { from: full(item.from) } : writableValue(item, path),
      );
      return { kind: 'append', layer, path, items: written };
    },
  };
}
