import { join } from 'node:path';
import { folderOf, pathFrom, placeAt } from '../config/places.ts';
import type { LinePlace } from '../plan/located.ts';
import type { PlannedFile } from '../plan/plan.ts';
import { memberOf, membersAt, parseJson, valueAt } from '../project/json.ts';
import { readIfRegular } from '../project/open-file.ts';

const mostBytes = 1_000_000;

/** The edit of a file below a folder; undefined if the file is not there, or no edit is known for its text. */
function editOf(
  cwd: string,
  path: string,
  edit: (text: string) => string | undefined,
): PlannedFile | undefined {
  const before = readIfRegular(join(cwd, path), mostBytes)?.toString('utf8');
  const after = before === undefined ? undefined : edit(before);
  if (before === undefined || after === undefined) return undefined;
  return { from: path, to: path, kind: 'file', text: { before, after }, by: ['next'] };
}

/** Adds a package of the framework to the package.json of a project, in the version that the framework itself has. */
export function packageAdded(
  cwd: string,
  home: string,
  { name, framework }: { readonly name: string; readonly framework: string },
): PlannedFile | undefined {
  return editOf(cwd, placeAt(home, 'package.json'), (text) => {
    const root = parseJson(text);
    for (const group of ['dependencies', 'devDependencies']) {
      const range = memberOf(valueAt(root, group), framework)?.value;
      // Where another file has the version, that file has to know the package too.
      if (range?.kind !== 'string' || !/^[\^~<>=v\d]/.test(range.text)) continue;
      const members = membersAt(root, group);
      const entry = `${JSON.stringify(name)}: ${JSON.stringify(range.text)}`;
      const next = members.find(({ key }) => key > name) ?? members.at(-1);
      if (!next) continue;
      const [between = ''] = /\s*$/.exec(text.slice(0, next.start)) ?? [];
      return next.key > name
        ? `${text.slice(0, next.start)}${entry},${between}${text.slice(next.start)}`
        : `${text.slice(0, next.end)},${between}${entry}${text.slice(next.end)}`;
    }
    return undefined;
  });
}

/**
 * Points the aliases at these places of a tool's config to the source directory, and gives what they meant to the doubled
 * alias, unless the file has that. Undefined if one of them is not a line of its own with one path.
 */
export function aliasesPointed(
  cwd: string,
  places: readonly LinePlace[],
  source: string,
): PlannedFile | undefined {
  const [{ file } = { file: '' }] = places;
  return editOf(cwd, file, (text) => {
    const lines = text.split('\n');
    const hasDoubled = /['"][^\w'"]*(?:~~|@@)[/'"]/.test(text);
    for (const { line, column } of places) {
      const found = lines[line - 1] ?? '';
      const [key, value] = [found.slice(0, column - 1), found.slice(column - 1)];
      const pointed = pointedValue(key, value, file, source);
      if (pointed === undefined) return undefined;
      const rooted = key.replace(/[~@]/, '$&$&') + value;
      // The last entry of a list may have no comma, which it needs before another one.
      const entry = /,\s*$|\]\s*=/.test(rooted) ? rooted : rooted.replace(/(?=\r?$)/, ',');
      lines[line - 1] = hasDoubled ? key + pointed : `${entry}\n${key}${pointed}`;
    }
    return lines.join('\n');
  });
}

/** The value of an alias with one path in it, which leads to the source directory afterwards. */
function pointedValue(key: string, value: string, file: string, source: string): string | undefined {
  const [path, ...rest] = value.matchAll(/(['"`])(.*?)\1/g);
  const isEntry = /^\s*(?:[\w.]+\[)?(['"`])[^'"`]*\1\]?\s*[:=]\s*$/.test(key);
  const [text, prefix = '', folder = '', suffix = ''] =
    /^((?:<rootDir>)?\/*)(.*?)(\/?(?:\$\d|\*)?)$/.exec(path?.[2] ?? '') ?? [];
  if (!isEntry || !path || text === undefined || !/^[.<]|\//.test(text) || rest.length > 0) return undefined;
  // From where a tool reads a path, nothing says in a folder of its own.
  const isFromFile = /import\.meta|__dirname/.test(value);
  if (prefix === '' && !isFromFile && folderOf(file) !== '') return undefined;
  const to = prefix === '' ? pathFrom(folderOf(file), source) : source;
  const dots = folder.startsWith('.') && !to.startsWith('.') ? './' : '';
  const slash = /^[$*]/.test(suffix) ? '/' : '';
  const at = path.index + 1;
  return `${value.slice(0, at)}${prefix}${dots}${to}${slash}${suffix}${value.slice(at + text.length)}`;
}
