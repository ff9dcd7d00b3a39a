export { patchOf } from './patch-text.ts';
