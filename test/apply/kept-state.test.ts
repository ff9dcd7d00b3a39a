import { describe, expect, it } from 'vitest';
import { folderWith, fwMigrate } from '../cli/support/run.ts';
import { type Files, own, projectIn, versions } from './support/kept.ts';
import { contentsOf } from './support/tree.ts';

// What earlier versions left in folders (`npm run keep-state`) is read by this one, as if it had written it here.

function runIn(folder: string, ...args: readonly string[]) {
  const ran = fwMigrate(folder, args);
  expect(ran.status, ran.stderr).not.toBe(2);
  return ran;
}

interface Next {
  readonly open: number;
  readonly items: readonly { readonly id: string }[];
}

function nextIn(folder: string): Next {
  return JSON.parse(runIn(folder, 'next', '--json', '--all').stdout) as Next;
}

describe.each(versions)('what version %s left', (_, { input, done, killed, report }) => {
  it('is undone, run by run', () => {
    const folder = own(done);
    expect(runIn(folder, 'undo').stderr).toBe('');
    expect(Object.keys(projectIn(folder))).toContain('stores/cart.ts');
    expect(runIn(folder, 'undo').stderr).toBe('');
    expect(projectIn(folder)).toEqual(input);
  });

  it('has its follow-ups, of which one is closed and another one can be', () => {
    const folder = own(done);
    const { open, items } = nextIn(folder);
    expect(open).toBeGreaterThan(0);
    expect(runIn(folder, 'report').stdout).toContain('note: seen');
    runIn(folder, 'close', items[0]?.id ?? '');
    expect(nextIn(folder).open).toBe(open - 1);
  });

  it('is put right after a kill, by the next run or by undo', () => {
    const folder = own(killed);
    expect(runIn(folder, 'undo').stderr).toContain('An earlier migration was interrupted.');
    expect(projectIn(folder)).toEqual(input);
    const migrated = own(killed);
    expect(runIn(migrated, 'v4', '--quiet').stderr).toContain('was interrupted');
    expect(Object.keys(projectIn(migrated))).toContain('app/pages/index.vue');
  });

  it('is reverted on another machine, if a user says that it is theirs', () => {
    const folder = folderWith(killed);
    const before = projectIn(folder);
    expect(fwMigrate(folder, ['undo']).status).toBe(2);
    expect(projectIn(folder)).toEqual(before);
    runIn(folder, 'undo', '--recover');
    expect(projectIn(folder)).toEqual(input);
  });

  it('is a report that is shown in every format, and compared with', () => {
    const folder = folderWith({ ...input, 'run.json': report.text });
    for (const format of ['pretty', 'markdown', 'html', 'sarif', 'github', 'json'])
      expect(runIn(folder, 'report', 'run.json', '--format', format).stdout).not.toBe('');
    runIn(folder, 'v4', '--dry-run', '--baseline', 'run.json');
  });
});

describe('what a newer version left', () => {
  const [[, kept] = ['', undefined]] = versions;
  const newer = (files: Files): Files =>
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [
        path,
        text.replace(/^\{"version":3/, '{"version":4'),
      ]),
    );

  it.each(['v4', 'undo', 'undo --recover', 'next', 'clean'])(
    'is left alone, and %s says so',
    (command) => {
      const folder = folderWith(newer(kept?.done ?? {}));
      const before = contentsOf(folder);
      const { status, stderr } = fwMigrate(folder, command.split(' '));
      expect(stderr).toContain('was not written by this version of fw-migrate');
      expect(status).toBe(2);
      expect(contentsOf(folder)).toEqual(before);
    },
  );
});
