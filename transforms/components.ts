/** Folders with components: `components: ['~/shared/ui']` becomes `['~~/shared/ui']` where `shared/` stays. */

import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('components', 'Updates the paths of component folders.', [
  'components',
  'components.dirs',
  'components.dirs[].path',
]);
