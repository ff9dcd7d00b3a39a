import {
  type Dirent,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  type Stats,
  statSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { names } from '../catalogue/names.ts';
import {
  createIgnoring,
  type FolderRules,
  gitFolderAbove,
  isIgnored,
  readRules,
  rulesAbove,
  slashed,
} from './git-ignore.ts';
import { errorCode, linkBetween, RefusedFile, readIfRegular, withRegularFile } from './open-file.ts';
import { ownFolder } from './own-files.ts';
import {
  type DiskSnapshot,
  type Drift,
  type IgnoredPath,
  type TreeFile,
  type TreePath,
  type Unreadable,
  UnreadableFile,
} from './snapshot.ts';

/** Never entered: dependencies, build output, and what belongs to version control or to us. */
const neverEntered = new Set([
  'node_modules',
  'dist',
  'coverage',
  '.git',
  '.hg',
  '.svn',
  '.output',
  ownFolder,
  names.buildDir,
]);

/** Lists a folder as git sees it. Contents are read when they are asked for. */
export function readSnapshot(folder: string): DiskSnapshot {
  const above = rulesAbove(folder);
  const listing = listed(folder, above);
  addSubmodules(listing);
  const stamps: Stamps = new Map();
  return {
    files: listing.files,
    ignored: listing.ignored,
    unreadable: listing.unreadable,
    foreign: listing.foreign,
    ignoredBy: createIgnoring(listing.rules, above),
    list: (path) => listAll(folder, path),
    read: (path) => readBytes(folder, path, stamps),
    drift: () => driftOfListing(listing.files, listed(folder, above).files) ?? driftOfRead(folder, stamps),
  };
}

interface Listing {
  readonly folder: string;
  readonly files: TreeFile[];
  readonly ignored: IgnoredPath[];
  readonly unreadable: Unreadable[];
  readonly foreign: Unreadable[];
  /** The rules that count in each folder. */
  readonly rules: Map<TreePath, readonly FolderRules[]>;
}

function listed(folder: string, above: readonly FolderRules[]): Listing {
  const listing: Listing = { folder, files: [], ignored: [], unreadable: [], foreign: [], rules: new Map() };
  listFolder('', above, listing);
  listing.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return listing;
}

function listFolder(path: TreePath, above: readonly FolderRules[], listing: Listing): void {
  let entries: Dirent[];
  try {
    entries = readdirSync(join(listing.folder, path), { withFileTypes: true });
  } catch (error) {
    listing.unreadable.push({ path, why: whyUnlisted(error) });
    return;
  }
  const prefix = path === '' ? '' : `${path}/`;
  const own = entries.some((entry) => entry.name === '.gitignore' && entry.isFile())
    ? readRules(join(listing.folder, path, '.gitignore'), prefix)
    : undefined;
  const rules = own ? [own, ...above] : above;
  listing.rules.set(path, rules);
  for (const entry of entries) listEntry(entry, prefix + entry.name, rules, listing);
}

function listEntry(entry: Dirent, path: TreePath, rules: readonly FolderRules[], listing: Listing): void {
  if (entry.name.includes('\uFFFD')) {
    listing.unreadable.push({ path, why: 'The name is not text in UTF-8: rename it.' });
  } else if (entry.isDirectory()) {
    const isOut = neverEntered.has(entry.name) || isIgnored(path, true, rules);
    if (existsSync(join(listing.folder, path, '.git')))
      listing.foreign.push({ path, why: anotherRepository });
    else if (isOut) listing.ignored.push({ path, kind: 'folder' });
    else listFolder(path, rules, listing);
  } else if (entry.isSymbolicLink()) {
    const link = readLink(join(listing.folder, path));
    if (link === undefined) return;
    if (isIgnored(path, false, rules)) listing.ignored.push({ path, link, kind: 'file' });
    else listing.files.push({ path, link });
  } else if (!entry.isFile()) {
    listing.foreign.push({ path, why: 'This is neither a file nor a folder.' });
  } else if (isIgnored(path, false, rules)) {
    listing.ignored.push({ path, kind: 'file' });
  } else {
    listing.files.push({ path });
  }
}

/** A submodule that was not fetched is an empty folder, and belongs to another repository all the same. */
function addSubmodules({ folder, foreign }: Listing): void {
  const top = gitFolderAbove(folder);
  const text =
    top === undefined ? '' : (readIfRegular(join(top, '.gitmodules'), maximumBytes)?.toString('utf8') ?? '');
  const known = new Set(foreign.map(({ path }) => path));
  for (const [, path = ''] of text.matchAll(/^[ \t]*path[ \t]*=[ \t]*(.+)$/gm)) {
    const seen = slashed(relative(folder, join(top ?? folder, path.trim())));
    if (seen.startsWith('..') || known.has(seen)) continue;
    known.add(seen);
    // Behind a link may be any folder of the machine, and nobody is to learn what is there.
    if (linkBetween(folder, join(folder, seen)) === undefined && existsSync(join(folder, seen)))
      foreign.push({ path: seen, why: anotherRepository });
  }
}

const anotherRepository = 'This is a repository of its own, such as a submodule.';

/** What a link says; undefined if it is gone just now. */
function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function listAll(folder: string, path: TreePath): TreeFile[] {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry): TreeFile[] => {
    const inner = `${path}/${entry.name}`;
    if (entry.isDirectory()) return listAll(folder, inner);
    if (!entry.isSymbolicLink()) return [{ path: inner }];
    const link = readLink(join(folder, inner));
    return link === undefined ? [] : [{ path: inner, link }];
  });
}

