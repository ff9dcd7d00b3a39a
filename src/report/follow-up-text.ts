export { followUpLines } from './migration-text.ts';
