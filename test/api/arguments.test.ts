import { describe, expect, it } from 'vitest';
import * as api from '../../src/index.ts';

const filename = 'fw.config.ts';
const config = 'export default { ssr: true }\n';
const snapshot = api.snapshotOf({ [filename]: config });

/** The API as a script in JavaScript sees it: nothing keeps it from wrong arguments. */
const untyped = api as unknown as { readonly [name: string]: (...values: unknown[]) => unknown };

async function failureOf(name: string, values: readonly unknown[]): Promise<unknown> {
  try {
    return await untyped[name]?.(...values);
  } catch (error) {
    return error;
  }
}

describe('wrong arguments are refused with a TypeError', () => {
  it('of a transform that jscodeshift runs', () => {
    const [transform] = api.transforms;
    const run = () => transform?.({ path: filename, source: config }, {}, { layout: 'zap' });
    expect(run).toThrow('Invalid layout `zap`: expected auto, app, keep.');
  });

  it('of a look-up', () => {
    const document = api.openConfig(config, { filename });
    const lookup = document.lookup as (option: unknown) => unknown;
    expect(() => lookup(5)).toThrow(
      new TypeError('An option must be a string or a list of keys, not 5'),
    );
  });

  it.each<[string, readonly unknown[], string | RegExp]>([
    [
      'migrateConfig',
      [Buffer.from(config), { filename }],
      '`text` should be a string, but is an object',
    ],
    ['migrateConfig', [config], '`options` should be an object, but is missing'],
    [
      'migrateConfig',
      [config, {}],
      '`options.filename` should be the file name of the config, but is missing',
    ],
    [
      'migrateConfig',
      [config, { filename, layout: 'foo' }],
      '`options.layout` should be one of auto, app, keep, but is "foo"',
    ],
    [
      'migrateConfig',
      [config, { filename, only: 'css' }],
      '`options.only` should be a list, but is "css"',
    ],
    [
      'migrateConfig',
      [config, { filename, skip: [5] }],
      '`options.skip[0]` should be a string, but is 5',
    ],
    [
      'migrateConfig',
      [config, { filename, transforms: [[{ id: 'mine' }]] }],
      '`options.transforms[0][0]` should be a transform made with `defineTransform`, or a list of them, but is an object',
    ],
    [
      'migrateConfig',
      [config, { filename, transforms: [() => []] }],
      '`options.transforms[0]` should be a transform made with `defineTransform`, or a list of them, but is a function',
    ],
    [
      'migrateConfig',
      [config, { filename, transforms: api.transforms[0] }],
      '`options.transforms` should be a list, but is a function',
    ],
    ['openConfig', [5, { filename }], '`text` should be a string, but is 5'],
    ['openConfig', [config], '`options` should be an object, but is missing'],
    [
      'openConfig',
      [config, { filename, reed: () => '' }],
      '`options.reed` is unknown; did you mean `read`?',
    ],
    ['readSnapshot', [], '`folder` should be the path of a folder, but is missing'],
    ['readSnapshot', [''], '`folder` should be the path of a folder, but is ""'],
    ['planMigration', ['.'], '`snapshot` should be an object, but is "."'],
    ['planMigration', [{ files: [] }], '`snapshot.ignored` should be a list, but is missing'],
    [
      'planMigration',
      [snapshot, { layout: 'foo' }],
      '`options.layout` should be one of auto, app, keep, but is "foo"',
    ],
    [
      'planMigration',
      [snapshot, { move: { x: 5 } }],
      '`options.move` should be a list, but is an object',
    ],
    [
      'planMigration',
      [snapshot, { stay: 'stores' }],
      '`options.stay` should be a list, but is "stores"',
    ],
    ['planMigration', [snapshot, { only: 'css' }], '`options.only` should be a list, but is "css"'],
    [
      'planMigration',
      [snapshot, { choices: new Map([['', { layout: 'foo' }]]) }],
      '`options.choices.get(\'\').layout` should be one of auto, app, keep, but is "foo"',
    ],
    [
      'planMigration',
      [snapshot, { choices: new Map([['', { move: 'stores' }]]) }],
      '`options.choices.get(\'\').move` should be a list, but is "stores"',
    ],
    [
      'planMigration',
      [snapshot, { shard: { index: 3, count: 2 } }],
      '`options.shard.index` should be a whole number from 1 to 2, but is 3',
    ],
    [
      'planMigration',
      [snapshot, { keepDefaults: 'yes' }],
      '`options.keepDefaults` should be true, false, `used`, `drop`, or a list of options, but is "yes"',
    ],
    [
      'migrateConfig',
      [config, { filename, keepDefault: true }],
      '`options.keepDefault` is unknown; did you mean `keepDefaults`?',
    ],
    ['migrateConfig', [config, { filename, project: {} }], '`options.project` is unknown'],
    [
      'planMigration',
      [snapshot, { Layout: 'app' }],
      '`options.Layout` is unknown; did you mean `layout`?',
    ],
    ['planMigration', [snapshot, { steps: [] }], /^planMigration: `options\.steps` is unknown/],
    [
      'effectiveOptions',
      [snapshot, { varient: 'a' }],
      '`options.varient` is unknown; did you mean `variant`?',
    ],
    [
      'applyPlan',
      [{ files: [] }, '.', { dryRun: true }],
      /^applyPlan: `options\.dryRun` is unknown/,
    ],
    ['undo', ['.', { forced: true }], '`options.forced` is unknown; did you mean `force`?'],
    [
      'renderReport',
      [{ projects: [] }, 'json', { dryrun: false }],
      '`options.dryrun` is unknown; did you mean `dryRun`?',
    ],
    [
      'effectiveOptions',
      [snapshot, { variant: 'c' }],
      '`options.variant` should be one of a, b, but is "c"',
    ],
    ['applyPlan', [undefined, '.'], '`plan` should be an object, but is missing'],
    [
      'applyPlan',
      [{ files: [{ from: 'a' }] }, '.'],
      '`plan.files[0].to` should be a string, but is missing',
    ],
    ['applyPlan', [{ files: [] }, ''], '`folder` should be the path of a folder, but is ""'],
    [
      'applyPlan',
      [{ files: [] }, '.', { snapshot }],
      '`options.snapshot.drift` should be a function, but is missing',
    ],
    ['undo', [], '`folder` should be the path of a folder, but is missing'],
    ['undo', ['.', { force: 1 }], '`options.force` should be true or false, but is 1'],
    ['renderReport', ['{}', 'json'], '`report` should be an object, but is "{}"'],
    [
      'renderReport',
      [{ projects: [] }, 'xml'],
      '`format` should be one of pretty, markdown, json, sarif, github, html, patch, but is "xml"',
    ],
    ['readReport', [{}], '`text` should be a string, but is an object'],
    ['defineTransform', [], '`transform` should be an object, but is missing'],
    [
      'defineTransform',
      [{ id: 'mine', move: { x: 5 } }],
      '`transform.move.x` should be a string, but is 5',
    ],
    [
      'defineTransform',
      [{ id: 'mine', rename: ['x'] }],
      '`transform.rename` should be an object, but is a list',
    ],
    [
      'defineTransform',
      [{ id: 'mine', remove: 'x' }],
      '`transform.remove` should be a list, but is "x"',
    ],
    [
      'defineTransform',
      [{ id: 'mine', mapValue: { x: 5n } }],
      '`transform.mapValue.x` should be a function, but is 5',
    ],
    [
      'defineTransform',
      [{ id: 'mine', run: [] }],
      '`transform.run` should be a function, but is a list',
    ],
  ])('%s, case %#', async (name, values, message) => {
    const failure = await failureOf(name, values);
    expect(failure).toBeInstanceOf(TypeError);
    const expected =
      typeof message === 'string' ? `${name}: ${message}` : expect.stringMatching(message);
    expect(failure).toHaveProperty('message', expected);
  });
});

