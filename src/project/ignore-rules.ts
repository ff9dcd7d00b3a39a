import { createRequire } from 'node:module';
import type Ignore from 'ignore';
import { longestPath } from '../config/places.ts';
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
