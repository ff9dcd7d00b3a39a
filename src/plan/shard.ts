export { createOwnerFinder, createShare, type OwnerFinder, type Shard } from './selection.ts';
