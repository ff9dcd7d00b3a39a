import { rebasing } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { rules } from '../src/project/path-rules.ts';

export default defineOptionTransform({
  id: 'modules',
  summary: 'Writes local modules from the project root, which is where Variant A looks for them.',
  options: ['modules'],
  followsMoves: true,
  run: rebasing(['modules[]', 'modules[][0]'], rules.module),
});
