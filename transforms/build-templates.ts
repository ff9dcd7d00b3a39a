import { rebasing } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { rules } from '../src/project/path-rules.ts';

export default defineOptionTransform({
  id: 'build-templates',
  summary: 'Lets build templates follow their files.',
  options: ['build.templates[].src'],
  followsMoves: true,
  run: rebasing(['build.templates[].src'], rules.file),
});
