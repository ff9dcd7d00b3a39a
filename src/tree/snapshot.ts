/** The state that a plan is based on, on disk or in memory: paths, and contents that are read on demand. */

/**
 * A path relative to the migrated folder: forward slashes, no `.` segments; empty for the folder itself. Paths
 * outside start with `..`.
 */
export type TreePath = string;

/** A file that is part of the run. */
export interface TreeFile {
  readonly path: TreePath;
  /** The target of a symbolic link; links are never followed. */
  readonly link?: string;
  /** Set if git tracks the file although a rule ignores it. */
  readonly isForced?: boolean;
}

/** A gitignore rule that matches a path. */
export interface IgnoringRule {
  /** The folder of the rules; also empty if it is above the migrated folder. */
  readonly folder: TreePath;
  /** The file with the rule, relative to the migrated folder. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** A file or folder that is excluded from the run. */
export interface IgnoredPath extends TreeFile {
  readonly kind: 'file' | 'folder';
}

/** A path that could not be listed or read, and the reason as a sentence. */
export interface Unreadable {
  readonly path: TreePath;
  readonly why: string;
}

/** The state that a plan is based on: the files and their content. */
export interface Snapshot {
  /** Sorted by path, without ignored files, unless git tracks them. */
  readonly files: readonly TreeFile[];
  /** Existing paths that are excluded: dependencies, build output, ignored files. Folders are not entered. */
  readonly ignored: readonly IgnoredPath[];
  readonly unreadable: readonly Unreadable[];
  /** Paths that are never moved: repositories inside the repository, devices. */
  readonly foreign: readonly Unreadable[];
  /** Whether names that differ only in capitals, or in the encoding of accents, are one file, as on macOS and Windows. */
  readonly folds?: boolean;
  /** Why it is unknown which ignored files are tracked; undefined if it is known or does not matter. */
  readonly trackedUnknown?: string | undefined;
  /** The rule that would ignore a new file at a path; undefined if there is none. */
  ignoredBy(path: TreePath): IgnoringRule | undefined;
  /** All files in an ignored folder, at any depth. */
  list(folder: TreePath): readonly TreeFile[];
  /** The bytes of a file. Throws an `UnreadableFile` if they cannot be read. */
  read(path: TreePath): Uint8Array;
}

/** A change of a file since the snapshot. */
export interface Drift {
  readonly path: TreePath;
  readonly how: 'gone' | 'new' | 'another kind' | 'edited';
}

/** The size and modification time of files when they were read. */
export type Stamps = Map<TreePath, string>;

/** A snapshot of a folder on disk, which other processes may change. */
export interface DiskSnapshot extends Snapshot {
  /** The stamps of all files that were read. */
  readonly stamps: Stamps;
  /** Whether git tracks a file; undefined if it tracks nothing here, or fails. */
  isTracked(path: TreePath): boolean | undefined;
  /** The first file that was added, removed or changed since it was listed or read. */
  drift(): Drift | undefined;
}

/** The error for a file that cannot be read. */
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

/** A path for comparisons, because some file systems ignore case, or the encoding of accents. */
export function folded(path: TreePath): string {
  return path.normalize('NFC').toLowerCase();
}

/** A name for comparisons with known ones, such as `package.json`: where capitals do not count, in small letters. */
export function knownName(name: string, disk: { readonly folds?: boolean } | undefined): string {
  return disk?.folds ? folded(name) : name;
}

/** A place in the spelling of another one, if both are the same on a disk. */
export function inSpellingOf(
  other: string,
  place: string,
  disk: { readonly folds?: boolean } | undefined,
): string {
  return knownName(place, disk) === knownName(other, disk) ? other : place;
}

/** The folder that a file or folder is in. */
export function parentOf(path: TreePath): TreePath {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

/** Texts or bytes by path, such as `pages/index.vue`. */
export interface FilesInMemory {
  readonly [path: TreePath]: string | Uint8Array;
}

/** A snapshot of files in memory. All of them are part of the run, and there is nothing else. */
export function snapshotOf(contents: FilesInMemory): Snapshot {
  if (typeof contents !== 'object' || contents === null || Array.isArray(contents))
    throw new TypeError('snapshotOf: `files` should be an object that maps paths to contents');
  const bytesAt = new Map(
    Object.entries(contents).map(([path, content]) => [path, bytesOf(path, content)]),
  );
  for (const path of bytesAt.keys()) checkPath(path, bytesAt);
  const files = [...bytesAt.keys()].toSorted().map((path): TreeFile => ({ path }));
  return {
    files,
    ignored: [],
    unreadable: [],
    foreign: [],
    ignoredBy: () => undefined,
    list: () => [],
    read(path) {
      const bytes = bytesAt.get(path);
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

function checkPath(path: TreePath, bytesAt: ReadonlyMap<TreePath, unknown>): void {
  const names = path.split('/');
  if (path.includes('\\') || names.some((name) => ['', '.', '..'].includes(name)))
    throw new TypeError(
      `snapshotOf: \`${path}\` should be a relative path such as \`pages/index.vue\`, with forward slashes and without \`.\` or \`..\``,
    );
  const folders = names.slice(0, -1).map((_, index) => names.slice(0, index + 1).join('/'));
  const file = folders.find((folder) => bytesAt.has(folder));
  if (file !== undefined)
    throw new TypeError(
      `snapshotOf: \`${file}\` cannot be both a file and a folder, as \`${path}\` requires`,
    );
}

// A byte order mark stays part of the text, so that it is written back.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of bytes; undefined if they are not UTF-8. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text of a file, or why there is none: `cannot be read (permission denied)`. */
export function textOrWhy(
  { read }: Pick<Snapshot, 'read'>,
  path: TreePath,
): { readonly text?: string | undefined; readonly why: string } {
  try {
    return { text: decode(read(path)), why: 'is not UTF-8 text' };
  } catch (error) {
    if (error instanceof UnreadableFile) return { why: error.why };
    throw error;
  }
}

/** The text of a file; undefined if it cannot be read or is not UTF-8. */
export function textIn(snapshot: Pick<Snapshot, 'read'>, path: TreePath): string | undefined {
  return textOrWhy(snapshot, path).text;
}
