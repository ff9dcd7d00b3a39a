/**
 * Points an alias that a tool defines itself to the new source directory: `'~': './'` becomes `'~': './app'`, beside a
 * doubled alias for the old folder.
 */

import type { Edit } from '../../base/edits.ts';
import { folderOf, pathFrom } from '../../base/paths.ts';
import type { TreePath } from '../../tree/snapshot.ts';

/**
 * The edits of the line of an alias whose value starts at an offset, with the doubled alias unless the file has it.
 * Undefined if the alias does not have its own line with one path.
 */
export function aliasEdits(
  text: string,
  path: TreePath,
  start: number,
  source: TreePath,
): Edit[] | undefined {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const [line = ''] = text.slice(lineStart).split('\n', 1);
  const [key, value] = [line.slice(0, start - lineStart), line.slice(start - lineStart)];
  const pointed = pointedPath(key, value, path, source);
  if (!pointed) return undefined;
  const edit = { ...pointed, start: start + pointed.start, end: start + pointed.end };
  const [sign = ''] = /[~@]/.exec(key) ?? [];
  if (new RegExp(`['"][^\\w'"]*${sign}${sign}[/'"]`).test(text)) return [edit];
  const rooted = key.replace(/[~@]/, '$&$&') + value;
  // The last entry of a list may lack the comma that it needs before another entry.
  const entry = /,\s*$|\]\s*=/.test(rooted) ? rooted : rooted.replace(/(?=\r?$)/, ',');
  return [{ start: lineStart, end: lineStart, text: `${entry}\n` }, edit];
}

/** The edit of the path in the value of an alias, in the value. */
function pointedPath(
  key: string,
  value: string,
  file: TreePath,
  source: TreePath,
): Edit | undefined {
  const [path, ...more] = value.matchAll(/(['"`])(.*?)\1/g);
  const isEntry = /^\s*(?:[\w.]+\[)?(['"`])[^'"`]*\1\]?\s*[:=]\s*$/.test(key);
  const [text, prefix = '', folder = '', suffix = ''] =
    /^((?:<rootDir>)?\/*)(.*?)(\/?(?:\$\d|\*)?)$/.exec(path?.[2] ?? '') ?? [];
  if (!isEntry || !path || text === undefined || !/^[.<]|\//.test(text) || more.length > 0)
    return undefined;
  // Below the root, it is unknown from where a tool resolves a path.
  const isFromFile = /import\.meta|__dirname/.test(value);
  if (prefix === '' && !isFromFile && folderOf(file) !== '') return undefined;
  const to = prefix === '' ? pathFrom(folderOf(file), source) : source;
  const dots = folder.startsWith('.') && !to.startsWith('.') ? './' : '';
  const slash = /^[$*]/.test(suffix) ? '/' : '';
  const start = path.index + 1;
  return { start, end: start + text.length, text: `${prefix}${dots}${to}${slash}${suffix}` };
}
