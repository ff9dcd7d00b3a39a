/**
 * The switch `future.compatibilityVersion`, which older projects use to get the newer rules early: it is no longer
 * needed.
 */

import type { Catalogue } from '../src/catalogue/index.ts';
import type { ConfigScope } from '../src/config/document.ts';
import type { Written } from '../src/config/lookup.ts';
import { looksOlder } from '../src/layout/layout-evidence.ts';
import { compatibilityOf, isLater, setsOtherVersion } from '../src/paths/bases.ts';
import type { Finding } from '../src/plan/definition.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

export default defineOptionTransform({
  id: 'compatibility-version',
  summary: 'Removes `future.compatibilityVersion`, which has no effect in the newer variant.',
  options: ['future.compatibilityVersion'],
  run: (config, { evidence, settledPaths, keepsOlderVersion }) => {
    const { names, path } = config.catalogue;
    const option = path['future.compatibilityVersion'];
    const isOlder = evidence && settledPaths && looksOlder(config, evidence, settledPaths.layout);
    if (isOlder || (compatibilityOf(config) === 'a' && keepsOlderVersion?.())) {
      const message = `\`${option}\` stays until package.json requires version ${names.generations.a}: update it there, then run again.`;
      return [{ option, at: config.at, followUps: [{ code: 'framework-range', message }] }];
    }
    const merged = config.lookup(option);
    const differs = (scope: ConfigScope): boolean =>
      scope.lookup(option).kind === 'static' && setsOtherVersion(config, scope);
    const isMixed = config.scopes.some((scope) => scope.block !== '' && differs(scope));
    const findings = config.scopes.flatMap((scope): Finding[] => {
      const lookup = scope.lookup(option);
      if (lookup.kind === 'absent') return [];
      const name = scope.nameOf(option);
      if (!isMixed || lookup.kind === 'dynamic')
        return [removed(config.catalogue, scope, name, lookup)];
      // Removing only one of two different values would change the effect of the other.
      const why = 'differs from the rest of the config';
      return differs(scope) ? [unknown(config.catalogue, name, lookup.at, why)] : [];
    });
    // A merged object that cannot be read may set the option.
    if (findings.length > 0 || merged.kind !== 'dynamic') return findings;
    return [unknown(config.catalogue, option, merged.at, merged.why)];
  },
});

/** Removes the option if it is undefined or one of the two known generations, and reports other values. */
function removed(catalogue: Catalogue, scope: ConfigScope, name: string, lookup: Written): Finding {
  const { path, names } = catalogue;
  const { a, b } = names.generations;
  if (lookup.kind === 'dynamic') return unknown(catalogue, name, lookup.at, lookup.why);
  const { value, at } = lookup;
  const what = `\`${name}\``;
  const changes = [scope.remove(path['future.compatibilityVersion'])];
  if (value === a || value === undefined)
    return {
      option: name,
      at,
      changes,
      message: { what, done: 'removed: these rules are the default' },
    };
  // A later version, which the edition knows, stays: it is for what comes after Variant A.
  if (isLater(catalogue, value)) return { option: name, at };
  if (value !== b)
    return unknown(catalogue, name, at, `is ${JSON.stringify(value)}, neither ${b} nor ${a}`);
  const message = { what, done: `removed: ${names.variants.a} has no compatibility mode` };
  const newDefaults = `The v${a} defaults apply without \`${name}: ${b}\`.`;
  const followUps = [{ code: 'compatibility-version-3', message: newDefaults } as const];
  return { option: name, at, changes, message, followUps };
}

function unknown({ names }: Catalogue, name: string, at: Finding['at'], why: string): Finding {
  const { a, b } = names.generations;
  const message = `\`${name}\` ${why}: set it to ${b} or ${a} everywhere, then run again; no path was changed.`;
  return { option: name, at, followUps: [{ code: 'compatibility-version-unknown', message }] };
}
