// How long `--help` and a dry run on an empty project take, against a Node that does nothing. Goals: below 2 and 2.5.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printRatios, race } from './measure.mjs';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const empty = mkdtempSync(join(tmpdir(), 'fw-migrate-bench-'));
const node = (...args) => spawnSync(process.execPath, args, { cwd: empty });

writeFileSync(join(empty, 'fw.config.ts'), 'export default defineFwConfig({})\n');

printRatios(
  'Start-up, whole processes',
  race(
    {
      'node -e 0': () => node('-e', '0'),
      'fw-migrate --help': () => node(cli, '--help'),
      'fw-migrate list': () => node(cli, 'list'),
      'fw-migrate v4 --dry-run, an empty project': () => node(cli, 'v4', '--dry-run', '--quiet'),
    },
    Number(process.argv[2] ?? 30),
    3,
  ),
);

rmSync(empty, { recursive: true });
