import { type Snapshot, type TreeFile, type TreePath, UnreadableFile } from './snapshot.ts';

/** Texts or bytes by their path, such as `pages/index.vue`. */
export interface FilesInMemory {
  readonly [path: TreePath]: string | Uint8Array;
}

/** A snapshot of files in memory. All of them take part in the run, and there is nothing else. */
export function snapshotOf(contents: FilesInMemory): Snapshot {
  if (typeof contents !== 'object' || contents === null || Array.isArray(contents))
    throw new TypeError('snapshotOf: `files` should be an object of texts by path');
  const known = new Map(Object.entries(contents).map(([path, content]) => [path, bytesOf(path, content)]));
  for (const path of known.keys()) checkPath(path, known);
  const files = [...known.keys()].toSorted().map((path): TreeFile => ({ path }));
  return {
    files,
    ignored: [],
    unreadable: [],
    foreign: [],
    ignoredBy: () => undefined,
    list: () => [],
    read(path) {
      const bytes = known.get(path);
      if (!bytes) throw new UnreadableFile(path, 'is not there');
      return bytes;
    },
  };
}

function bytesOf(path: TreePath, content: unknown): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content);
  if (content instanceof Uint8Array) return content;
  throw new TypeError(`snapshotOf: \`${path}\` should be a text or a Uint8Array`);
}

function checkPath(path: TreePath, known: ReadonlyMap<TreePath, unknown>): void {
  const names = path.split('/');
  if (path.includes('\\') || names.some((name) => ['', '.', '..'].includes(name)))
    throw new TypeError(
      `snapshotOf: \`${path}\` should be a relative path such as \`pages/index.vue\`, with forward slashes and without \`.\` or \`..\``,
    );
  const folders = names.slice(0, -1).map((_, index) => names.slice(0, index + 1).join('/'));
  const file = folders.find((folder) => known.has(folder));
  if (file !== undefined)
    throw new TypeError(
      `snapshotOf: \`${file}\` should be a file or a folder, and \`${path}\` makes it both`,
    );
}
