import { compareOptions } from './compare-options.ts';
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
  log(`The defaults of nuxt ${b} and ${a} are ${isSame ? 'as recorded' : 'recorded in record.json'}.`);
  const found = compareOptions(record);
  log(`${Object.keys(record.options).length} options compared, ${found.length} differ from the edition.`);
  return found;
}

const differences = names.length === 0 ? compareDefaults() : [];
for (const name of names.length === 0 ? projects : names)
  differences.push(...(await compareProject(name, chosen.length > 0 ? chosen : layouts, log)));
for (const difference of differences) log(difference);
if (differences.length > 0) process.exitCode = 1;
