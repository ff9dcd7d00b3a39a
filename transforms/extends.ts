/** Local layers: `extends: ['./src/layers/base']` becomes `['./app/layers/base']`; layers from packages stay. */

import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('extends', 'Updates the paths of local layers.', [
  'extends',
  'theme',
]);
