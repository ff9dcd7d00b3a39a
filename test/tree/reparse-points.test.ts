import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readSnapshot } from '../../src/tree/disk.ts';
import { folderOf } from '../apply/support/tree.ts';

/** Windows says of everything with a reparse point that it is a link: of files that are only in the cloud, for example. */
function callEverythingALink(): void {
  const { readdirSync } = fs;
  const replaced = (...args: unknown[]) => {
    const entries: unknown[] = Reflect.apply(readdirSync, fs, args);
    return entries.map((entry) =>
      Object.assign(Object.create(entry as object), {
        isFile: () => false,
        isDirectory: () => false,
        isSymbolicLink: () => true,
      }),
    );
  };
  fs.readdirSync = replaced as typeof readdirSync;
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.readdirSync = readdirSync;
    syncBuiltinESMExports();
  });
}

it('files and folders that a disk calls links are listed as what they are', () => {
  const folder = folderOf({
    '.gitignore': 'out/\n',
    'pages/index.vue': 'INDEX',
    'out/x': 'X',
    a: 'A',
    b: '-> a',
  });
  fs.mkdirSync(join(folder, 'node_modules'));
  const { files, ignored, foreign } = readSnapshot(folder);
  callEverythingALink();
  const seen = readSnapshot(folder);
  expect(seen.files).toEqual(files);
  expect(seen.ignored).toEqual(ignored);
  expect(seen.foreign).toEqual(foreign);
});
