import { folded, parentOf, type TreePath } from './snapshot.ts';

interface Placed {
  readonly from: TreePath;
  readonly to: TreePath;
}

/** Files that would end up in one place; the first of them moves. */
export type Collision = readonly [Placed, ...Placed[]];

/**
 * Every place that two files would land on, or a file and a folder. Names that differ only in case count on every file
 * system, because the next one to check the project out may not tell them apart.
 */
export function findCollisions(placed: Iterable<Placed>): Collision[] {
  const files = new Map<string, Placed[]>();
  const folders = new Map<string, Placed>();
  for (const file of placed) {
    const key = folded(file.to);
    const there = files.get(key);
    if (there) there.push(file);
    else files.set(key, [file]);
    for (let folder = parentOf(file.to); folder !== ''; folder = parentOf(folder)) {
      const folderKey = folded(folder);
      const known = folders.get(folderKey);
      // One that moves is kept, because only a move makes a collision.
      if (known && (known.from !== known.to || file.from === file.to)) break;
      folders.set(folderKey, file);
    }
  }
  const collisions: Collision[] = [];
  for (const [key, there] of files) {
    const inFolder = folders.get(key);
    const all = inFolder ? [...there, inFolder] : there;
    // What collided before the run is none of our doing.
    const moving = all.find(({ from, to }) => from !== to);
    if (!moving || all.length < 2) continue;
    collisions.push([moving, ...all.filter((one) => one !== moving)]);
  }
  return collisions.toSorted(([a], [b]) => (a.from < b.from ? -1 : 1));
}
