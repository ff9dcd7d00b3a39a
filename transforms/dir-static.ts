import { kindWithOption } from '../src/catalogue/folder-kinds.ts';
import { rules } from '../src/catalogue/path-rules.ts';
import { ConfigPath } from '../src/config/change.ts';
import type { ConfigDocument, ConfigScope } from '../src/config/document.ts';
import { isWritten, type Written } from '../src/config/lookup.ts';
import { folderOption, folderText, folderValue, isDefaultAfter, isOverriding } from '../src/plan/folders.ts';
import { isConditional, isUnder, optionName, scopeSetting } from '../src/plan/rebasing.ts';
import { defineOptionTransform, type Finding } from '../src/plan/transform.ts';
import { placeOf } from '../src/project/config-paths.ts';
import { type PathContext, scopeIn } from '../src/project/rebase.ts';

export default defineOptionTransform({
  id: 'dir-static',
  summary: 'Turns `dir.static`, which Variant A does not have, into `dir.public`.',
  options: ['dir.static'],
  followsMoves: true,
  run(config, { decision, paths }) {
    // Under the new name it is read from another folder, and whether from the right one is not known.
    if (decision.kind === 'unknown') return [];
    return config.scopes.flatMap((scope) => replaceStatic(config, scope, paths));
  },
});

function replaceStatic(
  config: ConfigDocument,
  scope: ConfigScope,
  paths: PathContext | undefined,
): Finding[] {
  const old = scope.lookup('dir.static');
  // A value of another kind is left, as the report says of it.
  if (!isWritten(old) || !mayBeText(old)) return [];
  const option = optionName(scope, ['dir', 'static']);
  const { at } = old;
  const holder = old.isBranch ? holderOf(config, scope) : scope;
  const setting = scopeSetting(config, holder, 'dir.public');
  const isLeft = !setting && isRivalled(config, holder);
  // Of a value that a condition decides, the part that has the whole renames, removes or leaves it.
  if ((setting || isLeft) && old.isBranch) return [];
  if (setting) {
    const current = setting.lookup('dir.public');
    const message = `\`${option}\` is removed: \`dir.public\` counts`;
    const equal = old.kind === 'static' && current.kind === 'static' && old.value === current.value;
    const conflict = `\`dir.static\` (${scope.textOf('dir.static')}) differed from \`dir.public\` (${setting.textOf('dir.public')}): see that no public file is left behind.`;
    return [
      {
        option,
        at,
        changes: [scope.remove('dir.static')],
        message,
        followUps: equal ? [] : [{ code: 'dir-static-conflict', message: conflict }],
      },
    ];
  }
  if (!isLeft) return [becomePublic(config, scope, old, paths)];
  const message = `\`${option}\` stays, because another part of the config may set \`dir.public\`, which counts: choose one of them.`;
  return [{ option, at, followUps: [{ code: 'not-written', message }] }];
}

/** The part of the config that has the whole of a value of which another has a branch. */
function holderOf({ scopes }: ConfigDocument, scope: ConfigScope): ConfigScope {
  const hasWhole = (other: ConfigScope) => {
    const lookup = other.lookup('dir.static');
    return lookup.kind === 'dynamic' && lookup.hasBranches === true;
  };
  const inner = scopes.find((other) => isUnder(scope.block, other.block) && hasWhole(other));
  return inner ?? scopes.find((other) => other.block === '' && hasWhole(other)) ?? scope;
}

/** Whether another part of the config sets `dir.public`, and would have counted where both apply. */
function isRivalled({ scopes }: ConfigDocument, { block }: ConfigScope): boolean {
  const isMerged = scopes.filter((other) => other.block === '').length > 1;
  return scopes.some((other) => {
    const mayApply = isConditional(other.block) ? !isConditional(block) : other.block === '' && isMerged;
    // What replaces the whole of `dir` leaves nothing to choose from.
    const isReplaced = !isMerged && block === '' && other.replaces('dir.public');
    return other.block !== block && mayApply && !isReplaced && isWritten(other.lookup('dir.public'));
  });
}

function mayBeText(lookup: Written): boolean {
  if (lookup.kind === 'dynamic') return lookup.type === undefined || lookup.type === 'string';
  return lookup.value instanceof ConfigPath || typeof (lookup.value ?? '') === 'string';
}

/** `dir.static` as `dir.public`, which is read from another folder. */
function becomePublic(
  config: ConfigDocument,
  scope: ConfigScope,
  old: Written,
  paths: PathContext | undefined,
): Finding {
  const option = optionName(scope, ['dir', 'static']);
  const { at } = old;
  // Of a value that a condition decides, the config itself has the whole, and a branch of it only its own text.
  const renamed = old.isBranch ? [] : [scope.rename('dir.static', 'dir.public')];
  const message = `\`${option}\` becomes \`dir.public\``;
  const place =
    old.kind === 'static' && paths ? placeOf(old.value, rules.namedFolder, scopeIn(paths, 'b')) : undefined;
  if (old.kind !== 'static' || place === undefined || !paths) {
    const isRead = old.kind === 'dynamic' && old.hasBranches;
    const moves = paths && paths.layout.before !== paths.layout.root && !isRead;
    const unread = `\`${option}\` became \`dir.public\`, which Variant A reads from the project root: check that it names the same folder.`;
    const followUps = moves ? [{ code: 'dynamic-path', message: unread } as const] : [];
    return { option, at, changes: renamed, message, followUps };
  }
  const folder = folderOption(kindWithOption('dir.public'), paths.layout);
  const isNeedless = isDefaultAfter(place, folder, paths) && !old.isBranch;
  if (isNeedless && !isOverriding(config, scope, folder, paths)) {
    const removed = `\`${option}\` is removed: Variant A takes \`${folderText(place, paths)}\` by default`;
    return { option, at, changes: [scope.remove('dir.static')], message: removed };
  }
  const value = folderValue(old.value, place, paths);
  const set = value === undefined ? [] : [scope.set('dir.static', value)];
  return { option, at, changes: [...renamed, ...set], message };
}
