import { type Dirent, existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { names } from '../reference/names.ts';
import { errorCode } from './file-errors.ts';
import {
  type IgnoredPath,
  parentOf,
  type Snapshot,
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
  '.fw-migrate',
  names.buildDir,
]);

/** The rules of one `.gitignore`, for paths below its folder. */
interface Rules {
  /** The folder's path, seen from the folder of the run, with a slash at its end; or how far it is above. */
  readonly base: string;
  readonly rules: Ignore;
}

/** The folder that git keeps the history of, from a folder upwards. */
export function gitFolderAbove(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : gitFolderAbove(parent);
}

/** Lists a folder as git sees it. Contents are read when they are asked for. */
export function readSnapshot(folder: string): Snapshot {
  const above = rulesAbove(folder);
  const listing: Listing = { folder, files: [], ignored: [], unreadable: [], foreign: [], rules: new Map() };
  listFolder('', above, listing);
  addSubmodules(listing);
  const byPath = (a: { readonly path: string }, b: { readonly path: string }) => (a.path < b.path ? -1 : 1);
  return {
    files: listing.files.sort(byPath),
    ignored: listing.ignored,
    unreadable: listing.unreadable,
    foreign: listing.foreign,
    ignoredBy: createIgnoring(listing.rules, above),
    list: (path) => listAll(folder, path),
    read: (path) => readBytes(folder, path),
  };
}

interface Listing {
  readonly folder: string;
  readonly files: TreeFile[];
  readonly ignored: IgnoredPath[];
  readonly unreadable: Unreadable[];
  readonly foreign: Unreadable[];
  /** The rules that count in each folder. */
  readonly rules: Map<TreePath, readonly Rules[]>;
}

function listFolder(path: TreePath, above: readonly Rules[], listing: Listing): void {
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

function listEntry(entry: Dirent, path: TreePath, rules: readonly Rules[], listing: Listing): void {
  if (entry.name.includes('\uFFFD')) {
    listing.unreadable.push({ path, why: 'The name is not text in UTF-8: rename it.' });
  } else if (entry.isDirectory()) {
    const isOut = neverEntered.has(entry.name) || isIgnored(`${path}/`, rules);
    if (existsSync(join(listing.folder, path, '.git')))
      listing.foreign.push({ path, why: anotherRepository });
    else if (isOut) listing.ignored.push({ path, kind: 'folder' });
    else listFolder(path, rules, listing);
  } else if (entry.isSymbolicLink()) {
    const link = readlinkSync(join(listing.folder, path));
    if (isIgnored(path, rules)) listing.ignored.push({ path, link, kind: 'file' });
    else listing.files.push({ path, link });
  } else if (!entry.isFile()) {
    listing.foreign.push({ path, why: 'This is neither a file nor a folder.' });
  } else if (isIgnored(path, rules)) {
    listing.ignored.push({ path, kind: 'file' });
  } else {
    listing.files.push({ path });
  }
}

/** A submodule that was not fetched is an empty folder, and belongs to another repository all the same. */
function addSubmodules({ folder, foreign }: Listing): void {
  const top = gitFolderAbove(folder);
  const text = top === undefined ? '' : readIfThere(join(top, '.gitmodules'));
  for (const [, path = ''] of text.matchAll(/^\s*path\s*=\s*(.+?)\s*$/gm)) {
    const seen = slashed(relative(folder, join(top ?? folder, path)));
    if (seen.startsWith('..') || foreign.some((one) => one.path === seen)) continue;
    if (existsSync(join(folder, seen))) foreign.push({ path: seen, why: anotherRepository });
  }
}

const anotherRepository = 'This is a repository of its own, such as a submodule.';

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Tells because of which folder's rules a path is ignored; what holds for a folder is worked out once. */
function createIgnoring(
  own: ReadonlyMap<TreePath, readonly Rules[]>,
  above: readonly Rules[],
): (path: TreePath) => TreePath | undefined {
  interface Folder {
    readonly by: TreePath | undefined;
    readonly rules: readonly Rules[];
  }
  const known = new Map<TreePath, Folder>([['', { by: undefined, rules: own.get('') ?? above }]]);
  const ignoring = (path: TreePath, rules: readonly Rules[]): TreePath | undefined => {
    const found = decidingRules(path, rules);
    return found?.ignored ? found.rules.base.replace(/\/$/, '') : undefined;
  };
  const folderAt = (path: TreePath): Folder => {
    let folder = known.get(path);
    if (!folder) {
      const outer = folderAt(parentOf(path));
      folder = { by: outer.by ?? ignoring(`${path}/`, outer.rules), rules: own.get(path) ?? outer.rules };
      known.set(path, folder);
    }
    return folder;
  };
  return (path) => {
    const { by, rules } = folderAt(parentOf(path));
    return by ?? ignoring(path, rules);
  };
}

/** The rules nearest to a path decide, as git has it. */
function isIgnored(path: TreePath, rules: readonly Rules[]): boolean {
  return decidingRules(path, rules)?.ignored ?? false;
}

function decidingRules(
  path: TreePath,
  all: readonly Rules[],
): { readonly rules: Rules; readonly ignored: boolean } | undefined {
  for (const rules of all) {
    const { base } = rules;
    const seen = base.startsWith('+') ? base.slice(1) + path : path.slice(base.length);
    const { ignored, unignored } = rules.rules.test(seen);
    if (ignored || unignored) return { rules, ignored };
  }
  return undefined;
}

function readRules(file: string, base: string): Rules | undefined {
  try {
    return { base, rules: ignore().add(readFileSync(file, 'utf8')) };
  } catch {
    return undefined;
  }
}

/** The rules that stand above the folder of the run, up to where its repository starts. */
function rulesAbove(folder: string): Rules[] {
  const top = gitFolderAbove(folder);
  if (top === undefined) return [];
  const found: Rules[] = [];
  for (let at = folder; at !== top; ) {
    at = dirname(at);
    const rules = readRules(join(at, '.gitignore'), `+${slashed(relative(at, folder))}/`);
    if (rules) found.push(rules);
  }
  const inside = slashed(relative(top, folder));
  const own = readRules(join(top, '.git', 'info', 'exclude'), inside === '' ? '' : `+${inside}/`);
  const all = own ? [...found, own] : found;
  // A folder that is named although git ignores it is wanted as it is.
  return isIgnored(
    '',
    all.filter(({ base }) => base !== ''),
  )
    ? []
    : all;
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}

function listAll(folder: string, path: TreePath): TreeFile[] {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry): TreeFile[] => {
    const inner = `${path}/${entry.name}`;
    if (entry.isDirectory()) return listAll(folder, inner);
    return [
      entry.isSymbolicLink() ? { path: inner, link: readlinkSync(join(folder, inner)) } : { path: inner },
    ];
  });
}

// Beyond this a file holds data, whatever its name says.
const maximumBytes = 64_000_000;

function readBytes(folder: string, path: TreePath): Uint8Array {
  try {
    // Much faster than `join`, and every system takes slashes.
    const bytes = readFileSync(`${folder}/${path}`);
    if (bytes.length > maximumBytes) throw new UnreadableFile(path, 'is too large to be searched');
    return bytes;
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
