import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('build-templates', 'Updates the paths of build templates.', [
  'build.templates[].src',
]);
