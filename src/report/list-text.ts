export { listText } from './explain-text.ts';
