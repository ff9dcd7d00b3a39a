import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

const main = createRequire(import.meta.url).resolve('schemastore/package.json');
const file = join(dirname(main), 'schemas/json/sarif-2.1.0.json');
// One pattern of the schema is not meant for Unicode mode.
const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(file, 'utf8')));

/** Where a value breaks the published schema of SARIF 2.1.0. */
export function sarifProblems(value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
