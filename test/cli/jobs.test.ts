import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cli, folderWith, fwMigrate } from './support/run.ts';

/** A project with enough files for several batches, and something to say about many of them. */
function manyFiles(): string {
  const files: Record<string, string> = {
    'fw.config.ts': "export default defineFwConfig({\n  css: ['~/assets/main.css'],\n})\n",
    'assets/main.css': '',
    'server/data.ts': 'export const data = 1\n',
  };
  for (let index = 0; index < 240; index += 1) {
    files[`utils/part-${index}.ts`] =
      `import { data } from '~/server/data'\nexport const part${index} = data\n`;
    files[`pages/page-${index}.vue`] =
      `<script setup>\nimport { part${index} } from '../utils/part-${index}'\nconst { data } = await useFetch('/x', { key: 'k${index}' })\n${index % 3 ? '' : 'data.value.seen = true\n'}</script>\n`;
  }
  return folderWith(files);
}

describe('--jobs', () => {
  it('changes nothing about the result', () => {
    const folder = manyFiles();
    const run = (jobs: string) =>
      fwMigrate(folder, ['v4', '--dry-run', '--verbose', '--jobs', jobs]);
    const alone = run('1');
    expect(alone.status).toBe(0);
    expect(alone.stdout).toContain("+import { data } from '~~/server/data'");
    expect(run('2')).toEqual(alone);
    expect(run('5')).toEqual(alone);
  });

  it('writes the same files, and sees which of them others change meanwhile', () => {
    const [one, other] = [manyFiles(), manyFiles()];
    expect(fwMigrate(one, ['v4', '--quiet', '--jobs', '1']).status).toBe(0);
    expect(fwMigrate(other, ['v4', '--quiet', '--jobs', '3']).status).toBe(0);
    const texts = (folder: string) =>
      readdirSync(join(folder, 'app'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
        .sort();
    expect(texts(other)).toEqual(texts(one));
    expect(texts(one).length).toBe(481);
  });

  it.each(['0', '-1', 'two', '65', '1.5'])('refuses %s', (jobs) => {
    const { status, stderr } = fwMigrate(folderWith({}), ['v4', '--jobs', jobs]);
    expect(status).toBe(2);
    expect(stderr).toContain(`argument '${jobs}' is invalid. Expected a number from 1 to 64.`);
  });

  it('ends with a clear message if a thread dies, and nothing is written', () => {
    const copy = mkdtempSync(join(tmpdir(), 'fw-migrate-dist-'));
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
    cpSync(dirname(cli), join(copy, 'dist'), { recursive: true });
    const root = dirname(dirname(cli));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    cpSync(join(root, 'package.json'), join(copy, 'package.json'));
    writeFileSync(
      join(copy, 'dist/search-worker.js'),
      "import { workerData } from 'node:worker_threads'\nAtomics.add(workerData.next, 0, 1)\nprocess.exit(7)\n",
    );
    const folder = manyFiles();
    // Waits for the thread, so that it has a batch before the main one has all of them.
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(copy, 'dist/cli.js'), 'v4', '--jobs', '2'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    expect(stderr).toBe(
      'A worker thread failed: it ended with code 7. Nothing was written. Run again with --jobs 1, and report it if that works.\n',
    );
    expect(status).toBe(2);
    expect(readdirSync(folder).sort()).toEqual([
      'assets',
      'fw.config.ts',
      'pages',
      'server',
      'utils',
    ]);
  });
});
