import type { Random } from '../random.ts';
import { type Entry, outside, type Tree, textEntry } from '../trees.ts';
import { program } from './canaries.ts';
import { digestOf, modes, own, several, targets } from './values.ts';

/** Names of folders of runs: of the form that the tool gives, though it gave none of these. */
export const stagings = ['0', '1', 'f'].map(
  (digit) => `${own}/staging-${digit.repeat(16)}-${'Ab_-'.repeat(4)}`,
);

const otherFolders = [
  ...[
    own,
    '../outside',
    outside,
    'pages',
    '',
    `${own}/staging-1`,
    `${own}/staging-`,
    `${own}/kept-1`,
  ],
  ...[`${stagings[0]}/..`, `${stagings[0]}/../../pages`, `${stagings[0]}/`, `./${stagings[0]}`],
  `${own}/staging-${'0'.repeat(16)}-${'/'.repeat(16)}`,
];

/** What is planted in the folders of runs. */
export const planted = ['staged\n', '', 'SECRET=1\n', 'secret\n', program];

/** The document of a run that never was. The files that it speaks of are put where it says, most of the time. */
export function someDocument(tree: Map<string, Entry>, random: Random): string {
  return someSealed(random.chance(0.7) ? likelyRun(tree, random) : wildRun(tree, random), random);
}

/** A file that names the run which was killed, or which was the last one. */
export function somePointer(random: Random): string {
  const folder = () => (random.chance(0.95) ? random.pick(stagings) : random.pick(otherFolders));
  const last = random.chance(0.7) ? { last: random.chance(0.7) ? stagings[0] : folder() } : {};
  return someSealed({ staging: random.chance(0.8) ? stagings[0] : folder(), ...last }, random);
}

function someSealed(value: Json, random: Random): string {
  const content = JSON.stringify(random.chance(0.9) ? value : misshapen(value, random));
  // A text that is not sealed counts too where a person vouches for it.
  if (random.chance(0.1)) return content;
  const sealed = {
    version: 3,
    seal: random.pick(['', 'A'.repeat(43), 'A'.repeat(9_999)]),
    content,
  };
  return JSON.stringify(random.chance(0.95) ? sealed : misshapen(sealed, random));
}

type Json = { readonly [key: string]: unknown };

/** A run such as the tool itself would write down: nothing but the seal tells that it did not. */
function likelyRun(tree: Map<string, Entry>, random: Random): Json {
  const [first = '', second = ''] = stagings;
  const staging = random.chance(0.8) ? first : second;
  const previous = random.chance(0.8) ? second : first;
  const places = placesIn(tree).filter(([, { kind }]) => kind === 'file' || kind === 'link');
  const count = Math.min(places.length, 1 + random.below(4));
  const files = Array.from({ length: count }, (_, index) => {
    const at = random.below(places.length);
    const place = random.chance(0.9) ? places.splice(at, 1)[0] : hostilePlace(tree, random);
    return place ? likelyFile(tree, place, { staging, previous, index }, random) : {};
  });
  const folders = (isNew: boolean) =>
    random.chance(0.7)
      ? []
      : [{ path: random.pick(['app', 'pages', 'new', 'new/er']), mode: 0o2755, isNew }];
  if (random.chance(0.7)) tree.set(`${staging}/all-aside`, { kind: 'folder' });
  return {
    ...{ run: random.pick(['migration', 'undo']), staging, files },
    ...(random.chance(0.4) ? { previous } : {}),
    folders: [...folders(true), ...folders(false)],
  };
}

interface Numbered {
  readonly staging: string;
  readonly previous: string;
  readonly index: number;
}

/** One file of such a run, which was not begun, is aside, is in place, or was changed. */
function likelyFile(
  tree: Map<string, Entry>,
  [path, entry]: readonly [string, Entry],
  { staging, previous, index }: Numbered,
  random: Random,
): Json {
  const kind = entry.kind === 'link' ? 'link' : 'file';
  const plant = (where: string): string => {
    const inside: Entry = random.chance(0.3) ? entry : linkOrFile(kind, random.pick(planted));
    if (random.chance(0.9)) tree.set(where, inside);
    return random.chance(0.85) ? digestOfEntry(inside) : digestOfEntry(entry);
  };
  const there = random.chance(0.85) ? digestOfEntry(entry) : digestOf(random.pick(planted));
  const other = random.chance(0.5) ? path : `${path}.new`;
  const mark = random.chance(0.1) ? { [random.pick(['isSpare', 'isTheirs'])]: true } : {};
  const aside = `${staging}/${index}.old`;
  const original = random.below(3);
  return random.pick<() => Json>([
    () => ({ from: other, to: path, kind, before: there, ...mark }),
    () => ({ from: path, to: other, kind, before: there, ...mark }),
    () => ({ from: `${path}.new`, to: path, kind, before: plant(aside), ...mark }),
    () => ({
      from: other,
      to: path,
      kind,
      before: plant(aside),
      after: { digest: there },
      ...mark,
    }),
    () => ({
      from: path,
      to: other,
      kind,
      before: there,
      after: { digest: plant(`${staging}/${index}.new`) },
    }),
    () => ({
      from: other,
      to: path,
      kind,
      after: { digest: there, original },
      before: plant(aside),
      ...mark,
    }),
    () => ({
      from: path,
      to: path,
      kind,
      after: { digest: plant(`${previous}/${original}.old`), original },
    }),
  ])();
}

