/** Reads a snapshot from disk: lists a folder as git sees it, and notices files that change meanwhile. */

import {
  type Dirent,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { groupedBy } from '../base/grouped.ts';
import { lazy } from '../base/memo.ts';
import { outputFolders } from '../catalogue/file-kinds.ts';
import { fwNames } from '../catalogue/names.ts';
import { ignoreSettings, trackedFiles } from './git.ts';
import {
  gitFolderAbove,
  type IgnoreRules,
  mostRuleBytes,
  rulesAbove,
  slashed,
} from './git-ignore.ts';
import { foldersAbove } from './moves.ts';
import {
  errorCode,
  linkBetween,
  RefusedFile,
  readIfRegular,
  withRegularFile,
} from './open-file.ts';
import { ownFolder } from './own-files.ts';
import {
  type DiskSnapshot,
  type Drift,
  folded,
  type IgnoredPath,
  knownName,
  parentOf,
  type Stamps,
  type TreeFile,
  type TreePath,
  type Unreadable,
  UnreadableFile,
} from './snapshot.ts';

/** Folders that are never entered, like the build folder: dependencies, version control, and our own files. */
export const neverEntered = ['node_modules', '.git', '.hg', '.svn', ownFolder];

/** Lists a folder as git sees it. Contents are read when they are requested. */
export function readSnapshot(
  given: string,
  buildDir = fwNames.buildDir,
  git = { ignoreSettings, trackedFiles },
): DiskSnapshot {
  // Git runs in other folders, from which a relative path would lead elsewhere.
  const folder = resolve(given);
  const above = rulesAbove(folder, git.ignoreSettings(folder));
  const folds = foldsNames(folder);
  const tracked = createTracked(() => git.trackedFiles(folder), folds);
  const around = { folder, folds, tracked, unentered: new Set([...neverEntered, buildDir]) };
  const listing = listed(around, above);
  const { files, ignored, unreadable, foreign } = listing;
  addSubmodules(listing);
  addLeftOut(listing);
  const stamps: Stamps = new Map();
  const rulesIn = (path: TreePath): IgnoreRules =>
    listing.rules.get(path) ?? (path === '' ? above : rulesIn(parentOf(path)));
  return {
    files,
    folds,
    ignored,
    unreadable,
    foreign,
    trackedUnknown: tracked.why(),
    ignoredBy(path) {
      const rule = rulesIn(parentOf(path)).ignoringRule(path, false);
      return rule && tracked.has(path) ? undefined : rule;
    },
    list: (path) => listAll(folder, path),
    read: (path) => readBytes(folder, path, stamps),
    stamps,
    isTracked: (path) => (tracked.isEmpty() ? undefined : tracked.has(path)),
    drift: () => driftOfListing(files, listed(around, above).files) ?? driftOfRead(folder, stamps),
  };
}

type Tracked = ReturnType<typeof createTracked>;

/** The tracked files. Git is only called if that matters: for ignored files, and for a patch. */
function createTracked(list: () => ReturnType<typeof trackedFiles>, folds: boolean) {
  let why: string | undefined;
  // Git may have names in another encoding of accents than the disk.
  const compared = (path: TreePath) => (folds ? folded(path) : path.normalize('NFC'));
  const answer = lazy(list);
  const paths = lazy(() => {
    ({ why } = answer());
    return withFolders(answer().files.map(compared));
  });
  return {
    has: (path: TreePath) => paths().has(compared(path)),
    /** Whether a folder has tracked files, at any depth. */
    hasIn: (path: TreePath) => paths().has(`${compared(path)}/`),
    isEmpty: () => paths().size === 0,
    /** The files that git leaves out of the working tree. */
    leftOut: () => answer().leftOut ?? [],
    /** Why git failed. */
    why: () => why,
  };
}

/** The files, and their folders with a trailing slash. */
function withFolders(paths: readonly string[]): ReadonlySet<string> {
  const folders = [...new Set(paths.map(parentOf))].flatMap((folder) => [
    folder,
    ...foldersAbove(folder),
  ]);
  return new Set([...paths, ...folders.map((folder) => `${folder}/`)]);
}

interface Listing {
  readonly folder: string;
  readonly files: TreeFile[];
  readonly ignored: IgnoredPath[];
  readonly unreadable: Unreadable[];
  readonly foreign: Unreadable[];
  /** The rules that apply in each folder with rules. */
  readonly rules: Map<TreePath, IgnoreRules>;
  readonly tracked: Tracked;
  readonly folds: boolean;
  /** Names of folders that are not entered. */
  readonly unentered: ReadonlySet<string>;
}

function listed(
  around: Pick<Listing, 'folder' | 'folds' | 'tracked' | 'unentered'>,
  above: IgnoreRules,
): Listing {
  const lists = { files: [], ignored: [], unreadable: [], foreign: [] };
  const listing: Listing = { ...around, ...lists, rules: new Map() };
  listFolder('', above, listing);
  listing.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return listing;
}

/** An entry of a folder, with the target if it is a link. */
interface Entry extends Pick<Dirent, 'name' | 'isDirectory' | 'isFile'> {
  readonly link?: string | undefined;
}

function entriesOf(folder: string): Entry[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) =>
    entry.isSymbolicLink() ? linkEntry(folder, entry.name) : entry,
  );
}

