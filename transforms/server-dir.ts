import { defineFolderTransform } from '../src/plan/folders.ts';

export default defineFolderTransform(
  'server-dir',
  'Keeps the server files where they are read: the newer variant looks in the root, not among the sources.',
  (option, { path }) => option === path.serverDir,
);
