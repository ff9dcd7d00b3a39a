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
import { fwNames } from '../catalogue/names.ts';
import { excludesFile, trackedFiles } from './git.ts';
import { addRules, gitFolderAbove, type IgnoreRules, rulesAbove, slashed } from './git-ignore.ts';
import { errorCode, linkBetween, RefusedFile, readIfRegular, withRegularFile } from './open-file.ts';
import { ownFolder } from './own-files.ts';
import { once } from './remembered.ts';
import {
  type DiskSnapshot,
  type Drift,
  type IgnoredPath,
  parentOf,
  type Stamps,
  type TreeFile,
  type TreePath,
  type Unreadable,
  UnreadableFile,
} from './snapshot.ts';

/** Never entered, like the build folder: dependencies, and what belongs to version control or to us. */
const neverEntered = ['node_modules', '.git', '.hg', '.svn', ownFolder];

/** Mostly made by a build; entered if git tracks something in it. */
const buildOutput = new Set(['dist', 'coverage', '.output']);

/** What git knows about a folder of a repository. */
interface GitAnswers {
  readonly excludesFile: typeof excludesFile;
  readonly trackedFiles: typeof trackedFiles;
}

/** Lists a folder as git sees it. Contents are read when they are requested. */
export function readSnapshot(
  folder: string,
  buildDir = fwNames.buildDir,
  git: GitAnswers = { excludesFile, trackedFiles },
): DiskSnapshot {
  const unentered = new Set([...neverEntered, buildDir]);
  const above = rulesAbove(folder, git.excludesFile(folder));
  const tracked = createTracked(folder, git);
  const listing = listed(folder, above, tracked, unentered);
  addSubmodules(listing);
  const stamps: Stamps = new Map();
  const rulesIn = (path: TreePath): IgnoreRules =>
    listing.rules.get(path) ?? (path === '' ? above : rulesIn(parentOf(path)));
  return {
    files: listing.files,
    ignored: listing.ignored,
    unreadable: listing.unreadable,
    foreign: listing.foreign,
    trackedUnknown: tracked.why(),
    ignoredBy(path) {
      const rule = rulesIn(parentOf(path)).ignoringRule(path, false);
      return rule && tracked.has(path) ? undefined : rule;
    },
    list: (path) => listAll(folder, path),
    read: (path) => readBytes(folder, path, stamps),
    stamps,
    isTracked: (path) => (tracked.isEmpty() ? undefined : tracked.has(path)),
    drift: () =>
      driftOfListing(listing.files, listed(folder, above, tracked, unentered).files) ??
      driftOfRead(folder, stamps),
  };
}

/** What git tracks. It is asked only if that matters: for what is ignored, and for a patch. */
interface Tracked {
  has(path: TreePath): boolean;
  /** Whether there is something tracked in a folder, at any depth. */
  hasIn(folder: TreePath): boolean;
  isEmpty(): boolean;
  /** Why git could not tell. */
  why(): string | undefined;
}

function createTracked(folder: string, git: GitAnswers): Tracked {
  let why: string | undefined;
  const paths = once(() => {
    const answer = git.trackedFiles(folder);
    if ('why' in answer) ({ why } = answer);
    return 'why' in answer ? new Set<string>() : withFolders(answer.files);
  });
  return {
    has: (path) => paths().has(path.normalize('NFC')),
    hasIn: (path) => paths().has(`${path.normalize('NFC')}/`),
    isEmpty: () => paths().size === 0,
    why: () => why,
  };
}

/** Files, and with a slash at their end the folders that they are in. */
function withFolders(files: readonly string[]): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const file of files) {
    const path = file.normalize('NFC');
    paths.add(path);
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const outer = path.slice(0, at + 1);
      if (paths.has(outer)) break;
      paths.add(outer);
    }
  }
  return paths;
}

