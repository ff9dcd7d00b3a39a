/** Listed plugins: `'./boot/b'` becomes `'~/boot/b'`, since a path without an alias is now read from elsewhere. */

import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('plugins', 'Updates the paths of listed plugins.', [
  'plugins',
  'plugins[].src',
]);
