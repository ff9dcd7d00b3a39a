import { rules } from '../src/catalogue/path-rules.ts';
import { matchOption } from '../src/config/match.ts';
import { eachWritten, rebaseMatch } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

const options = ['bundler1.root', 'bundler1.publicDir', 'bundler1.server.fs.allow'] as const;

export default defineOptionTransform({
  id: 'bundler1',
  summary: 'Lets paths that are handed to the bundler follow their files, and asks to look at them.',
  options,
  followsMoves: true,
  run(config, { paths }) {
    if (!paths) return [];
    return eachWritten(config, options, ({ scope, option, name, lookup: { at } }) => {
      const values = [option, `${option}[]`].flatMap((pattern) => matchOption(scope, pattern));
      const moved = values.flatMap((match) => rebaseMatch(scope, match, rules.passedOn, paths) ?? []);
      const message = `\`${name}\` is handed to the bundler as it is, which Variant A starts in the project root: see that it still finds its files.`;
      return [...moved, { option: name, at, followUps: [{ code: 'bundler1-path', message }] }];
    });
  },
});
