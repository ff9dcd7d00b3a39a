import { rebasing } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { rules } from '../src/project/path-rules.ts';

export default defineOptionTransform({
  id: 'extends',
  summary: 'Lets local layers follow their folders.',
  options: ['extends', 'theme'],
  followsMoves: true,
  run: rebasing(['extends', 'extends[]', 'extends[][0]', 'theme'], rules.layer),
});
