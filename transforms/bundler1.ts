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
    const { path, names } = config.catalogue;
    const paths = options.map((option) => path[option]);
    const root =
      config.catalogue.facts.bundlerRoot.a === 'root' ? 'the project root' : 'the source directory';
    const asked = eachWritten(config, paths, ({ name, lookup: { at } }) => {
      const message = `\`${name}\` is handed to the bundler as it is, which ${names.variants.a} starts in ${root}: see that it still finds its files.`;
      return [{ option: name, at, followUps: [{ code: 'bundler1-path', message }] }];
    });
    return [...followFiles(config, context), ...asked];
  },
});
