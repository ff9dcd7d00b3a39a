import { execFileSync } from 'node:child_process';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  effectiveOptions,
  type MigrateRepositoryOptions,
  planMigration,
  readSnapshot,
  snapshotOf,
} from '../../src/index.ts';
import { folderWith } from '../cli/support/run.ts';

const files = {
  'fw.config.ts': "export default { css: ['~/assets/main.css'] }\n",
  'pages/index.vue': "<script setup>\nimport '../assets/main.css'\n</script>\n",
  'assets/main.css': 'body { margin: 0 }\n',
  'server/api/health.ts': "export { version } from '../../pages/version'\n",
  'pages/version.ts': 'export const version = 1\n',
};

describe('readSnapshot', () => {
  it('reads a relative folder as git sees it', () => {
    const folder = folderWith({ ...files, '.gitignore': 'utils/\n', 'utils/a.ts': '' });
    execFileSync('git', ['init', '-q'], { cwd: folder });
    execFileSync('git', ['add', '-Af'], { cwd: folder });
    for (const place of [folder, relative(process.cwd(), folder)]) {
      const { files: listed, trackedUnknown } = readSnapshot(place);
      expect(trackedUnknown).toBeUndefined();
      expect(listed.map(({ path }) => path)).toContain('utils/a.ts');
    }
  });
});

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
    expect(() => snapshot.read('a')).toThrow('a: does not exist');
  });

  it.each(['', '/a', './a', 'a/../b', 'a//b', 'a/', 'a\\b'])('refuses the path %j', (path) => {
    expect(() => snapshotOf({ [path]: '' })).toThrow(TypeError);
    expect(() => snapshotOf({ [path]: '' })).toThrow('should be a relative path');
  });

  it('refuses a file that is also a folder, and contents of another kind', () => {
    expect(() => snapshotOf({ 'a/b': '', 'a/b/c': '' })).toThrow(
      new TypeError('snapshotOf: `a/b` cannot be both a file and a folder, as `a/b/c` requires'),
    );
    expect(() => snapshotOf({ a: 5 as unknown as string })).toThrow(
      new TypeError('snapshotOf: `a` should be a string or a Uint8Array'),
    );
  });
});

describe('choices for single projects', () => {
  const files = (app: string) => ({
    [`${app}/fw.config.ts`]: 'export default {}\n',
    [`${app}/pages/index.vue`]: '<template><p /></template>\n',
    [`${app}/stores/a.ts`]: '',
  });
  const repository = snapshotOf({ ...files('shop'), ...files('blog') });
  const movesWith = async (options: MigrateRepositoryOptions) => {
    const { projects } = await planMigration(repository, options);
    return projects.flatMap(({ moves }) => moves.map(({ from }) => from));
  };

  it.each([
    [{ layout: 'keep' }, ['blog/pages', 'blog/stores']],
    [{ leave: true }, ['blog/pages', 'blog/stores']],
    [{ stay: ['stores'] }, ['blog/pages', 'blog/stores', 'shop/pages']],
    [{ move: [] }, ['blog/pages', 'blog/stores', 'shop/pages']],
    [{ layout: undefined }, ['blog/pages', 'blog/stores', 'shop/pages', 'shop/stores']],
  ] as const)('%j wins over what is chosen for all', async (choice, moves) => {
    expect(await movesWith({ move: ['stores'], choices: new Map([['shop', choice]]) })).toEqual(
      moves,
    );
  });

  it('names a folder that is only wanted in one of them, and does not exist', async () => {
    const choices = new Map([['shop', { move: ['data'] }]]);
    await expect(movesWith({ choices })).rejects.toThrow(
      'There is no `data` in the source directory of shop/fw.config.ts.',
    );
  });
});

describe('effectiveOptions', () => {
  const repository = snapshotOf({
    'shop/fw.config.ts': "export default { dir: { pages: 'views' } }\n",
    'blog/fw.config.ts': "export { default } from 'somewhere'\n",
  });

  it('tells what an option is and who says so, under either variant', () => {
    const { projects } = effectiveOptions(repository);
    const [shop] = projects;
    expect(projects.map(({ root, config, variant }) => [root, config, variant])).toEqual([
      ['shop', 'shop/fw.config.ts', 'b'],
    ]);
    expect(shop?.options.find(({ option }) => option === 'dir.pages')?.value).toEqual({
      kind: 'value',
      value: 'views',
      from: { kind: 'config', at: { file: 'shop/fw.config.ts', line: 1, column: 32 } },
    });
    expect(effectiveOptions(repository, { variant: 'a' }).projects[0]?.variant).toBe('a');
  });

  it('names the configs that cannot be read', () => {
    expect(effectiveOptions(repository).problems.map(({ at }) => at.file)).toEqual([
      'blog/fw.config.ts',
    ]);
  });
});
