import { rebasing } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { rules } from '../src/project/path-rules.ts';

export default defineOptionTransform({
  id: 'server-handlers',
  summary: 'Lets server handlers follow their files.',
  options: ['serverHandlers[].handler', 'devServerHandlers[].handler'],
  followsMoves: true,
  run: rebasing(['serverHandlers[].handler', 'devServerHandlers[].handler'], rules.file),
});
