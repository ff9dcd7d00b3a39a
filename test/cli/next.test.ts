import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, fwMigrate } from './support/run.ts';
import { hasPseudoTerminal, keys, talk } from './support/terminal.ts';

const project = {
  'package.json': '{\n  "dependencies": {\n    "fw": "^3.0.0"\n  }\n}\n',
  'fw.config.ts':
    "export default defineFwConfig({\n  builder: 'bundler2',\n  modules: ['@pinia/fw'],\n})\n",
  'pages/a.vue':
    "<script setup>\nconst { data } = await useFetch('/api', options)\ndata.value.a = 1\n</script>\n",
  'stores/cart.ts': 'export const cart = 1\n',
};

function migrated(): string {
  const folder = folderWith(project);
  expect(fwMigrate(folder, ['v4', '--quiet']).stdout).toContain('2 to decide, 2 to verify');
  return folder;
}

/** The code of the follow-up that is next, and the command that does it. */
function nextIn(folder: string): {
  readonly code: string;
  readonly command: string;
  readonly id: string;
} {
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
      const ran =
        tool === 'fw-migrate' ? fwMigrate(folder, args) : fwMigrate(folder, ['close', next.id]);
      expect([next.command, ran.status]).toEqual([next.command, 0]);
    }
    expect(codes).toEqual([
      'builder-package',
      'install-framework',
      'scanned-folder-stays',
      'shallow-data',
    ]);
    expect(fwMigrate(folder, ['next']).stdout).toBe('No follow-ups are open.\n');
    expect(existsSync(join(folder, 'app/stores/cart.ts'))).toBe(true);
    expect(readFileSync(join(folder, 'fw.config.ts'), 'utf8')).toContain('deep: true');
    expect(fwMigrate(folder, ['v4', '--check']).status).toBe(0);
  });

  it.skipIf(!hasPseudoTerminal)(
    'waits in a terminal: closes, skips, and makes an edit as a run of its own',
    async () => {
      const folder = migrated();
      const { enter, down } = keys;
      const { status, screen } = await talk(
        folder,
        ['next'],
        [
          { says: 'Do it (edits package.json)', types: enter },
          { says: '3 follow-ups left. Next: install-framework', types: '' },
          // Enter closes nothing that has no known edit.
          { says: 'Stop here', types: enter },
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
      const install = nextIn(folder);
      expect(install.code).toBe('install-framework');
      await talk(
        folder,
        ['next'],
        [
          { says: 'Next: install-framework', types: '' },
          { says: 'Stop here', types: down + enter },
          { says: 'Next: scanned-folder-stays', types: '' },
          { says: 'Stop here', types: keys.cancel },
        ],
      );
      expect(fwMigrate(folder, ['reopen', install.id]).stdout).toContain('Reopened: ');
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

describe('next --do', () => {
  const textIn = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8');

  it('adds a package in the version of the framework, as a run of its own', () => {
    const folder = migrated();
    const before = textIn(folder, 'package.json');
    const { status, stdout } = fwMigrate(folder, ['next', '--do']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/\nThen run: npm install\nTo undo this run: fw-migrate undo\n$/);
    expect(textIn(folder, 'package.json')).toBe(
      '{\n  "dependencies": {\n    "@fw/bundler2-builder": "^4.0.0",\n    "fw": "^4.0.0"\n  }\n}\n',
    );
    expect(nextIn(folder).code).toBe('install-framework');
    expect(fwMigrate(folder, ['next', '--do'])).toMatchObject({ status: 2, stdout: '' });
    // What is closed in between still belongs to the migration.
    expect(fwMigrate(folder, ['close', nextIn(folder).id]).status).toBe(0);
    expect(fwMigrate(folder, ['undo']).status).toBe(0);
    expect(textIn(folder, 'package.json')).toBe(before);
    expect(nextIn(folder).code).toBe('builder-package');
    expect(fwMigrate(folder, ['undo']).status).toBe(0);
    expect(textIn(folder, 'package.json')).toBe(project['package.json']);
    expect(fwMigrate(folder, ['report']).stdout).toContain('1 file would be moved');
  });

  const sources = {
    'fw.config.ts': 'export default defineFwConfig({})\n',
    'pages/a.vue': '<template />\n',
  };

  it.each([
    [
      'vitest.config.ts',
      "import { fileURLToPath } from 'node:url'\nexport default {\n  resolve: {\n    alias: {\n      '~': fileURLToPath(new URL('./', import.meta.url)),\n      '@': fileURLToPath(new URL('.', import.meta.url))\n    },\n  },\n}\n",
      "import { fileURLToPath } from 'node:url'\nexport default {\n  resolve: {\n    alias: {\n      '~~': fileURLToPath(new URL('./', import.meta.url)),\n      '~': fileURLToPath(new URL('./app/', import.meta.url)),\n      '@@': fileURLToPath(new URL('.', import.meta.url)),\n      '@': fileURLToPath(new URL('./app', import.meta.url))\n    },\n  },\n}\n",
    ],
    [
      'jest.config.js',
      "module.exports = {\n  moduleNameMapper: {\n    '^~/(.*)$': '<rootDir>/$1',\n  },\n}\n",
      "module.exports = {\n  moduleNameMapper: {\n    '^~~/(.*)$': '<rootDir>/$1',\n    '^~/(.*)$': '<rootDir>/app/$1',\n  },\n}\n",
    ],
    [
      '.storybook/main.ts',
      "import { resolve } from 'node:path'\nexport default {\n  webpackFinal(config) {\n    config.resolve.alias['~'] = resolve(__dirname, '..')\n    config.resolve.alias['~~'] = resolve(__dirname, '..')\n    return config\n  },\n}\n",
      "import { resolve } from 'node:path'\nexport default {\n  webpackFinal(config) {\n    config.resolve.alias['~'] = resolve(__dirname, '../app')\n    config.resolve.alias['~~'] = resolve(__dirname, '..')\n    return config\n  },\n}\n",
    ],
  ])('points the aliases of a tool to the source directory: %s', (file, before, after) => {
    const folder = folderWith({ ...sources, [file]: before });
    fwMigrate(folder, ['v4', '--quiet']);
    const next = nextIn(folder);
    expect(next).toMatchObject({ code: 'tool-alias', command: 'fw-migrate next --do' });
    expect(fwMigrate(folder, ['next', '--do']).status).toBe(0);
    expect(textIn(folder, file)).toBe(after);
    expect(fwMigrate(folder, ['next']).stdout).toBe('No follow-ups are open.\n');
    expect(fwMigrate(folder, ['undo']).status).toBe(0);
    expect(textIn(folder, file)).toBe(before);
    expect(nextIn(folder)).toEqual(next);
  });

  it('leaves the migration undoable, however many edits it makes', () => {
    const alias = "module.exports = {\n  alias: {\n    '~': './',\n  },\n}\n";
    const tools = [
      'babel.config.cjs',
      'jest.config.cjs',
      'vitest.config.cjs',
      'cypress.config.cjs',
    ];
    const files = { ...sources, ...Object.fromEntries(tools.map((name) => [name, alias])) };
    const folder = folderWith(files);
    fwMigrate(folder, ['v4', '--quiet']);
    for (const _ of tools) expect(fwMigrate(folder, ['next', '--do']).status).toBe(0);
    expect(tools.map((name) => textIn(folder, name))).not.toContain(alias);
    for (const _ of [...tools, 'v4']) expect(fwMigrate(folder, ['undo']).status).toBe(0);
    for (const [path, text] of Object.entries(files)) expect(textIn(folder, path)).toBe(text);
  });

  it.each([
    ['two paths in a line', "module.exports = { alias: { '~': './', '@': './' } }\n"],
    [
      'a path that is computed',
      "module.exports = {\n  alias: {\n    '~': require('path').resolve(),\n  },\n}\n",
    ],
  ])('leaves %s to a person', (_, text) => {
    const folder = folderWith({ ...sources, 'babel.config.cjs': text });
    fwMigrate(folder, ['v4', '--quiet']);
    expect(nextIn(folder)).toMatchObject({ code: 'tool-alias', command: '' });
    expect(fwMigrate(folder, ['next', '--do']).status).toBe(2);
    expect(textIn(folder, 'babel.config.cjs')).toBe(text);
  });
});

describe.skipIf(!hasPseudoTerminal)('after a dry run in a terminal', () => {
  it('Enter writes nothing', async () => {
    const folder = folderWith(project);
    const { status } = await talk(
      folder,
      ['v4', '--dry-run'],
      [{ says: 'Apply now? (y/N)', types: keys.enter }],
    );
    expect(status).toBe(0);
    expect(existsSync(join(folder, 'app'))).toBe(false);
  });

  it('y runs the migration, as `v4` would', async () => {
    const [folder, other] = [folderWith(project), folderWith(project)];
    const { status, screen } = await talk(
      folder,
      ['v4', '-n'],
      [{ says: 'Apply now? (y/N)', types: 'y' }],
    );
    expect(status).toBe(0);
    expect(screen).toContain('To undo this run: fw-migrate undo');
    fwMigrate(other, ['v4']);
    for (const file of ['package.json', 'fw.config.ts', 'app/pages/a.vue'])
      expect(readFileSync(join(folder, file), 'utf8')).toBe(
        readFileSync(join(other, file), 'utf8'),
      );
    expect(nextIn(folder).code).toBe('builder-package');
    expect(fwMigrate(folder, ['undo']).status).toBe(0);
    expect(existsSync(join(folder, 'app'))).toBe(false);
  });
});
