// The migration as a diff in a string, without writing anything: node diff.mjs [folder]
import { planMigration, readSnapshot, renderReport } from 'fw-migrate';

const [folder = '.'] = process.argv.slice(2);
const plan = await planMigration(readSnapshot(folder));
const diff = await renderReport(plan, 'patch');

// `git apply` understands all of it. The diff of a single file is the text from one `diff --git` to the next.
const ofFiles = diff.split(/^(?=diff --git )/m).filter((part) => part.startsWith('diff --git '));
console.log(`${ofFiles.length} files`);
console.log(ofFiles.find((part) => part.includes('nuxt.config')) ?? 'The config does not change.');
