import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createCatalogue } from '../../src/catalogue/index.ts';
import { migrateWith } from '../../src/plan/migrate.ts';
import { jsonText } from '../../src/report/printing.ts';
import { transforms } from '../../transforms/index.ts';
import { sampleOf } from '../support/sample.ts';
import {
  oldNamesIn,
  otherLengths,
  renamedJson,
  sameLength,
  withoutLengths,
} from './support/renamed.ts';

const root = fileURLToPath(new URL('../../__testfixtures__', import.meta.url));

// Some are for what only an edition has.
const fixtures = transforms
  .filter(({ options }) => options.length > 0)
  .flatMap((transform) =>
    readdirSync(join(root, transform.id)).flatMap((file) => {
      const [, name, extension] = /^(.+)\.input(\.\w+)$/.exec(file) ?? [];
      if (name === undefined || extension === undefined) return [];
      const read = (rest: string) => readFileSync(join(root, transform.id, name + rest), 'utf8');
      const hasOptions = existsSync(join(root, transform.id, `${name}.options.json`));
      const { notRepeatable: _, ...options } = hasOptions ? JSON.parse(read('.options.json')) : {};
      const texts = { input: read(`.input${extension}`), output: read(`.output${extension}`) };
      return [{ title: `${transform.id}: ${name}`, transform, extension, options, ...texts }];
    }),
  );

// Each fixture is tried with one of them.
describe.each([
  { title: 'the same length', renaming: sameLength, first: 0 },
  { title: 'other lengths', renaming: otherLengths, first: 1 },
])('a config with names of $title', ({ renaming, first }) => {
  const { edition, rename } = renaming;
  const catalogue = createCatalogue(edition);

  it.each(sampleOf(fixtures, 2, first))('$title, with the same messages', (fixture) => {
    const { transform, extension, input, output, options } = fixture;
    const filename = `fw.config${extension}`;
    const own = migrateWith([transform], input, { ...options, filename });
    const { code, changes, followUps } = migrateWith([transform], rename(input), {
      ...renamedJson(options, renaming),
      filename: rename(filename),
      catalogue,
    });
    expect(code).toBe(rename(output));
    expect(oldNamesIn(code)).toEqual([]);
    const said = jsonText({ changes, followUps });
    const expected = rename(jsonText({ changes: own.changes, followUps: own.followUps }));
    if (renaming === sameLength) expect(said).toBe(expected);
    else expect(withoutLengths(said)).toEqual(withoutLengths(expected));
    expect(oldNamesIn(said)).toEqual([]);
  });
});

it('no fixture is left out', () => {
  const inputs = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^[^/\\]+[/\\][^/\\]+\.input\.\w+$/.test(file),
  );
  expect(fixtures).toHaveLength(inputs.length);
});
