export { wrapLines } from './terminal.ts';
