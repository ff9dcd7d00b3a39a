/** Folders that tools write to or read packages from: `buildDir: 'src/.generated'` becomes `'app/.generated'`. */

import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform(
  'build-dir',
  'Updates folders that are relative to the project root.',
  ['buildDir', 'analyzeDir', 'modulesDir', 'workspaceDir'],
);
