import { definePathTransform } from '../src/plan/path-transform.ts';

export default definePathTransform('build-templates', 'Lets build templates follow their files.', [
  'build.templates[].src',
]);
