/** Local modules, whose paths are now read from the project root. */

import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform(
  'modules',
  'Updates local modules, which the newer variant resolves from the project root.',
  ['modules'],
);
