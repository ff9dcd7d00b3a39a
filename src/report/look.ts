export type { Look } from './terminal.ts';
