import { pathParts } from '../src/config/change.ts';
import { isWritten } from '../src/config/lookup.ts';
import { matchOption } from '../src/config/match.ts';
import { optionName, rebaseMatch } from '../src/plan/rebasing.ts';
import { defineOptionTransform, type Finding } from '../src/plan/transform.ts';
import { rules } from '../src/project/paths.ts';

const options = ['bundler1.root', 'bundler1.publicDir', 'bundler1.server.fs.allow'] as const;

export default defineOptionTransform({
  id: 'bundler1',
  summary: 'Lets paths that are handed to the bundler follow their files, and asks to look at them.',
  options,
  run(config, { paths }) {
    if (!paths) return [];
    return config.scopes.flatMap((scope) =>
      options.flatMap((option): Finding[] => {
        const lookup = scope.lookup(option);
        if (!isWritten(lookup)) return [];
        const name = optionName(scope, pathParts(option));
        const message = `\`${name}\` is handed to the bundler as it is, which Variant A starts in the project root: see that it still finds its files.`;
        const values = [option, `${option}[]`].flatMap((pattern) => matchOption(scope, pattern));
        const moved = values.flatMap((match) => rebaseMatch(scope, match, rules.passedOn, paths) ?? []);
        return [...moved, { option: name, at: lookup.at, followUps: [{ code: 'bundler1-path', message }] }];
      }),
    );
  },
});
