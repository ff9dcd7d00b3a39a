import { expect, it } from 'vitest';
import { plainPath } from '../../src/cli/named-files.ts';

it.each([
  ['\\\\?\\C:\\Work\\shop', 'C:\\Work\\shop'],
  ['\\\\?\\UNC\\server\\share\\shop', '\\\\server\\share\\shop'],
  ['\\\\.\\C:\\shop', 'C:\\shop'],
  ['\\\\server\\share\\shop', '\\\\server\\share\\shop'],
  ['\\\\?\\Volume{1}\\shop', '\\\\?\\Volume{1}\\shop'],
  ['C:\\Work', 'C:\\Work'],
  ['.', '.'],
])('%s is %s', (path, plain) => {
  expect(plainPath(path)).toBe(plain);
});
