import { rebasing } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { rules } from '../src/project/path-rules.ts';

export default defineOptionTransform({
  id: 'imports',
  summary: 'Lets auto-import folders follow their files.',
  options: ['imports.dirs'],
  followsMoves: true,
  run: rebasing(['imports.dirs[]'], rules.folder),
});
