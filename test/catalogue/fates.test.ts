import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builtInEdition, builtInNames } from '../../src/catalogue/built-in.ts';
import {
  createCatalogue,
  fwFollowUps as followUps,
  fwCatalogue,
} from '../../src/catalogue/index.ts';
import { exactly, object, oneOf, textThat, where } from '../../src/catalogue/shape.ts';
import { transforms } from '../../transforms/index.ts';

const fixtures = fileURLToPath(new URL('../../__testfixtures__', import.meta.url));
const editions = fileURLToPath(new URL('../edition', import.meta.url));
const sources = fileURLToPath(new URL('../../transforms', import.meta.url));

/** Look at what a config holds, whatever becomes of it: to list an option there is not to handle it. */
const checks = ['value-types', 'unknown-options'];

describe('every option that does not stay as it is has a transform', () => {
  const handled = new Set(
    transforms.filter(({ id }) => !checks.includes(id)).flatMap((transform) => transform.options),
  );
  const changing = [...fwCatalogue.options.values()].filter(({ fate }) => fate.kind !== 'kept');

  it.each(changing.map(({ path, fate }) => [path, fate.kind]))('%s (%s)', (path) => {
    expect(handled).toContain(path);
  });
});

/** The rows are JSON, which the compiler does not check. */
const sentences = textThat('sentences', (explanation) => explanation.endsWith('.'));

const rowShape = object({
  kind: oneOf('decide', 'verify'),
  'until?': oneOf('run', 'path', 'option', 'ignored', 'unignored', 'person'),
  'about?': exactly('file'),
  'breaksSilently?': where('true', (value) => value === true),
  'once?': oneOf('run', 'place'),
  'reads?': oneOf('scan', 'module', 'compiler', 'framework', 'project'),
  'blocks?': where('true', (value) => value === true),
  'fix?': oneOf('move', 'keep-default', 'add-package', 'point-alias', 'install'),
  title: textThat('a title', (title) => /[^.]$/.test(title)),
  explanation: sentences,
  'change?': sentences,
  'fine?': sentences,
  'avoid?': sentences,
});

describe('every built-in behaviour', () => {
  it.each([...fwCatalogue.behaviours])('has a valid row: %s', (name, row) => {
    const shape = object({
      option: oneOf(...fwCatalogue.options.keys()),
      code: oneOf(...Object.keys(followUps)),
      'isPerLine?': where('true', (value) => value === true),
      what: textThat('a sentence without a full stop', (what) => /[^.]$/.test(what)),
      todo: textThat('sentences', (todo) => todo.endsWith('.')),
    });
    expect(() => shape(row, name)).not.toThrow();
  });
});

describe('every follow-up has a valid row', () => {
  it.each(Object.entries(followUps))('%s', (code, row) => {
    expect(() => rowShape(row, code)).not.toThrow();
  });
});

const catalogues = builtInNames.map((name) => createCatalogue(builtInEdition(name)));
const isKnown = (code: string) =>
  catalogues.some(({ followUpCodes }) => followUpCodes.includes(code));

describe('every follow-up is shown by a fixture, or by a test with an edition', () => {
  const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' });
  const expected = new Set(
    files
      .filter((file) => /^[^/]+\/(?:[^/]+\.|[^/]+\/[^/]+\/)followups\.json$/.test(file))
      .flatMap((file) => codesIn(fixtures, file)),
  );
  const ofEditions = new Set(
    readdirSync(editions)
      .filter((file) => file.endsWith('.test.ts'))
      .flatMap((file) => expectedCodes(readFileSync(join(editions, file), 'utf8'))),
  );

  it.each(Object.keys(followUps))('%s', (code) => {
    expect(expected.has(code) || ofEditions.has(code)).toBe(true);
  });

  it('and none that the catalogue lacks', () => {
    expect([...expected].filter((code) => !isKnown(code))).toEqual([]);
  });
});

function codesIn(folder: string, file: string): string[] {
  const list = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { code: string }[];
  return list.map(({ code }) => code);
}

/** The codes of follow-ups that a test expects as `decide some-code: …`. */
function expectedCodes(text: string): string[] {
  return Array.from(
    text.matchAll(/['`](?:decide|verify) ([a-z0-9-]+): /g),
    ([, code = '']) => code,
  );
}

describe('a transform and its file share one name', () => {
  it('in kebab case', () => {
    for (const { id } of transforms) expect(id).toMatch(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/);
  });

  it('and there is no file without a transform', () => {
    const files = readdirSync(sources)
      .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
      .map((file) => file.slice(0, -'.ts'.length));
    expect(transforms.map(({ id }) => id).toSorted()).toEqual(files.toSorted());
  });

  it.each(transforms.map((transform) => [transform.id, transform] as const))(
    '%s',
    async (id, transform) => {
      const module = (await import(`../../transforms/${id}.ts`)) as { default: unknown };
      expect(module.default).toBe(transform);
    },
  );
});
