import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentsOf } from '../apply/support/tree.ts';
import { folderWith, fwMigrate } from '../cli/support/run.ts';

const project = {
  'run/.git/HEAD': '',
  'run/fw.config.ts': "export default { generate: { routes: ['/a'] } }\n",
  'run/pages/index.vue': '<template><p /></template>\n',
  'home/settings.json': '{ "layout": "keep" }\n',
  'home/package.json': '{ "fw-migrate": { "layout": "keep" } }\n',
};

/** Code that shows that it was run, by a file beside it. */
const code = (exported: string) =>
  `import { writeFileSync } from 'node:fs'\nwriteFileSync(new URL('ran', import.meta.url), '')\nexport default ${exported}\n`;

function repositoryWith(files: { readonly [path: string]: string }): string {
  return join(folderWith({ ...project, ...files }), 'run');
}

/** The message of a run that is refused, in which no code was run and nothing was written. */
function refusal(run: string, args: readonly string[] = ['v4', '--allow-dirty']): string {
  const before = contentsOf(run);
  const { status, stdout, stderr } = fwMigrate(run, args);
  expect([status, stdout]).toEqual([2, '']);
  expect(contentsOf(run)).toEqual(before);
  return stderr;
}

describe('settings that are code are not run without asking', () => {
  const names = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((one) => `fw-migrate.config.${one}`);
  const commands = [['v4', '--allow-dirty'], ['v4', '-n'], ['transform', 'all'], ['effective']];

  const first = commands[0] ?? [];
  it.each([
    ...names.map((name) => [name, first] as const),
    ...commands.map((args) => ['fw-migrate.config.ts', args] as const),
  ])('%s, by %j', (name, args) => {
    const run = repositoryWith({ [`run/${name}`]: code('{}') });
    expect(refusal(run, args)).toMatch(
      /would run code .* run with --trust-config, or with --config fw-mig/,
    );
  });

  it('also in a folder above', () => {
    const run = repositoryWith({
      'run/fw-migrate.config.mjs': code('{}'),
      'run/web/fw.config.ts': 'export default {}\n',
    });
    expect(refusal(join(run, 'web'))).toContain('--config ../fw-migrate.config.mjs');
  });

  it.each([[['--trust-config']], [['--config', 'fw-migrate.config.mjs']]])(
    'but with %j',
    (args) => {
      const run = repositoryWith({ 'run/fw-migrate.config.mjs': code("{ layout: 'keep' }") });
      expect(fwMigrate(run, ['v4', '-n', ...args]).stdout).toContain('srcDir');
      expect(existsSync(join(run, 'ran'))).toBe(true);
    },
  );

  it('and --no-config does not run them either', () => {
    const run = repositoryWith({ 'run/fw-migrate.config.mjs': code('{}') });
    expect(fwMigrate(run, ['v4', '-n', '--no-config', '--trust-config']).status).toBe(0);
    expect(existsSync(join(run, 'ran'))).toBe(false);
  });
});

describe('code that JSON names is not run without asking', () => {
  it.each([
    [{ transforms: ['./own.mjs'] }, '`transforms` refers to code of the repository'],
    [{ transforms: ['/tmp/own.mjs'] }, '`transforms` refers to code of the repository'],
    [{ edition: './own.mjs' }, 'an edition is only read from JSON files'],
    [{ edition: '@acme/edition' }, 'an edition is only read from JSON files'],
    [{ edition: '@acme/edition/edition.json' }, 'an edition is only read from JSON files'],
    [{ edition: 'acme' }, 'an edition is only read from JSON files'],
    [{ edition: '../home/settings.json' }, 'an edition is only read from JSON files'],
    [{ edition: '/etc/edition.json' }, 'an edition is only read from JSON files'],
  ])('%j', (settings, message) => {
    const own = { 'run/own.mjs': code('(file) => file.source') };
    const run = repositoryWith({ ...own, 'run/fw-migrate.config.json': JSON.stringify(settings) });
    expect(refusal(run)).toContain(message);
    // Who names a file of data does not vouch for code.
    expect(refusal(run, ['v4', '-n', '--config', 'fw-migrate.config.json'])).toContain(
      'add --trust-config',
    );
  });

  it('unless somebody vouches for it, or a flag decides', () => {
    const run = repositoryWith({
      'run/own.mjs': code('(file) => file.source'),
      'run/mine.mjs': 'export default (file) => file.source\n',
      'run/fw-migrate.config.json': '{ "transforms": ["./own.mjs"] }',
    });
    expect(fwMigrate(run, ['v4', '-n', '--transform', 'mine.mjs']).status).toBe(0);
    expect(existsSync(join(run, 'ran'))).toBe(false);
    expect(fwMigrate(run, ['v4', '-n', '--trust-config']).status).toBe(0);
    expect(existsSync(join(run, 'ran'))).toBe(true);
  });
});

