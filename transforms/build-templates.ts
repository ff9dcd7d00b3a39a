/** The files in `build.templates`: `src: '~/mocks/a.ts'` becomes `'~~/mocks/a.ts'` where `mocks/` stays. */

import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('build-templates', 'Updates the paths of build templates.', [
  'build.templates[].src',
]);
