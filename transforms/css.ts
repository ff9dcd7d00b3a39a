/** Global style sheets: `css: ['~/server/x.css']` becomes `['~~/server/x.css']`. */

import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('css', 'Updates the paths of global stylesheets.', ['css']);
