import type { Catalogue } from '../src/catalogue/index.ts';
import { followPaths } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

/** Options in which only an edition knows of paths. */
function ownPaths({ optionsThat }: Catalogue): readonly string[] {
  return optionsThat(({ hasNewPaths }) => hasNewPaths === true);
}

export default defineOptionTransform({
  id: 'edition-paths',
  summary: 'Lets the paths in options that only an edition has follow their files.',
  options: ownPaths,
  followsMoves: true,
  run: followPaths(ownPaths),
});
