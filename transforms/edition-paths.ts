/** Paths in options that only an edition adds, as its rows say. */

import { perCatalogue } from '../src/catalogue/index.ts';
import { definePathTransform } from '../src/plan/rebasing.ts';

/** Options whose paths are defined only by an edition. */
const newPaths = perCatalogue(({ optionsThat }) =>
  optionsThat(({ hasNewPaths }) => hasNewPaths === true),
);

export default definePathTransform(
  'edition-paths',
  'Updates the paths in options that an edition adds.',
  newPaths,
);
