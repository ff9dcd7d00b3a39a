import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('plugins', 'Updates the paths of listed plugins.', [
  'plugins',
  'plugins[].src',
]);
