import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { folderWith, fwMigrate } from './support/run.ts';

const shop = fileURLToPath(new URL('../../examples/shop', import.meta.url));

function git(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  expect(status, `git ${args.join(' ')}\n${stderr}`).toBe(0);
  return stdout;
}

const templates = mkdtempSync(join(tmpdir(), 'fw-migrate-commit-'));
afterAll(() => rmSync(templates, { recursive: true, force: true }));

/** A repository whose only commit has the example; it is made once, and then copied. */
function repository(inner = ''): string {
  const template = join(templates, inner || 'root');
  if (!existsSync(template)) {
    cpSync(shop, join(template, inner), { recursive: true });
    git(template, 'init', '-q', '-b', 'main');
    git(template, 'config', 'user.name', 'Ann');
    git(template, 'config', 'user.email', 'ann@example.org');
    git(template, 'add', '-A');
    git(template, 'commit', '-qm', 'first');
  }
  const folder = folderWith({});
  cpSync(template, folder, { recursive: true });
  return folder;
}

describe('--commit', () => {
  it.each(['', 'apps/my shop'])(
    'makes two commits, moves first, and git follows each file: %j',
    (inner) => {
      const folder = repository(inner);
      const { status, stdout } = fwMigrate(folder, ['v4', inner || '.', '--commit']);
      expect(status).toBe(0);
      expect(stdout).toMatch(
        /\nCommitted as \w{12} and \w{12}\.\nTo undo this run: git revert --no-edit \w{12} \w{12}\n$/,
      );
      expect(git(folder, 'status', '--porcelain')).toBe('');
      expect(git(folder, 'log', '--format=%an %s').split('\n')).toEqual([
        'Ann Migrate to Variant A',
        'Ann Move files for Variant A',
        'Ann first',
        '',
      ]);
      const page = join(inner, 'app/views/index.vue');
      expect(git(folder, 'log', '--follow', '--format=%s', '--', page)).toMatch(/\nfirst\n$/);
      const moves = git(folder, 'diff', '--raw', '-M100%', 'HEAD~2', 'HEAD~1').trim().split('\n');
      for (const line of moves) expect(line).toMatch(/ R100\t/);
      // The edits are what the run without commits leaves.
      const plain = repository(inner);
      fwMigrate(plain, ['v4', inner || '.']);
      git(plain, 'add', '-A');
      expect(git(plain, 'write-tree')).toBe(git(folder, 'rev-parse', 'HEAD^{tree}'));
    },
  );

  it('takes messages, and one commit is enough where nothing moves', () => {
    const folder = repository();
    const messages = [
      '--message-moves',
      'chore: move',
      '--message-edits',
      'feat!: migrate\n\nA body.',
    ];
    expect(fwMigrate(folder, ['v4', '--commit', '--quiet', ...messages]).status).toBe(0);
    expect(git(folder, 'log', '--format=%B|')).toBe(
      'feat!: migrate\n\nA body.\n|\nchore: move\n|\nfirst\n|\n',
    );
    const kept = repository();
    expect(fwMigrate(kept, ['v4', '--commit', '--quiet', '--layout', 'keep']).status).toBe(0);
    expect(git(kept, 'log', '--format=%s')).toBe('Migrate to Variant A\nfirst\n');
    expect(git(kept, 'log', '-1', '--format=%b')).toMatch(
      /^Made with fw-migrate v4 --layout keep --commit \(version /,
    );
    // Nothing is left to commit.
    expect(fwMigrate(folder, ['v4', '--commit']).stdout).not.toContain('Committed');
    expect(git(folder, 'rev-list', '--count', 'HEAD')).toBe('3\n');
  });

  it('is undone by saying how, and history stays', () => {
    const folder = repository();
    fwMigrate(folder, ['v4', '--commit']);
    const head = git(folder, 'rev-parse', 'HEAD');
    for (const args of [['undo'], ['undo', '--force']]) {
      const { status, stdout, stderr } = fwMigrate(folder, args);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toMatch(
        /^The run was committed, and fw-migrate does not rewrite history\..*git revert --no-edit \w{12} \w{12}\n$/,
      );
    }
    expect([git(folder, 'rev-parse', 'HEAD'), git(folder, 'status', '--porcelain')]).toEqual([
      head,
      '',
    ]);
    const [, command = ''] = /(git revert .*)\n/.exec(fwMigrate(folder, ['undo']).stderr) ?? [];
    git(folder, ...command.split(' ').slice(1));
    expect(git(folder, 'diff', 'HEAD~4')).toBe('');
    // Whoever has gone back to before the commits can undo what is left.
    const other = repository();
    fwMigrate(other, ['v4', '--commit']);
    git(other, 'reset', '-q', '--soft', 'HEAD~2');
    git(other, 'reset', '-q');
    expect(fwMigrate(other, ['undo']).status).toBe(0);
    expect(git(other, 'status', '--porcelain')).toBe('');
  });
});

describe('--commit runs no program that the repository names', () => {
  it('neither hooks nor signatures', () => {
    const folder = repository();
    const mark = join(folder, '..', 'ran-by-hook');
    rmSync(mark, { force: true });
    const script = `#!/bin/sh\ntouch '${mark}'\nexit 1\n`;
    for (const name of [
      'pre-commit',
      'commit-msg',
      'post-commit',
      'reference-transaction',
      'post-index-change',
    ]) {
      mkdirSync(join(folder, '.git/hooks'), { recursive: true });
      writeFileSync(join(folder, '.git/hooks', name), script);
      chmodSync(join(folder, '.git/hooks', name), 0o755);
    }
    git(folder, 'config', 'commit.gpgSign', 'true');
    git(folder, 'config', 'gpg.program', join(folder, '.git/hooks/pre-commit'));
    expect(fwMigrate(folder, ['v4', '--commit', '--quiet']).status).toBe(0);
    expect(existsSync(mark)).toBe(false);
    rmSync(join(folder, '.git/hooks'), { recursive: true });
    expect(git(folder, 'rev-list', '--count', 'HEAD')).toBe('3\n');
  });

  it('nor filters: what they would change is refused before anything is written', () => {
    const folder = repository();
    writeFileSync(join(folder, '.gitattributes'), 'package.json filter=secret\n');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'attributes');
    git(folder, 'config', 'filter.secret.clean', 'sh -c "echo encrypted"');
    const { status, stdout, stderr } = fwMigrate(folder, ['v4', '--commit']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(
      /^--commit: .* filter for these files.*\n {2}package\.json\n.*\nNothing was written\.\n$/,
    );
    expect(git(folder, 'log', '--format=%s')).toBe('attributes\nfirst\n');
  });
});

describe('--commit is refused, and nothing is written', () => {
  const refused = (folder: string, ...args: readonly string[]): string => {
    const before = readFileSync(join(folder, 'fw.config.ts'), 'utf8');
    const { status, stdout, stderr } = fwMigrate(folder, ['v4', '--commit', ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(readFileSync(join(folder, 'fw.config.ts'), 'utf8')).toBe(before);
    return stderr;
  };

  it('outside of a repository, and before its first commit', () => {
    const folder = folderWith({});
    cpSync(shop, folder, { recursive: true });
    expect(refused(folder)).toContain('--commit: This folder is not in a git repository.');
    const fresh = folderWith({
      'fw.config.ts': "export default { generate: { routes: ['/'] } }\n",
    });
    git(fresh, 'init', '-q');
    expect(refused(fresh)).toContain('There are uncommitted changes.');
  });

  it('with changes in the folder, and with staged ones elsewhere', () => {
    const folder = repository('app');
    writeFileSync(join(folder, 'app/new.ts'), '');
    expect(fwMigrate(folder, ['v4', 'app', '--commit']).stderr).toContain('uncommitted changes');
    rmSync(join(folder, 'app/new.ts'));
    writeFileSync(join(folder, 'other.txt'), 'mine');
    git(folder, 'add', '-A');
    const { status, stderr } = fwMigrate(folder, ['v4', 'app', '--commit']);
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^--commit: There are staged changes.*\n {2}other\.txt\nCommit or unstage them/,
    );
  });

  it('in the middle of a merge', () => {
    const folder = repository();
    writeFileSync(join(folder, '.git/MERGE_HEAD'), git(folder, 'rev-parse', 'HEAD'));
    expect(refused(folder)).toContain('A merge is in progress.');
  });

  it('with flags that do not go together', () => {
    const folder = repository();
    for (const flag of ['--allow-dirty', '--patch', '--check'])
      expect(refused(folder, flag)).toContain(`'--commit' cannot be used with option '${flag}'`);
    expect(refused(folder, '--message-moves', ' ')).toContain('It is empty.');
    expect(fwMigrate(folder, ['v4', '--message-edits', 'x'])).toMatchObject({
      status: 2,
      stderr: 'A commit message needs --commit. Add --commit, or remove the message.\n',
    });
  });
});
