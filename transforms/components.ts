import { definePathTransform } from '../src/plan/path-transform.ts';

export default definePathTransform('components', 'Lets component folders follow their files.', [
  'components',
  'components.dirs',
  'components.dirs[].path',
]);
