import { rebasing } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { rules } from '../src/project/path-rules.ts';

export default defineOptionTransform({
  id: 'css',
  summary: 'Lets global style sheets follow their files.',
  options: ['css'],
  followsMoves: true,
  run: rebasing(['css[]'], rules.file),
});
