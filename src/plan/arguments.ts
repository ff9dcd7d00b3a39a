import { editionShape } from '../catalogue/edition.ts';
import { fwFollowUps } from '../catalogue/follow-ups.ts';
import {
  type Check,
  type Fields,
  flag,
  integer,
  isObject,
  listOf,
  Mismatch,
  oneOf,
  text,
  UnknownKey,
  where,
} from '../catalogue/shape.ts';
import { layoutModes } from '../project/layout.ts';
import { flatTransforms, toolingModes } from './selection.ts';
import { keptDefaults } from './settings.ts';

/** Throws a `TypeError` that names the function and the argument if a value is not what it should be. */
export function checkArgument(caller: string, name: string, value: unknown, check: Check): void {
  try {
    check(value, name);
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    throw new TypeError(`${caller}: ${error.message}`);
  }
}

export const callable = where('a function', (value) => typeof value === 'function');

/** An object with these fields, which may have others. The optional ones may also be undefined. */
export function fields(required: Fields, optional: Fields = {}): Check {
  return (value, at) => {
    if (!isObject(value)) throw new Mismatch(at, 'an object', value);
    for (const [name, check] of Object.entries(required)) check(value[name], `${at}.${name}`);
    for (const [name, check] of Object.entries(optional))
      if (value[name] !== undefined) check(value[name], `${at}.${name}`);
  };
}

/** The options of a function: an object with these fields and no others. A mistyped one would quietly do nothing. */
export function optionsWith(required: Fields, optional: Fields = {}): Check {
  const known = [...Object.keys(required), ...Object.keys(optional)];
  const check = fields(required, optional);
  return (value, at) => {
    check(value, at);
    for (const key of Object.keys(value as object)) {
      if (!known.includes(key)) throw new UnknownKey(at, key, known);
    }
  };
}

const anyList = listOf(() => {});

/** A snapshot, from any source. */
export const snapshotShape = fields({
  files: anyList,
  ignored: anyList,
  unreadable: anyList,
  foreign: anyList,
  ignoredBy: callable,
  list: callable,
  read: callable,
});

const transformList: Check = (value, at) => {
  anyList(value, at);
  flatTransforms(value, at);
};

const layout = oneOf(...layoutModes);

const choice = {
  layout,
  keepDefaults: keptDefaults,
  only: listOf(text),
  skip: listOf(text),
  transforms: transformList,
  edition: editionShape,
};

const projectChoices: Check = (value, at) => {
  if (!(value instanceof Map)) throw new Mismatch(at, 'a Map', value);
  const names = listOf(text);
  const one = optionsWith(
    {},
    { leave: flag, layout, move: names, stay: names, keepDefaults: keptDefaults, skip: names },
  );
  for (const [folder, choice] of value) one(choice, `${at}.get('${folder}')`);
};

const wholeShard: Check = (value, at) => {
  fields({ index: integer(1), count: integer(1) })(value, at);
  const { index, count } = value as { readonly index: number; readonly count: number };
  if (index > count) throw new Mismatch(`${at}.index`, `a whole number from 1 to ${count}`, index);
};

export const configName = where(
  'the file name of the config',
  (value) => typeof value === 'string' && value !== '',
);

/** An empty name is mostly a variable that is not set, and would mean the current folder. */
export const folderName = where(
  'the path of a folder',
  (value) => typeof value === 'string' && value !== '' && !value.includes('\0'),
);

/** What `migrateConfig` takes. */
export const migrateConfigShape = optionsWith({ filename: configName }, { ...choice, read: callable });

/** What `planMigration` takes. */
export const planMigrationShape = optionsWith(
  {},
  {
    ...choice,
    move: listOf(text),
    stay: listOf(text),
    allowIgnored: flag,
    tooling: oneOf(...toolingModes),
    choices: projectChoices,
    shard: wholeShard,
    onProgress: callable,
  },
);

const position = fields({ file: text, line: integer(1), column: integer(1) });
const path = listOf(where('a key or an index', (value) => ['string', 'number'].includes(typeof value)));

const kinds: { readonly [kind: string]: Check } = {
  set: where('a change with a `value`', (value) => Object.hasOwn(Object(value), 'value')),
  remove: () => {},
  rename: fields({ to: path }),
  append: fields({ items: anyList }),
};

const change: Check = (value, at) => {
  fields({ kind: oneOf(...Object.keys(kinds)), path, layer: integer(0) })(value, at);
  kinds[(value as { readonly kind: string }).kind]?.(value, at);
};

const note: Check = (value, at) => {
  const kind = oneOf('decide', 'verify');
  fields({ code: text, message: text }, { kind, at: position, evidence: listOf(position) })(value, at);
  const { code, kind: given } = value as { readonly code: string; readonly kind?: unknown };
  if (given !== undefined || Object.hasOwn(fwFollowUps, code)) return;
  throw new Mismatch(`${at}.kind`, `decide or verify, because \`${code}\` is your own code`, given);
};

const effect = fields({ what: text, done: text });
const message: Check = (value, at) => (typeof value === 'object' ? effect : text)(value, at);

/** What `run` of a transform has to return. */
export const findings = listOf(
  fields({ option: text, at: position }, { changes: listOf(change), message, followUps: listOf(note) }),
);