/** A link, or what Windows calls one, such as a file that is only in the cloud; empty if it was just deleted. */
function linkEntry(folder: string, name: string): Entry | [] {
  const path = join(folder, name);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats ? Object.assign(stats, { name, link: readLink(path) }) : [];
}

/** `all ignored`: in an ignored folder, only tracked files count. */
type CountingRules = IgnoreRules | 'all ignored';

function listFolder(path: TreePath, above: CountingRules, listing: Listing): void {
  let entries: Entry[];
  try {
    entries = entriesOf(join(listing.folder, path));
  } catch (error) {
    listing.unreadable.push({ path, why: `The folder ${whyUnread(error)}.` });
    return;
  }
  const prefix = path === '' ? '' : `${path}/`;
  const rules = above === 'all ignored' ? above : rulesIn(prefix, entries, above, listing);
  for (const entry of entries) listEntry(entry, prefix + entry.name, rules, listing);
}

function rulesIn(
  prefix: string,
  entries: readonly Entry[],
  above: IgnoreRules,
  { folder, rules }: Listing,
): IgnoreRules {
  if (!entries.some((entry) => entry.name === '.gitignore' && entry.isFile())) return above;
  const [file, path] = [`${prefix}.gitignore`, prefix.slice(0, -1)];
  const ownRules = above.with(readIfRegular(join(folder, file), mostRuleBytes), {
    file,
    folder: path,
    base: above.inside + prefix,
  });
  rules.set(path, ownRules);
  return ownRules;
}

function listEntry(entry: Entry, path: TreePath, rules: CountingRules, listing: Listing): void {
  const isOut = (isDirectory: boolean) =>
    rules === 'all ignored' || rules.ignoringRule(path, isDirectory) !== undefined;
  const name = knownName(entry.name, listing);
  if (name.includes('\uFFFD')) {
    listing.unreadable.push({ path, why: invalidName });
  } else if (entry.isDirectory()) {
    if (existsSync(join(listing.folder, path, '.git')))
      listing.foreign.push({ path, why: anotherRepository });
    else if (listing.unentered.has(name)) listing.ignored.push({ path, kind: 'folder' });
    // Output of tools only counts if git tracks it.
    else if (!outputFolders.includes(name) && !isOut(true)) listFolder(path, rules, listing);
    else if (listing.tracked.hasIn(path)) listFolder(path, 'all ignored', listing);
    else listing.ignored.push({ path, kind: 'folder' });
  } else if (entry.link !== undefined) {
    listFile({ path, link: entry.link }, isOut(false), listing);
  } else if (entry.isFile()) {
    listFile({ path }, isOut(false), listing);
  } else {
    listing.foreign.push({ path, why: 'This is neither a file nor a folder.' });
  }
}

function listFile(file: TreeFile, isOut: boolean, { files, ignored, tracked }: Listing): void {
  if (!isOut) files.push(file);
  else if (tracked.has(file.path)) files.push({ ...file, isForced: true });
  else ignored.push({ ...file, kind: 'file' });
}

/** Whether a disk takes names in other capitals for the same, as seen in one of its folders. */
export function foldsNames(folder: string): boolean {
  const names = readdirIfAny(folder);
  const swapped = (name: string) =>
    name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase();
  const other = names.map(swapped).find((name, index) => name !== names[index]);
  return other !== undefined && !names.includes(other) && existsSync(join(folder, other));
}

