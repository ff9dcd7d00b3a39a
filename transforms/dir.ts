import { defineFolderTransform } from '../src/plan/folders.ts';

export default defineFolderTransform(
  'dir',
  'Writes folder names as Variant A reads them: from the project root, and only where they differ from the default.',
  (option) => option.startsWith('dir.'),
);
