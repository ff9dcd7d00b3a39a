/** The former name of the public folder: `dir: { static: 'files' }` becomes `dir: { public: 'files' }`. */

import { rules } from '../src/catalogue/option.ts';
import { ConfigPath, pathParts } from '../src/config/change.ts';
import { isWritten, type Written } from '../src/config/lookup.ts';
import { isUnset } from '../src/paths/bases.ts';
import { type PathContext, sideOf, valuePlace } from '../src/paths/option-paths.ts';
import { isSetUnderCondition, scopeSetting } from '../src/plan/config-scopes.ts';
import type { Finding } from '../src/plan/definition.ts';
import {
  baseNameAfter,
  folderOption,
  folderText,
  folderValue,
  isDefaultAfter,
  isOverriding,
} from '../src/plan/folders.ts';
import { moveValue, type WrittenRow } from '../src/plan/option-fates.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

export default defineOptionTransform({
  id: 'dir-static',
  summary: 'Turns `dir.static`, which the newer variant does not have, into `dir.public`.',
  options: ['dir.static'],
  followsMoves: true,
  run(config, { decision, paths }) {
    const { findOption, path } = config.catalogue;
    const row = findOption(path['dir.static']);
    // The new option is resolved from another folder, so the layout must be known.
    if (decision.kind === 'unknown' || row?.fate.kind !== 'moved') return [];
    return config.scopes.flatMap((scope) => {
      const lookup = scope.lookup(row.path);
      // Values of the wrong type stay: `value-types` reports them.
      if (!isWritten(lookup) || !mayBeText(lookup)) return [];
      const keys = pathParts(row.path);
      const name = scope.nameOf(keys);
      return replaceStatic({ config, scope, row, path: keys, lookup, name, notes: [] }, paths);
    });
  },
});

function replaceStatic(option: WrittenRow, paths: PathContext | undefined): Finding[] {
  const { config, scope, path: older, lookup } = option;
  const newer = config.catalogue.path['dir.public'];
  const setting = scopeSetting(config, scope, newer);
  if (!setting && !isSetUnderCondition(config, scope, newer)) return [becomePublic(option, paths)];
  // A branch of a conditional value is handled together with the whole value.
  if (lookup.condition === 'branch') return [];
  const moved = moveValue(option, newer);
  if (!setting || !moved.changes) return [moved];
  const current = setting.lookup(newer);
  const isEqual =
    lookup.kind === 'static' && current.kind === 'static' && lookup.value === current.value;
  const message = { what: `\`${option.name}\``, done: `removed: \`${newer}\` takes precedence` };
  const conflict = `\`${option.row.path}\` (${scope.textOf(older)}) differs from \`${newer}\` (${setting.textOf(newer)}): check that no public file is missing.`;
  const isLost = !isEqual && !isUnset(lookup);
  const followUps = isLost ? [{ code: 'dir-static-conflict', message: conflict } as const] : [];
  return [{ ...moved, message, followUps }];
}

function mayBeText(lookup: Written): boolean {
  if (lookup.kind === 'dynamic') return lookup.type === undefined || lookup.type === 'string';
  return lookup.value instanceof ConfigPath || typeof (lookup.value ?? '') === 'string';
}

/** Renames `dir.static` to `dir.public`, which is resolved from another folder. */
function becomePublic(
  { config, scope, row, path: older, lookup, name: option }: WrittenRow,
  paths: PathContext | undefined,
): Finding {
  const { path, names, folders, ruleFor } = config.catalogue;
  const newer = path['dir.public'];
  const { at } = lookup;
  // In a branch of a conditional value, only the path changes: the whole value is renamed in its own scope.
  const isBranch = lookup.condition === 'branch';
  const renamed = isBranch ? [] : [scope.rename(older, newer)];
  const what = `\`${option}\``;
  const message = { what, done: `renamed to \`${newer}\`` };
  const rule = ruleFor(row.path) ?? rules.namedFolder;
  const place =
    lookup.kind === 'static' && paths
      ? valuePlace(lookup.value, rule, sideOf(paths, 'b'))
      : undefined;
  if (lookup.kind !== 'static' || place === undefined || !paths) {
    const moves =
      paths && paths.layout.before !== paths.layout.root && lookup.condition !== 'choice';
    const unread = `\`${option}\` becomes \`${newer}\`, which ${names.variants.a} resolves from ${baseNameAfter(rule)}: check that it is still the same folder.`;
    const followUps = moves ? [{ code: 'dynamic-path', message: unread } as const] : [];
    return { option, at, changes: renamed, message, followUps };
  }
  const folder = folderOption(folders.withOption(newer), paths);
  const isNeedless = isDefaultAfter(place, folder, paths) && !isBranch;
  if (isNeedless && !isOverriding(config, scope, folder, paths)) {
    const done = `removed: \`${folderText(place, rule, paths)}\` is the default in ${names.variants.a}`;
    return { option, at, changes: [scope.remove(older)], message: { what, done } };
  }
  const value = folderValue(lookup.value, place, rule, paths);
  const set = value === undefined ? [] : [scope.set(older, value)];
  return { option, at, changes: [...renamed, ...set], message };
}
