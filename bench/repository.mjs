// A dry run of `v4` on whole repositories, against a bare scan of their files (bare-scan.mjs), and beside other tools.
// The processor time of the whole processes counts, because that of a busy machine tells little; `goals` are its ratios.
// Shapes and sizes may be given: `node bench/repository.mjs small:1000 large:10000 workspace:14000`; of `projects:500`,
// the size is the number of projects.
// ROUNDS says how often everything is run.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeRecordings, writeRepository, writeWorkspace } from './generate-repository.mjs';
import { median, printRatios, race } from './measure.mjs';

/** How the files of each shape are written. */
const shapes = {
  small: (folder, size) => writeRepository(folder, size),
  large: (folder, size) => writeRepository(folder, size, 6),
  workspace: (folder, size) => writeWorkspace(folder, size, Math.min(90, Math.floor(size / 100))),
  projects: (folder, size) => writeWorkspace(folder, size * 55, size),
  recorded: writeRecordings,
};
const usual = [
  'small:1000',
  'small:10000',
  'large:10000',
  'workspace:14000',
  'recorded:2000',
  'small:50000',
];
const growing = new Set(['small', 'projects']);
/** What a dry run may cost at most, in multiples of the bare scan or of only reading. */
const goals = {
  small: { of: 'the bare scan', atMost: 2.5 },
  large: { of: 'the bare scan', atMost: 2.5 },
  workspace: { of: 'the bare scan', atMost: 3 },
  recorded: { of: 'reading all files', atMost: 4 },
};
const wanted = (process.argv.length > 2 ? process.argv.slice(2) : usual).map((one) => {
  const [shape, size] = one.split(':');
  return { shape, size: Number(size) };
});
const rounds = Number(process.env.ROUNDS ?? 5);
const warmUp = 1;
/** The other tools are slow, and one size is enough to compare them. */
const sizeForOthers = 10_000;

const local = (path) => fileURLToPath(new URL(path, import.meta.url));
const cli = local('../dist/cli.js');
const bareScan = local('bare-scan.mjs');
const scratch = mkdtempSync(join(tmpdir(), 'fw-migrate-bench-'));

/** Loaded into programs of ours before they start: tells what they took. */
function probe() {
  const { writeSync } = require('node:fs');
  process.on('exit', () => {
    const { maxRSS, userCPUTime } = process.resourceUsage();
    writeSync(3, JSON.stringify({ time: userCPUTime / 1000, memory: maxRSS / 1000 }));
  });
}

/** One trivial codemod: looks for a text before it parses anything, and leaves alone what it cannot parse. */
function codemod({ path, source }, { jscodeshift }) {
  if (!source.includes('~/server/') || path.endsWith('.vue')) return undefined;
  return jscodeshift(source)
    .find(jscodeshift.ImportDeclaration, ({ source: { value } }) => value.startsWith('~/server/'))
    .forEach(({ node }) => {
      node.source.value = `~${node.source.value}`;
    })
    .toSource();
}

const probeFile = scratchFile('probe.cjs', `(${probe})();`);
const codemodFile = scratchFile('codemod.cjs', `module.exports = ${codemod};`);

function scratchFile(name, text) {
  const path = join(scratch, name);
  writeFileSync(path, text);
  return path;
}

/** Runs a program to its end. As grep does, some end with 1 where nothing was found. */
function run(program, args, cwd, extra = 'ignore') {
  const result = spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'pipe', extra] });
  if (result.error) throw result.error;
  if (result.status !== 0 && !(result.status === 1 && result.stderr.length === 0))
    throw new Error(`${program} ${args.join(' ')}:\n${result.stderr}`);
  return result;
}

/** A contender that is a Node program, and what it says about itself each time. */
function measured(args, cwd) {
  const said = [];
  return {
    run() {
      const { output } = run(process.execPath, ['--require', probeFile, ...args], cwd, 'pipe');
      said.push(JSON.parse(output[3]));
    },
    // The first is the one that warms up.
    figure: (name) => median(said.slice(warmUp).map((one) => one[name])),
  };
}

