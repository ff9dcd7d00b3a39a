// Draws how the processor time of a dry run grows with the number of files, beside that of a bare scan, into
// docs/performance.svg: `node bench/growth-picture.mjs`. ROUNDS says how often everything is run.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeRepository } from './generate-repository.mjs';
import { median } from './measure.mjs';

const sizes = [1000, 5000, 10_000];
const rounds = Number(process.env.ROUNDS ?? 3);
const local = (path) => fileURLToPath(new URL(path, import.meta.url));
const programs = [
  {
    name: 'v4 --dry-run',
    color: '#2f7d5b',
    args: [local('../dist/cli.js'), 'v4', '--dry-run', '--quiet'],
  },
  { name: 'bare scan', color: '#8a8f98', args: [local('bare-scan.mjs')] },
];

/** The processor time of a program in seconds, which its last words tell. */
function timeOf(args, cwd) {
  const words = `process.on('exit', () => process._rawDebug(process.cpuUsage().user / 1e6))`;
  const { stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(words)}`, ...args],
    { cwd, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
  );
  return Number(stderr.trim().split('\n').at(-1));
}

const scratch = mkdtempSync(join(tmpdir(), 'fw-migrate-bench-'));
const lines = programs.map((program) => ({ ...program, points: [] }));
for (const size of sizes) {
  const folder = join(scratch, String(size));
  writeRepository(folder, size);
  for (const { args, points, name } of lines) {
    points.push(median(Array.from({ length: rounds }, () => timeOf(args, folder))));
    console.log(`${size} files, ${name}: ${points.at(-1).toFixed(2)} s`);
  }
  rmSync(folder, { recursive: true });
}
rmSync(scratch, { recursive: true });

const [width, height, left, bottom] = [640, 300, 50, 40];
const most = Math.max(...lines.flatMap(({ points }) => points));
const tenths = (number) => Math.round(number * 10) / 10;
const x = (size) => tenths(left + (size / sizes.at(-1)) * (width - left - 110));
const y = (seconds) => tenths(height - bottom - (seconds / most) * (height - bottom - 20));
const text = (at, words, more = '') => `<text x="${at[0]}" y="${at[1]}" ${more}>${words}</text>`;
const drawn = lines.map(({ name, color, points }) => {
  const path = points.map((one, index) => `${x(sizes[index])},${y(one)}`);
  const end = [x(sizes.at(-1)) + 8, y(points.at(-1)) + 4];
  return `<polyline points="${path.join(' ')}" fill="none" stroke="${color}" stroke-width="2.5"/>
${path.map((at) => `<circle cx="${at.split(',')[0]}" cy="${at.split(',')[1]}" r="3.5" fill="${color}"/>`).join('')}
${text(end, name, `fill="${color}"`)}`;
});
const step = most > 4 ? 2 : most > 2 ? 1 : 0.5;
const seconds = Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
const title = `Processor time of a dry run, from ${sizes[0]} to ${sizes.at(-1)} files`;
writeFileSync(
  local('../docs/performance.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="13">
<title>${title}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${seconds.map((one) => `<line x1="${left}" x2="${width - 110}" y1="${y(one)}" y2="${y(one)}" stroke="#e3e5e8"/>${text([left - 8, y(one) + 4], `${one} s`, 'text-anchor="end" fill="#555b66"')}`).join('\n')}
${sizes.map((size) => text([x(size), height - bottom + 20], size.toLocaleString('en'), 'text-anchor="middle" fill="#555b66"')).join('\n')}
${text([x(sizes.at(-1)) + 8, height - bottom + 20], 'files', 'fill="#555b66"')}
${drawn.join('\n')}
</svg>
`,
);
