import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('components', 'Lets component folders follow their files.', [
  'components',
  'components.dirs',
  'components.dirs[].path',
]);
