import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('build-templates', 'Lets build templates follow their files.', [
  'build.templates[].src',
]);
