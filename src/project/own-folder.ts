export { ownFolder } from './own-reports.ts';
