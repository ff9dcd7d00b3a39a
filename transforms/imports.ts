/** Folders with auto-imported functions, in `imports.dirs`. */

import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('imports', 'Updates the paths of auto-import folders.', [
  'imports.dirs',
]);
