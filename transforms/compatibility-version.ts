import { pathParts } from '../src/config/change.ts';
import type { ConfigDocument, ConfigScope } from '../src/config/document.ts';
import { optionName } from '../src/plan/rebasing.ts';
import { defineOptionTransform, type Finding } from '../src/plan/transform.ts';
import { compatibilityOption as option } from '../src/project/bases.ts';

export default defineOptionTransform({
  id: 'compatibility-version',
  summary: 'Removes `future.compatibilityVersion`, which has nothing left to choose between.',
  options: [option],
  run: (config) => {
    const generation = generationOf(config);
    const mixed = config.scopes.some((scope) => scope.block !== '' && differs(scope, generation));
    const found = config.scopes.flatMap((scope): Finding[] => {
      const lookup = scope.lookup(option);
      const name = optionName(scope, pathParts(option));
      if (lookup.kind === 'absent') return [];
      const { at } = lookup;
      if (mixed && lookup.kind === 'static') {
        // One of them alone would give the other a meaning it did not have.
        if (!differs(scope, generation)) return [];
        return [unknownGeneration(name, at, 'differs from the rest of the config')];
      }
      if (lookup.kind === 'static' && (lookup.value === 4 || lookup.value === undefined)) {
        const message = `\`${name}\` is removed: its rules are the default`;
        return [{ option: name, at, changes: [scope.remove(option)], message }];
      }
      if (lookup.kind === 'static' && lookup.value === 3) {
        const message = `\`${name}\` is removed: Variant A has no older rules to return to`;
        const now = `\`${name}: 3\` is gone, so the v4 defaults apply now.`;
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
        lookup.kind === 'dynamic' ? lookup.why : `is ${JSON.stringify(lookup.value)}, neither 3 nor 4`;
      return [unknownGeneration(name, at, why)];
    });
    // One of several merged objects may set it although none that can be read does.
    const merged = config.lookup(option);
    if (found.length > 0 || merged.kind !== 'dynamic') return found;
    return [unknownGeneration(option, merged.at, merged.why)];
  },
});

function unknownGeneration(name: string, at: Finding['at'], why: string): Finding {
  const message = `\`${name}\` ${why}: set it to 3 or 4 throughout, then run again; no path was touched.`;
  return { option: name, at, followUps: [{ code: 'compatibility-version-unknown', message }] };
}

function differs(scope: ConfigScope, generation: unknown): boolean {
  const lookup = scope.lookup(option);
  return lookup.kind === 'static' && (lookup.value ?? 3) !== generation;
}

/** What the config says when no override block applies; unset means 3. */
function generationOf(config: ConfigDocument): unknown {
  const lookup = config.lookup(option);
  return lookup.kind === 'static' ? (lookup.value ?? 3) : 3;
}
