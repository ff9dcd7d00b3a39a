/** Reads the tables of options in `options/*.json`, and gives every option its typed name. */

import type { EditionOption } from './edition.ts';
import { type Default, is, type Json, none, type OptionRow, type ValueType } from './option.ts';
import app from './options/app.json' with { type: 'json' };
import build from './options/build.json' with { type: 'json' };
import bundlers from './options/bundlers.json' with { type: 'json' };
import compilers from './options/compilers.json' with { type: 'json' };
import directories from './options/directories.json' with { type: 'json' };
import experimental from './options/experimental.json' with { type: 'json' };
import pages from './options/pages.json' with { type: 'json' };
import server from './options/server.json' with { type: 'json' };
import sources from './options/sources.json' with { type: 'json' };
import { overlayFate, pathFacts } from './overlay.ts';
import { defined } from './shape.ts';

/** The options of the default edition by topic, in the order of the reference. */
export const tables = [
  directories,
  app,
  build,
  sources,
  compilers,
  server,
  pages,
  experimental,
  bundlers,
] as const;

type KeyOf<Table> = Table extends object ? keyof Table & string : never;

/**
 * A known option by its name in the tables; fields of array entries are written `plugins[].src`. Its name in an
 * edition is `catalogue.path[…]`.
 */
export type OptionPath = KeyOf<(typeof tables)[number]>;

/** An option as an edition writes it, and with what else the reference says about its defaults. */
export interface TableRow extends Omit<EditionOption, 'default' | 'followUp'> {
  readonly summary: string;
  /** The stated defaults: of both variants, or of each one. An option without `types` has the type of its default. */
  readonly default?: { readonly [variant in 'a' | 'b' | 'both']?: Json };
  /** The default of Variant A, derived from the value that re-enables the older behaviour. */
  readonly implied?: Json;
  /** How the framework finds a default that cannot be written as data. */
  readonly computed?: string;
  /** Why a variant has no entry in `default`, unless there is no default. */
  readonly a?: 'missing' | 'not-shown';
  readonly b?: 'not-shown';
  /** Whether a list is added to the default list instead of replacing it. */
  readonly isAdded?: true;
}

/** The rows of all tables. */
export const tableRows: ReadonlyMap<string, OptionRow> = new Map(
  tables.flatMap((table) =>
    Object.entries(table).map(([path, row]) => [path, readRow(row as TableRow)]),
  ),
);

function readRow(row: TableRow): OptionRow {
  const { types, oneOf, implied, computed, keys = 'any', paths = {}, summary } = row;
  const { both, b = both, a = both } = row.default ?? {};
  const unstated: Default = computed === undefined ? none : { kind: 'computed', how: computed };
  const stated = (value: Json | undefined, kind?: 'missing' | 'not-shown') => {
    if (value !== undefined) return is(value);
    return kind ? { kind } : unstated;
  };
  return {
    types: types ?? [typeOf(b)],
    b: stated(b, row.b),
    a: implied === undefined ? stated(a, row.a) : { kind: 'implied', value: implied },
    fate: overlayFate(undefined, row, ''),
    keys,
    paths: pathFacts(paths),
    summary,
    ...defined({ oneOf, former: row.keepDefault, isAdded: row.isAdded }),
  };
}

function typeOf(value: Json = null): ValueType {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as ValueType);
}
