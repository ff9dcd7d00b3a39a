import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builtInEdition, builtInNames } from '../../src/catalogue/built-in.ts';
import facts from '../../src/catalogue/facts.json' with { type: 'json' };
import {
  createCatalogue,
  fwFollowUps as followUps,
  fwCatalogue,
} from '../../src/catalogue/index.ts';
import pathRules from '../../src/catalogue/path-rules.json' with { type: 'json' };
import {
  exactly,
  flag,
  listOf,
  object,
  oneOf,
  text,
  textThat,
  where,
} from '../../src/catalogue/shape.ts';
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

const exactTrue = where('true', (value) => value === true);

/** The rows are JSON, which the compiler does not check. */
const sentences = textThat('sentences', (explanation) => explanation.endsWith('.'));

const rowShape = object({
  kind: oneOf('decide', 'verify'),
  'until?': oneOf('run', 'path', 'option', 'ignored', 'unignored', 'person'),
  'about?': exactly('file'),
  'breaksSilently?': exactTrue,
  'once?': oneOf('run', 'place'),
  'reads?': oneOf('scan', 'module', 'compiler', 'framework', 'project', 'sources', 'anything'),
  'blocks?': exactTrue,
  'fix?': oneOf('move', 'keep-default', 'add-package', 'point-alias', 'install'),
  title: textThat('a title', (title) => /[^.]$/.test(title)),
  explanation: sentences,
  'change?': sentences,
  'fine?': sentences,
  'avoid?': sentences,
});

const sides = <Value extends string>(...values: readonly [Value, ...Value[]]) =>
  object({ b: oneOf(...values), a: oneOf(...values) });

const bases = sides('source', 'root');

describe('every kind of paths', () => {
  const shape = object({
    summary: sentences,
    base: (value, at) => {
      const named = oneOf('source', 'root', 'config', 'unstated', 'bundler', 'none', 'file');
      (typeof value === 'string' ? named : bases)(value, at);
    },
    'aliases?': oneOf('all', 'signed', 'none'),
    'mark?': oneOf('none', 'style', 'template'),
    'packages?': oneOf('unknown', 'unless-file', 'all', 'none'),
    'globs?': flag,
    'matches?': oneOf('glob', 'rule', 'subpath'),
    'names?': oneOf('files', 'folders', 'contents'),
    'extensions?': oneOf('modules', 'styles'),
    'sourceAlias?': flag,
    'write?': oneOf('nearest', 'root', 'plain'),
    'slash?': oneOf('disk', 'bundler', 'bundler-pattern', 'base'),
    'empty?': oneOf('base', 'none'),
    'mustExist?': flag,
  });
  it.each([...Object.entries(pathRules.rules), ...Object.entries(pathRules.forms)])(
    'has a valid row: %s',
    (name, row) => {
      expect(() => shape(row, name)).not.toThrow();
    },
  );
});

describe('every kind of folders', () => {
  const option = oneOf(...fwCatalogue.options.keys());
  const shape = object({
    id: text,
    name: text,
    base: bases,
    'option?': option,
    'olderOption?': option,
    'listedBy?': option,
    'readFrom?': bases,
    'inside?': object({ folder: text, file: text }),
    'extensions?': listOf(text),
    'spellings?': listOf(text),
    'searched?': exactTrue,
  });
  it.each(facts.folderKinds.map((row) => [row.id, row]))('has a valid row: %s', (name, row) => {
    expect(() => shape(row, String(name))).not.toThrow();
  });
});

describe('every built-in behaviour', () => {
  it.each([...fwCatalogue.behaviours])('has a valid row: %s', (name, row) => {
    const shape = object({
      option: oneOf(...fwCatalogue.options.keys()),
      code: oneOf(...Object.keys(followUps)),
      'isPerLine?': exactTrue,
      'needs?': text,
      'signs?': where('signs', (value) => typeof value === 'object'),
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
    // The modules of a fixture may state behaviours of their own, with their package in the code.
    const isOfModule = (code: string) => code.startsWith('edition-acme-');
    expect([...expected].filter((code) => !isKnown(code) && !isOfModule(code))).toEqual([]);
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
