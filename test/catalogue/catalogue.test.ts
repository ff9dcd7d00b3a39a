import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Default,
  type DefaultAlias,
  fwCatalogue,
  type Json,
  fwNames as names,
  type Option,
  parentOption,
  tables,
  type ValueType,
} from '../../src/catalogue/index.ts';
import { rules, valueTypes } from '../../src/catalogue/option.ts';
import {
  flag,
  json,
  listOf,
  mapOf,
  nearest,
  object,
  oneOf,
  textThat,
} from '../../src/catalogue/shape.ts';

const { findOption, isClosed, nearestOption, options, optionsUnder } = fwCatalogue;

// Written down from the reference by hand and apart from the tables, so that a slip in either shows.
const [, ...lines] = readFileSync(
  new URL('../../__testfixtures__/catalogue/options.tsv', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n');
const expected = lines.map((line) => {
  const [path = '', b = '', a = '', ...rest] = line.split('\t');
  expect(rest, `columns of ${path}`).toEqual([]);
  return { path, b: readDefault(b), a: readDefault(a) };
});

function readDefault(text: string): unknown {
  if (['none', 'missing', 'not-shown', 'computed'].includes(text)) return { kind: text };
  if (text.startsWith('implied:'))
    return { kind: 'implied', value: JSON.parse(text.slice('implied:'.length)) };
  return { kind: 'value', value: JSON.parse(text) };
}

/** How a computed default comes about is our wording, not a fact to compare. */
function comparable(stated: Default): unknown {
  return stated.kind === 'computed' ? { kind: 'computed' } : stated;
}

function literalOf(stated: Default): Json | undefined {
  return stated.kind === 'value' || stated.kind === 'implied' ? stated.value : undefined;
}

function typeOf(value: Json): ValueType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as 'string' | 'number' | 'boolean' | 'object';
}

const all = [...options.values()];
const sides = all.flatMap((option) => [
  { name: `${option.path} in A`, option, side: 'a' as const },
  { name: `${option.path} in B`, option, side: 'b' as const },
]);

/** The tables are JSON, which the compiler does not check. */
const rowShape = object({
  '$comment?': textThat('a sentence', (comment) => comment.endsWith('.')),
  'types?': listOf(oneOf(...valueTypes)),
  'oneOf?': listOf(json),
  'default?': object({ 'both?': json, 'b?': json, 'a?': json }),
  'implied?': json,
  'computed?': textThat('a few words', (how) => how !== ''),
  'b?': oneOf('not-shown'),
  'a?': oneOf('missing', 'not-shown'),
  'keys?': oneOf('listed', 'passed-on'),
  'paths?': mapOf(oneOf(...Object.keys(rules))),
  'fate?': oneOf('kept', 'removed', 'manual'),
  'movedTo?': oneOf(...options.keys()),
  'merge?': oneOf('append'),
  'keepDefault?': json,
  'isAdded?': flag,
  summary: textThat('a sentence', (summary) => summary.endsWith('.')),
});

describe('the tables and the reference', () => {
  it.each(tables.flatMap((table) => Object.entries(table)))(
    'has a valid row for %s',
    (path, row) => {
      expect(() => rowShape(row, path)).not.toThrow();
      // Two ways to say the same thing could contradict each other.
      const given = ['a', 'implied', 'computed'].filter((key) => Object.hasOwn(row, key));
      expect(given.length).toBeLessThan(2);
    },
  );

  it('lists no option twice', () => {
    const paths = tables.flatMap((table) => Object.keys(table));
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
    const listed = expected.map((row) => row.path);
    expect(listed.filter((path, index) => listed.indexOf(path) !== index)).toEqual([]);
  });

  it('have the same options', () => {
    expect([...options.keys()].sort()).toEqual(expected.map((row) => row.path).sort());
  });

  it.each(expected)('agree on $path', ({ path, a, b }) => {
    const option = findOption(path);
    expect(option).toBeDefined();
    if (!option) return;
    expect(comparable(option.b), 'default in B').toEqual(b);
    expect(comparable(option.a), 'default in A').toEqual(a);
  });
});

describe('every option', () => {
  it('is inside another option, or at the top', () => {
    const orphans = all.filter(({ path }) => {
      const parent = parentOption(path);
      return parent !== undefined && !findOption(parent);
    });
    expect(orphans.map(({ path }) => path)).toEqual([]);
  });

  it('has a type, each named once', () => {
    for (const { path, types } of all) {
      expect(types.length, path).toBeGreaterThan(0);
      expect(new Set(types).size, path).toBe(types.length);
    }
  });

  it('can hold its own options', () => {
    for (const { path, types } of all) {
      const inside = optionsUnder(path).filter((option) => parentOption(option.path) === path);
      if (inside.some((option) => option.path.startsWith(`${path}[].`)))
        expect(types, path).toContain('array');
      if (inside.some((option) => option.path.startsWith(`${path}.`)))
        expect(types, path).toContain('object');
    }
  });

  it('has a default of one of its types', () => {
    for (const { name, option, side } of sides) {
      const value = literalOf(option[side]);
      if (value !== undefined) expect(option.types, name).toContain(typeOf(value));
    }
  });

  it('lists its literal values for all of its types, its defaults among them', () => {
    for (const { name, option, side } of sides) {
      if (!option.oneOf) continue;
      expect(new Set(option.oneOf.map(typeOf)), name).toEqual(new Set(option.types));
      const value = literalOf(option[side]);
      if (value !== undefined) expect(option.oneOf, name).toContainEqual(value);
    }
  });

  it('has the default that the group around it gives it', () => {
    for (const { name, option, side } of sides) {
      const parent = findOption(parentOption(option.path) ?? '');
      const key = option.path.slice(option.path.lastIndexOf('.') + 1);
      const group = parent && !option.path.includes('[]') ? literalOf(parent[side]) : undefined;
      if (typeof group !== 'object' || group === null || Array.isArray(group)) continue;
      expect(literalOf(option[side]), name).toEqual((group as { [key: string]: Json })[key]);
    }
  });

  it('has a short summary of its own', () => {
    const seen = new Map<string, string>();
    for (const { path, summary } of all) {
      expect(summary.trim(), path).not.toBe('');
      expect(summary.length, path).toBeLessThanOrEqual(140);
      expect(seen.get(summary), `${path} says the same`).toBeUndefined();
      seen.set(summary, path);
    }
  });
});

describe('fates', () => {
  const moved = all.flatMap((option) =>
    option.fate.kind === 'moved' ? [{ option, to: option.fate.to }] : [],
  );

  it('move an option that Variant A lacks to one that it has and that can hold the value', () => {
    expect(moved.length).toBeGreaterThan(0);
    for (const { option, to } of moved) {
      const target = findOption(to);
      expect(target, `${option.path} to ${to}`).toBeDefined();
      expect(option.a.kind, option.path).toBe('missing');
      expect(target?.a.kind, to).not.toBe('missing');
      expect(
        option.types.some((type) => target?.types.includes(type)),
        `${option.path} to ${to}`,
      ).toBe(true);
    }
  });

  it('never keep a default that differs between the variants', () => {
    const silent = all.filter(
      ({ a, b, fate, path }) =>
        fate.kind === 'kept' &&
        a.kind !== 'missing' &&
        a.kind !== 'not-shown' &&
        JSON.stringify(a) !== JSON.stringify(b) &&
        !optionsUnder(path).some((inside) => inside.fate.kind === 'manual'),
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});

describe('groups', () => {
  const closed = all.filter(isClosed);

  it('that are closed can be an object, and everything around them is closed', () => {
    expect(closed.length).toBeGreaterThan(0);
    for (const { path, types } of closed) {
      expect(types, path).toContain('object');
      const around = findOption(parentOption(path) ?? '');
      if (around) expect(isClosed(around), path).toBe(true);
    }
  });

  it('are closed where the reference lists what they hold', () => {
    expect(closed.map(({ path }) => path).sort()).toEqual([
      'app',
      'build',
      'devServer',
      'dir',
      'experimental',
      'experimental.defaults',
      'experimental.defaults.fwLink',
      'experimental.defaults.useAsyncData',
      'features',
      'future',
      'generate',
      'headManager',
      'imports',
      'optimization',
      'optimization.asyncTransforms',
      'optimization.treeShake',
      'optimization.treeShake.composables',
      'router',
      'server',
      'transformer1',
      'transformer2',
      'transformer2.transform',
      'typescript',
      'watchers',
    ]);
  });

  it('hold nothing but options if they are closed', () => {
    for (const { path, types } of closed) expect(types, path).toEqual(['object']);
  });
});

describe('paths', () => {
  it('follow their files, or stay for a reason', () => {
    const kept = all.filter(({ paths, fate }) => paths.length > 0 && fate.kind === 'kept');
    expect(kept.map(({ path }) => path)).toEqual(['rootDir', 'dir.shared']);
  });

  it('are all that is rebased', () => {
    for (const { path, paths, fate } of all)
      if (fate.kind === 'rebased') expect(paths.length, path).toBeGreaterThan(0);
  });
});

describe('the alias tables', () => {
  function spelled(aliases: readonly DefaultAlias[], source: string): { [name: string]: string } {
    const bases = { root: '<rootDir>', source };
    return Object.fromEntries(
      aliases.map(({ name, place }) => [
        name,
        [bases[place.base], place.path].filter(Boolean).join('/'),
      ]),
    );
  }

  function stated(option: Option | undefined, side: 'a' | 'b'): { [name: string]: string } {
    const value = option && literalOf(option[side]);
    return Object.fromEntries(
      Object.entries(value ?? {}).map(([name, path]) => [name, String(path).replace(/\/$/, '')]),
    );
  }

  it('say what the default of the alias option says', () => {
    const option = findOption('alias');
    expect(
      spelled(fwCatalogue.facts.aliases.a, `<rootDir>/${fwCatalogue.facts.sourceDirA}`),
    ).toEqual(stated(option, 'a'));
    expect(spelled(fwCatalogue.facts.aliases.b, '<srcDir>')).toEqual(stated(option, 'b'));
  });
});

describe('names', () => {
  it('are those the defaults use', () => {
    expect(findOption('buildDir')?.a).toEqual({
      kind: 'value',
      value: `<rootDir>/${names.buildDir}`,
    });
    expect(findOption('srcDir')?.a).toEqual({ kind: 'value', value: fwCatalogue.facts.sourceDirA });
  });

  it('of an older generation are no options', () => {
    expect(names.olderGenerationKeys.filter((key) => findOption(key))).toEqual([]);
  });
});

describe('looking up', () => {
  it('finds an option by its full path only', () => {
    expect(findOption('dir.pages')?.path).toBe('dir.pages');
    expect(findOption('bundler1.srcDir')).toBeUndefined();
    expect(findOption('constructor')).toBeUndefined();
  });

  it('finds what is inside a group or the entries of an array', () => {
    expect(optionsUnder('router').map(({ path }) => path)).toEqual([
      'router.options',
      'router.options.hashMode',
      'router.options.scrollBehaviorType',
    ]);
    expect(optionsUnder('plugins').map(({ path }) => path)).toEqual([
      'plugins[].src',
      'plugins[].mode',
    ]);
    expect(optionsUnder('app').some(({ path }) => path === 'appId')).toBe(false);
  });

  it.each([
    ['srcdir', 'srcDir'],
    ['scrDir', 'srcDir'],
    ['experimental.apManifest', 'experimental.appManifest'],
    ['experimentl.appManifest', 'experimental.appManifest'],
    ['dir.pagse', 'dir.pages'],
    ['plugins[].scr', 'plugins[].src'],
    ['module', 'modules'],
  ])('takes %s for %s', (path, meant) => {
    expect(nearestOption(path)?.path).toBe(meant);
  });

  it.each(['i18n', 'pwa', 'dir.foo', 'experimental.somethingElse', 'x', '', 'env'])(
    'has no guess for %j',
    (path) => {
      expect(nearestOption(path)).toBeUndefined();
    },
  );

  it('guesses among the given candidates only', () => {
    expect(nearestOption('dir.pagse', ['dir.public'])).toBeUndefined();
    expect(nearestOption('dir.pagse', ['dir.public', 'dir.pages'])?.path).toBe('dir.pages');
  });

  it('prefers fewer edits, then the earlier candidate', () => {
    expect(nearest('abcdef', ['abcdxx', 'abcdex'])).toBe('abcdex');
    expect(nearest('abcdef', ['abcdex', 'abcdey'])).toBe('abcdex');
    expect(nearest('abcdef', ['abcdfe', 'abcdef'])).toBe('abcdef');
    expect(nearest('abcdef', ['abxxxf'])).toBeUndefined();
  });

  it('guesses no shorter name of which half the letters differ', () => {
    expect(nearest('vitest', ['test'])).toBeUndefined();
    expect(nearest('tests', ['test'])).toBe('test');
  });
});
