import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CommandFlags, commandLineIn } from '../../src/cli/flags.ts';
import { shownIn } from '../report/support/shown-page.ts';
import { folderWith, fwMigrate } from './support/run.ts';

const called = { folders: ['/home/me/shop/apps/web'], cwd: '/home/me/shop/apps' };
const commandOf = (flags: CommandFlags) => commandLineIn('/home/me/shop', flags, called);

it('has the folder as it is seen from the top of the repository', () => {
  expect(commandOf({})).toBe('fw-migrate v4 apps/web');
  expect(commandLineIn('/home/me/shop', {}, { folders: ['/home/me/shop'], cwd: '/' })).toBe(
    'fw-migrate v4',
  );
  expect(commandLineIn('/work', {}, { folders: ['/elsewhere'], cwd: '/work' })).toBe(
    'fw-migrate v4 /elsewhere',
  );
});

it('has every flag that decides what a run does, and none that is about its output', () => {
  const flags: CommandFlags = {
    ...{
      layout: 'app' as const,
      move: ['stores', 'my types'],
      stay: ['lib'],
      keepDefaults: false,
      tooling: 'report' as const,
    },
    ...{ only: ['css', 'plugins'], skip: ['dir,modules'], transform: ['own.ts', '/x/own.ts'] },
    ...{
      edition: 'acme.edition.json',
      config: '../fw.json',
      trustConfig: true,
      allowIgnored: true,
    },
    ...{
      interactive: true,
      verifyCommand: "npm run 'types'",
      dryRun: true,
      format: ['json'],
      quiet: true,
    },
  };
  expect(commandOf(flags)).toBe(
    `fw-migrate v4 apps/web --layout app --move stores "my types" --stay lib --no-keep-defaults --tooling report --only css plugins --skip "dir,modules" --transform apps/own.ts --transform /x/own.ts --edition apps/acme.edition.json --config fw.json --trust-config --interactive --allow-ignored --verify-command "npm run 'types'"`,
  );
  expect(commandOf({ config: false, edition: '@acme/edition' })).toBe(
    'fw-migrate v4 apps/web --edition "@acme/edition" --no-config',
  );
});

it('does what was shown when it is copied from the page, and so does the one that undoes it', () => {
  const files = {
    'my app/fw.config.ts': "export default defineFwConfig({ css: ['~/server/a.css'] })\n",
    'my app/package.json': '{ "name": "@acme/shop", "dependencies": { "fw": "^3.1.0" } }\n',
    'my app/pages/index.vue': '<template><p /></template>\n',
    'my app/server/a.css': '\n',
    'my app/stores/a.ts': 'export const a = 1\n',
  };
  const [shown, other] = [folderWith(files), folderWith(files)];
  for (const top of [shown, other]) execFileSync('git', ['init', '--quiet'], { cwd: top });
  const filesIn = (top: string) =>
    readdirSync(join(top, 'my app'), { recursive: true, encoding: 'utf8' })
      .filter((file) => !file.startsWith('.fw-migrate') && /\.\w+$/.test(file))
      .map((file) => [file, readFileSync(join(top, 'my app', file), 'utf8')]);
  const before = filesIn(shown);
  const page = (args: readonly string[]) => {
    const { stdout } = fwMigrate(join(shown, 'my app'), ['v4', '--format', 'html', ...args]);
    const commands = shownIn(stdout)
      .all('code')
      .map(({ textContent }) => textContent);
    const start = `npx fw-migrate ${args.includes('--dry-run') ? 'v4' : 'undo'}`;
    const command =
      commands.find((text) => text.startsWith(start))?.replace('npx fw-migrate ', '') ?? '';
    const words = command.match(/"[^"]*"|[^ ]+/g) ?? [];
    return { stdout, args: words.map((word) => word.replaceAll('"', '')) };
  };
  const chosen = ['--layout', 'app', '--move', 'stores'];
  const dry = page(['--dry-run', ...chosen]);
  expect(dry.args).toEqual(['v4', 'my app', ...chosen]);
  expect(dry.stdout).toMatch(
    /<title>my app: Variant B to Variant A, \d{4}-\d\d-\d\d · fw-migrate<\/title>/,
  );
  const undo = page([...chosen, '--allow-dirty']);
  expect(fwMigrate(other, [...dry.args, '--allow-dirty']).status).toBe(0);
  expect(filesIn(other)).toEqual(filesIn(shown));
  expect(filesIn(shown)).not.toEqual(before);
  expect(fwMigrate(shown, undo.args).status).toBe(0);
  expect(filesIn(shown)).toEqual(before);
});
