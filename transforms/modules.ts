import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform(
  'modules',
  'Writes local modules from the project root, which is where the newer variant looks for them.',
  ['modules'],
);
