import { rebasing } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { rules } from '../src/project/path-rules.ts';

export default defineOptionTransform({
  id: 'components',
  summary: 'Lets component folders follow their files.',
  options: ['components', 'components.dirs', 'components.dirs[].path'],
  followsMoves: true,
  run: rebasing(
    ['components[]', 'components[].path', 'components.dirs[]', 'components.dirs[].path'],
    rules.folder,
  ),
});
