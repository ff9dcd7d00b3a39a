import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OpenItem, OpenItems } from '../../src/report/open-items.ts';
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
  const [, command = ''] = /^To do it: ((?:fw-migrate|cd|npm) .+)$/m.exec(stdout) ?? [];
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
    'waits in a terminal for a letter: shows an edit before it makes it as a run of its own',
    async () => {
      const folder = migrated();
      const { status, screen } = await talk(
        folder,
        ['next'],
        [
          { says: '+    "@fw/bundler2-builder": "^4.0.0"', types: '' },
          { says: 'Stop here', types: 'd' },
          { says: '3 follow-ups left. Next: install-framework', types: '' },
          { says: 'Stop here', types: 'c' },
          { says: '2 follow-ups left. Next: scanned-folder-stays', types: '' },
          { says: 'Stop here', types: 'd' },
          { says: 'rename from stores/cart.ts', types: '' },
          { says: 'Write these changes?', types: keys.enter },
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

  it.skipIf(!hasPseudoTerminal)('Enter skips each one and changes nothing', async () => {
    const folder = migrated();
    const before = fwMigrate(folder, ['report']).stdout;
    const { status, screen } = await talk(
      folder,
      ['next'],
      [4, 3, 2, 1].flatMap((left) => [
        { says: `${left} follow-up${left === 1 ? '' : 's'} left`, types: '' },
        { says: 'Stop here', types: keys.enter },
      ]),
    );
    expect(status).toBe(0);
    expect(screen).toContain('4 follow-ups skipped. No other is open.');
    expect(fwMigrate(folder, ['report']).stdout).toBe(before);
  });

  it.skipIf(!hasPseudoTerminal)('takes no key for an answer that was typed earlier', async () => {
    const folder = migrated();
    const { status } = await talk(
      folder,
      ['next'],
      [
        { says: '4 follow-ups left', types: 'dcd' },
        { says: 'Stop here', types: 'q' },
      ],
    );
    expect(status).toBe(0);
    expect(nextIn(folder).code).toBe('builder-package');
  });

  it.skipIf(!hasPseudoTerminal)('a run that is not confirmed writes nothing', async () => {
    const folder = migrated();
    const { id } = itemsIn(folder, '--all').items[2] ?? { id: '' };
    await talk(
      folder,
      ['next', id],
      [
        { says: 'Stop here', types: 'd' },
        { says: 'Write these changes?', types: keys.cancel },
        { says: '1 follow-up skipped', types: '' },
      ],
    );
    expect(existsSync(join(folder, 'stores/cart.ts'))).toBe(true);
    expect(nextIn(folder).code).toBe('builder-package');
  });
});

/** What `next --json` prints. */
function itemsIn(folder: string, ...args: readonly string[]): OpenItems {
  return JSON.parse(fwMigrate(folder, ['next', '--json', ...args]).stdout);
}

describe('next --json', () => {
  it('prints the first open follow-up, and says in the exit code whether there is one', () => {
    const folder = migrated();
    const { status, stdout } = fwMigrate(folder, ['next', '--json']);
    const list: OpenItems = JSON.parse(stdout);
    expect([status, list.open, list.items.length]).toEqual([1, 4, 1]);
    expect(list.items[0]).toMatchObject({
      code: 'builder-package',
      kind: 'decide',
      project: '',
      file: 'fw.config.ts',
      line: 2,
      column: 12,
      text: "  builder: 'bundler2',",
    });
    const all = itemsIn(folder, '--all');
    expect(all.items.map(({ code }) => code)).toEqual([
      'builder-package',
      'install-framework',
      'scanned-folder-stays',
      'shallow-data',
    ]);
    expect(all.items[0]).toEqual(list.items[0]);
    const ids = all.items.map(({ id }) => id);
    expect(itemsIn(folder, ids[3] ?? '').items).toEqual(all.items.slice(3));
    const [one = '', two = ''] = ids;
    expect(fwMigrate(folder, ['next', two]).stdout).toMatch(/^4 follow-ups left\. /);
    expect(fwMigrate(folder, ['close', one]).status).toBe(0);
    expect(fwMigrate(folder, ['next', one]).stdout).toBe('This one is done. 3 others are open.\n');
    expect(fwMigrate(folder, ['close', ...ids, '--reason', 'tried']).status).toBe(0);
    const nothing = { schemaVersion: 1, open: 0, items: [] };
    for (const args of [[], ['--all'], [ids[0] ?? '']]) {
      const ended = fwMigrate(folder, ['next', ...args, '--json']);
      expect([ended.status, JSON.parse(ended.stdout)]).toEqual([0, nothing]);
    }
    expect(fwMigrate(folder, ['report']).stdout).toContain('note: tried');
    expect(fwMigrate(folder, ['next', 'nope', '--json'])).toMatchObject({ status: 2, stdout: '' });
    expect(fwMigrate(folder, ['next', '--do', '--json'])).toMatchObject({ status: 2, stdout: '' });
  });

  it('has answers that can be carried out, until nothing is open', () => {
    const folder = migrated();
    const kinds: string[] = [];
    for (let rounds = 0; rounds < 9; rounds += 1) {
      const [item] = itemsIn(folder).items;
      if (!item) break;
      const [answer] = item.answers;
      const close = item.answers.at(-1);
      kinds.push(`${item.code} ${answer?.kind}`);
      if (answer?.kind === 'edit') {
        const path = join(folder, answer.file);
        writeFileSync(path, edited(readFileSync(path, 'utf8'), answer));
      } else if (answer?.kind === 'run' && answer.command.startsWith('fw-migrate '))
        expect(fwMigrate(folder, answer.command.split(' ').slice(1)).status).toBe(0);
      else if (close?.kind === 'close')
        expect(fwMigrate(folder, ['close', item.id, '--reason', close.what]).status).toBe(0);
      const [tool, ...check] = item.check.command.split(' ');
      expect([tool, fwMigrate(folder, check).status]).toEqual(['fw-migrate', 0]);
    }
    expect(kinds).toEqual([
      'builder-package edit',
      'install-framework run',
      'scanned-folder-stays run',
      'shallow-data run',
    ]);
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(
      '{\n  "dependencies": {\n    "@fw/bundler2-builder": "^4.0.0",\n    "fw": "^4.0.0"\n  }\n}\n',
    );
    expect(fwMigrate(folder, ['v4', '--check']).status).toBe(0);
  });

  it('speaks of the same as the terminal', () => {
    const folder = migrated();
    const words = (text: string) => text.replace(/\s+/g, ' ');
    for (const item of itemsIn(folder, '--all').items) {
      const shown = words(fwMigrate(folder, ['next', item.id]).stdout);
      const sentences = [item.question, ...item.known, item.check.when, ...item.avoid.slice(0, -1)];
      const never = 'Do not edit the line only to close it.';
      for (const sentence of sentences.filter((text) => text !== never))
        expect(shown).toContain(words(sentence));
      for (const answer of item.answers)
        expect(shown).toContain(
          words(/run|edit/.test(answer.kind) && 'command' in answer ? answer.command : answer.what),
        );
    }
  });
});

/** A text with an edit as a program would make it. */
function edited(text: string, { start, end, text: replacement }: EditAnswer): string {
  const lines = text.split('\n');
  const [first = '', last = ''] = [lines[start.line - 1], lines[end.line - 1]];
  const whole = first.slice(0, start.column - 1) + replacement + last.slice(end.column - 1);
  return [...lines.slice(0, start.line - 1), whole, ...lines.slice(end.line)].join('\n');
}

type EditAnswer = Extract<OpenItem['answers'][number], { kind: 'edit' }>;

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
    command: 'cd web && npm install --save-dev "@fw/bundler2-builder"',
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

it('has the command that moves what was left in the root, unless something is in the way', () => {
  const folder = folderWith({
    'fw.config.ts': 'export default defineFwConfig({})\n',
    'package.json': '{ "dependencies": { "fw": "^4.0.0" } }\n',
    'app/pages/index.vue': '<template />\n',
    'middleware/auth.ts': 'export default () => {}\n',
  });
  fwMigrate(folder, ['v4', '--quiet']);
  const { code, command } = nextIn(folder);
  expect([code, command]).toEqual(['sources-left-in-root', 'fw-migrate v4 --move middleware']);
  mkdirSync(join(folder, 'app/middleware'));
  writeFileSync(join(folder, 'app/middleware/log.ts'), 'export default () => {}\n');
  fwMigrate(folder, ['v4', '--quiet']);
  expect(nextIn(folder)).toMatchObject({ code, command: '' });
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
    expect(fwMigrate(folder, ['report'])).toMatchObject({ status: 2, stdout: '' });
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
    fwMigrate(folder, ['v4', '--quiet', '--tooling', 'report']);
    const next = nextIn(folder);
    expect(next).toMatchObject({
      code: 'tool-alias',
      command: `fw-migrate next ${next.id} --do`,
    });
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
    fwMigrate(folder, ['v4', '--quiet', '--tooling', 'report']);
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

it.skipIf(!hasPseudoTerminal)(
  'a dry run in a terminal asks nothing, and ends with the command that migrates',
  async () => {
    const folder = folderWith(project);
    const { status, screen } = await talk(folder, ['v4', '--dry-run'], []);
    expect(status).toBe(0);
    expect(screen.trimEnd()).toMatch(/\nTo migrate: fw-migrate v4$/);
    expect(existsSync(join(folder, 'app'))).toBe(false);
  },
);

it('undo takes back what was closed since the run, and nothing from before it', () => {
  const folder = migrated();
  const [first, second] = itemsIn(folder, '--all').items.map(({ id }) => id);
  fwMigrate(folder, ['close', first ?? '']);
  fwMigrate(folder, ['v4', '--move', 'stores', '--quiet']);
  fwMigrate(folder, ['close', second ?? '']);
  const codes = () => itemsIn(folder, '--all').items.map(({ code }) => code);
  expect(codes()).toEqual(['shallow-data']);
  expect(fwMigrate(folder, ['undo']).status).toBe(0);
  expect(codes()).toEqual(['install-framework', 'scanned-folder-stays', 'shallow-data']);
  expect(fwMigrate(folder, ['undo']).status).toBe(0);
  fwMigrate(folder, ['v4', '--quiet']);
  expect(codes()).toHaveLength(4);
});