/** A path that no document may name, with what is there if that is known. */
function hostilePlace(tree: Tree, random: Random): readonly [string, Entry] {
  const path = random.pick(targets);
  const there = tree.get(path);
  return [path, there?.kind === 'file' ? there : textEntry('secret\n')];
}

function linkOrFile(kind: 'link' | 'file', text: string): Entry {
  return kind === 'link' ? { kind, target: text || 'x' } : textEntry(text);
}

function placesIn(tree: Tree): [string, Entry][] {
  return [...tree].filter(([path]) => !/^\.(?:git|fw-migrate)(?:\/|$)/.test(path));
}

/** A run of any files and folders, some of which no document may name. */
function wildRun(tree: Tree, random: Random): Json {
  const folder = () => (random.chance(0.95) ? random.pick(stagings) : random.pick(otherFolders));
  const files = [someFile(tree, random), ...several(random, () => someFile(tree, random))];
  return {
    run: random.pick(['migration', 'migration', 'undo']),
    staging: random.chance(0.6) ? stagings[0] : folder(),
    // Often the same one.
    ...(random.chance(0.4) ? { previous: random.chance(0.5) ? stagings[0] : folder() } : {}),
    files: random.chance(0.2) ? [...files, ...files] : files,
    folders: several(random, () => someFolder(tree, random)),
  };
}

function someFile(tree: Tree, random: Random): unknown {
  const [path, entry] = somePlace(tree, random);
  const digest = () => (random.chance(0.6) ? digestOfEntry(entry) : digestOf(random.pick(planted)));
  const other = () => (random.chance(0.4) ? path : somePlace(tree, random)[0]);
  const original = random.chance(0.5)
    ? { original: random.pick([0, 0, 1, 2, 7, 2 ** 31, 2 ** 53]) }
    : {};
  return {
    ...(random.chance(0.5) ? { from: path, to: other() } : { from: other(), to: path }),
    kind: (entry?.kind === 'link') === random.chance(0.9) ? 'link' : 'file',
    ...(random.chance(0.8) ? { before: digest() } : {}),
    ...(random.chance(0.5) ? { after: { digest: digest(), ...original } } : {}),
    ...(random.chance(0.15) ? { isSpare: true } : {}),
    ...(random.chance(0.15) ? { isTheirs: true } : {}),
  };
}

// A folder that its owner cannot open could not be compared.
const folderModes = modes.filter((mode) => (mode & 0o700) === 0o700);

function someFolder(tree: Tree, random: Random): unknown {
  const [path] = somePlace(tree, random);
  return {
    path: random.chance(0.5) ? path.replace(/\/[^/]*$/, '') : path,
    isNew: random.chance(0.5),
    ...(random.chance(0.5) ? { mode: random.pick(folderModes) } : {}),
  };
}

/** A path of the project with what is there, or now and then one that a document must not name. */
function somePlace(tree: Tree, random: Random): readonly [string, Entry | undefined] {
  const places = placesIn(tree);
  if (random.chance(0.05) || places.length === 0) return [random.pick(targets), undefined];
  const [path, entry] = random.pick(places);
  return random.chance(0.15) ? [`${path}.new`, entry] : [path, entry];
}

function digestOfEntry(entry: Entry | undefined): string {
  if (entry?.kind === 'file') return digestOf(entry.bytes);
  return digestOf(entry?.kind === 'link' ? entry.target : 'secret\n');
}

const oddValues = [null, '', 'x', -1, 1.5, 2, 4, '3', true, [], {}, [null], [{}], { path: '..' }];

/** The same with one field gone or of another kind, at any depth. */
function misshapen<T>(value: T, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.2))
    return random.pick(oddValues);
  const keys = Object.keys(value);
  if (keys.length === 0) return random.pick(oddValues);
  const key = random.pick(keys);
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === key ? misshapen(one, random) : one));
  const { [key]: changed, ...rest } = value as Json;
  return random.chance(0.2) ? rest : { ...rest, [key]: misshapen(changed, random) };
}
