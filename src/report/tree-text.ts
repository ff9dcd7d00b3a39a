export { treeText } from './terminal.ts';
