export { terminalPatch } from './terminal.ts';
