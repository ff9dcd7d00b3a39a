import { existsSync, lstatSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type Ignore from 'ignore';
import { longestPath } from '../config/places.ts';
import { isBelow, readIfRegular, realOrSame } from './open-file.ts';
import { once } from './remembered.ts';
import type { IgnoringRule, TreePath } from './snapshot.ts';

const require = createRequire(import.meta.url);
const ignore = once(() => require('ignore') as typeof Ignore);

/** Where a file in the format of gitignore(5) is. */
export interface IgnoreFile extends Pick<IgnoringRule, 'folder' | 'file'> {
  /** Its folder as seen from the folder of the outermost rules, with a slash at its end; empty for that folder. */
  readonly base: string;
}

/** The rules that count in a folder: its own and those of the folders above it, the nearest last. */
export interface IgnoreRules {
  /** The migrated folder as seen from the folder of the outermost rules, with a slash at its end; empty if it is that. */
  readonly inside: string;
  /** The rule that ignores a path of the migrated folder, or a folder that it is in. */
  ignoringRule(path: TreePath, isFolder: boolean): IgnoringRule | undefined;
  with(content: Uint8Array, file: IgnoreFile): IgnoreRules;
}

/** The rules in the given files so far; none at first. */
export function createIgnoreRules(
  inside: string,
  matcher?: Ignore.Ignore,
  rules: readonly IgnoringRule[] = [],
): IgnoreRules {
  return {
    inside,
    ignoringRule(path, isFolder) {
      if (!matcher) return undefined;
      const whole = isFolder ? `${inside}${path}/`.replace(/\/+$/, '/') : `${inside}${path}`;
      const mark = matcher.test(bytesOf(whole)).rule?.mark;
      return mark === undefined ? undefined : rules[Number(mark)];
    },
    with(content, { base, folder, file }) {
      const inner = ignore()({ ignoreCase: false, allowRelativePaths: true });
      if (matcher) inner.add(matcher);
      const all = [...rules];
      for (const [index, line] of linesIn(content).entries()) {
        const text = Buffer.from(line, 'latin1').toString('utf8');
        const mark = String(all.push({ folder, file, line: index + 1, text }) - 1);
        inner.add({ pattern: below(bytesOf(base), line), mark });
      }
      return createIgnoreRules(inside, inner, all);
    },
  };
}

/** Git compares bytes, so each byte becomes a character. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function linesIn(content: Uint8Array): string[] {
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .split('\n')
    .map((line) => line.replace(/\r$|\0.*/s, ''))
    .map((line) => (isTame(line) ? line : ''));
}

// The library goes back and tries again for each `**`, so that many of them would take forever.
const mostFolderStars = 3;

function isTame(line: string): boolean {
  return line.length <= longestPath && line.split('**').length - 1 <= mostFolderStars;
}

/** The pattern that means for the outermost folder what a line means for the folder that it is in. */
function below(base: string, line: string): string {
  const [, not = '', pattern = ''] = /^(!?)(.*)$/s.exec(line) ?? [];
  if (base === '' || line.startsWith('#') || /^\/? *$/.test(pattern)) return line;
  const folder = base.replace(/[\\*?[]/g, '\\$&');
  // Only a pattern with a slash before its end is about one folder.
  return `${not}/${folder}${/\/(?! *$)/.test(pattern) ? pattern.replace(/^\//, '') : `**/${pattern}`}`;
}

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
  const inside = prefixFrom(top, folder);
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

/** What goes in front of the paths in a folder, so that they can be opened from another one. */
export function prefixFrom(base: string, folder: string): string {
  const path = slashed(relative(base, folder));
  return path === '' ? '' : `${path}/`;
}