describe('findings of the wrong shape', () => {
  const at = { file: filename, line: 1, column: 1 };
  const change = { kind: 'remove', path: ['ssr'], layer: 0 };

  it.each<[unknown, string]>([
    [undefined, '`findings` should be a list of findings, but is missing'],
    ['none', '`findings` should be a list of findings, but is "none"'],
    [['ssr'], '`findings[0]` should be an object, but is "ssr"'],
    [[{ at }], '`findings[0].option` should be a string, but is missing'],
    [[{ option: 'ssr' }], '`findings[0].at` should be an object, but is missing'],
    [
      [{ option: 'ssr', at: { ...at, line: 0 } }],
      '`findings[0].at.line` should be a whole number from 1, but is 0',
    ],
    [
      [{ option: 'ssr', at, changes: change }],
      '`findings[0].changes` should be a list, but is an object',
    ],
    [
      [{ option: 'ssr', at, changes: [{ ...change, kind: 'drop' }] }],
      '`findings[0].changes[0].kind` should be one of set, remove, rename, append, but is "drop"',
    ],
    [
      [{ option: 'ssr', at, changes: [{ ...change, kind: 'rename' }] }],
      '`findings[0].changes[0].to` should be a list, but is missing',
    ],
    [
      [{ option: 'ssr', at, changes: [{ ...change, path: 'ssr' }] }],
      '`findings[0].changes[0].path` should be a list, but is "ssr"',
    ],
    [
      [{ option: 'ssr', at, followUps: [{ code: 'mine', message: 'Look.' }] }],
      '`findings[0].followUps[0].kind` should be decide or verify, because `mine` is your own code, but is missing',
    ],
  ])('%j', (found, message) => {
    const run = (() => found) as unknown as NonNullable<api.UserTransform['run']>;
    const own = api.defineTransform({ id: 'mine', run });
    let failure: unknown;
    try {
      api.migrateConfig(config, { filename, transforms: [own] });
    } catch (error) {
      failure = error;
    }
    expect(failure).toBeInstanceOf(api.TransformFailure);
    expect(failure).toHaveProperty(
      'message',
      `The transform \`mine\` failed on ${filename}: \`run\`: ${message}`,
    );
    expect(failure).toHaveProperty('cause', expect.any(TypeError));
  });

  it('are told apart from a promise of findings', () => {
    const run = (async () => []) as unknown as NonNullable<api.UserTransform['run']>;
    const own = api.defineTransform({ id: 'mine', run });
    expect(() => api.migrateConfig(config, { filename, transforms: [own] })).toThrow(
      /`run` must not be asynchronous/,
    );
  });
});
