import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { wantsColors } from '../../src/cli/main.ts';
import { examples } from '../../src/cli/program.ts';
import { folderWith, fwMigrate, paste } from './support/run.ts';

const shop = fileURLToPath(new URL('../../examples/shop', import.meta.url));

describe('the help', () => {
  const commands = Object.keys(examples).filter((name) => name !== 'fw-migrate');

  it('names every command', () => {
    const { stdout } = fwMigrate('.', ['--help']);
    const listed = [...stdout.matchAll(/^ {2}([\w-]+) /gm)].map(([, name]) => name);
    for (const name of commands) expect(listed).toContain(name);
  });

  it.each([[], ...commands.map((name) => [name])])(
    '%s has examples, and fits a terminal',
    (...args) => {
      const { stdout, status } = fwMigrate('.', [...args, '--help']);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^Usage: fw-migrate /);
      expect(stdout).toMatch(/\nExamples:\n {2}fw-migrate /);
      for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
    },
  );

  // `verify` asks for a project that was prepared twice, and `merge` for branches, as in their own tests.
  const own = ['verify', 'merge'];
  const pasted = Object.entries(examples).filter(([command]) => !own.includes(command));

  it.each(pasted)('of %s has examples that work as pasted', (command, shown) => {
    const folder = folderWith({});
    cpSync(shop, folder, { recursive: true });
    const needsRun = ['report', 'next', 'close', 'reopen'].includes(command);
    if (needsRun) expect(fwMigrate(folder, ['v4', '--output', 'fw-migrate.json']).status).toBe(0);
    for (const [example] of shown) {
      // There must be something to take back.
      if (command === 'undo') expect(fwMigrate(folder, ['v4', '--quiet']).status).toBe(0);
      const { status, stderr } = paste(folder, example);
      expect(status, `${example}\n${stderr}`).toBe(0);
    }
  });
});

describe('no command at all', () => {
  it('lists what to type in a folder with a project to migrate', () => {
    expect(fwMigrate(shop, [])).toEqual({
      status: 2,
      stderr: '',
      stdout: [
        'Found 1 project to migrate from Variant B to Variant A: fw.config.ts',
        '  fw-migrate v4 --dry-run      Show what would change, write nothing',
        '  fw-migrate v4 --interactive  Migrate, and choose what to change',
        '  fw-migrate help v4           Read more about it',
        '',
      ].join('\n'),
    });
  });

  it.each([
    ['without a project', {}],
    ['with a project that is migrated', { 'fw.config.ts': 'export default {}', 'app/app.vue': '' }],
    ['with a config that cannot be read', { 'fw.config.ts': 'export default {' }],
  ])('shows the help in a folder %s', (_, files) => {
    const { status, stdout, stderr } = fwMigrate(folderWith(files), []);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^Usage: fw-migrate /);
  });
});

describe('colours', () => {
  it.each([
    [{}, false],
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '0' }, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '' }, true],
  ])('in a pipe are as %j says', (env, isColored) => {
    const { stdout } = fwMigrate('.', ['explain', 'css'], '', env);
    expect(stdout.includes('\u001B[')).toBe(isColored);
  });

  it('on a terminal are switched off by NO_COLOR, FORCE_COLOR=0 and a terminal that has none', () => {
    expect(wantsColors(true, {})).toBe(true);
    expect(wantsColors(true, { NO_COLOR: '1' })).toBe(false);
    expect(wantsColors(true, { FORCE_COLOR: '0' })).toBe(false);
    expect(wantsColors(true, { TERM: 'dumb' })).toBe(false);
  });

  it('never get into a patch in a pipe', () => {
    expect(fwMigrate(shop, ['v4', '-n', '--here'], '', { FORCE_COLOR: '1' }).stdout).not.toContain(
      '\u001B',
    );
  });
});

describe('a slip of the fingers', () => {
  it.each([
    [['edition', 'chek'], /^error: unknown command 'chek'\n\(Did you mean check\?\)\nRun /],
    [
      ['undoo'],
      /^error: unknown command 'undoo'\n\(Did you mean undo\?\)\nTo migrate, run `fw-migrate v4`\./,
    ],
    [['migrate'], /^error: unknown command 'migrate'\nTo migrate, run `fw-migrate v4`\./],
    [['--dry-run'], /^error: unknown option '--dry-run'\nTo migrate, run `fw-migrate v4`\./],
    [['--versoin'], /\(Did you mean --version\?\)/],
    [['help', 'undoo'], /^error: unknown command 'undoo'\n\(Did you mean undo\?\)\n/],
    [['explain', 'src-dri'], /Did you mean `src-dir`\?/],
    [['explain', 'exclude-active'], /Did you mean `generate-exclude-active`\?/],
    [['v4', '--dryrun'], /Did you mean --dry-run\?/],
    [['transform', 'genrate'], /Did you mean `generate`\?/],
    [['v4', '--only', 'genrate'], /Did you mean `generate`\?/],
    [['explain', 'generate.route'], /Did you mean `generate\.routes`\?/],
    [['explain', 'generate-exclude-activ'], /Did you mean `generate-exclude-active`\?/],
    [['effective', '.', 'generate.route'], /Did you mean `generate\.routes`\?/],
    [['v4', '--layout', 'ap'], /Allowed choices are auto, app, keep/],
    [['v4', '--format', 'jsn', '--dry-run'], /expected pretty, markdown, json/],
  ])('in %j gets the nearest name', (args, hint) => {
    const { status, stderr } = fwMigrate(shop, args);
    expect(stderr).toMatch(hint);
    expect(status).toBe(2);
  });
});

describe('words on the command line that are wrong', () => {
  it('are shown without what a terminal would obey', () => {
    const folder = folderWith({});
    for (const args of [['\u001B[2Jcmd'], ['v4', '--\u001B[2J']]) {
      const { status, stderr } = fwMigrate(folder, args);
      expect(status).toBe(2);
      expect(stderr).not.toContain('\u001B');
    }
  });
});
