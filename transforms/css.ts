import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('css', 'Updates the paths of global stylesheets.', ['css']);
