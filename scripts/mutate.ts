/**
 * Switches off conditions and rows of the program one at a time, in a copy, and runs the tests that should notice:
 * `npm run mutate -- [--minutes 10] [--seed 1] [--rooms apply,check,catalogue]`. What no test notices is listed in
 * `mutate/survivors.json` with the reason; anything else that survives is a hole in the tests.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Mutant, mutantsOf } from './mutate/mutants.ts';

/** The tests of each room. The narrow ones come first; the others, some of which use the build, see what they miss. */
const rooms: { readonly [room: string]: readonly (readonly string[])[] } = {
  apply: [
    ['test/apply/clean', 'test/apply/conflict', 'test/apply/windows', 'test/apply/neighbours'],
    ['test/apply/apply', 'test/apply/run', 'test/apply/recover', 'test/apply/force'],
    [
      'test/hostile/state',
      'test/hostile/full-disk',
      'test/cli/faults',
      'test/cli/clean',
      'test/api',
    ],
  ],
  check: [
    ['test/check'],
    ['test/plan', 'test/repository/fixtures'],
    ['test/report/snapshots', 'test/cli/verify'],
  ],
  catalogue: [
    ['test/catalogue', 'test/check/file-kinds', 'test/edition/options', 'test/edition/facts'],
    ['test/transforms', 'test/repository/fixtures', 'test/paths', 'test/edition'],
    [
      'test/report/snapshots',
      'test/cli/edition',
      'test/cli/list-and-explain',
      'test/docs/generated',
    ],
  ],
};

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    rooms: { type: 'string', default: Object.keys(rooms).join() },
  },
});
const end = Date.now() + Number(values.minutes) * 60_000;
// In milliseconds. A mutant may loop without end, which counts as noticed.
const longestTests = 900_000;
const leastFound = 0.95;

const root = resolve(import.meta.dirname, '..');
const survivorsFile = join(root, 'scripts/mutate/survivors.json');
const copy = fs.mkdtempSync(join(tmpdir(), 'fw-migrate-mutate-'));
const known = new Set(
  (JSON.parse(fs.readFileSync(survivorsFile, 'utf8')) as readonly { mutant: string }[]).map(
    ({ mutant }) => mutant,
  ),
);
/** Tests that pass as long as nothing is switched off. */
const passing = new Set<readonly string[]>();

try {
  copyProgram();
  if (!isBuilt()) throw new Error('The copy cannot be built.');
  const chosen = values.rooms.split(',').flatMap((room) => mutantsIn(room));
  const outcome = tryMutants(shuffled(chosen, Number(values.seed)));
  const share = outcome.tried === 0 ? 1 : outcome.found / outcome.tried;
  console.log(
    `${chosen.length} mutants, ${outcome.tried} tried: ${outcome.found} found (${(share * 100).toFixed(1)} %)`,
  );
  process.exitCode = share >= leastFound ? 0 : 1;
} finally {
  fs.rmSync(copy, { recursive: true, force: true });
}

function copyProgram(): void {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  const tops = new Set(stdout.split('\0').flatMap((path) => path.split('/')[0] || []));
  for (const top of tops)
    if (top !== '__testfixtures__')
      fs.cpSync(join(root, top), join(copy, top), { recursive: true });
  for (const linked of ['__testfixtures__', 'node_modules'])
    fs.symlinkSync(join(root, linked), join(copy, linked));
}

interface TestedMutant extends Mutant {
  readonly room: string;
}

function mutantsIn(room: string): TestedMutant[] {
  const files = fs.readdirSync(join(root, 'src', room), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.(?:ts|json)$/.test(file) && !file.endsWith('.d.ts'))
    .flatMap((file) => {
      const path = `src/${room}/${file}`;
      return mutantsOf(path, fs.readFileSync(join(root, path), 'utf8'));
    })
    .map((mutant) => ({ ...mutant, room }));
}

/** The same order for the same seed. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  return list
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function tryMutants(mutants: readonly TestedMutant[]) {
  let [tried, found] = [0, 0];
  for (const mutant of mutants) {
    if (Date.now() > end) break;
    const name = `${mutant.file}: ${mutant.what}`;
    if (known.has(name)) continue;
    const stages = rooms[mutant.room] ?? [];
    for (const tests of stages) expectPassing(tests);
    const file = join(copy, mutant.file);
    const text = fs.readFileSync(file, 'utf8');
    const { start, end: stop, replacement } = mutant;
    fs.writeFileSync(file, text.slice(0, start) + replacement + text.slice(stop));
    const isFound = stages.some((tests, stage) => isNoticed(tests, stage > 0));
    fs.writeFileSync(file, text);
    tried += 1;
    found += isFound ? 1 : 0;
    console.log(`${isFound ? 'found' : 'SURVIVED'}  ${name}`);
  }
  return { tried, found };
}

/** Makes sure that tests pass as long as nothing is switched off. */
function expectPassing(tests: readonly string[]): void {
  if (passing.has(tests)) return;
  const { status, stdout } = vitest(tests);
  if (status !== 0) throw new Error(`They fail without a mutant: ${tests.join(' ')}\n${stdout}`);
  passing.add(tests);
}

/** Whether one of the tests fails. Those that use the build need a new one, which may fail as well. */
function isNoticed(tests: readonly string[], needsBuild: boolean): boolean {
  if (needsBuild && !isBuilt()) return true;
  return vitest(tests).status !== 0;
}

function vitest(tests: readonly string[]) {
  const args = ['run', '--bail', '1', '--reporter', 'minimal', ...tests];
  return start('node_modules/vitest/vitest.mjs', args);
}

function isBuilt(): boolean {
  return start('node_modules/tsdown/dist/run.mjs', ['--logLevel', 'error']).status === 0;
}

function start(program: string, args: readonly string[]) {
  const options = { cwd: copy, encoding: 'utf8', timeout: longestTests } as const;
  return spawnSync(process.execPath, [program, ...args], options);
}
