import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { rawContentsOf } from '../apply/support/tree.ts';
import { cli, folderWith, fwMigrate } from './support/run.ts';

const shop = fileURLToPath(new URL('../../examples/shop', import.meta.url));
const preload = fileURLToPath(new URL('./support/fault.mjs', import.meta.url));
const when = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC';

function copyOfShop(): string {
  const folder = folderWith({});
  cpSync(shop, folder, { recursive: true });
  return folder;
}

/** Every byte of the project, without our own files. */
function bytesIn(folder: string): object {
  return Object.fromEntries(
    Object.entries(rawContentsOf(folder)).filter(([path]) => !path.startsWith('.fw-migrate/')),
  );
}

/** Someone goes on with the project, and uses an option of the older variant. */
function edit(folder: string): void {
  const path = join(folder, 'fw.config.ts');
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace('defineFwConfig({', "defineFwConfig({\n  generate: { routes: ['/late'] },"),
  );
}

describe('undo after several runs', () => {
  it('goes back step by step to the bytes of the beginning, and says which step', () => {
    const folder = copyOfShop();
    const steps = [bytesIn(folder)];
    expect(fwMigrate(folder, ['v4', '--quiet']).status).toBe(0);
    const migrated = readFileSync(join(folder, 'fw.config.ts'));
    edit(folder);
    steps.push(bytesIn(folder));
    const second = fwMigrate(folder, ['v4']);
    expect(second.stdout).toMatch(
      /^\.fw-migrate\/ keeps the originals of the last 2 runs \(\d+ kB\)\.$/m,
    );
    expect(bytesIn(folder)).not.toEqual(steps[1]);
    const [id = ''] = /\b[\da-f]{12}$/m.exec(fwMigrate(folder, ['report']).stdout) ?? [];
    expect(fwMigrate(folder, ['close', id]).stdout).toMatch(/^Closed: /);

    const { stdout } = fwMigrate(folder, ['undo']);
    expect(stdout).toMatch(
      new RegExp(`^Reverted the run of ${when}: 0 files moved, 1 file changed\\.`),
    );
    expect(stdout).toMatch(
      new RegExp(`To undo the run before it \\(${when}\\) as well: fw-migrate undo\n$`),
    );
    expect(bytesIn(folder)).toEqual(steps[1]);
    // An edit of the person is in the way of the next step, until it is gone.
    expect(fwMigrate(folder, ['undo']).stderr).toContain('fw.config.ts was edited');
    writeFileSync(join(folder, 'fw.config.ts'), migrated);
    expect(fwMigrate(folder, ['undo']).stdout).not.toContain('as well');
    expect(bytesIn(folder)).toEqual(steps[0]);
    expect(fwMigrate(folder, ['undo']).stderr).toContain('There is no run to undo');
  });
});

describe('fw-migrate clean', () => {
  it('removes what is beyond the last runs, and says how much is left', () => {
    const folder = copyOfShop();
    expect(fwMigrate(folder, ['clean']).stdout).toBe(
      'There was nothing to remove. There is no run to undo.\n',
    );
    expect(existsSync(join(folder, '.fw-migrate'))).toBe(false);
    fwMigrate(folder, ['v4', '--quiet']);
    edit(folder);
    fwMigrate(folder, ['v4', '--quiet', '--keep-runs', '2']);
    const before = bytesIn(folder);
    expect(fwMigrate(folder, ['clean']).stdout).toMatch(
      /^There was nothing .* last 2 runs \(\d+ kB\)\.\n$/,
    );
    expect(fwMigrate(folder, ['clean', '.', '--keep-runs', '1']).stdout).toMatch(
      /^Removed the originals of 1 run \(\d+ kB\)\. \.fw-migrate\/ keeps .* the last run \(\d+ kB\)\.\n$/,
    );
    expect(fwMigrate(folder, ['clean', '--keep-runs', '0']).stdout).toMatch(
      / There is no run to undo\.\n$/,
    );
    expect(readdirSync(join(folder, '.fw-migrate')).sort()).toEqual(['.gitignore', 'report.json']);
    expect(bytesIn(folder)).toEqual(before);
    expect(fwMigrate(folder, ['undo']).status).toBe(2);
  });

  it.each(['v4', 'transform', 'clean'])('refuses a number that is none: %s', (command) => {
    const folder = copyOfShop();
    const args = command === 'transform' ? ['all'] : [];
    const { status, stderr } = fwMigrate(folder, [command, ...args, '--keep-runs', '-1']);
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(
        /'--keep-runs <n>' argument '-1' is invalid\. Expected a number from \d to 1000\./,
      ),
    ]);
    expect(existsSync(join(folder, '.fw-migrate'))).toBe(false);
  });

  it('removes nothing of a run that was killed', () => {
    const folder = copyOfShop();
    const before = bytesIn(folder);
    const env = { ...process.env, FAULT: 'kill:renameSync:8' };
    const { signal } = spawnSync(process.execPath, ['--import', preload, cli, 'v4'], {
      cwd: folder,
      env,
    });
    expect(signal).toBe('SIGKILL');
    const killed = rawContentsOf(folder);
    const { status, stderr } = fwMigrate(folder, ['clean', '--keep-runs', '0']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('A run was interrupted here')]);
    const { '.fw-migrate/lock': _, ...left } = killed;
    expect(rawContentsOf(folder)).toEqual(left);
    expect(fwMigrate(folder, ['undo']).status).toBe(0);
    expect(bytesIn(folder)).toEqual(before);
  });
});
