import { definePathTransform } from '../src/plan/path-transform.ts';

export default definePathTransform('css', 'Lets global style sheets follow their files.', ['css']);
