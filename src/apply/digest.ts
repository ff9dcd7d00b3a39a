import { createHash } from 'node:crypto';
import { withRegularFile } from '../project/open-file.ts';
import type { TreePath } from '../project/snapshot.ts';
import { type Disk, lookAt, onDisk, type Place, type Stats } from './disk.ts';
import type { FileToDo } from './to-do.ts';

/** Tells what a file holds, or what a link says, from anything else it could. */
export type Digest = string;

/** What a file or link is, wherever it lies. */
export interface Fingerprint {
  readonly kind: FileToDo['kind'];
  readonly digest: Digest;
}

/** The digest of a text. */
export function digestOf(text: string): Digest {
  return createHash('sha256').update(text).digest('base64');
}

/** The digest of what is at a path, which is known to be of that kind. */
export function digestAt(place: Place, path: TreePath, kind: FileToDo['kind']): Digest {
  const { disk } = place;
  if (kind === 'link') return digestOf(disk.readlinkSync(onDisk(place, path), 'utf8'));
  return withRegularFile(onDisk(place, path), (file, { size }) => digestOfOpen(disk, file, size), disk);
}

/** A video that moves need not fit into memory. */
function digestOfOpen(disk: Disk, file: number, size: number): Digest {
  const hash = createHash('sha256');
  const part = Buffer.allocUnsafe(Math.min(size + 1, 1_000_000));
  for (;;) {
    const read = disk.readSync(file, part);
    if (read === 0) return hash.digest('base64');
    hash.update(part.subarray(0, read));
  }
}

/** What is at a path is a file or a link; undefined if it is anything else. */
export function kindOf(stats: Stats | undefined): FileToDo['kind'] | undefined {
  if (stats?.isSymbolicLink()) return 'link';
  return stats?.isFile() ? 'file' : undefined;
}

/** Whether what is at a path is what it should be. */
export function isAt(place: Place, path: TreePath, { kind, digest }: Fingerprint): boolean {
  return kindOf(lookAt(place, path)) === kind && digestAt(place, path, kind) === digest;
}
