import { expect, it } from 'vitest';
import { compareOptions } from '../framework/compare-options.ts';
import { readRecord } from '../framework/record.ts';

it('has the options and defaults of the framework, as recorded from its packages', () => {
  const record = readRecord();
  expect(record.versions).toEqual({
    b: expect.stringMatching(/^3\.\d+\.\d+$/),
    a: expect.stringMatching(/^4\.\d+\.\d+$/),
  });
  expect(Object.keys(record.options).length).toBeGreaterThan(250);
  expect(compareOptions(record)).toEqual([]);
});
