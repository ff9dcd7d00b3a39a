/**
 * Names of folders in `dir`, most of which were in the source directory and are now read from the root:
 * `pages: 'views'` becomes `'app/views'`.
 */

import { defineFolderTransform } from '../src/plan/folders.ts';

export default defineFolderTransform(
  'dir',
  'Updates folder names for the newer variant, and removes those that equal the default.',
  (option, { path }) => option.startsWith(`${path.dir}.`),
);
