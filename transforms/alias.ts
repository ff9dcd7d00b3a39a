import { matchOption } from '../src/config/match.ts';
import { rebaseMatch } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { rules } from '../src/project/paths.ts';

/** An alias for the sources must not be made of itself, so it is written from the root. */
const sourceAlias = { ...rules.alias, write: 'root' } as const;

export default defineOptionTransform({
  id: 'alias',
  summary: 'Lets every own alias lead to the same files.',
  options: ['alias'],
  run(config, { paths }) {
    if (!paths) return [];
    return config.scopes.flatMap((scope) =>
      matchOption(scope, 'alias.*').flatMap((match) => {
        const name = match.path.at(-1);
        const rule = name === '~' || name === '@' ? sourceAlias : rules.alias;
        return rebaseMatch(scope, match, rule, paths);
      }),
    );
  },
});
