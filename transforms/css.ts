import { definePathTransform } from '../src/plan/rebasing.ts';

export default definePathTransform('css', 'Lets global style sheets follow their files.', ['css']);
