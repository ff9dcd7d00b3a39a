import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, fwMigrate } from './support/run.ts';
import { hasPseudoTerminal, keys, talk } from './support/terminal.ts';

const project = {
  'package.json': '{\n  "dependencies": {\n    "fw": "^3.0.0"\n  }\n}\n',
  'fw.config.ts': "export default defineFwConfig({\n  builder: 'bundler2',\n  modules: ['@pinia/fw'],\n})\n",
  'pages/a.vue': "<script setup>\nconst { data } = await useFetch('/api')\nshow(data)\n</script>\n",
  'stores/cart.ts': 'export const cart = 1\n',
};

function migrated(): string {
  const folder = folderWith(project);
  expect(fwMigrate(folder, ['v4', '--quiet']).stdout).toContain('2 to decide, 2 to verify');
  return folder;
}

/** The code of the follow-up that is next, and the command that does it. */
function nextIn(folder: string): { readonly code: string; readonly command: string; readonly id: string } {
  const { status, stdout } = fwMigrate(folder, ['next']);
  expect(status).toBe(0);
  const [, code = ''] = /Next: ([\w-]+)/.exec(stdout) ?? [];
  const [, command = ''] = /^To do it: (.+)$/m.exec(stdout) ?? [];
  const [, id = ''] = /^To close it: fw-migrate close (\w+)$/m.exec(stdout) ?? [];
  return { code, command, id };
}

describe('next', () => {
  it('needs a run', () => {
    expect(fwMigrate(folderWith(project), ['next'])).toMatchObject({ status: 2, stdout: '' });
  });

  it('shows one follow-up in a pipe, with its place and what to do, until none is open', () => {
    const folder = migrated();
    const { stdout } = fwMigrate(folder, ['next']);
    expect(stdout).toMatch(
      /^4 follow-ups left\. Next: builder-package \(decide\)\n\n {2}decide `builder` needs/,
    );
    expect(stdout).toMatch(
      /\n +fw\.config\.ts:2:12 · builder-package · \w{12}\n +2 │ builder: 'bundler2',\n +│ +\^\n/,
    );
    const codes: string[] = [];
    for (let next = nextIn(folder); next.code !== ''; next = nextIn(folder)) {
      codes.push(next.code);
      const [tool, ...args] = next.command.split(' ');
      const ran = tool === 'fw-migrate' ? fwMigrate(folder, args) : fwMigrate(folder, ['close', next.id]);
      expect([next.command, ran.status]).toEqual([next.command, 0]);
    }
    expect(codes).toEqual(['builder-package', 'install-framework', 'scanned-folder-stays', 'shallow-data']);
    expect(fwMigrate(folder, ['next']).stdout).toBe('No follow-ups are open.\n');
    expect(existsSync(join(folder, 'app/stores/cart.ts'))).toBe(true);
    expect(readFileSync(join(folder, 'fw.config.ts'), 'utf8')).toContain('deep: true');
    expect(fwMigrate(folder, ['v4', '--check']).status).toBe(0);
  });

  it.skipIf(!hasPseudoTerminal)(
    'waits in a terminal: closes, and runs the command that is known',
    async () => {
      const folder = migrated();
      const { enter, down } = keys;
      const { status, screen } = await talk(
        folder,
        ['next'],
        [
          { says: 'Do it (npm install --save-dev @fw/bundler2-builder)', types: '' },
          { says: 'Stop here', types: down + enter },
          { says: '3 follow-ups left. Next: install-framework', types: '' },
          { says: 'Stop here', types: down + enter },
          { says: '2 follow-ups left. Next: scanned-folder-stays', types: '' },
          { says: 'Stop here', types: enter },
          { says: '1 file moved', types: '' },
          { says: '1 follow-up left. Next: shallow-data', types: '' },
          { says: 'Stop here', types: keys.cancel },
        ],
      );
      expect(screen).toContain('To undo this run: fw-migrate undo');
      expect(status).toBe(0);
      expect(existsSync(join(folder, 'app/stores/cart.ts'))).toBe(true);
      expect(fwMigrate(folder, ['undo']).status).toBe(0);
      expect(existsSync(join(folder, 'stores/cart.ts'))).toBe(true);
      expect(nextIn(folder).code).toBe('scanned-folder-stays');
    },
  );
});

it('names commands that can be pasted: installs in the workspace, adds to a package', () => {
  const { 'package.json': own, ...files } = project;
  const folder = folderWith({
    'package.json': '{ "workspaces": ["web"] }\n',
    'package-lock.json': '{}\n',
    'web/package.json': own.replace('^3.0.0', 'workspace:*'),
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`web/${path}`, text])),
  });
  fwMigrate(folder, ['v4', '--quiet']);
  expect(nextIn(folder)).toMatchObject({
    code: 'builder-package',
    command: 'cd web && npm install --save-dev @fw/bundler2-builder',
  });
  const other = folderWith({
    'package-lock.json': '{}\n',
    'web/package.json': own,
    'web/fw.config.ts': 'export default {}\n',
  });
  execFileSync('git', ['init', '-q'], { cwd: other });
  fwMigrate(other, ['v4', '--quiet', '--allow-dirty']);
  expect(nextIn(other)).toMatchObject({ code: 'install-framework', command: 'npm install' });
});
