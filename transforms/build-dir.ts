import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform(
  'build-dir',
  'Lets folders that are named from the project root follow where they go.',
  ['buildDir', 'analyzeDir', 'modulesDir', 'workspaceDir'],
);
