import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandLineIn, homeOfCommand, type RunFlags } from '../../src/cli/command-line.ts';
import { folderWith } from './support/run.ts';

const called = { folder: '/home/me/shop/apps/web', cwd: '/home/me/shop/apps' };
const commandOf = (flags: RunFlags) => commandLineIn('/home/me/shop', flags, called);

it('has the folder as it is seen from the top of the repository', () => {
  expect(commandOf({})).toBe('fw-migrate v4 apps/web');
  expect(commandLineIn('/home/me/shop', {}, { folder: '/home/me/shop', cwd: '/' })).toBe('fw-migrate v4');
  expect(commandLineIn('/work', {}, { folder: '/elsewhere', cwd: '/work' })).toBe('fw-migrate v4 /elsewhere');
  const top = folderWith({ 'apps/web/fw.config.ts': '' });
  mkdirSync(join(top, '.git'));
  expect(homeOfCommand(join(top, 'apps/web'))).toBe(top);
});

it('has every flag that decides what a run does, and none that is about its output', () => {
  const flags = {
    ...{ layout: 'app', move: ['stores', 'my types'], stay: ['lib'], keepDefaults: false, tooling: 'report' },
    ...{ only: ['css', 'plugins'], skip: ['dir,modules'], transform: ['own.ts', '/x/own.ts'] },
    ...{ edition: 'acme.edition.json', config: '../fw.json', trustConfig: true, allowIgnored: true },
    ...{ interactive: true, verifyCommand: "npm run 'types'", dryRun: true, format: ['json'], quiet: true },
  };
  expect(commandOf(flags)).toBe(
    "fw-migrate v4 apps/web --layout app --move stores 'my types' --stay lib --no-keep-defaults --tooling report --only css plugins --skip dir,modules --transform apps/own.ts --transform /x/own.ts --edition apps/acme.edition.json --config fw.json --trust-config --interactive --allow-ignored --verify-command 'npm run '\\''types'\\'''",
  );
  expect(commandOf({ config: false, edition: '@acme/edition' })).toBe(
    'fw-migrate v4 apps/web --edition @acme/edition --no-config',
  );
});