function readdirIfAny(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Adds what is tracked and not checked out, by the outermost folder that is missing: it cannot move or be searched. */
function addLeftOut({ folder, tracked, unreadable }: Listing): void {
  const missing = tracked.leftOut().filter((path) => !existsSync(join(folder, path)));
  const outermost = (path: TreePath): TreePath =>
    foldersAbove(path).findLast((above) => above !== '' && !existsSync(join(folder, above))) ??
    path;
  for (const [path, inside] of groupedBy(missing, outermost)) {
    const what =
      path === inside[0]
        ? 'Git tracks it, but it is'
        : `Git tracks files in it (${inside.length}) that are`;
    const why = `${what} not checked out (sparse checkout or skip-worktree). Check out everything and run again.`;
    unreadable.push({ path, why });
  }
}

/** Adds submodules as foreign, since one that was not fetched is just an empty folder. */
function addSubmodules({ folder, foreign }: Listing): void {
  const top = gitFolderAbove(folder);
  const text =
    top === undefined
      ? ''
      : (readIfRegular(join(top, '.gitmodules'), maximumBytes)?.toString('utf8') ?? '');
  const paths = new Set(foreign.map(({ path }) => path));
  for (const [, path = ''] of text.matchAll(/^[ \t]*path[ \t]*=[ \t]*(.+)$/gm)) {
    const seen = slashed(relative(folder, join(top ?? folder, path.trim())));
    if (seen.startsWith('..') || paths.has(seen)) continue;
    paths.add(seen);
    // A link may point to any folder of the machine, whose content must not be revealed.
    if (linkBetween(folder, join(folder, seen)) === undefined && existsSync(join(folder, seen)))
      foreign.push({ path: seen, why: anotherRepository });
  }
}

export const invalidName = 'The name is not valid UTF-8: rename it.';
export const anotherRepository = 'This is a separate repository, such as a submodule.';

/** The target of a link; undefined if it has just been deleted, or is no link. */
function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (['ENOENT', 'EINVAL', 'UNKNOWN'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

function listAll(folder: string, path: TreePath): TreeFile[] {
  return entriesOf(join(folder, path)).flatMap((entry): TreeFile[] => {
    const [inner, { link }] = [`${path}/${entry.name}`, entry];
    if (entry.isDirectory()) return listAll(folder, inner);
    return [link === undefined ? { path: inner } : { path: inner, link }];
  });
}

// Larger files are data, whatever their name.
export const maximumBytes = 64_000_000;

function readBytes(folder: string, path: TreePath, stamps: Stamps): Uint8Array {
  try {
    // Much faster than `join`, and every system accepts slashes.
    return withRegularFile(`${folder}/${path}`, (file, stats) => {
      if (stats.size > maximumBytes) throw new UnreadableFile(path, 'is too large to be searched');
      // Dependencies may be installed while a run is made; it says what it knew.
      if (!path.includes('node_modules/')) noteStamp(stamps, path, stampOf(stats));
      return contentOf(file, stats.size);
    });
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(path, whyUnread(error));
  }
}

/** The content of an open file, whose size is known: `readFileSync` would ask for it again. */
function contentOf(file: number, size: number): Uint8Array {
  if (size === 0) return readFileSync(file);
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  for (let read = 1; read > 0 && length < size; length += read)
    read = readSync(file, bytes, length, size - length, null);
  return bytes.subarray(0, length);
}

function whyUnread(error: unknown): string {
  if (error instanceof RefusedFile) return `is ${error.reason}`;
  const code = errorCode(error);
  const causes = { EACCES: denied, EPERM: denied, EBUSY: 'another program has it open' };
  const cause = causes[code as keyof typeof causes] ?? String(code ?? error);
  return `cannot be read (${cause})`;
}

const denied = 'permission denied';

/** Whether a path is a folder; links are followed. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Records the state of a file that was read. A file that is read twice must not change in between. */
function noteStamp(stamps: Stamps, path: TreePath, stamp: string): void {
  const previous = stamps.get(path);
  stamps.set(path, previous === undefined || previous === stamp ? stamp : 'changed');
}

function stampOf(stats: Stats): string {
  return stats.isFile() ? `${stats.size} ${stats.mtimeMs}` : 'not a file';
}

/** The first file that changed since it was read. */
function driftOfRead(folder: string, stamps: Stamps): Drift | undefined {
  for (const [path, stamp] of stamps) {
    const current = lstatSync(`${folder}/${path}`, { throwIfNoEntry: false });
    if (!current) return { path, how: 'gone' };
    if (stampOf(current) !== stamp) return { path, how: 'edited' };
  }
  return undefined;
}

/** The first difference between two listings. */
function driftOfListing(
  before: readonly TreeFile[],
  after: readonly TreeFile[],
): Drift | undefined {
  for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
    const [old, next] = [before[at], after[at]];
    if (old && (!next || old.path < next.path)) return { path: old.path, how: 'gone' };
    if (next && (!old || next.path < old.path)) return { path: next.path, how: 'new' };
    if (old?.link === next?.link) continue;
    const isLink = old?.link !== undefined && next?.link !== undefined;
    return { path: old?.path ?? '', how: isLink ? 'edited' : 'another kind' };
  }
  return undefined;
}
