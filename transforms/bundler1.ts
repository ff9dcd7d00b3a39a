/** Folders of the bundler, such as its root and its public folder: updates what is certain, and reports the rest. */

import { placeAt } from '../src/base/paths.ts';
import type { Lookup } from '../src/config/lookup.ts';
import type { PathContext } from '../src/paths/option-paths.ts';
import { eachWritten } from '../src/plan/config-scopes.ts';
import { followPaths } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

const options = ['bundler1.root', 'bundler1.publicDir', 'bundler1.server.fs.allow'] as const;
const followFiles = followPaths(options);

export default defineOptionTransform({
  id: 'bundler1',
  summary: 'Updates paths passed to the bundler, and reports them for a check.',
  options,
  followsMoves: true,
  run(config, context) {
    const { paths } = context;
    if (!paths) return [];
    const { path, names, facts } = config.catalogue;
    const start = facts.bundlerRoot.a === 'root' ? 'the project root' : 'the source directory';
    const optionNames = options.map((option) => path[option]);
    const updates = followFiles(config, context);
    const questions = eachWritten(config, optionNames, ({ name, lookup }) => {
      const isUpdated = updates.some(({ option, changes }) => changes && option.startsWith(name));
      const moved = isUpdated ? '' : movedFilesText(lookup, paths);
      const message = `\`${name}\` is passed to the bundler, whose root is ${start} in ${names.variants.a}: check that it still finds its files.${moved}`;
      return [{ option: name, at: lookup.at, followUps: [{ code: 'bundler1-path', message }] }];
    });
    return [...updates, ...questions];
  },
});

/** Names moved files that a value may refer to, relative to the root or to the root of the bundler. */
function movedFilesText(lookup: Lookup, { layout, aliases, evidence }: PathContext): string {
  const value = lookup.kind === 'static' ? lookup.value : undefined;
  const texts = [value].flat().filter((text) => typeof text === 'string');
  const bases = [aliases.before.slash.bundler ?? layout.root, layout.root];
  const places = new Set(texts.flatMap((text) => bases.map((base) => placeAt(base, text))));
  return [...places]
    .filter((place) => evidence?.exists(place) && layout.moves.after(place) !== place)
    .map((place) => ` \`${place}\` is \`${layout.moves.after(place)}\` now.`)
    .join('');
}
