import { rebasing } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { rules } from '../src/project/path-rules.ts';

export default defineOptionTransform({
  id: 'plugins',
  summary: 'Lets listed plugins follow their files.',
  options: ['plugins', 'plugins[].src'],
  followsMoves: true,
  run: rebasing(['plugins[]', 'plugins[].src'], rules.file),
});
