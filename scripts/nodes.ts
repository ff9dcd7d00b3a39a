/**
 * Runs the tests on several versions of Node, each installed from its npm package into a temporary folder; versions that
 * `engines` excludes must refuse in one sentence. `npm run test:nodes [version…] [-- tests…]`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import semver from 'semver';
import manifest from '../package.json' with { type: 'json' };

const usual = ['18', '20.10', '20.19', '21.7', '22.2', '22.12', '24'];
const [given, tests] = split(process.argv.slice(2));
const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'fw-migrate-nodes-'));
let failed = 0;

try {
  for (const version of given.length > 0 ? given : usual) {
    const bin = install(version);
    const { stdout } = spawnSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' });
    const isSupported = semver.satisfies(stdout.trim(), manifest.engines.node);
    const isRight = isSupported ? passes(bin) : refuses(bin);
    console.log(
      `${stdout.trim()}: ${isRight ? 'right' : 'WRONG'} (${isSupported ? 'tests' : 'refused'})`,
    );
    failed += isRight ? 0 : 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;

function split(args: readonly string[]): [readonly string[], readonly string[]] {
  const at = args.findIndex((one) => !/^\d/.test(one));
  return at === -1 ? [args, []] : [args.slice(0, at), args.slice(at).filter((one) => one !== '--')];
}

/** The folder of a version's program. */
function install(version: string): string {
  const home = mkdtempSync(join(folder, `${version}-`));
  writeFileSync(join(home, 'package.json'), '{}');
  const npm = spawnSync('npm', ['install', '--no-audit', '--no-fund', `node@${version}`], {
    cwd: home,
    encoding: 'utf8',
  });
  if (npm.status !== 0) throw new Error(`node@${version} cannot be installed:\n${npm.stderr}`);
  return join(home, 'node_modules', '.bin');
}

function passes(bin: string): boolean {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(join(bin, 'node'), [vitest, 'run', ...tests, '--silent'], {
    cwd: root,
    // Tests start `node` by its name as well.
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
    stdio: 'inherit',
  });
  return status === 0;
}

function refuses(bin: string): boolean {
  const args = [join(root, 'dist/cli.js'), '--version'];
  const { status, stderr } = spawnSync(join(bin, 'node'), args, { encoding: 'utf8' });
  return status === 2 && /^fw-migrate needs Node [^\n]*\n$/.test(stderr);
}
