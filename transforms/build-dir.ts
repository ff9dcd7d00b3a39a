import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform(
  'build-dir',
  'Updates folders that are relative to the project root.',
  ['buildDir', 'analyzeDir', 'modulesDir', 'workspaceDir'],
);
