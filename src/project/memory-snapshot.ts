export { type FilesInMemory, snapshotOf } from './snapshot.ts';
