import { eachWritten, followPaths } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

const options = ['bundler1.root', 'bundler1.publicDir', 'bundler1.server.fs.allow'] as const;
const followFiles = followPaths(options);

export default defineOptionTransform({
  id: 'bundler1',
  summary: 'Lets paths that are handed to the bundler follow their files, and asks to look at them.',
  options,
  followsMoves: true,
  run(config, context) {
    if (!context.paths) return [];
    const asked = eachWritten(config, options, ({ name, lookup: { at } }) => {
      const message = `\`${name}\` is handed to the bundler as it is, which Variant A starts in the project root: see that it still finds its files.`;
      return [{ option: name, at, followUps: [{ code: 'bundler1-path', message }] }];
    });
    return [...followFiles(config, context), ...asked];
  },
});