interface Listing {
  readonly folder: string;
  readonly files: TreeFile[];
  readonly ignored: IgnoredPath[];
  readonly unreadable: Unreadable[];
  readonly foreign: Unreadable[];
  /** The rules that count in each folder. */
  readonly rules: Map<TreePath, IgnoreRules>;
  readonly tracked: Tracked;
  /** Names of folders that are not entered. */
  readonly unentered: ReadonlySet<string>;
}

function listed(
  folder: string,
  above: IgnoreRules,
  tracked: Tracked,
  unentered: ReadonlySet<string>,
): Listing {
  const lists = { files: [], ignored: [], unreadable: [], foreign: [] };
  const listing: Listing = { folder, ...lists, rules: new Map(), tracked, unentered };
  listFolder('', above, listing);
  listing.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return listing;
}

/** Rules that ignore everything: of a folder that git ignores, only what it tracks counts. */
type CountingRules = IgnoreRules | 'all ignored';

function listFolder(path: TreePath, above: CountingRules, listing: Listing): void {
  let entries: Dirent[];
  try {
    entries = readdirSync(join(listing.folder, path), { withFileTypes: true });
  } catch (error) {
    listing.unreadable.push({ path, why: whyUnlisted(error) });
    return;
  }
  const prefix = path === '' ? '' : `${path}/`;
  const rules = above === 'all ignored' ? above : rulesIn(prefix, entries, above, listing);
  for (const entry of entries) listEntry(entry, prefix + entry.name, rules, listing);
}

function rulesIn(
  prefix: string,
  entries: readonly Dirent[],
  above: IgnoreRules,
  { folder, rules }: Listing,
): IgnoreRules {
  if (!entries.some((entry) => entry.name === '.gitignore' && entry.isFile())) return above;
  const [file, path] = [`${prefix}.gitignore`, prefix.slice(0, -1)];
  const own = addRules(above, join(folder, file), { file, folder: path, base: above.inside + prefix });
  rules.set(path, own);
  return own;
}

function listEntry(entry: Dirent, path: TreePath, rules: CountingRules, listing: Listing): void {
  const isOut = (isDirectory: boolean) =>
    rules === 'all ignored' || rules.ignoringRule(path, isDirectory) !== undefined;
  if (entry.name.includes('\uFFFD')) {
    listing.unreadable.push({ path, why: 'The name is not valid UTF-8: rename it.' });
  } else if (entry.isDirectory()) {
    if (existsSync(join(listing.folder, path, '.git')))
      listing.foreign.push({ path, why: anotherRepository });
    else if (listing.unentered.has(entry.name)) listing.ignored.push({ path, kind: 'folder' });
    else if (!buildOutput.has(entry.name) && !isOut(true)) listFolder(path, rules, listing);
    else if (listing.tracked.hasIn(path)) listFolder(path, 'all ignored', listing);
    else listing.ignored.push({ path, kind: 'folder' });
  } else if (entry.isSymbolicLink()) {
    const link = readLink(join(listing.folder, path));
    if (link !== undefined) listFile({ path, link }, isOut(false), listing);
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

/** A submodule that was not fetched is an empty folder, and belongs to another repository anyway. */
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

const anotherRepository = 'This is a separate repository, such as a submodule.';

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
      noteStamp(stamps, path, stampOf(stats));
      return readFileSync(file);
    });
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(path, whyUnread(error));
  }
}

function whyUnlisted(error: unknown): string {
  const code = errorCode(error);
  if (code === 'EACCES' || code === 'EPERM') return 'Permission denied. Check the permissions of the folder.';
  return `The folder cannot be read (${String(code ?? error)}).`;
}

function whyUnread(error: unknown): string {
  if (error instanceof RefusedFile) return `is ${error.reason}`;
  const code = errorCode(error);
  if (code === 'EACCES' || code === 'EPERM') return 'cannot be read (permission denied)';
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

/** Notes how a file was read. What is read twice must be the same both times. */
export function noteStamp(stamps: Stamps, path: TreePath, stamp: string): void {
  const known = stamps.get(path);
  stamps.set(path, known === undefined || known === stamp ? stamp : 'changed');
}

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