describe('a settings file of a repository', () => {
  it.each(['fw-migrate.config.json', 'fw-migrate.config.mjs'])(
    '%s is not followed if it is a link',
    (name) => {
      const run = repositoryWith({});
      symlinkSync('../home/settings.json', join(run, name));
      for (const args of [[], ['--trust-config'], ['--config', name]])
        expect(refusal(run, ['v4', '-n', ...args])).toMatch(/is a symbolic link|would run code/);
    },
  );

  it('is not read through the link of a package.json, or of a folder', () => {
    const run = repositoryWith({});
    symlinkSync('../home/package.json', join(run, 'package.json'));
    expect(fwMigrate(run, ['v4', '-n']).stderr).not.toContain('Settings');
    symlinkSync('../home', join(run, 'linked'));
    expect(refusal(run, ['v4', '-n', '--config', 'linked/settings.json'])).toContain(
      'is a symbolic link',
    );
  });

  it('is not waited for if it is a pipe, and not taken for a file if it is a folder', () => {
    const run = repositoryWith({});
    expect(spawnSync('mkfifo', ['fw-migrate.config.json'], { cwd: run }).status).toBe(0);
    expect(fwMigrate(run, ['v4', '-n']).stderr).toContain('This is not a regular file.');
    const other = repositoryWith({});
    mkdirSync(join(other, 'fw-migrate.config.json'));
    expect(fwMigrate(other, ['v4', '-n']).stderr).toContain('This is a folder.');
  });

  it('is refused if it is huge, deep or not text', () => {
    const run = repositoryWith({ 'run/fw-migrate.config.json': `{}${' '.repeat(11_000_000)}` });
    expect(refusal(run)).toContain('The file is larger than 10 MB.');
    const put = (content: string | Buffer) =>
      writeFileSync(join(run, 'fw-migrate.config.json'), content);
    put(`{ "move": ${'['.repeat(40_000)}${']'.repeat(40_000)} }`);
    expect(refusal(run)).toMatch(/This is not JSON|should be a folder in the source directory/);
    put(Buffer.from([0x7b, 0xff, 0x7d]));
    expect(refusal(run)).toContain('not UTF-8 text');
  });

  it.each([
    '{ "__proto__": { "layout": "keep" } }',
    '{ "constructor": { "prototype": { "layout": "keep" } } }',
    '{ "projects": { "__proto__": { "layout": "keep" } } }',
    '{ "projects": { ".": { "__proto__": { "layout": "keep" } } } }',
  ])('plays no trick with prototypes: %s', (text) => {
    const run = repositoryWith({ 'run/fw-migrate.config.json': text });
    expect(refusal(run)).toMatch(/is unknown|There is no project/);
  });

  it('neither moves nor names anything outside of the run', () => {
    for (const name of ['../../x', '/etc', 'C:\\x', '..\\x', 'a/../../x', 'a\0b']) {
      for (const settings of [{ move: [name] }, { stay: [name] }, { projects: { [name]: {} } }]) {
        const run = repositoryWith({ 'run/fw-migrate.config.json': JSON.stringify(settings) });
        expect(refusal(run, ['effective'])).toContain('should be ');
      }
    }
  });

  it('commands neither a terminal nor the log of a workflow', () => {
    const bad = '\u001B[2J\n::error::x\n##[command]y';
    for (const settings of [
      { [bad]: 1 },
      { layout: bad },
      { projects: { [bad]: {} } },
      { skip: [bad] },
    ]) {
      const run = repositoryWith({ 'run/fw-migrate.config.json': JSON.stringify(settings) });
      const told = refusal(run);
      expect(told).not.toContain('\u001B');
      expect(told).not.toMatch(/^::error|##\[/m);
    }
    const run = repositoryWith({
      [`run/${bad.split('\n')[0]}/fw.config.ts`]: 'export default {}\n',
    });
    writeFileSync(
      join(run, 'fw-migrate.config.json'),
      '{ "projects": { "**": { "layout": "keep" } } }',
    );
    expect(fwMigrate(run, ['v4', '-n', '--format', 'pretty']).stdout).not.toContain('\u001B');
  });

  it('takes no longer with many patterns', () => {
    const stars = Array.from({ length: 300 }, (_, index) => [
      `${'*a'.repeat(60)}${index}`,
      { leave: true },
    ]);
    const settings = { projects: Object.fromEntries([...stars, ['**', {}]]) };
    const deep = `run/${'a'.repeat(200)}`;
    const run = repositoryWith({
      [`${deep}/fw.config.ts`]: 'export default {}\n',
      'run/fw-migrate.config.json': JSON.stringify(settings),
    });
    expect(refusal(run)).toContain('There is no project that matches');
  });
});
