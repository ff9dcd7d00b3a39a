/** Reads the ignore rules that apply in a folder, including those above it and those of the user. */

import { existsSync, lstatSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type Ignore from 'ignore';
import { lazy } from '../base/memo.ts';
import { longestPath } from '../base/paths.ts';
import { isBelow, readIfRegular, realOrSame } from './open-file.ts';
import type { IgnoringRule, TreePath } from './snapshot.ts';

const require = createRequire(import.meta.url);
const ignore = lazy(() => require('ignore') as typeof Ignore);

/** What the settings of git say about ignored files. */
export interface IgnoreSettings {
  /** The file with the rules of the user; empty if there is none, undefined if it is the usual one. */
  readonly excludesFile?: string | undefined;
  /** Whether rules match names in any capitals. */
  readonly ignoreCase?: boolean;
}

/** The place of a file in the format of gitignore(5). */
interface IgnoreFile extends Pick<IgnoringRule, 'folder' | 'file'> {
  /** Its folder relative to the folder of the outermost rules, with a trailing slash, or empty. */
  readonly base: string;
}

/** The rules that apply in a folder: its own and those of its parents, the nearest last. */
export interface IgnoreRules {
  /** The migrated folder relative to the folder of the outermost rules, with a trailing slash, or empty. */
  readonly inside: string;
  /** Whether names in any capitals match. */
  readonly ignoreCase: boolean;
  /** The rule that ignores a path of the migrated folder, or one of its parent folders. */
  ignoringRule(path: TreePath, isFolder: boolean): IgnoringRule | undefined;
  /** Adds the rules of a file, which override the earlier ones. A file that cannot be read has none. */
  with(content: Uint8Array | undefined, file: IgnoreFile): IgnoreRules;
}

/** A set of rules, empty at first. */
export function createIgnoreRules(
  { inside, ignoreCase }: Pick<IgnoreRules, 'inside' | 'ignoreCase'>,
  matcher?: Ignore.Ignore,
  rules: readonly IgnoringRule[] = [],
): IgnoreRules {
  return {
    inside,
    ignoreCase,
    ignoringRule(path, isFolder) {
      if (!matcher) return undefined;
      const whole = isFolder ? `${inside}${path}/`.replace(/\/+$/, '/') : `${inside}${path}`;
      const mark = matcher.test(bytesOf(whole)).rule?.mark;
      return mark === undefined ? undefined : rules[Number(mark)];
    },
    with(content, { base, folder, file }) {
      if (!content) return this;
      const inner = ignore()({ ignoreCase, allowRelativePaths: true });
      if (matcher) inner.add(matcher);
      const allRules = [...rules];
      for (const [index, line] of linesIn(content).entries()) {
        const text = Buffer.from(line, 'latin1').toString('utf8');
        const mark = String(allRules.push({ folder, file, line: index + 1, text }) - 1);
        inner.add({ pattern: below(bytesOf(base), line), mark });
      }
      return createIgnoreRules({ inside, ignoreCase }, inner, allRules);
    },
  };
}

/** Git compares bytes, so each byte becomes a character. */
function bytesOf(text: string): string {
  // Most paths are the same in both.
  return /[^\0-\x7f]/.test(text) ? Buffer.from(text).toString('latin1') : text;
}

function linesIn(content: Uint8Array): string[] {
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .split('\n')
    .map((line) => line.replace(/\r$|\0.*/s, ''))
    .map((line) => (isTame(line) ? line : ''));
}

// The library backtracks for each `**`, so many of them would take forever.
const mostFolderStars = 3;

function isTame(line: string): boolean {
  return line.length <= longestPath && line.split('**').length - 1 <= mostFolderStars;
}

/** The pattern of a line, rewritten for the outermost folder. */
function below(base: string, line: string): string {
  const [, not = '', pattern = ''] = /^(!?)(.*)$/s.exec(line) ?? [];
  if (base === '' || line.startsWith('#') || /^\/? *$/.test(pattern)) return line;
  const folder = base.replace(/[\\*?[]/g, '\\$&');
  // Only a pattern with a slash before its end is relative to its folder.
  return `${not}/${folder}${/\/(?! *$)/.test(pattern) ? pattern.replace(/^\//, '') : `**/${pattern}`}`;
}

/** The nearest folder with a `.git`, from a folder upwards. */
export function gitFolderAbove(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : gitFolderAbove(parent);
}

/**
 * The rules above the migrated folder: the user's global rules, in the configured file (`excludes`) or in git's
 * default one, then those of the repository, from its root downwards.
 */
export function rulesAbove(folder: string, settings: IgnoreSettings): IgnoreRules {
  const rules = rulesTo(folder, settings);
  // If the user names an ignored folder, the rules above it do not apply.
  return isIgnoredBy(rules) ? createIgnoreRules({ ...rules, inside: '' }) : rules;
}

/** Whether the repository ignores a folder as a whole. */
export function isIgnoredFolder(folder: string, settings: IgnoreSettings): boolean {
  return isIgnoredBy(rulesTo(folder, settings));
}

function isIgnoredBy({ inside, ignoringRule }: IgnoreRules): boolean {
  return inside !== '' && ignoringRule('', true) !== undefined;
}

function rulesTo(
  folder: string,
  { excludesFile, ignoreCase = false }: IgnoreSettings,
): IgnoreRules {
  const top = gitFolderAbove(folder);
  const inside = top === undefined ? '' : prefixFrom(top, folder);
  let rules = createIgnoreRules({ inside, ignoreCase });
  if (top === undefined) return rules;
  const outer = inside.split(/(?<=\/)/).map((_, depth, names) => names.slice(0, depth).join(''));
  const files = [
    { path: excludesFile ?? defaultExcludesFile(), base: '' },
    { path: join(historyOf(top).shared, 'info', 'exclude'), base: '' },
    ...outer.map((base) => ({ path: join(top, base, '.gitignore'), base })),
  ];
  for (const { path, base } of files) {
    const file = isBelow(path, top) ? slashed(relative(folder, path)) : path;
    rules = rules.with(readIfRegular(path, mostRuleBytes), { folder: '', file, base });
  }
  return rules;
}

/** The default file for the user's global rules. */
function defaultExcludesFile(): string {
  // In their home folder, people often link to their settings.
  return realOrSame(
    join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git', 'ignore'),
  );
}

/** The git folder of one working tree, and the one that several share; files may point to both. */
export function historyOf(top: string): {
  readonly own: string;
  readonly shared: string;
  /** Whether both are the `.git` folder itself. */
  readonly isDirect: boolean;
} {
  const folder = join(top, '.git');
  const named = textOf(folder)?.match(/^gitdir: (.+)/)?.[1];
  const own = named === undefined ? folder : resolve(top, named);
  const shared = resolve(own, textOf(join(own, 'commondir'))?.trim() ?? '');
  return { own, shared, isDirect: shared === folder && lstatSync(folder).isDirectory() };
}

/** Whether the git folder of a working tree points back to this working tree. */
export function leadsBack(gitDir: string, top: string): boolean {
  const back = textOf(join(gitDir, 'gitdir'))?.trim();
  return back !== undefined && realOrSame(resolve(gitDir, back)) === realOrSame(join(top, '.git'));
}

// Far more than any file of rules has.
export const mostRuleBytes = 10_000_000;

function textOf(file: string): string | undefined {
  return readIfRegular(file, mostRuleBytes)?.toString('utf8');
}

/** A path with forward slashes. */
export function slashed(path: string): string {
  return path.split(sep).join('/');
}

/** The prefix for paths in a folder, relative to another folder. */
export function prefixFrom(base: string, folder: string): string {
  const path = slashed(relative(base, folder));
  return path === '' ? '' : `${path}/`;
}
