import { layoutModes } from '../project/layout.ts';
import { type Check, flag, integer, listOf, oneOf, text, where } from '../project/shape.ts';
import { callable, fields, optionsWith } from './arguments.ts';
import { flatTransforms } from './own-transforms.ts';

const anyList = listOf(() => {});

/** A snapshot, whoever made it. */
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

const choice = {
  layout: oneOf(...layoutModes),
  keepDefaults: flag,
  only: listOf(text),
  skip: listOf(text),
  transforms: transformList,
};

/** What `migrateConfig` takes. */
export const migrateConfigShape = optionsWith(
  { filename: where('the name of the config', (value) => typeof value === 'string' && value !== '') },
  { ...choice, read: callable },
);

/** What `planMigration` takes. */
export const planMigrationShape = optionsWith(
  {},
  {
    ...choice,
    move: listOf(text),
    stay: listOf(text),
    choices: where('a Map', (value) => value instanceof Map),
    shard: fields({ index: integer(1), count: integer(1) }),
    onProgress: callable,
    // Not documented: `bench/proof.mjs` measures plans with and without the checks.
    unproven: flag,
  },
);
