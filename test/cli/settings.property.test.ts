import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CommandFlags } from '../../src/cli/flags.ts';
import type { Io } from '../../src/cli/io.ts';
import { settingsInForce, settingsKeys, settingsOfProject } from '../../src/cli/settings.ts';
import { folderWith } from './support/run.ts';

const names = fc.uniqueArray(fc.constantFrom('stores', 'types', 'data', 'lib'), { minLength: 1 });
const ids = fc.uniqueArray(fc.constantFrom('generate', 'unknown-options', 'value-types'), {
  minLength: 1,
});

const choices = {
  layout: fc.constantFrom('auto', 'app', 'keep'),
  move: names,
  stay: names,
  keepDefaults: fc.boolean(),
  skip: ids,
};
const own = fc.record(choices, { requiredKeys: [] });
const files = fc.record(
  { ...choices, only: ids, projects: fc.record({ web: own, '*': own }, { requiredKeys: [] }) },
  { requiredKeys: [] },
);
// What keeps the layout cannot move anything.
const flags = fc
  .record({ ...choices, only: ids }, { requiredKeys: [] })
  .filter(({ layout, move }) => layout !== 'keep' || !move);

type Values = { readonly [key: string]: unknown };

/** What a list of the file has left: a flag that names something is not opposed by it. */
function left(key: string, value: unknown, asked: Values): unknown {
  if (key === 'move' && asked.layout === 'keep') return undefined;
  const against: { readonly [list: string]: string } = { move: 'stay', stay: 'move', skip: 'only' };
  const named = asked[against[key] ?? ''];
  if (!Array.isArray(named) || !Array.isArray(value)) return value;
  return value.filter((one) => !named.includes(one));
}

it('flags win over the file, the file over nothing, key by key, also for single projects', async () => {
  const folder = folderWith({});
  const io = { cwd: folder } as Io;
  const file = join(folder, 'fw-migrate.config.json');
  await fc.assert(
    fc.asyncProperty(files, flags, fc.boolean(), async (said, asked, isIgnored) => {
      writeFileSync(file, JSON.stringify(said));
      const given: CommandFlags = { ...asked, ...(isIgnored && { config: false as const }) };
      const inForce = await settingsInForce({ folder: folder }, given, settingsKeys, io);
      const read: Values & { readonly projects?: { readonly [key: string]: Values } } = isIgnored
        ? {}
        : said;
      for (const key of ['layout', 'move', 'stay', 'keepDefaults', 'only', 'skip'] as const) {
        const fromFile = left(key, read[key], asked);
        expect(inForce.values[key]).toEqual(asked[key] ?? fromFile);
        const from =
          asked[key] !== undefined ? 'flag' : fromFile !== undefined ? 'file' : undefined;
        expect(inForce.from.get(key)).toBe(from);
      }
      const project = settingsOfProject(inForce, join(folder, 'web'));
      const own = ['layout', 'move', 'stay', 'keepDefaults', 'skip'] as const;
      const entries = Object.values(read.projects ?? {}).map((entry): Values => {
        const open = own.filter((key) => asked[key] === undefined && entry[key] !== undefined);
        return Object.fromEntries(open.map((key) => [key, left(key, entry[key], asked)]));
      });
      for (const key of own) {
        // Both entries match: the later one wins, and holds back what the other names.
        const at = entries.findLastIndex((entry) => entry[key] !== undefined);
        const later = entries.slice(at + 1);
        const expected = later.reduce(
          (value: unknown, entry) => left(key, value, entry),
          entries[at]?.[key],
        );
        expect(project[key]).toEqual(expected);
      }
    }),
    { numRuns: 300 },
  );
  rmSync(file);
});
