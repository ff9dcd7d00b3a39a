import type { Random } from '../random.ts';
import { type Entry, outside, textEntry } from '../trees.ts';
import { oldJournal, oldRecord } from './old-documents.ts';
import { planted, someDocument, somePointer, stagings } from './run-documents.ts';
import { own } from './values.ts';

/** State of our own folder that no run of the user's made: whoever wrote the repository may have put it there. */

const oldStagings = [
  ...[
    `${own}/staging-1`,
    `${own}/staging-x`,
    `${own}/staging-`,
    `${own}/staging-/..`,
    '../outside',
    own,
  ],
];

function someLock(random: Random): string {
  const owner = { pid: random.pick([1, 0, -1, 999_999_999, 2]), host: 'elsewhere', started: '0' };
  const sealed = { version: 3, seal: 'A'.repeat(43), content: JSON.stringify(owner) };
  const texts = [
    '',
    '1',
    '1\n',
    '-1',
    JSON.stringify(owner),
    JSON.stringify(sealed),
    'x'.repeat(5_000),
  ];
  return random.pick(texts);
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
  ...[
    'journal.json',
    'last-run.json',
    'lock',
    'lock-1',
    '.gitignore',
    'staging-1',
    'kept-1',
    'notes.md',
  ],
  ...[`lock-${'0'.repeat(16)}-${'A'.repeat(16)}`, `${stagings[0]?.slice(own.length + 1)}`],
];

/** The files of a run: what it put aside, what it was to put in place, and its document when it is over. */
function filesOfRun(tree: Map<string, Entry>, staging: string, random: Random): void {
  const texts = [...tree].flatMap(([path, entry]) => (path.startsWith(`${own}/`) ? [] : [entry]));
  const some = (): Entry => {
    if (random.chance(0.15)) return garbage(random);
    return random.chance(0.5) && texts.length > 0
      ? random.pick(texts)
      : textEntry(random.pick(planted));
  };
  for (const index of [0, 1, 2])
    for (const ending of ['old', 'new'])
      if (random.chance(0.5)) tree.set(`${staging}/${index}.${ending}`, some());
  if (random.chance(0.5)) tree.set(`${staging}/all-aside`, { kind: 'folder' });
  if (random.chance(0.1)) tree.set(`${staging}/all-aside/x`, some());
  for (const document of ['run.json', 'draft.json'])
    if (random.chance(0.3))
      tree.set(`${staging}/${document}`, textEntry(someDocument(tree, random)));
}

/** Puts files into our folder, or something else in its place. */
export function mutateState(tree: Map<string, Entry>, random: Random): void {
  const put = (path: string, entry: Entry) => void tree.set(`${own}/${path}`, entry);
  const putRun = (name: string) => {
    put(name, textEntry(somePointer(random)));
    tree.set(`${stagings[0]}/run.json`, textEntry(someDocument(tree, random)));
  };
  const putStagings = () => {
    for (const staging of stagings.slice(0, random.pick([0, 1, 1, 1, 2, 3])))
      filesOfRun(tree, staging, random);
  };
  const interrupted = () => {
    putStagings();
    putRun('journal.json');
    if (random.chance(0.3)) putRun('last-run.json');
  };
  const done = () => {
    putStagings();
    putRun('last-run.json');
  };
  const acts: readonly (() => void)[] = [
    ...[interrupted, interrupted, interrupted, done, done, putStagings],
    () => {
      const staging = random.chance(0.8) ? `${own}/staging-1` : random.pick(oldStagings);
      put('journal.json', textEntry(oldJournal(staging, random)));
      put('staging-1/0.old', textEntry('staged\n'));
      put('staging-1/0.new', random.chance(0.8) ? textEntry('staged\n') : garbage(random));
      if (random.chance(0.5)) put('staging-1/all-aside', { kind: 'folder' });
    },
    () => put('last-run.json', textEntry(oldRecord(random))),
    () => put('lock', textEntry(someLock(random))),
    () => put(`kept-${random.below(3)}/x.ts`, textEntry('kept\n')),
    () => put(random.pick(names), garbage(random)),
    () => {
      for (const path of [...tree.keys()]) if (path.startsWith(`${own}/`)) tree.delete(path);
      const target = random.pick([outside, 'pages', '.git', '.', '..', own, 'nowhere']);
      tree.set(own, random.chance(0.8) ? { kind: 'link', target } : textEntry('x'));
    },
  ];
  random.pick(acts)();
}
