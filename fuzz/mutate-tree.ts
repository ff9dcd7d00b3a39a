import { posix } from 'node:path';
import { fileNames, folders, ignoreLines } from './dictionary.ts';
import { type Fixture, fixtures } from './fixtures.ts';
import { mutateText } from './mutate-text.ts';
import type { Random } from './random.ts';
import { type Entry, outside, textEntry } from './trees.ts';

type TreeMutation = (tree: Map<string, Entry>, random: Random) => void;

function somePath(tree: ReadonlyMap<string, Entry>, random: Random): string {
  const configs = [...tree.keys()].filter((path) => /fw\.config\.\w+$/.test(path));
  if (configs.length > 0 && random.chance(0.3)) return random.pick(configs);
  return tree.size === 0 ? random.pick(fileNames) : random.pick([...tree.keys()]);
}

function someFolder(tree: ReadonlyMap<string, Entry>, random: Random): string {
  return random.chance(0.6) ? random.pick(folders) : posix.dirname(somePath(tree, random));
}

function newPath(tree: ReadonlyMap<string, Entry>, random: Random): string {
  return posix.join(someFolder(tree, random), random.pick(fileNames));
}

function someText(random: Random): string {
  const { tree } = random.pick(fixtures());
  const texts = [...tree.values()].flatMap((entry) => (entry.kind === 'file' ? [entry.bytes] : []));
  return texts.length === 0 ? '' : Buffer.from(random.pick(texts)).toString('latin1');
}

const changeText: TreeMutation = (tree, random) => {
  const path = somePath(tree, random);
  const entry = tree.get(path);
  if (entry?.kind !== 'file') return;
  const around = { path, paths: [...tree.keys()], other: () => someText(random) };
  const text = mutateText(Buffer.from(entry.bytes).toString('latin1'), random, around);
  if (text.length < 200_000) tree.set(path, { ...entry, bytes: Buffer.from(text, 'latin1') });
};

const rename: TreeMutation = (tree, random) => {
  const path = somePath(tree, random);
  const entry = tree.get(path);
  if (!entry) return;
  tree.delete(path);
  const name = random.chance(0.5) ? posix.basename(path) : random.pick(fileNames);
  tree.set(
    posix.join(random.chance(0.5) ? posix.dirname(path) : someFolder(tree, random), name),
    entry,
  );
};

/** A twin whose name differs by its case, its ending or an underscore alone. */
const addTwin: TreeMutation = (tree, random) => {
  const path = somePath(tree, random);
  const entry = tree.get(path);
  if (!entry) return;
  const { dir, name, ext } = posix.parse(path);
  const twin = random.pick([
    name.toUpperCase() + ext,
    name + random.pick(['.ts', '.vue', '.js', '.d.ts', '.css', '.scss', '.json']),
    `${name}/index${ext}`,
    `_${name}${ext}`,
    name,
  ]);
  tree.set(posix.join(dir, twin), random.chance(0.5) ? entry : textEntry(''));
};

/** Moves or copies a whole folder, maybe onto another one. */
const mergeFolders: TreeMutation = (tree, random) => {
  const from = posix.dirname(somePath(tree, random));
  const to = random.pick(folders);
  const isCopy = random.chance(0.5);
  for (const [path, entry] of [...tree]) {
    if (from !== '.' && !path.startsWith(`${from}/`)) continue;
    const inner = from === '.' ? path : path.slice(from.length + 1);
    if (!isCopy) tree.delete(path);
    tree.set(posix.join(to, inner), entry);
  }
};

const addLink: TreeMutation = (tree, random) => {
  const path = newPath(tree, random);
  const near = posix.relative(posix.dirname(path), somePath(tree, random)) || '.';
  const target = random.pick([
    ...[near, near, posix.dirname(near), posix.basename(path), '.', '..', './nowhere', '/'],
    ...[outside, `${outside}/file.ts`, posix.join('../'.repeat(path.split('/').length), 'outside')],
    ...[`${random.pick(folders)}/`, `./${near}/../x`, `${near}/`],
  ]);
  tree.set(path, { kind: 'link', target });
};

const changeMode: TreeMutation = (tree, random) => {
  const path = somePath(tree, random);
  const entry = tree.get(path);
  if (entry?.kind === 'file')
    tree.set(path, { ...entry, mode: random.pick([0o755, 0o600, 0o444, 0o4755, 0o664]) });
  const folder = posix.dirname(path);
  if (folder !== '.' && random.chance(0.5))
    tree.set(folder, { kind: 'folder', mode: random.pick([0o700, 0o2775]) });
};

const ignoreMore: TreeMutation = (tree, random) => {
  const path = random.chance(0.7)
    ? '.gitignore'
    : posix.join(someFolder(tree, random), '.gitignore');
  const entry = tree.get(path);
  const text = entry?.kind === 'file' ? Buffer.from(entry.bytes).toString() : '';
  tree.set(path, textEntry(`${text}${random.pick(ignoreLines)}\n`));
};

/** Puts another project into this one: as a layer, beside it, or over it. */
const addProject: TreeMutation = (tree, random) => {
  const { tree: other }: Fixture = random.pick(fixtures());
  const folder = random.pick(['layers/base', 'packages/x', 'app', 'src', 'base', '.', '.']);
  for (const [path, entry] of other) tree.set(posix.join(folder, path), entry);
};

const mutations: readonly (readonly [weight: number, TreeMutation])[] = [
  [12, changeText],
  [2, (tree, random) => void tree.set(newPath(tree, random), fileOf(someText(random)))],
  [1, (tree, random) => void tree.delete(somePath(tree, random))],
  [1, (tree, random) => void tree.set(random.pick(folders), { kind: 'folder' })],
  [
    1,
    (tree, random) =>
      void tree.set(posix.join(random.pick(folders), '.git/HEAD'), textEntry('ref: x\n')),
  ],
  [2, rename],
  [3, addTwin],
  [1, mergeFolders],
  [2, addLink],
  [1, changeMode],
  [1, ignoreMore],
  [1, addProject],
];

function fileOf(text: string): Entry {
  return { kind: 'file', bytes: Buffer.from(text, 'latin1') };
}

/** Changes something about a tree. */
export function mutateTree(tree: Map<string, Entry>, random: Random): void {
  const weighted = mutations.flatMap(([weight, mutation]) =>
    Array.from({ length: weight }, () => mutation),
  );
  random.pick(weighted)(tree, random);
}
