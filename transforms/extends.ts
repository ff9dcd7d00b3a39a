import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('extends', 'Lets local layers follow their folders.', [
  'extends',
  'theme',
]);
