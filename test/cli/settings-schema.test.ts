import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { settingsShape } from '../../src/plan/shapes.ts';
import { transforms } from '../../transforms/index.ts';

const file = new URL('../../schema/settings.schema.json', import.meta.url);
const schema = JSON.parse(readFileSync(file, 'utf8')) as object;
const ajv = new Ajv({
  allErrors: true,
  strict: true,
  keywords: ['allowComments', 'allowTrailingCommas'],
});
const validate = ajv.compile(schema);
const shape = settingsShape(transforms);

function isTaken(value: unknown): boolean {
  try {
    shape(value, '');
    return true;
  } catch {
    return false;
  }
}

describe('the schema of settings takes what the command takes', () => {
  it.each([
    [{}, true],
    [{ $schema: './x.json', edition: './e.json', layout: 'app', keepDefaults: false }, true],
    [
      {
        move: ['stores', 'lib/api'],
        stay: [],
        only: ['generate'],
        skip: ['css'],
        transforms: ['./x.ts'],
      },
      true,
    ],
    [
      { projects: { '.': { leave: true }, 'apps/*': { skip: ['generate'], move: ['stores'] } } },
      true,
    ],
    [{ layout: 'kep' }, false],
    [{ layot: 'keep' }, false],
    [{ move: 'stores' }, false],
    [{ move: ['../x'] }, false],
    [{ stay: ['/x'] }, false],
    [{ skip: ['genrate'] }, false],
    [{ edition: '' }, false],
    [{ projects: { '../x': {} } }, false],
    [{ projects: { web: { skip: ['css'] } } }, false],
    [{ projects: { web: { only: ['generate'] } } }, false],
    [[], false],
    [null, false],
  ])('%j: %s', (value, expected) => {
    expect(isTaken(value)).toBe(expected);
    expect(validate(value)).toBe(expected);
  });
});
