// Shows how far a long plan is, as a bar in the terminal: node progress.mjs [folder]
import { planMigration, readSnapshot } from 'fw-migrate';

const [folder = '.'] = process.argv.slice(2);
const { files, searched } = await planMigration(readSnapshot(folder), {
  onProgress(done, total) {
    const filled = Math.round((20 * done) / total);
    process.stderr.write(`\r${'#'.repeat(filled).padEnd(20, '.')} ${done} of ${total} files`);
  },
});
process.stderr.write('\n');
console.log(`${files.length} of ${searched} files would change.`);
