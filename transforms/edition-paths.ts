import { perCatalogue } from '../src/catalogue/index.ts';
import { followPaths } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

/** Options in which only an edition knows of paths. */
const ownPaths = perCatalogue(({ optionsThat }) => optionsThat(({ hasNewPaths }) => hasNewPaths === true));

export default defineOptionTransform({
  id: 'edition-paths',
  summary: 'Lets the paths in options that only an edition has follow their files.',
  options: ownPaths,
  followsMoves: true,
  run: followPaths(ownPaths),
});
