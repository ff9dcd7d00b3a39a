import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, fwMigrate } from './support/run.ts';

const project = {
  'acme.config.ts': "export default defineAcmeConfig({ generate: { routes: ['/a'] } })\n",
  'pages/index.vue': '<template><p /></template>\n',
};
const edition = '{ "names": { "package": "acme", "keys": { "serverEngine": "acmeServer" } } }\n';
const target = "acmeServer: { prerender: { routes: ['/a'] } }";

/** What a command says that must refuse. */
function refusal(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = fwMigrate(folder, args);
  expect([status, stdout]).toEqual([2, '']);
  return stderr;
}

describe('an edition', () => {
  const asModule = `export default ${edition}`;
  it.each([
    ['acme.json', edition],
    [
      'acme.json',
      `{\n  // With comments.\n  "names": { "package": "acme", "keys": { "serverEngine": "acmeServer" }, },\n}`,
    ],
    [
      'acme.ts',
      `import { defineEdition } from 'fw-migrate'\nexport default defineEdition(${edition})\n`,
    ],
    ['acme.mjs', asModule],
    ['acme.cjs', `module.exports = ${edition}`],
  ])('may be written as %s', (name, text) => {
    const folder = folderWith({ ...project, [name]: text });
    const { status, stdout } = fwMigrate(folder, ['v4', '--dry-run', '--edition', name]);
    expect(status).toBe(0);
    expect(stdout).toContain(target);
  });

  it('may be a package', () => {
    const folder = folderWith({
      ...project,
      'node_modules/acme-edition/package.json':
        '{ "name": "acme-edition", "main": "edition.json" }',
      'node_modules/acme-edition/edition.json': edition,
    });
    expect(fwMigrate(folder, ['v4', '--dry-run', '--edition', 'acme-edition']).stdout).toContain(
      target,
    );
  });

  it('may build upon others, key by key', () => {
    const folder = folderWith({
      ...project,
      'editions/base.json': '{ "names": { "package": "wrong", "variants": { "a": "Acme 4" } } }',
      'editions/acme.json': `{ "extends": "./base.json", "names": { "package": "acme", "keys": { "serverEngine": "acmeServer" } } }`,
    });
    const { stdout } = fwMigrate(folder, [
      'v4',
      '--dry-run',
      '--format',
      'pretty',
      '--edition',
      'editions/acme.json',
    ]);
    expect(stdout).toContain('acme.config.ts (Variant B → Acme 4)');
  });

  it('may be named in the settings, where only JSON is read without asking', () => {
    const settings = (name: string) => ({ 'fw-migrate.config.json': `{ "edition": "./${name}" }` });
    const read = folderWith({ ...project, ...settings('acme.json'), 'acme.json': edition });
    expect(fwMigrate(read, ['v4', '--dry-run']).stdout).toContain(target);
    expect(fwMigrate(read, ['explain', 'acmeServer.prerender']).status).toBe(0);
    const run = folderWith({ ...project, ...settings('acme.mjs'), 'acme.mjs': asModule });
    expect(refusal(run, 'v4', '--dry-run')).toContain('Without your permission');
    expect(fwMigrate(run, ['v4', '--dry-run', '--trust-config']).stdout).toContain(target);
  });

  it('runs no code of a repository through what it extends', () => {
    const evil = "require('node:fs').writeFileSync(__dirname + '/ran', ''); module.exports = {}\n";
    for (const base of ['./x.js', './x.cjs', 'evil', '../out.json']) {
      const folder = folderWith({
        ...project,
        '.git/HEAD': '',
        'fw-migrate.config.json': '{ "edition": "./acme.json" }',
        'acme.json': `{ "extends": "${base}", "names": { "package": "acme" } }`,
        ...{ 'x.js': evil, 'x.cjs': evil, 'node_modules/evil/index.js': evil },
      });
      for (const command of ['v4', 'effective'])
        expect(refusal(folder, command)).toContain('only read from JSON files in its repository');
      // Nor if someone names the edition that names the code.
      for (const args of [
        ['edition', 'check', 'acme.json'],
        ...['v4', 'effective', 'list'].map((command) => [
          command,
          '--no-config',
          '--edition',
          'acme.json',
        ]),
      ])
        expect(refusal(folder, ...args)).toContain('only read from JSON files in its repository');
      expect([
        existsSync(join(folder, 'ran')),
        existsSync(join(folder, 'node_modules/evil/ran')),
      ]).toEqual([false, false]);
      if (base !== './x.cjs') continue;
      expect(fwMigrate(folder, ['edition', 'check', 'acme.json', '--trust-config']).status).toBe(0);
      expect(existsSync(join(folder, 'ran'))).toBe(true);
    }
  });

  it('counts for single transforms', () => {
    const folder = folderWith({ ...project, 'acme.json': edition });
    const { stdout } = fwMigrate(folder, [
      'transform',
      'generate',
      '--dry-run',
      '--edition',
      'acme.json',
    ]);
    expect(stdout).toContain(target);
  });
});

