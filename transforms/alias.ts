import { rootAliases, sourceAliases } from '../src/catalogue/aliases.ts';
import { type PathRule, rules } from '../src/catalogue/path-rules.ts';
import { matchOption } from '../src/config/match.ts';
import { rebaseMatch } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

/** An alias must not be made of itself: one for the sources is written from the root, one for the root is left. */
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
  run(config, { paths }) {
    if (!paths) return [];
    const pattern = `${config.catalogue.path.alias}.*`;
    return config.scopes.flatMap((scope) =>
      matchOption(scope, pattern).flatMap((match) => {
        const rule = ruleByName.get(match.path.at(-1)) ?? rules.alias;
        return rebaseMatch(scope, match, rule, paths) ?? [];
      }),
    );
  },
});
