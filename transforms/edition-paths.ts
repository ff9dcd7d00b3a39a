import { perCatalogue } from '../src/catalogue/index.ts';
import { followPaths } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

/** Options whose paths are defined only by an edition. */
const newPaths = perCatalogue(({ optionsThat }) => optionsThat(({ hasNewPaths }) => hasNewPaths === true));

export default defineOptionTransform({
  id: 'edition-paths',
  summary: 'Updates the paths in options that an edition adds.',
  options: newPaths,
  followsMoves: true,
  run: followPaths(newPaths),
});
