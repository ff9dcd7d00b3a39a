import { defineFolderTransform } from '../src/plan/folders.ts';

export default defineFolderTransform(
  'dir',
  'Writes folder names as the newer variant reads them, and only where they differ from the default.',
  (option, { path }) => option.startsWith(`${path.dir}.`),
);
