import { compareOptions } from './compare-options.ts';
import { readRecord, writeRecord } from './record.ts';

const log = (line: string) => process.stderr.write(`${line}\n`);

const before = readRecord();
const record = writeRecord(log);
const isSame = JSON.stringify(before) === JSON.stringify(record);
const { b, a } = record.versions;
log(`The defaults of nuxt ${b} and ${a} are ${isSame ? 'as recorded' : 'recorded in record.json'}.`);
const differences = compareOptions(record);
for (const difference of differences) log(difference);
log(`${Object.keys(record.options).length} options compared, ${differences.length} differ from the edition.`);
if (differences.length > 0) process.exitCode = 1;
