import type { Random } from '../random.ts';
import { digestOf, modes, several, targets } from './values.ts';

/** Documents as earlier versions of the tool wrote them. */

const versions = [2, 2, 2, 2, 1, 3, '2', null];

function someStep(staging: string, random: Random): unknown {
  const path = () =>
    random.chance(0.5)
      ? random.pick(targets)
      : `${staging}/${random.pick(['0.old', '0.new', '1.old'])}`;
  const kind = random.pick([
    'rename',
    'rename',
    'rename',
    'make folder',
    'remove folder if empty',
    'delete',
  ]);
  if (kind !== 'rename')
    return { kind, path: path(), ...(random.chance(0.5) ? { mode: random.pick(modes) } : {}) };
  const fresh = {
    kind: random.pick(['file', 'link']),
    digest: digestOf(random.pick(['staged\n', 'SECRET=1\n', ''])),
  };
  return {
    ...{ kind, from: path(), to: path() },
    ...(random.chance(0.4) ? { fresh } : {}),
    ...(random.chance(0.3) ? { stamp: { size: random.pick([0, 9, -1]), mtimeMs: 0 } } : {}),
  };
}

/** A journal that lists the steps of a run. */
export function oldJournal(staging: string, random: Random): string {
  const run = random.pick(['migration', 'migration', 'undo', 'x']);
  // A step that takes a file away, and what reverting a run that was killed would do with it.
  const steal = { kind: 'rename', from: random.pick(targets), to: `${staging}/0.old` };
  const plant = { kind: 'rename', from: `${staging}/0.new`, to: random.pick(targets) };
  const checkpoint = { kind: 'make folder', path: `${staging}/all-aside` };
  const steps = random.chance(0.6)
    ? [steal, checkpoint, plant]
    : several(random, () => someStep(staging, random));
  return JSON.stringify({ version: random.pick(versions), run, staging, steps });
}

/** A record that holds the original texts. */
export function oldRecord(random: Random): string {
  const file = () => ({
    ...{
      from: random.pick(targets),
      to: random.pick(targets),
      kind: random.pick(['file', 'file', 'link']),
    },
    ...(random.chance(0.7) ? { before: { text: 'planted\n', mode: random.pick(modes) } } : {}),
    left: digestOf(random.pick(['SECRET=1\n', 'secret\n', ''])),
  });
  const removed = Object.fromEntries(
    several(random, () => [random.pick(targets), random.pick(modes)]),
  );
  const folders = { made: several(random, () => random.pick(targets)), removed };
  return JSON.stringify({
    version: random.pick(versions),
    files: [file(), ...several(random, file)],
    folders,
  });
}
