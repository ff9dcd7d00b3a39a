import { definePathTransform } from '../src/plan/path-transform.ts';

export default definePathTransform('extends', 'Lets local layers follow their folders.', [
  'extends',
  'theme',
]);
