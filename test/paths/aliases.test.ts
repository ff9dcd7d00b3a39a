import { describe, expect, it } from 'vitest';
import { fwCatalogue } from '../../src/catalogue/index.ts';
import { knownAliases, readAlias } from '../../src/paths/aliases.ts';
import type { DiskView } from '../../src/tree/evidence.ts';
import { open } from '../config/support/open.ts';

const few = ['@', '@/x', '@scope/a', '@scope', '#', 'plain/name'];
const others = Array.from({ length: 100_000 }, (_, index) => `@alias-${index}`);
const tableOf = (names: readonly string[]) =>
  new Map(names.map((name) => [name, `place-of/${name.length}`]));

describe('the alias that a text starts with', () => {
  const texts = [
    '@',
    '@/',
    '@/y',
    '@/x',
    '@/x/y',
    '@/xy',
    '@scope',
    '@scope/a',
    '@scope/ab',
    '@scopes/a',
    '#',
    '#/a',
  ];
  const all = [
    ...texts,
    '',
    '/',
    '/@',
    'plain',
    'plain/name',
    'plain/name/a/b',
    'plain/names',
    '@//x',
    '@/x//y',
  ];

  it.each(all)('is the same among few and among many: %j', (text) => {
    expect(readAlias(tableOf([...few, ...others]), text)).toEqual(readAlias(tableOf(few), text));
  });

  it('is found for as many texts as there are aliases, and not in texts that are too long for a path', () => {
    const table = tableOf(others);
    const found = others.filter((name) => readAlias(table, `${name}/a`)?.alias === name);
    expect(found).toHaveLength(others.length);
    expect(readAlias(table, `@alias-7${'/'.repeat(1_000_000)}`)).toBeUndefined();
  });
});

describe('the aliases of a config', () => {
  const bases = {
    catalogue: fwCatalogue,
    rules: 'b',
    root: { place: '' },
    source: { place: 'src' },
  } as const;
  const places = (body: string, disk?: DiskView) => {
    const config = open(`export default defineFwConfig(${body})\n`);
    const { table, own, unknown } = knownAliases(config, bases, disk);
    return Object.fromEntries(
      [...own, ...unknown].map((name) => [name, unknown.has(name) ? '?' : table.get(name)]),
    );
  };

  it('stand for no folder if they stand for a package', () => {
    const config = open(
      "export default defineFwConfig({ alias: { public: 'lib-pkg', '#a': 'src/a' } })\n",
    );
    const { table } = knownAliases(config, bases);
    expect([table.has('public'), table.has('#server')]).toEqual([false, true]);
  });

  it('are those of the first object that is merged', () => {
    expect(
      places('defu({ alias: { "#a": "~/one" } }, { alias: { "#a": "~/two", "#b": "~/two" } })'),
    ).toEqual({
      '#a': 'src/one',
      '#b': 'src/two',
    });
  });

  it('are unknown if an override block gives them another place', () => {
    const body =
      '{ alias: { "#a": "~/one", "#b": "~/b" }, $test: { alias: { "#a": "~/two", "#b": "./b", "~": "./t" } } }';
    expect(places(body)).toEqual({ '#a': '?', '#b': 'src/b', '~': '?' });
  });

  it('are those of an override block where nothing else defines the name', () => {
    expect(places('{ $production: { alias: { "#a": "~/one" } } }')).toEqual({ '#a': 'src/one' });
  });

  it('are found in the root where the sources have no such folder', () => {
    const body = '{ alias: { "#a": "./lib", "#b": "./other", "#c": "lodash-es", "#d": name() } }';
    const exists = (place: string) => place === 'lib';
    const disk = {
      kindOf: () => undefined,
      exists,
      hasFile: exists,
      isListed: () => true,
      folds: false,
      spelled: (place: string) => place,
      resolve: () => undefined,
      rangeOf: () => undefined,
      aliases: new Map(),
    };
    expect(places(body)).toEqual({ '#a': 'src/lib', '#b': 'src/other', '#d': '?' });
    expect(places(body, disk)).toEqual({ '#a': 'lib', '#b': 'src/other', '#d': '?' });
  });
});
