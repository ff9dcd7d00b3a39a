import { createHash } from 'node:crypto';
import type { TreePath } from '../project/snapshot.ts';
import { onDisk, type Place } from './disk.ts';
import type { FileToDo } from './to-do.ts';

/** Tells what a file holds, or what a link says, from anything else it could. */
export type Digest = string;

/** The digest of a text. */
export function digestOf(text: string): Digest {
  return createHash('sha256').update(text).digest('base64');
}

/** The digest of what is at a path, which is known to be of that kind. */
export function digestAt(place: Place, path: TreePath, kind: FileToDo['kind']): Digest {
  const { disk } = place;
  if (kind === 'link') return digestOf(disk.readlinkSync(onDisk(place, path), 'utf8'));
  const file = disk.openSync(onDisk(place, path), 'r');
  try {
    return digestOfOpen(place, file);
  } finally {
    disk.closeSync(file);
  }
}

/** A video that moves need not fit into memory. */
function digestOfOpen({ disk }: Place, file: number): Digest {
  const hash = createHash('sha256');
  const part = Buffer.allocUnsafe(Math.min(disk.fstatSync(file).size + 1, 1_000_000));
  for (;;) {
    const read = disk.readSync(file, part);
    if (read === 0) return hash.digest('base64');
    hash.update(part.subarray(0, read));
  }
}
