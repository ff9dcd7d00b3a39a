import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Something in a project's folder. Folders are only listed where they are empty, or have a mode of their own. */
export type Entry =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly mode?: number }
  | { readonly kind: 'link'; readonly target: string }
  /** Who reads it waits for ever. */
  | { readonly kind: 'pipe' }
  | { readonly kind: 'folder'; readonly mode?: number };

/** A project's folder in memory: paths with forward slashes. */
export type Tree = ReadonlyMap<string, Entry>;

/** What stands in a link or a text for the folder beside the project, which is another one in every run. */
export const outside = '{outside}';

export function textEntry(text: string): Entry {
  return { kind: 'file', bytes: Buffer.from(text) };
}

/** The tree in a folder. */
export function readTree(folder: string): Map<string, Entry> {
  const tree = new Map<string, Entry>();
  const visit = (path: string): void => {
    const names = readdirSync(join(folder, path)).toSorted();
    if (names.length === 0 && path !== '') tree.set(path, { kind: 'folder' });
    for (const name of names) {
      const inner = path === '' ? name : `${path}/${name}`;
      const full = join(folder, inner);
      const stats = lstatSync(full);
      if (stats.isSymbolicLink()) tree.set(inner, { kind: 'link', target: readlinkSync(full) });
      else if (stats.isDirectory()) visit(inner);
      else tree.set(inner, { kind: 'file', bytes: readFileSync(full), ...oddMode(stats.mode) });
    }
  };
  visit('');
  return tree;
}

function oddMode(mode: number): { readonly mode?: number } {
  return (mode & 0o111) === 0 ? {} : { mode: 0o755 };
}

/** What a file system can hold: no path goes through a file or a link. */
export function tidied(tree: Tree): Map<string, Entry> {
  const tidy = new Map<string, Entry>();
  for (const [path, entry] of tree) {
    const above = foldersAbove(path);
    const isBlocked = above.some((folder) => (tree.get(folder)?.kind ?? 'folder') !== 'folder');
    if (!isBlocked && isName(path)) tidy.set(path, entry);
  }
  const held = new Set([...tidy.keys()].flatMap(foldersAbove));
  for (const [path, entry] of tidy)
    if (entry.kind !== 'folder' && held.has(path)) tidy.delete(path);
  return tidy;
}

/** The folders that a path lies in, the outermost first. */
export function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

function isName(path: string): boolean {
  const names = path.split('/');
  return names.every(
    (name) => name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) < 200,
  );
}

/** Puts a tree into a folder; modes come last, so that none is in the way. */
export function writeTree(folder: string, tree: Tree, outsideFolder: string): void {
  for (const [path, entry] of tree) {
    const full = join(folder, path);
    mkdirSync(entry.kind === 'folder' ? full : dirname(full), { recursive: true });
    if (entry.kind === 'link') symlinkSync(entry.target.replace(outside, outsideFolder), full);
    if (entry.kind === 'file') writeFileSync(full, withOutside(entry.bytes, outsideFolder));
    if (entry.kind === 'pipe') execFileSync('mkfifo', [full]);
  }
  for (const [path, entry] of tree)
    if ('mode' in entry && entry.mode !== undefined) chmodSync(join(folder, path), entry.mode);
}

function withOutside(bytes: Uint8Array, folder: string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  return text.includes(outside) ? Buffer.from(text.replaceAll(outside, folder), 'latin1') : bytes;
}

/** Everything that a run could change: kind, mode and bytes of each path, folders too. */
export type Photograph = ReadonlyMap<string, string>;

/** Takes one. What the tool keeps of its last run is left out where it is asked for. */
export function photograph(folder: string, without?: string): Photograph {
  const seen = new Map<string, string>();
  const visit = (path: string): void => {
    for (const name of readdirSync(join(folder, path)).toSorted()) {
      const inner = path === '' ? name : `${path}/${name}`;
      if (inner === without) continue;
      const full = join(folder, inner);
      const stats = lstatSync(full);
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isSymbolicLink()) seen.set(inner, `link ${readlinkSync(full)}`);
      else if (stats.isFile()) seen.set(inner, `file ${mode} ${readFileSync(full, 'latin1')}`);
      else if (stats.isDirectory()) {
        seen.set(inner, `folder ${mode}`);
        visit(inner);
      } else seen.set(inner, `pipe ${mode}`);
    }
  };
  visit('');
  return seen;
}
