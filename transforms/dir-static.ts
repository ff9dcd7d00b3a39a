import { rules } from '../src/catalogue/option.ts';
import { ConfigPath, pathParts } from '../src/config/change.ts';
import type { ConfigDocument, ConfigScope } from '../src/config/document.ts';
import { isWritten, type Written } from '../src/config/lookup.ts';
import { isSetUnderCondition, optionName, scopeSetting } from '../src/plan/config-scopes.ts';
import type { Finding } from '../src/plan/definition.ts';
import {
  baseNameAfter,
  folderOption,
  folderText,
  folderValue,
  isDefaultAfter,
  isOverriding,
} from '../src/plan/folders.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { placeOf } from '../src/project/config-paths.ts';
import { type PathContext, scopeIn } from '../src/project/rebase.ts';

export default defineOptionTransform({
  id: 'dir-static',
  summary: 'Turns `dir.static`, which the newer variant does not have, into `dir.public`.',
  options: ['dir.static'],
  followsMoves: true,
  run(config, { decision, paths }) {
    // The new option is resolved from another folder, so the layout must be known.
    const { findOption, path } = config.catalogue;
    if (decision.kind === 'unknown' || findOption(path['dir.static'])?.fate.kind !== 'moved') return [];
    return config.scopes.flatMap((scope) => replaceStatic(config, scope, paths));
  },
});

function replaceStatic(
  config: ConfigDocument,
  scope: ConfigScope,
  paths: PathContext | undefined,
): Finding[] {
  const { path } = config.catalogue;
  const [older, newer] = [path['dir.static'], path['dir.public']];
  const old = scope.lookup(older);
  // Values of the wrong type stay: `value-types` reports them.
  if (!isWritten(old) || !mayBeText(old)) return [];
  const option = optionName(scope, pathParts(older));
  const { at } = old;
  const isBranch = old.condition === 'branch';
  const setting = scopeSetting(config, scope, newer);
  const isKept = !setting && isSetUnderCondition(config, scope, newer);
  // A branch of a conditional value is handled together with the whole value.
  if ((setting || isKept) && isBranch) return [];
  if (setting) {
    const current = setting.lookup(newer);
    const message = { what: `\`${option}\``, done: `removed: \`${newer}\` takes precedence` };
    const equal = old.kind === 'static' && current.kind === 'static' && old.value === current.value;
    const conflict = `\`${older}\` (${scope.textOf(older)}) differs from \`${newer}\` (${setting.textOf(newer)}): check that no public file is missing.`;
    return [
      {
        option,
        at,
        changes: [scope.remove(older)],
        message,
        followUps: equal ? [] : [{ code: 'dir-static-conflict', message: conflict }],
      },
    ];
  }
  if (!isKept) return [becomePublic(config, scope, old, paths)];
  const message = `\`${option}\` is kept, because another part of the config may set \`${newer}\`, which takes precedence: choose one of them.`;
  return [{ option, at, followUps: [{ code: 'not-written', message }] }];
}

function mayBeText(lookup: Written): boolean {
  if (lookup.kind === 'dynamic') return lookup.type === undefined || lookup.type === 'string';
  return lookup.value instanceof ConfigPath || typeof (lookup.value ?? '') === 'string';
}

/** Renames `dir.static` to `dir.public`, which is resolved from another folder. */
function becomePublic(
  config: ConfigDocument,
  scope: ConfigScope,
  old: Written,
  paths: PathContext | undefined,
): Finding {
  const { path, names, folders, ruleFor } = config.catalogue;
  const [older, newer] = [path['dir.static'], path['dir.public']];
  const option = optionName(scope, pathParts(older));
  const { at } = old;
  // In a branch of a conditional value, only the path changes: the whole value is renamed in its own scope.
  const isBranch = old.condition === 'branch';
  const renamed = isBranch ? [] : [scope.rename(older, newer)];
  const what = `\`${option}\``;
  const message = { what, done: `renamed to \`${newer}\`` };
  const rule = ruleFor(older) ?? rules.namedFolder;
  const place = old.kind === 'static' && paths ? placeOf(old.value, rule, scopeIn(paths, 'b')) : undefined;
  if (old.kind !== 'static' || place === undefined || !paths) {
    const moves = paths && paths.layout.before !== paths.layout.root && old.condition !== 'choice';
    const unread = `\`${option}\` becomes \`${newer}\`, which ${names.variants.a} resolves from ${baseNameAfter(rule)}: check that it is still the same folder.`;
    const followUps = moves ? [{ code: 'dynamic-path', message: unread } as const] : [];
    return { option, at, changes: renamed, message, followUps };
  }
  const folder = folderOption(folders.withOption(newer), paths.layout);
  const isNeedless = isDefaultAfter(place, folder, paths) && !isBranch;
  if (isNeedless && !isOverriding(config, scope, folder, paths)) {
    const done = `removed: \`${folderText(place, rule, paths)}\` is the default in ${names.variants.a}`;
    return { option, at, changes: [scope.remove(older)], message: { what, done } };
  }
  const value = folderValue(old.value, place, rule, paths);
  const set = value === undefined ? [] : [scope.set(older, value)];
  return { option, at, changes: [...renamed, ...set], message };
}
