import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('imports', 'Lets auto-import folders follow their files.', [
  'imports.dirs',
]);
