export type { Phases } from './prepare.ts';
