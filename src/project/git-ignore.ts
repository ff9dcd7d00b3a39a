import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { readRegularFile } from './open-file.ts';
import { parentOf, type TreePath } from './snapshot.ts';

/** The rules of one `.gitignore`, for paths below its folder. */
export interface Rules {
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
export function isIgnored(path: TreePath, rules: readonly Rules[]): boolean {
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

/** The rules in a file; nothing where it cannot be read. */
export function readRules(file: string, base: string): Rules | undefined {
  const text = textOf(file);
  if (text === undefined) return undefined;
  return { base, rules: ignore().add(text.split(/\r?\n/).filter(isBounded)) };
}

// No path is as long. With each further star, the time to find out that a name does not fit grows by its length.
const longestPattern = 4096;
const mostStars = 3;

/** Whether a pattern can be tested in time against any name; others are passed over. */
function isBounded(pattern: string): boolean {
  if (pattern.length > longestPattern) return false;
  const names = pattern.split('/');
  return (
    names.filter((name) => name.includes('**')).length <= mostStars &&
    names.every((name) => (name.match(/\*+/g) ?? []).length <= mostStars)
  );
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
  const own = readRules(join(historyOf(top), 'info', 'exclude'), inside === '' ? '' : `+${inside}/`);
  const all = own ? [...found, own] : found;
  // A folder that is named although git ignores it is wanted as it is.
  return isIgnored(
    '',
    all.filter(({ base }) => base !== ''),
  )
    ? []
    : all;
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

/** Undefined if it is not a file that can be read; a link is not followed, as git has it. */
function textOf(file: string): string | undefined {
  try {
    return readRegularFile(file, mostBytes).toString('utf8');
  } catch {
    return undefined;
  }
}

/** A path of this machine with the slashes that paths have everywhere else. */
export function slashed(path: string): string {
  return path.split(sep).join('/');
}
