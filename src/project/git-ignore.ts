import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { globalIgnoreFile } from './global-ignore.ts';
import { type IgnoreRules, parseIgnoreRules } from './ignore-rules.ts';
import { readRegularFile } from './open-file.ts';
import { realOrSame } from './real-path.ts';
import { parentOf, type TreePath } from './snapshot.ts';

/** The rules of one `.gitignore`, for paths below its folder. */
export interface Rules {
  /** The folder's path, seen from the folder of the run, with a slash at its end; or how far it is above. */
  readonly base: string;
  readonly rules: IgnoreRules;
}

/** The folder that git keeps the history of, from a folder upwards. */
export function gitFolderAbove(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : gitFolderAbove(parent);
}

/** Tells because of which folder's rules a path is ignored; what holds for a folder is worked out once. */
export function createIgnoring(
  own: ReadonlyMap<TreePath, readonly Rules[]>,
  above: readonly Rules[],
): (path: TreePath) => TreePath | undefined {
  interface Folder {
    readonly by: TreePath | undefined;
    readonly rules: readonly Rules[];
  }
  const known = new Map<TreePath, Folder>([['', { by: undefined, rules: own.get('') ?? above }]]);
  const ignoring = (path: TreePath, isFolder: boolean, rules: readonly Rules[]): TreePath | undefined => {
    const found = decidingRules(path, isFolder, rules);
    return found?.ignored ? found.rules.base.replace(/\/$/, '') : undefined;
  };
  const folderAt = (path: TreePath): Folder => {
    let folder = known.get(path);
    if (!folder) {
      const outer = folderAt(parentOf(path));
      folder = { by: outer.by ?? ignoring(path, true, outer.rules), rules: own.get(path) ?? outer.rules };
      known.set(path, folder);
    }
    return folder;
  };
  return (path) => {
    const { by, rules } = folderAt(parentOf(path));
    return by ?? ignoring(path, false, rules);
  };
}

/**
 * Whether git ignores a path whose folder it does not ignore: the rules nearest to the path decide, and of those the
 * last that matches.
 */
export function isIgnored(path: TreePath, isFolder: boolean, rules: readonly Rules[]): boolean {
  return decidingRules(path, isFolder, rules)?.ignored ?? false;
}

function decidingRules(
  path: TreePath,
  isFolder: boolean,
  all: readonly Rules[],
): { readonly rules: Rules; readonly ignored: boolean } | undefined {
  for (const rules of all) {
    const { base } = rules;
    const seen = base.startsWith('+') ? base.slice(1) + path : path.slice(base.length);
    const ignored = rules.rules.ignores(seen, isFolder);
    if (ignored !== undefined) return { rules, ignored };
  }
  return undefined;
}

/** The rules in a file; undefined if it cannot be read. */
export function readRules(file: string, base: string): Rules | undefined {
  const content = contentOf(file);
  return content && { base, rules: parseIgnoreRules(content) };
}

/** The rules that stand above the folder of the run, up to where its repository starts. */
export function rulesAbove(folder: string): Rules[] {
  const top = gitFolderAbove(folder);
  if (top === undefined) return [];
  const found: Rules[] = [];
  for (let at = folder; at !== top; ) {
    at = dirname(at);
    const rules = readRules(join(at, '.gitignore'), `+${slashed(relative(at, folder))}/`);
    if (rules) found.push(rules);
  }
  const inside = slashed(relative(top, folder));
  const base = inside === '' ? '' : `+${inside}/`;
  // In their own home people link to where they keep their settings.
  for (const file of [join(historyOf(top), 'info', 'exclude'), realOrSame(globalIgnoreFile())]) {
    const rules = readRules(file, base);
    if (rules) found.push(rules);
  }
  // A folder that is named although git ignores it is wanted as it is.
  return inside !== '' && isWithinIgnored(inside, found) ? [] : found;
}

/** Whether git ignores the folder of the run, or one that it is in. */
function isWithinIgnored(inside: string, rules: readonly Rules[]): boolean {
  const names = inside.split('/');
  return names.some((_, index) => {
    const behind = names.slice(index + 1).reduce((length, name) => length + name.length + 1, 0);
    for (const { base, rules: own } of rules) {
      const seen = base.slice(1, -1).slice(0, -behind || undefined);
      const ignored = seen === '' ? undefined : own.ignores(seen, true);
      if (ignored !== undefined) return ignored;
    }
    return false;
  });
}

/** The folder of the history that a working tree belongs to; where there are several, a file leads to what they share. */
function historyOf(top: string): string {
  const own = join(top, '.git');
  const named = textOf(own)?.match(/^gitdir: (.+)/)?.[1];
  if (named === undefined) return own;
  const folder = resolve(top, named);
  return resolve(folder, textOf(join(folder, 'commondir'))?.trim() ?? '');
}

// Far more than anybody writes into a file of rules.
const mostBytes = 10_000_000;

function textOf(file: string): string | undefined {
  return contentOf(file)?.toString('utf8');
}

/** Undefined if it is not a file that can be read. */
function contentOf(file: string): Buffer | undefined {
  try {
    return readRegularFile(file, mostBytes);
  } catch {
    return undefined;
  }
}

/** A path of this machine with the slashes that paths have everywhere else. */
export function slashed(path: string): string {
  return path.split(sep).join('/');
}
