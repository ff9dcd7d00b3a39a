import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('server-handlers', 'Lets server handlers follow their files.', [
  'serverHandlers[].handler',
  'devServerHandlers[].handler',
]);
