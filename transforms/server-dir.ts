/** The folder of the server, which is now looked for in the root: sets `serverDir` where it is somewhere else. */

import { defineFolderTransform } from '../src/plan/folders.ts';

export default defineFolderTransform(
  'server-dir',
  'Keeps server files where they are found: the newer variant looks in the project root, not in the source directory.',
  (option, { path }) => option === path.serverDir,
);
