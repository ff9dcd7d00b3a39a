// Tells how far a campaign is, from a folder with one report for each repository: node progress.mjs reports
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];
const rows = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => {
    const { summary } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return [file.slice(0, -'.json'.length), summary.decide, summary.verify, summary.done ?? 0];
  });
const total = [1, 2, 3].map((column) => rows.reduce((sum, row) => sum + row[column], 0));

console.log('| Repository | To decide | To verify | Done |');
console.log('| --- | --- | --- | --- |');
for (const row of [...rows, ['**All**', ...total]]) console.log(`| ${row.join(' | ')} |`);
