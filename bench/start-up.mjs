// How long `--help` takes to appear, against a Node that does nothing. Goal: below 2.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { printRatios, race } from './measure.mjs';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const node = (...args) => spawnSync(process.execPath, args);

printRatios(
  'Start-up, whole processes',
  race(
    {
      'node -e 0': () => node('-e', '0'),
      'fw-migrate --help': () => node(cli, '--help'),
      'fw-migrate list': () => node(cli, 'list'),
    },
    Number(process.argv[2] ?? 30),
    3,
  ),
);
