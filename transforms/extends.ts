import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('extends', 'Updates the paths of local layers.', [
  'extends',
  'theme',
]);
