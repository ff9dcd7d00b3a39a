export type { AliasScope, MovedTree as World } from './context.ts';
