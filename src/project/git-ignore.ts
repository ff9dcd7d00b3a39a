import { existsSync, lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type IgnoreRule, type IgnoreRules, parseIgnoreRules } from './ignore-rules.ts';
import { isBelow, readIfRegular, realOrSame } from './open-file.ts';
import { remembered } from './remembered.ts';
import { type IgnoringRule, parentOf, type TreePath } from './snapshot.ts';

/** The rules of one `.gitignore`, for paths below its folder. */
export interface FolderRules {
  /** The file they are in, seen from the migrated folder. */
  readonly file: string;
  /** The path of its folder from the migrated folder, with a slash at its end; empty if it is not below. */
  readonly base: string;
  /** The path of the migrated folder from its folder, with a slash at its end; empty if it is not above. */
  readonly inside: string;
  readonly rules: IgnoreRules;
}

/** The folder that git keeps the history of, from a folder upwards. */
export function gitFolderAbove(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : gitFolderAbove(parent);
}

/** Finds the rule that ignores a path; what holds for a folder is worked out once. */
export function createIgnoring(
  own: ReadonlyMap<TreePath, readonly FolderRules[]>,
  above: readonly FolderRules[],
): (path: TreePath) => IgnoringRule | undefined {
  interface Folder {
    readonly by: IgnoringRule | undefined;
    readonly rules: readonly FolderRules[];
  }
  const known = new Map<TreePath, Folder>([['', { by: undefined, rules: own.get('') ?? above }]]);
  const ignoring = (path: TreePath, isFolder: boolean, all: readonly FolderRules[]) => {
    const found = deciding(path, isFolder, all);
    if (!found || found.rule.isNegated) return undefined;
    const { rules, rule } = found;
    const text = Buffer.from(rule.source, 'latin1').toString('utf8');
    return { folder: rules.base.slice(0, -1), file: rules.file, line: rule.line, text };
  };
  const folderAt = (path: TreePath): Folder =>
    remembered(known, path, () => {
      const outer = folderAt(parentOf(path));
      return { by: outer.by ?? ignoring(path, true, outer.rules), rules: own.get(path) ?? outer.rules };
    });
  return (path) => {
    const { by, rules } = folderAt(parentOf(path));
    return by ?? ignoring(path, false, rules);
  };
}

/**
 * Whether git ignores a path whose folder it does not ignore: the rules nearest to the path decide, and of those the
 * last that matches.
 */
export function isIgnored(path: TreePath, isFolder: boolean, rules: readonly FolderRules[]): boolean {
  return deciding(path, isFolder, rules)?.rule.isNegated === false;
}

/** What the nearest rules say that a path matches, and whose they are. */
function deciding(
  path: TreePath,
  isFolder: boolean,
  all: readonly FolderRules[],
): { readonly rules: FolderRules; readonly rule: IgnoreRule } | undefined {
  for (const rules of all) {
    const rule = rules.rules.lastMatch(rules.inside + path.slice(rules.base.length), isFolder);
    if (rule) return { rules, rule };
  }
  return undefined;
}

/** The rules in a file; undefined if it cannot be read. */
export function readRules(
  path: string,
  { base = '', inside = '', file }: Partial<FolderRules> & Pick<FolderRules, 'file'>,
): FolderRules | undefined {
  const content = readIfRegular(path, mostBytes);
  return content && { file, base, inside, rules: parseIgnoreRules(content) };
}

/**
 * The rules above the migrated folder, up to where its repository starts, and those of someone for all repositories:
 * in the file that a setting names (`excludes`), or else where git looks by default.
 */
export function rulesAbove(folder: string, excludes: string | undefined): FolderRules[] {
  const top = gitFolderAbove(folder);
  if (top === undefined) return [];
  const insideOf = (outer: string) => (outer === folder ? '' : `${slashed(relative(outer, folder))}/`);
  const outer: string[] = [];
  for (let at = folder; at !== top; at = dirname(at)) outer.push(dirname(at));
  const files = [
    ...outer.map((at) => ({ file: join(at, '.gitignore'), inside: insideOf(at) })),
    { file: join(historyOf(top).shared, 'info', 'exclude'), inside: insideOf(top) },
    { file: excludes ?? defaultExcludesFile(), inside: insideOf(top) },
  ];
  const found = files.flatMap(({ file, inside }) => {
    const shown = isBelow(file, top) ? slashed(relative(folder, file)) : file;
    return readRules(file, { file: shown, inside }) ?? [];
  });
  // A folder that is named although git ignores it is wanted as it is.
  return isWithinIgnored(insideOf(top), found) ? [] : found;
}

/** The file with someone's own rules for all repositories, where git looks for it by default. */
function defaultExcludesFile(): string {
  // In their own home people link to where they keep their settings.
  return realOrSame(join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git', 'ignore'));
}

/** Whether git ignores the migrated folder, or one that it is in. */
function isWithinIgnored(fromTop: string, rules: readonly FolderRules[]): boolean {
  const names = fromTop.split('/').slice(0, -1);
  return names.some((_, index) => {
    const behind = names.slice(index + 1).reduce((length, name) => length + name.length + 1, 0);
    for (const { inside, rules: own } of rules) {
      const seen = inside.slice(0, -1 - behind);
      const rule = seen === '' ? undefined : own.lastMatch(seen, true);
      if (rule) return !rule.isNegated;
    }
    return false;
  });
}

/** The folder for what belongs to one working tree, and the one that several share; files lead to both. */
export function historyOf(top: string): {
  readonly own: string;
  readonly shared: string;
  /** Whether both are the folder at the top itself. */
  readonly isDirect: boolean;
} {
  const folder = join(top, '.git');
  const named = textOf(folder)?.match(/^gitdir: (.+)/)?.[1];
  const own = named === undefined ? folder : resolve(top, named);
  const shared = resolve(own, textOf(join(own, 'commondir'))?.trim() ?? '');
  return { own, shared, isDirect: shared === folder && lstatSync(folder).isDirectory() };
}

/** Whether the folder for one working tree says that it is that of this one. */
export function leadsBack(own: string, top: string): boolean {
  const back = textOf(join(own, 'gitdir'))?.trim();
  return back !== undefined && realOrSame(resolve(own, back)) === realOrSame(join(top, '.git'));
}

// Far more than anybody writes into a file of rules.
const mostBytes = 10_000_000;

function textOf(file: string): string | undefined {
  return readIfRegular(file, mostBytes)?.toString('utf8');
}

/** A path of this machine with the slashes that paths have everywhere else. */
export function slashed(path: string): string {
  return path.split(sep).join('/');
}
