import { compareOptions } from './compare-options.ts';
import { install } from './install.ts';
import { compareProject, layouts, projects } from './projects.ts';
import { readRecord, writeRecord } from './record.ts';

const log = (line: string) => process.stderr.write(`${line}\n`);
const args = process.argv.slice(2);
const chosen = layouts.filter((layout) => args.includes(layout));
const names = args.filter((name) => !chosen.includes(name));
const unknown = names.filter((name) => !projects.includes(name));
if (unknown.length > 0) {
  log(`There is no project ${unknown.join(', ')}: expected ${projects.join(', ')}.`);
  process.exit(2);
}

/** Asks the framework for its defaults, records them, and compares the edition with them. */
function compareDefaults(): string[] {
  const before = readRecord();
  const record = writeRecord(log);
  const isSame = JSON.stringify(before) === JSON.stringify(record);
  const { b, a } = record.versions;
  log(
    `The defaults of nuxt ${b} and ${a} are ${isSame ? 'as recorded' : 'recorded in record.json'}.`,
  );
  const found = compareOptions(record);
  log(
    `${Object.keys(record.options).length} options compared, ${found.length} differ from the edition.`,
  );
  return found;
}

/** The differences of a project; one that cannot be built does not stop the others. */
async function differencesIn(name: string): Promise<string[]> {
  try {
    return await compareProject(name, chosen.length > 0 ? chosen : layouts, installed, log);
  } catch (error) {
    const { message, stdout } = error as { readonly message: string; readonly stdout?: string };
    log(`${name}: fails`);
    return [`${name}: ${message}\n${stdout?.slice(-2000) ?? ''}`];
  }
}

const differences = names.length === 0 ? compareDefaults() : [];
const installed = { b: install('b', log), a: install('a', log) };
// Two at a time: most of a build runs on one core.
const left = names.length === 0 ? [...projects] : names;
await Promise.all(
  Array.from({ length: 2 }, async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift())
      differences.push(...(await differencesIn(name)));
  }),
);
for (const difference of differences) log(difference);
if (differences.length > 0) process.exitCode = 1;
