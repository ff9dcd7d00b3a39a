export { beyond } from './plan.ts';
