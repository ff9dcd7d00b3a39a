import { definePathTransform } from '../src/plan/path-transform.ts';

export default definePathTransform('plugins', 'Lets listed plugins follow their files.', [
  'plugins',
  'plugins[].src',
]);
