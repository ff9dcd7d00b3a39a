import { perCatalogue } from '../src/catalogue/index.ts';
import { followPaths } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

/** Options in which only an edition knows of paths. */
const ownPaths = perCatalogue(({ optionsThat }) => optionsThat(({ hasNewPaths }) => hasNewPaths === true));

export default defineOptionTransform({
  id: 'edition-paths',
  summary: 'Updates the paths in options that an edition adds.',
  options: ownPaths,
  followsMoves: true,
  run: followPaths(ownPaths),
});
