/**
 * A path from the folder that the run was given: forward slashes, no `.` segments; empty for the folder itself. What
 * is outside starts with `..`.
 */
export type TreePath = string;

/** A file that takes part in the run. */
export interface TreeFile {
  readonly path: TreePath;
  /** What a symbolic link says; links are never followed. */
  readonly link?: string;
  /** Set if git tracks the file although a rule ignores it. */
  readonly isForced?: boolean;
}

/** A rule that git ignores something by. */
export interface IgnoringRule {
  /** The folder that the rules are for; empty also if that is above the migrated folder. */
  readonly folder: TreePath;
  /** The file that the rule is in, seen from the migrated folder. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** A file or folder that takes no part in the run. */
export interface IgnoredPath extends TreeFile {
  readonly kind: 'file' | 'folder';
}

/** Something that could not be listed or read, and a sentence why. */
export interface Unreadable {
  readonly path: TreePath;
  readonly why: string;
}

/** The state that a plan is made from: which files there are, and what is in them. */
export interface Snapshot {
  /** Sorted by path. Without what git ignores, unless it tracks it anyway. */
  readonly files: readonly TreeFile[];
  /** What is left out although it exists: dependencies, build output, what git ignores. Folders are not entered. */
  readonly ignored: readonly IgnoredPath[];
  readonly unreadable: readonly Unreadable[];
  /** What is not ours to move: repositories inside the repository, devices. */
  readonly foreign: readonly Unreadable[];
  /** Why git cannot tell which of the ignored files it tracks; undefined if it can, or if there is nothing to tell. */
  readonly trackedUnknown?: string | undefined;
  /** The rule because of which git would not see a new file at a path; undefined if there is none. */
  ignoredBy(path: TreePath): IgnoringRule | undefined;
  /** Every file in an ignored folder, at any depth. */
  list(folder: TreePath): readonly TreeFile[];
  /** The bytes of a file. Throws an `UnreadableFile` if they cannot be read. */
  read(path: TreePath): Uint8Array;
}

/** A way in which a file no longer is what it was. */
export interface Drift {
  readonly path: TreePath;
  readonly how: 'gone' | 'new' | 'another kind' | 'edited';
}

/** What shows whether a file was written to since it was read: its size, and when that happened. */
export type Stamps = Map<TreePath, string>;

/** A snapshot of a folder on disk, where others may be at work. */
export interface DiskSnapshot extends Snapshot {
  /** Of all files that were read. */
  readonly stamps: Stamps;
  /** Whether git tracks a file; undefined if it tracks nothing here, or cannot tell. */
  isTracked(path: TreePath): boolean | undefined;
  /** The first file that was not there when the folder was listed, or is not what it was when it was listed or read. */
  drift(): Drift | undefined;
}

/** A file that is there and cannot be read. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly path: TreePath;
  readonly why: string;

  constructor(path: TreePath, why: string) {
    super(`${path}: ${why}`);
    this.path = path;
    this.why = why;
  }
}

/** A path in a spelling that all file systems agree on: some ignore case, or how an accent is written. */
export function folded(path: TreePath): string {
  return path.normalize('NFC').toLowerCase();
}

/** The folder that a file or folder is in. */
export function parentOf(path: TreePath): TreePath {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

/** Texts or bytes by their path, such as `pages/index.vue`. */
export interface FilesInMemory {
  readonly [path: TreePath]: string | Uint8Array;
}

/** A snapshot of files in memory. All of them take part in the run, and there is nothing else. */
export function snapshotOf(contents: FilesInMemory): Snapshot {
  if (typeof contents !== 'object' || contents === null || Array.isArray(contents))
    throw new TypeError('snapshotOf: `files` should be an object that maps paths to contents');
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
      if (!bytes) throw new UnreadableFile(path, 'does not exist');
      return bytes;
    },
  };
}

function bytesOf(path: TreePath, content: unknown): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  if (content instanceof Uint8Array) return content;
  throw new TypeError(`snapshotOf: \`${path}\` should be a string or a Uint8Array`);
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
      `snapshotOf: \`${file}\` cannot be both a file and a folder, as \`${path}\` requires`,
    );
}

// A byte order mark stays part of the text, so that it is written back.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text that bytes stand for; undefined if they are not UTF-8. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text of a file; undefined if it cannot be read as such. */
export function textIn({ read }: Pick<Snapshot, 'read'>, path: TreePath): string | undefined {
  try {
    return decode(read(path));
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}
