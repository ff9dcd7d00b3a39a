/** Files of server handlers: `handler: '~/mocks/handler.js'` becomes `'~~/mocks/handler.js'`. */

import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('server-handlers', 'Updates the paths of server handlers.', [
  'serverHandlers[].handler',
  'devServerHandlers[].handler',
]);
