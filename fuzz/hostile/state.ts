import { createHash } from 'node:crypto';
import type { Random } from '../random.ts';
import { type Entry, outside, textEntry } from '../trees.ts';

/** State of our own folder that no run of the user's made: whoever wrote the repository may have put it there. */

const own = '.fw-migrate';

/** Paths that no state may make us touch. */
const targets = [
  ...['.env', '.git/config', '.git/hooks/post-checkout', 'package.json', 'fw.config.ts', '.gitignore', ''],
  ...['../outside/file.ts', '../outside/.env', '..', `${outside}/file.ts`, `${outside}/new.ts`],
  ...[
    'a/../../outside/file.ts',
    './.env',
    './/.env',
    '.ENV',
    'gone.ts',
    `${own}/lock`,
    `${own}/journal.json`,
  ],
  ...['link/file.ts', '..\\outside\\file.ts', '.env\0', 'node_modules/x/index.js'],
];

const stagings = [
  `${own}/staging-1`,
  `${own}/staging-x`,
  `${own}/staging-`,
  `${own}/staging-/..`,
  '../outside',
  own,
];
const modes = [0, 0o644, 0o777, 0o4755, 0o7777, -1, 0o100644, 1e21, 1.5];
const versions = [2, 2, 2, 2, 1, 3, '2', null];

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function someStep(staging: string, random: Random): unknown {
  const path = () =>
    random.chance(0.5) ? random.pick(targets) : `${staging}/${random.pick(['0.old', '0.new', '1.old'])}`;
  const kind = random.pick(['rename', 'rename', 'rename', 'make folder', 'remove folder if empty', 'delete']);
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

function several<T>(random: Random, make: () => T): T[] {
  return Array.from({ length: random.below(5) }, make);
}

function someJournal(staging: string, random: Random): string {
  const run = random.pick(['migration', 'migration', 'undo', 'x']);
  // A step that takes a file away, and what the roll-back of a run that was killed would do with it.
  const steal = { kind: 'rename', from: random.pick(targets), to: `${staging}/0.old` };
  const plant = { kind: 'rename', from: `${staging}/0.new`, to: random.pick(targets) };
  const checkpoint = { kind: 'make folder', path: `${staging}/all-aside` };
  const steps = random.chance(0.6)
    ? [steal, checkpoint, plant]
    : several(random, () => someStep(staging, random));
  return JSON.stringify({ version: random.pick(versions), run, staging, steps });
}

function someRecord(random: Random): string {
  const file = () => ({
    ...{ from: random.pick(targets), to: random.pick(targets), kind: random.pick(['file', 'file', 'link']) },
    ...(random.chance(0.7) ? { before: { text: 'planted\n', mode: random.pick(modes) } } : {}),
    left: digestOf(random.pick(['SECRET=1\n', 'secret\n', ''])),
  });
  const removed = Object.fromEntries(several(random, () => [random.pick(targets), random.pick(modes)]));
  const folders = { made: several(random, () => random.pick(targets)), removed };
  return JSON.stringify({
    version: random.pick(versions),
    files: [file(), ...several(random, file)],
    folders,
  });
}

function someLock(random: Random): string {
  const process = { pid: random.pick([1, 0, -1, 999_999_999, 2]), host: 'elsewhere', started: 0 };
  return random.pick(['', '1', '1\n', '-1', JSON.stringify(process), 'x'.repeat(5_000)]);
}

function garbage(random: Random): Entry {
  return random.pick<Entry>([
    textEntry(''),
    textEntry('{'),
    textEntry('null'),
    textEntry('[]'),
    textEntry(`${'['.repeat(50_000)}`),
    { kind: 'file', bytes: Buffer.from([0xff, 0xfe, 0, 0x80]) },
    { kind: 'file', bytes: Buffer.from('{}'), mode: 0o4755 },
    { kind: 'folder' },
    { kind: 'link', target: `${outside}/file.ts` },
    { kind: 'link', target: '../.env' },
    { kind: 'link', target: '/dev/zero' },
    { kind: 'link', target: 'nowhere' },
    { kind: 'pipe' },
  ]);
}

const names = [
  'journal.json',
  'last-run.json',
  'lock',
  'lock-1',
  '.gitignore',
  'staging-1',
  'kept-1',
  'notes.md',
];

/** Puts files into our folder, or something else in its place. */
export function mutateState(tree: Map<string, Entry>, random: Random): void {
  const staging = random.chance(0.8) ? `${own}/staging-1` : random.pick(stagings);
  const put = (path: string, entry: Entry) => void tree.set(`${own}/${path}`, entry);
  const acts: readonly (() => void)[] = [
    () => {
      put('journal.json', textEntry(someJournal(staging, random)));
      put('staging-1/0.old', textEntry('staged\n'));
      put('staging-1/0.new', random.chance(0.8) ? textEntry('staged\n') : garbage(random));
      if (random.chance(0.5)) put('staging-1/all-aside', { kind: 'folder' });
      if (random.chance(0.2)) put('staging-1/all-done', { kind: 'folder' });
    },
    () => put('last-run.json', textEntry(someRecord(random))),
    () => put('lock', textEntry(someLock(random))),
    () => put(`kept-${random.below(3)}/x.ts`, textEntry('kept\n')),
    () => put(random.pick(names), garbage(random)),
    () => {
      for (const path of [...tree.keys()]) if (path.startsWith(`${own}/`)) tree.delete(path);
      const target = random.pick([outside, 'pages', '.git', '.', '..', own, 'nowhere']);
      tree.set(own, random.chance(0.8) ? { kind: 'link', target } : textEntry('x'));
    },
  ];
  random.pick([...acts, acts[0], acts[1]])?.();
}
