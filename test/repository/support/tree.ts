import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Plan } from '../../../src/check/checked-plan.ts';
import {
  type Snapshot,
  snapshotOf as snapshotOfFiles,
  type TreeFile,
} from '../../../src/tree/snapshot.ts';

/** A whole tree in memory: the bytes of each file, or what a link says. */
export type Tree = ReadonlyMap<string, Buffer | { readonly link: string }>;

export function treeOf(files: {
  readonly [path: string]: string | Buffer | { readonly link: string };
}): Tree {
  return new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? Buffer.from(content) : content,
    ]),
  );
}

/** The tree in a folder on disk. */
export function treeIn(folder: string): Tree {
  const tree = new Map<string, Buffer | { readonly link: string }>();
  const visit = (path: string) => {
    for (const name of readdirSync(join(folder, path)).toSorted()) {
      const inner = path === '' ? name : `${path}/${name}`;
      const full = join(folder, inner);
      const stat = lstatSync(full);
      if (stat.isSymbolicLink()) tree.set(inner, { link: readlinkSync(full) });
      else if (stat.isDirectory()) visit(inner);
      else tree.set(inner, readFileSync(full));
    }
  };
  visit('');
  return tree;
}

/** Makes a folder on disk hold a tree and nothing else. What is there already is not touched. */
export function writeTree(folder: string, tree: Tree): void {
  const there: Tree = existsSync(folder) ? treeIn(folder) : new Map();
  for (const path of there.keys()) if (!tree.has(path)) rmSync(join(folder, path));
  for (const [path, content] of tree) {
    const file = join(folder, path);
    if (isDeepStrictEqual(there.get(path), content)) continue;
    rmSync(file, { force: true });
    mkdirSync(dirname(file), { recursive: true });
    if ('link' in content) symlinkSync(content.link, file);
    else writeFileSync(file, content);
  }
}

/** The snapshot of a tree, which may also have links. */
export function snapshotOf(tree: Tree): Snapshot {
  const links: TreeFile[] = [];
  const contents: [string, Uint8Array][] = [];
  for (const [path, content] of tree)
    if ('link' in content) links.push({ path, link: content.link });
    else contents.push([path, content]);
  const snapshot = snapshotOfFiles(Object.fromEntries(contents));
  const files = [...snapshot.files, ...links].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return { ...snapshot, files };
}

/** The tree as the plan leaves it, worked out from the plan alone. */
export function treeAfter(tree: Tree, plan: Plan): Tree {
  const after = new Map(tree);
  for (const { from } of plan.files) after.delete(from);
  for (const { from, to, text, kind } of plan.files) {
    if (after.has(to)) throw new Error(`Two files land on ${to}`);
    const content = tree.get(from);
    if (content === undefined) throw new Error(`${from} is planned and not there`);
    const old = !('link' in content) ? content.toString('utf8') : content.link;
    if (text && text.before !== old) throw new Error(`The plan saw another ${from}`);
    if (!text) after.set(to, content);
    else after.set(to, kind === 'link' ? { link: text.after } : Buffer.from(text.after));
  }
  return after;
}

/** A tree as text that a failing test can show; sorted, so that trees compare. */
export function shown(tree: Tree): { [path: string]: string } {
  const sorted = [...tree].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([path, content]) => [
      path,
      !('link' in content) ? content.toString('latin1') : `-> ${content.link}`,
    ]),
  );
}
