import { rootAliases, sourceAliases } from '../src/catalogue/facts.ts';
import { type PathRule, rules } from '../src/catalogue/option.ts';
import { rebasePattern } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

/** An alias must not refer to itself: source aliases are written relative to the root, root aliases stay. */
const sourceAlias = { ...rules.alias, write: 'root' } as const;
const rootAlias = { ...rules.alias, base: { b: 'none', a: 'none' } } as const;
const ruleByName = new Map<unknown, PathRule>([
  ...sourceAliases.map((name) => [name, sourceAlias] as const),
  ...rootAliases.map((name) => [name, rootAlias] as const),
]);

export default defineOptionTransform({
  id: 'alias',
  summary: 'Updates custom aliases so that they point to the same files.',
  options: ['alias'],
  followsMoves: true,
  run: (config, context) =>
    rebasePattern(
      config,
      context,
      `${config.catalogue.path.alias}.*`,
      ({ path }) => ruleByName.get(path.at(-1)) ?? rules.alias,
    ),
});
