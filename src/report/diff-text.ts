export { diffText } from './patch-text.ts';