// Beyond this a file holds data, whatever its name says.
const maximumBytes = 64_000_000;

function readBytes(folder: string, path: TreePath, stamps: Stamps): Uint8Array {
  try {
    // Much faster than `join`, and every system takes slashes.
    return withRegularFile(`${folder}/${path}`, (file, stats) => {
      if (stats.size > maximumBytes) throw new UnreadableFile(path, 'is too large to be searched');
      const known = stamps.get(path);
      // What is read twice must be the same both times.
      stamps.set(path, known === undefined || known === stampOf(stats) ? stampOf(stats) : 'changed');
      return readFileSync(file);
    });
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(path, whyUnread(error));
  }
}

function whyUnlisted(error: unknown): string {
  const code = errorCode(error);
  if (code === 'EACCES' || code === 'EPERM') return 'The folder may not be read. Check its permissions.';
  return `The folder cannot be read (${String(code ?? error)}).`;
}

function whyUnread(error: unknown): string {
  if (error instanceof RefusedFile) return `is ${error.reason}`;
  const code = errorCode(error);
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read; check its permissions';
  return `cannot be read (${String(code ?? error)})`;
}

/** Whether a path is a folder, links followed. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** What shows whether a file was written to since it was read: its size, and when that happened. */
type Stamps = Map<TreePath, string>;

function stampOf(stats: Stats): string {
  return stats.isFile() ? `${stats.size} ${stats.mtimeMs}` : 'not a file';
}

/** The first file that is not what it was when it was read. */
function driftOfRead(folder: string, stamps: Stamps): Drift | undefined {
  for (const [path, stamp] of stamps) {
    const now = lstatSync(`${folder}/${path}`, { throwIfNoEntry: false });
    if (!now) return { path, how: 'gone' };
    if (stampOf(now) !== stamp) return { path, how: 'edited' };
  }
  return undefined;
}

/** The first difference between two listings. */
function driftOfListing(before: readonly TreeFile[], now: readonly TreeFile[]): Drift | undefined {
  for (let at = 0; at < Math.max(before.length, now.length); at += 1) {
    const [old, other] = [before[at], now[at]];
    if (old && (!other || old.path < other.path)) return { path: old.path, how: 'gone' };
    if (other && (!old || other.path < old.path)) return { path: other.path, how: 'new' };
    if (old?.link === other?.link) continue;
    const isLink = old?.link !== undefined && other?.link !== undefined;
    return { path: old?.path ?? '', how: isLink ? 'edited' : 'another kind' };
  }
  return undefined;
}
