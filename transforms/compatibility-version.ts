import { pathParts } from '../src/config/change.ts';
import type { ConfigScope } from '../src/config/document.ts';
import { optionName } from '../src/plan/rebasing.ts';
import { defineOptionTransform, type Finding } from '../src/plan/transform.ts';

export default defineOptionTransform({
  id: 'compatibility-version',
  summary: 'Removes `future.compatibilityVersion`, which has no effect in the newer variant.',
  options: ['future.compatibilityVersion'],
  run: (config) => {
    const { path, names } = config.catalogue;
    const option = path['future.compatibilityVersion'];
    const { a, b } = names.generations;
    const merged = config.lookup(option);
    // What the config says when no override block applies; unset means the older one.
    const generation = merged.kind === 'static' ? (merged.value ?? b) : b;
    const differs = (scope: ConfigScope): boolean => {
      const lookup = scope.lookup(option);
      return lookup.kind === 'static' && (lookup.value ?? b) !== generation;
    };
    const mixed = config.scopes.some((scope) => scope.block !== '' && differs(scope));
    const unknown = (name: string, at: Finding['at'], why: string): Finding => {
      const message = `\`${name}\` ${why}: set it to ${b} or ${a} everywhere, then run again; no path was changed.`;
      return { option: name, at, followUps: [{ code: 'compatibility-version-unknown', message }] };
    };
    const found = config.scopes.flatMap((scope): Finding[] => {
      const lookup = scope.lookup(option);
      const name = optionName(scope, pathParts(option));
      if (lookup.kind === 'absent') return [];
      const { at } = lookup;
      if (mixed && lookup.kind === 'static') {
        // One of them alone would give the other a meaning it did not have.
        if (!differs(scope)) return [];
        return [unknown(name, at, 'differs from the rest of the config')];
      }
      if (lookup.kind === 'static' && (lookup.value === a || lookup.value === undefined)) {
        const message = `\`${name}\` is removed: these rules are the default`;
        return [{ option: name, at, changes: [scope.remove(option)], message }];
      }
      if (lookup.kind === 'static' && lookup.value === b) {
        const message = `\`${name}\` is removed: ${names.variants.a} has no compatibility mode`;
        const now = `\`${name}: ${b}\` was removed, so the v${a} defaults now apply.`;
        return [
          {
            option: name,
            at,
            changes: [scope.remove(option)],
            message,
            followUps: [{ code: 'compatibility-version-3', message: now }],
          },
        ];
      }
      const why =
        lookup.kind === 'dynamic' ? lookup.why : `is ${JSON.stringify(lookup.value)}, neither ${b} nor ${a}`;
      return [unknown(name, at, why)];
    });
    // One of several merged objects may set it although none that can be read does.
    if (found.length > 0 || merged.kind !== 'dynamic') return found;
    return [unknown(option, merged.at, merged.why)];
  },
});