describe('an edition with a mistake', () => {
  it.each([
    [
      'an unknown key',
      '{ "names": { "packages": "acme" } }',
      '`names.packages` is unknown; did you mean `package`?',
    ],
    [
      'a wrong type',
      '{ "facts": { "sourceDir": 3 } }',
      '`facts.sourceDir` should be a path inside the project',
    ],
    [
      'two keys with one name',
      '{ "names": { "keys": { "ui": "x", "bundler1": "x" } } }',
      '`names.keys`: `bundler1` and `ui` would both be called `x`',
    ],
    [
      'a name that another key has',
      '{ "names": { "keys": { "ui": "ssr" } } }',
      '`names.keys`: `ssr` and `ui` would both be called `ssr`',
    ],
    [
      'a key that there is not',
      '{ "names": { "keys": { "bundler9": "x" } } }',
      'the default edition has no option with the key',
    ],
    [
      'a name that is no identifier',
      '{ "names": { "configHelper": "a-b" } }',
      '`names.configHelper` should be a JavaScript identifier',
    ],
    [
      'options that move to each other',
      '{ "options": { "a": { "types": ["string"], "movedTo": "b" }, "b": { "types": ["string"], "movedTo": "a" } } }',
      '`options.a`: it cannot move to `b`',
    ],
    [
      'a move to nowhere',
      '{ "options": { "a": { "types": ["string"], "movedTo": "b" } } }',
      '`options.a`: it cannot move to `b`',
    ],
    [
      'an alias whose meaning is fixed',
      '{ "facts": { "aliases": { "a": { "~": "<rootDir>/x" } } } }',
      'mean the same in all editions',
    ],
    ['no JSON', '{ "names": ', 'This is not JSON.'],
  ])('is refused with file, line and key: %s', (_, text, message) => {
    const folder = folderWith({ ...project, 'bad.json': text });
    const stderr = refusal(folder, 'v4', '--edition', 'bad.json');
    expect(stderr).toMatch(/^bad\.json:1:\d+: /);
    expect(stderr).toContain(message);
  });

  it('is refused by every command', () => {
    const folder = folderWith({ ...project, 'bad.json': '{ "names": 3 }' });
    for (const args of [['list'], ['effective'], ['explain', 'ssr'], ['transform', 'all']])
      expect(refusal(folder, ...args, '--edition', 'bad.json')).toContain(
        '`names` should be an object',
      );
    expect(refusal(folder, 'edition', 'check', 'bad.json')).toContain(
      '`names` should be an object',
    );
  });

  it('is refused if it builds upon itself', () => {
    const folder = folderWith({
      'a.json': '{ "extends": "./b.json" }',
      'b.json': '{ "extends": "./a.json" }',
    });
    expect(refusal(folder, 'edition', 'check', 'a.json')).toBe(
      'a.json: The edition extends itself (a.json → b.json → a.json). Remove one `extends`.\n',
    );
  });

  it('is refused if it is not there, or behind a link', () => {
    const folder = folderWith({ 'real/acme.json': edition });
    expect(refusal(folder, 'list', '--edition', './no.json')).toContain('no.json: File not found.');
    expect(refusal(folder, 'list', '--edition', 'no-package')).toContain(
      'The package `no-package` cannot be loaded',
    );
    symlinkSync('real/acme.json', join(folder, 'link.json'));
    expect(refusal(folder, 'list', '--edition', 'link.json')).toContain('symbolic link');
  });
});

describe('a new edition', () => {
  it('starts with a file that has no mistakes and replaces none', () => {
    const folder = folderWith({});
    const { status, stdout } = fwMigrate(folder, ['edition', 'init', 'brook.edition.ts']);
    expect([status, stdout]).toEqual([
      0,
      'Created brook.edition.ts. Edit it, then run: fw-migrate edition check brook.edition.ts\n',
    ]);
    expect(readFileSync(join(folder, 'brook.edition.ts'), 'utf8')).toContain("package: 'brook',");
    const check = fwMigrate(folder, ['edition', 'check', 'brook.edition.ts']);
    expect(check.stdout).toContain('configHelper: defineFwConfig → defineBrookConfig');
    expect(refusal(folder, 'edition', 'init', 'brook.edition.ts')).toContain(
      'This file already exists',
    );
    expect(refusal(folder, 'edition', 'init', 'brook.json')).toContain(
      'The template contains comments',
    );
  });
});