/** Other tools that rewrite imports, as far as they are installed. */
function others(cwd) {
  const contenders = {};
  const jscodeshift = local('../node_modules/.bin/jscodeshift');
  if (existsSync(jscodeshift)) {
    const flags = [
      '--dry',
      '--silent',
      '--parser=ts',
      '--extensions=ts,vue',
      '-t',
      codemodFile,
      '.',
    ];
    contenders['jscodeshift, one import'] = () => run(jscodeshift, flags, cwd);
  } else console.log('jscodeshift: not installed, left out (npm ci)');
  const installed = local('../node_modules/.bin/ast-grep');
  const astGrep = process.env.AST_GREP ?? (existsSync(installed) ? installed : undefined);
  if (astGrep) {
    const flags = ['--pattern', `import { $$$A } from '~/server/utils/account-basket0'`];
    flags.push(
      '--rewrite',
      `import { $$$A } from '~~/server/utils/account-basket0'`,
      '--lang',
      'ts',
      '.',
    );
    contenders['ast-grep, one import, without .vue files'] = () =>
      run(astGrep, ['run', ...flags], cwd);
  } else
    console.log(
      'ast-grep: not installed, left out (npm i -g @ast-grep/cli; AST_GREP names the program)',
    );
  return contenders;
}

function measure({ shape, size }) {
  const folder = join(scratch, `${shape}-${size}`);
  shapes[shape](folder, size);
  const ours = {
    'reading all files': measured([bareScan, '--read'], folder),
    'the bare scan': measured([bareScan], folder),
    'fw-migrate v4 --dry-run': measured([cli, 'v4', '--dry-run', '--quiet'], folder),
  };
  const times = race(
    {
      ...Object.fromEntries(Object.entries(ours).map(([name, { run: start }]) => [name, start])),
      ...(size === sizeForOthers ? others(folder) : {}),
    },
    rounds,
    warmUp,
  );
  rmSync(folder, { recursive: true });
  printRatios(`${named({ shape, size })}, whole processes`, times);
  const figures = (name) =>
    Object.fromEntries(Object.entries(ours).map(([of, one]) => [of, one.figure(name)]));
  const [time, memory] = [figures('time'), figures('memory')];
  for (const [name, taken] of Object.entries(time))
    console.log(
      `  ${name.padEnd(44)} ${taken.toFixed(0).padStart(9)} ms of processor time, ${memory[name].toFixed(0)} MB`,
    );
  return {
    shape,
    size,
    time: time['fw-migrate v4 --dry-run'],
    memory: memory['fw-migrate v4 --dry-run'],
    all: time,
  };
}

/** The table of the goals: processor time in multiples of what the goal is compared with. */
function printGoals(runs) {
  console.log('\nProcessor time of a dry run');
  for (const { shape, size, time, all } of runs) {
    const goal = goals[shape];
    const ratios = ['the bare scan', 'reading all files'].map(
      (of) => `${(time / all[of]).toFixed(1)} × ${of}`,
    );
    const wanted = goal ? `goal: at most ${goal.atMost} × ${goal.of}` : 'no goal';
    console.log(`  ${named({ shape, size }).padEnd(28)} ${ratios.join(', ')} (${wanted})`);
  }
}

function named({ shape, size }) {
  return shape === 'projects' ? `${size} projects` : `${size} files (${shape})`;
}

try {
  const all = wanted.map(measure);
  printGoals(all);
  const runs = all.filter(({ shape }) => growing.has(shape));
  runs.slice(1).forEach((larger, index) => {
    const smaller = runs[index];
    if (larger.shape !== smaller.shape) return;
    const times = (name) => (larger[name] / smaller[name]).toFixed(1);
    console.log(
      `${named(smaller)} → ${named(larger)}: ${times('size')} × as many, ${times('time')} × the time, ${times('memory')} × the memory`,
    );
  });
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
