import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('plugins', 'Lets listed plugins follow their files.', [
  'plugins',
  'plugins[].src',
]);
