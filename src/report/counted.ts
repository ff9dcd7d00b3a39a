export { counted } from './summary.ts';
