export type { AliasScope, MovedTree as World } from './reference.ts';
