import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { contentsOf } from '../apply/support/tree.ts';
import { cli, fwMigrate } from '../cli/support/run.ts';

// A real file system that is full, of names or of bytes: a disk that only pretends fails where we expect it to.

const disk = mkdtempSync(join(tmpdir(), 'fw-migrate-disk-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,nr_inodes=200', 'none', disk], {
  encoding: 'utf8',
});
const canMount = mounted.status === 0;
if (!canMount)
  console.warn(
    `A full disk is not tested, because none can be mounted here: ${mounted.stderr ?? mounted.error}`,
  );

afterAll(() => {
  if (canMount) spawnSync('umount', ['--lazy', disk]);
  rmSync(disk, { recursive: true, force: true });
});

const preload = fileURLToPath(new URL('../cli/support/fault.mjs', import.meta.url));

const project = {
  'fw.config.ts': "export default defineFwConfig({\n  generate: { routes: ['/a'] },\n})\n",
  'components/ui/a.vue': '<template />\n',
  'pages/index.vue': '<script setup>\nimport { a } from "../server/a";\n</script>\n',
  'server/a.ts': 'export const a = 1;\n',
};

/** The project on an otherwise empty disk. */
function begin(): string {
  for (const name of readdirSync(disk)) rmSync(join(disk, name), { recursive: true });
  const folder = join(disk, 'project');
  for (const [path, text] of Object.entries(project)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** What fills the disk up, except for so many names or pages. */
const fillings = {
  names(left: number) {
    mkdirSync(join(disk, 'filling'));
    const { ffree } = statfsSync(disk);
    for (let number = left; number < ffree; number += 1)
      writeFileSync(join(disk, `filling/${number}`), '');
  },
  bytes(left: number) {
    const { bfree, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'filling'), Buffer.alloc((bfree - left) * bsize));
  },
} as const;

function withoutState(folder: string): { readonly [path: string]: string } {
  const files = Object.entries(contentsOf(folder)).filter(
    ([path]) => !path.startsWith('.fw-migrate/'),
  );
  return Object.fromEntries(files);
}

/** Runs the command so that it is killed after a number of renames. */
function kill(folder: string, args: readonly string[], renames: number): boolean {
  const { signal } = spawnSync(process.execPath, ['--import', preload, cli, ...args], {
    cwd: folder,
    env: { ...process.env, FAULT: `kill:renameSync:${renames}` },
  });
  return signal === 'SIGKILL';
}

const commands = { v4: ['v4', '--quiet', '--allow-dirty'], undo: ['undo'] } as const;
const cases = (['v4', 'undo'] as const).flatMap((command) =>
  (['names', 'bytes'] as const).map((what) => [command, what] as const),
);

describe.skipIf(!canMount)('on a disk without room', () => {
  it.each(cases)('%s is done, or nothing is changed: %s', (command, what) => {
    let isDone = false;
    for (let left = 0; !isDone; left += 1) {
      const folder = begin();
      if (command === 'undo') expect(fwMigrate(folder, commands.v4).status).toBe(0);
      const before = withoutState(folder);
      fillings[what](left);
      const { status, stderr } = fwMigrate(folder, commands[command]);
      isDone = status === 0;
      if (!isDone) {
        expect([left, status, stderr]).toEqual([
          left,
          2,
          expect.stringContaining('The disk is full.'),
        ]);
        expect(withoutState(folder), `${left} left`).toEqual(before);
        expect(existsSync(join(folder, '.fw-migrate/journal.json')), `${left} left`).toBe(false);
      } else if (command === 'undo') expect(withoutState(folder)).toEqual(project);
      else expect(Object.keys(withoutState(folder))).toContain('app/pages/index.vue');
      expect(left).toBeLessThan(60);
    }
  });

  // Killed commands are tried at more calls elsewhere.
  const stride = process.env.FW_MIGRATE_FULL ? 1 : 4;

  it.each(cases)('a killed %s is reverted although nothing is left: %s', (command, what) => {
    for (let renames = 1; ; renames += stride) {
      const folder = begin();
      if (command === 'undo') expect(fwMigrate(folder, commands.v4).status).toBe(0);
      const before = withoutState(folder);
      if (!kill(folder, commands[command], renames)) break;
      if (!existsSync(join(folder, '.fw-migrate/journal.json'))) continue;
      fillings[what](0);
      // A second undo would undo the run itself.
      const { status, stderr } = fwMigrate(folder, command === 'v4' ? commands.undo : commands.v4);
      expect(stderr, `${renames} renames`).toContain('It has been reverted: all files are back');
      expect([0, 2]).toContain(status);
      expect(withoutState(folder), `${renames} renames`).toEqual(before);
      expect(existsSync(join(folder, '.fw-migrate/journal.json'))).toBe(false);
    }
  });
});
