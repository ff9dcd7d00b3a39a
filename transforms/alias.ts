/** Custom aliases: each still points to the same folder, and those that the newer variant has anyway go. */

import { rootAliases, sourceAliases } from '../src/catalogue/facts.ts';
import { type PathRule, rules } from '../src/catalogue/option.ts';
import type { ConfigDocument, Match } from '../src/config/document.ts';
import { eachWritten } from '../src/plan/config-scopes.ts';
import type { Finding, TransformContext } from '../src/plan/definition.ts';
import { rebasePattern } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

/** An alias must not refer to itself: source aliases are written relative to the root, root aliases stay. */
function ruleFor({ path }: Match): PathRule {
  const name = String(path.at(-1));
  if (rootAliases.includes(name)) return { ...rules.alias, base: { b: 'none', a: 'none' } };
  return sourceAliases.includes(name) ? { ...rules.alias, write: 'root' } : rules.alias;
}

/** A dot is the new source directory afterwards, if there is one, and the root needs no alias of its own. */
function repeatedRoots(config: ConfigDocument, { paths }: TransformContext): Finding[] {
  const { layout, evidence } = paths ?? {};
  if (!evidence || layout?.before !== layout?.root || layout?.after === layout?.root) return [];
  const options = rootAliases.map((name) => `${config.catalogue.path.alias}.${name}`);
  return eachWritten(config, options, ({ option, name, scope, lookup }) => {
    if (lookup.kind !== 'static' || !/^\.\/?$/.test(String(lookup.value))) return [];
    const message = { what: `\`${name}\``, done: 'removed: the project root is the default' };
    return [{ option: name, at: lookup.at, changes: [scope.remove(option)], message }];
  });
}

export default defineOptionTransform({
  id: 'alias',
  summary: 'Updates custom aliases so that they point to the same files.',
  options: ['alias'],
  followsMoves: true,
  run: (config, context) => [
    ...repeatedRoots(config, context),
    ...rebasePattern(config, context, `${config.catalogue.path.alias}.*`, ruleFor),
  ],
});
