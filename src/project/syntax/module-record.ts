export { staticSpecifiers } from './code.ts';
