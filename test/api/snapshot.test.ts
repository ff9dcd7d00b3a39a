import { describe, expect, it } from 'vitest';
import { planMigration, readSnapshot, snapshotOf } from '../../src/index.ts';
import { folderWith } from '../cli/run.ts';

const files = {
  'fw.config.ts': "export default { css: ['~/assets/main.css'] }\n",
  'pages/index.vue': "<script setup>\nimport '../assets/main.css'\n</script>\n",
  'assets/main.css': 'body { margin: 0 }\n',
  'server/api/health.ts': "export { version } from '../../pages/version'\n",
  'pages/version.ts': 'export const version = 1\n',
};

describe('snapshotOf', () => {
  it('plans what a folder with the same files does', async () => {
    const onDisk = await planMigration(readSnapshot(folderWith(files)));
    expect(await planMigration(snapshotOf(files))).toEqual(onDisk);
    expect(onDisk.files.length).toBe(4);
  });

  it('sorts the files, and reads texts and bytes', () => {
    const snapshot = snapshotOf({ b: 'ü', 'a/z': new Uint8Array([0, 255]) });
    expect(snapshot.files).toEqual([{ path: 'a/z' }, { path: 'b' }]);
    expect([...snapshot.read('b')]).toEqual([0xc3, 0xbc]);
    expect([...snapshot.read('a/z')]).toEqual([0, 255]);
    expect(() => snapshot.read('a')).toThrow('a: is not there');
  });

  it.each(['', '/a', './a', 'a/../b', 'a//b', 'a/', 'a\\b'])('refuses the path %j', (path) => {
    expect(() => snapshotOf({ [path]: '' })).toThrow(TypeError);
    expect(() => snapshotOf({ [path]: '' })).toThrow('should be a relative path');
  });

  it('refuses a file that is also a folder, and contents of another kind', () => {
    expect(() => snapshotOf({ 'a/b': '', 'a/b/c': '' })).toThrow(
      new TypeError('snapshotOf: `a/b` should be a file or a folder, and `a/b/c` makes it both'),
    );
    expect(() => snapshotOf({ a: 5 as unknown as string })).toThrow(
      new TypeError('snapshotOf: `a` should be a text or a Uint8Array'),
    );
  });
});
