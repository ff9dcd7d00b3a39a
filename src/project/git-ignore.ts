import { existsSync, lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { createIgnoreRules, type IgnoreFile, type IgnoreRules } from './ignore-rules.ts';
import { isBelow, readIfRegular, realOrSame } from './open-file.ts';

/** The folder that git keeps the history of, from a folder upwards. */
export function gitFolderAbove(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : gitFolderAbove(parent);
}

/** Adds the rules of a file to others, which they win over. A file that cannot be read has none. */
export function addRules(rules: IgnoreRules, path: string, file: IgnoreFile): IgnoreRules {
  const content = readIfRegular(path, mostBytes);
  return content ? rules.with(content, file) : rules;
}

/**
 * The rules above the migrated folder: a person's own for all repositories, in the file that a setting names
 * (`excludes`) or where git looks by default, then those from the top of the repository downwards.
 */
export function rulesAbove(folder: string, excludes: string | undefined): IgnoreRules {
  const top = gitFolderAbove(folder);
  if (top === undefined) return createIgnoreRules('');
  const inside = folder === top ? '' : `${slashed(relative(top, folder))}/`;
  const outer = inside.split(/(?<=\/)/).map((_, depth, names) => names.slice(0, depth).join(''));
  const files = [
    { path: excludes ?? defaultExcludesFile(), base: '' },
    { path: join(historyOf(top).shared, 'info', 'exclude'), base: '' },
    ...outer.map((base) => ({ path: join(top, base, '.gitignore'), base })),
  ];
  let rules = createIgnoreRules(inside);
  for (const { path, base } of files) {
    const file = isBelow(path, top) ? slashed(relative(folder, path)) : path;
    rules = addRules(rules, path, { folder: '', file, base });
  }
  // An ignored folder that a person names is wanted as it is.
  return inside !== '' && rules.ignoringRule('', true) ? createIgnoreRules('') : rules;
}

/** The file with someone's own rules for all repositories, where git looks for it by default. */
function defaultExcludesFile(): string {
  // In their own home people link to where they keep their settings.
  return realOrSame(join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git', 'ignore'));
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
