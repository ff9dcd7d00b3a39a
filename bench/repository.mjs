// A dry run of `v4` on whole repositories, against only reading their files. Goals with 10,000 files: at most 7 times the
// time with small files and 10 times with large ones; 6 times for a workspace of 90 projects, 8 times with recordings.
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
const scratch = mkdtempSync(join(tmpdir(), 'fw-migrate-bench-'));

/** Runs in a Node of its own, as a program that lists and reads all files and does nothing else. */
function readAll() {
  const { readdirSync, readFileSync } = require('node:fs');
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else readFileSync(path);
    }
  };
  visit('.');
}

/** Loaded into both programs before they start: tells what they took without the start of Node. */
function probe() {
  const { writeSync } = require('node:fs');
  const start = performance.now();
  process.on('exit', () => {
    const { maxRSS } = process.resourceUsage();
    writeSync(3, JSON.stringify({ time: performance.now() - start, memory: maxRSS / 1000 }));
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
  const read = measured(['-e', `(${readAll})()`], folder);
  const dry = measured([cli, 'v4', '--dry-run', '--quiet'], folder);
  const times = race(
    {
      'reading all files': read.run,
      'fw-migrate v4 --dry-run': dry.run,
      ...(size === sizeForOthers ? others(folder) : {}),
    },
    rounds,
    warmUp,
  );
  rmSync(folder, { recursive: true });
  printRatios(`${named({ shape, size })}, whole processes`, times);
  const [time, memory] = ['time', 'memory'].map((name) => [read.figure(name), dry.figure(name)]);
  console.log(
    `  without the start of Node: ${time[0].toFixed(0)} ms and ${time[1].toFixed(0)} ms, ${(time[1] / time[0]).toFixed(2)} ×`,
  );
  console.log(`  peak memory: ${memory[0].toFixed(0)} MB and ${memory[1].toFixed(0)} MB`);
  return { shape, size, time: median(times.get('fw-migrate v4 --dry-run')), memory: memory[1] };
}

function named({ shape, size }) {
  return shape === 'projects' ? `${size} projects` : `${size} files (${shape})`;
}

try {
  const runs = wanted.map(measure).filter(({ shape }) => growing.has(shape));
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
