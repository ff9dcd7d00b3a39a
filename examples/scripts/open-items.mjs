// Shows which repositories are done, and what is open in each: node open-items.mjs <folder> [earlier.json]
//
// The folder has one report per repository, which `fw-migrate v4 --output shop.json` wrote. A file `shop.error` says why
// `shop` has no report. The list is also written to `open-items.json`, to compare with the next time.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { ReportProblem, readReport } from 'fw-migrate';

const [folder, earlier] = process.argv.slice(2);
const before = earlier === undefined ? {} : JSON.parse(readFileSync(earlier, 'utf8'));

const repositories = readdirSync(folder).flatMap((file) => {
  const name = basename(file, extname(file));
  const text = readFileSync(join(folder, file), 'utf8');
  if (file.endsWith('.error')) return [{ name, state: 'failed', open: [text.split('\n')[0]] }];
  return file.endsWith('.json') && file !== 'open-items.json' ? [repositoryOf(name, text)] : [];
});

function repositoryOf(name, text) {
  try {
    const { summary, dryRun, projects, elsewhere } = readReport(text);
    const followUps = [...projects, elsewhere].flatMap((part) => part.followUps);
    const open = followUps.flatMap(({ closed, status, kind, code, message, after, ...was }) => {
      const { file, line } = after ?? was;
      return closed || status === 'done' ? [] : [`${kind} ${code} ${file}:${line} ${message}`];
    });
    if (dryRun && summary.moved + summary.changed > 0) return { name, state: 'to do', open };
    if (summary.refused) return { name, state: 'refused', open };
    return { name, state: open.length > 0 ? 'open' : 'done', open };
  } catch (error) {
    if (!(error instanceof ReportProblem)) throw error;
    return { name, state: 'failed', open: [error.message] };
  }
}

for (const { name, state, open } of repositories) {
  const was = before[name];
  console.log(`${state.padEnd(8)}${name}${was && was !== state ? ` (was ${was})` : ''}`);
  for (const item of open) console.log(`        ${item}`);
}

const codes = new Map();
for (const { name, state, open } of repositories)
  for (const item of state === 'failed' ? [] : open) {
    const [, code] = item.split(' ');
    codes.set(code, (codes.get(code) ?? new Set()).add(name));
  }
console.log();
for (const [code, names] of [...codes].toSorted(([, a], [, b]) => b.size - a.size))
  console.log(`${code}: ${[...names].join(', ')}`);
const done = repositories.filter(({ state }) => state === 'done');
console.log(`${done.length} of ${repositories.length} repositories done.`);

const states = Object.fromEntries(repositories.map(({ name, state }) => [name, state]));
writeFileSync(join(folder, 'open-items.json'), `${JSON.stringify(states, null, 2)}\n`);
