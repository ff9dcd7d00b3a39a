import { definePathTransform } from '../src/plan/path-transform.ts';

export default definePathTransform('imports', 'Lets auto-import folders follow their files.', [
  'imports.dirs',
]);
