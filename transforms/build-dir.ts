import { rebasing } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { rules } from '../src/project/path-rules.ts';

export default defineOptionTransform({
  id: 'build-dir',
  summary: 'Lets folders that are named from the project root follow where they go.',
  options: ['buildDir', 'analyzeDir', 'modulesDir'],
  followsMoves: true,
  run: rebasing(['buildDir', 'analyzeDir', 'modulesDir[]'], rules.rootFolder),
});
