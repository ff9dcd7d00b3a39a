import { editionShape } from '../catalogue/edition.ts';
import { fwFollowUps } from '../catalogue/follow-ups.ts';
import { layoutModes, toolingModes } from '../catalogue/modes.ts';
import {
  byKind,
  type Check,
  fields,
  flag,
  integer,
  listOf,
  Mismatch,
  mismatch,
  object,
  oneOf,
  suchThat,
  text,
  textThat,
  where,
} from '../catalogue/shape.ts';
import { ownSteps } from './selection.ts';
import { keptDefaults } from './settings-shape.ts';

/** Throws a `TypeError` that names the function and the argument if a value has the wrong shape. */
export function checkArgument(caller: string, name: string, value: unknown, check: Check): void {
  try {
    check(value, name);
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    throw new TypeError(`${caller}: ${error.message}`);
  }
}

export const callable = where('a function', (value) => typeof value === 'function');

const anyList = listOf(() => {});

/** A snapshot from any source. */
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
  ownSteps(value, at);
};

const layout = oneOf(...layoutModes);

const choice = {
  'layout?': layout,
  'keepDefaults?': keptDefaults,
  'only?': listOf(text),
  'skip?': listOf(text),
  'transforms?': transformList,
  'edition?': editionShape,
};

const projectChoices: Check = (value, at) => {
  if (!(value instanceof Map)) throw mismatch(at, 'a Map', value);
  const names = listOf(text);
  const shape = object({
    ...{ 'leave?': flag, 'layout?': layout, 'keepDefaults?': keptDefaults },
    ...{ 'move?': names, 'stay?': names, 'skip?': names },
  });
  for (const [folder, chosen] of value) shape(chosen, `${at}.get('${folder}')`);
};

const wholeShard: Check = (value, at) => {
  fields({ index: integer(1), count: integer(1) })(value, at);
  const { index, count } = value as { readonly index: number; readonly count: number };
  if (index > count) throw mismatch(`${at}.index`, `a whole number from 1 to ${count}`, index);
};

export const configName = textThat('the file name of the config', (value) => value !== '');

/** An empty name is mostly an unset variable, and would mean the current folder. */
export const folderName = textThat('the path of a folder', (value) => value !== '' && !value.includes('\0'));

/** The options of `migrateConfig`. */
export const migrateConfigShape = object({ filename: configName, ...choice, 'read?': callable });

/** The options of `planMigration`. */
export const planMigrationShape = object({
  ...choice,
  'move?': listOf(text),
  'stay?': listOf(text),
  'allowIgnored?': flag,
  'tooling?': oneOf(...toolingModes),
  'choices?': projectChoices,
  'shard?': wholeShard,
  'onProgress?': callable,
});

const position = fields({ file: text, line: integer(1), column: integer(1) });
const path = listOf(where('a key or an index', (value) => ['string', 'number'].includes(typeof value)));

const target = { path, layer: integer(0) };
const change = byKind({
  set: suchThat(fields(target), 'a change with a `value`', (value) => Object.hasOwn(value, 'value')),
  remove: fields(target),
  rename: fields({ ...target, to: path }),
  append: fields({ ...target, items: anyList }),
});

const kind = oneOf('decide', 'verify');
const noteFields = {
  code: text,
  message: text,
  'kind?': kind,
  'at?': position,
  'evidence?': listOf(position),
};
const note: Check = (value, at) => {
  fields(noteFields)(value, at);
  const { code, kind: given } = value as { readonly code: string; readonly kind?: unknown };
  if (given !== undefined || Object.hasOwn(fwFollowUps, code)) return;
  throw mismatch(`${at}.kind`, `decide or verify, because \`${code}\` is your own code`, given);
};

const effect = fields({ what: text, done: text });
const message: Check = (value, at) => (typeof value === 'object' ? effect : text)(value, at);

/** The return value of `run` in a transform. */
export const findings = listOf(
  fields({
    option: text,
    at: position,
    'changes?': listOf(change),
    'message?': message,
    'followUps?': listOf(note),
  }),
);
