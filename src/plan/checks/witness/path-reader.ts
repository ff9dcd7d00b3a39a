import type { TreePath } from '../../../project/snapshot.ts';
import type { AliasTable } from './projects.ts';
import type { Base, Scope } from './world.ts';

/** A path, and the folders that it may be read from, the likeliest first. */
interface Reading {
  readonly path: string;
  readonly bases: readonly Base[];
}

/** How a text may be read as a path; there may be more than one way. */
export interface PathReadings {
  readonly readings: readonly Reading[];
  /** Whether it starts as only paths do: with a dot or an alias. */
  readonly isSigned: boolean;
  /** The alias that it starts with, if nothing says where that leads in a way that can be read. */
  readonly unread?: string | undefined;
}

/**
 * Reads texts as paths: from the folder of the file alone, from any folder that counts there, or, as usual, steps up from
 * the file and everything else from any. Undefined if a text is no path.
 */
export type Reader = (text: string, from?: 'file' | 'any' | 'usual') => PathReadings | undefined;

/** Reads the texts of a file in a folder; `base` is the folder that it names for its paths. */
export function createReader(
  { aliases, bases, served }: Scope,
  folder: TreePath,
  base: TreePath | undefined,
  isServed: boolean,
): Reader {
  const own: Base[] = [{ via: 'own', place: folder }];
  if (base !== undefined) own.push({ via: 'baseUrl', place: base });
  const near = [...own, ...bases];
  const readAliased = (path: string, others: readonly Base[]): PathReadings | undefined => {
    const isSigned = /^[~@#]/.test(path);
    const found = aliases.flatMap(({ of, table }) => {
      const name = aliasIn(path, table);
      return name === undefined ? [] : [{ name, via: `${name} ${of}`, place: table.get(name) }];
    });
    const named = found.flatMap(({ name, via, place }) =>
      place === undefined ? [] : [{ path: path.slice(name.length + 1), bases: [{ via, place }] }],
    );
    const unread = named.length > 0 ? undefined : (found[0]?.name ?? /^#[\w-]+(?=\/)/.exec(path)?.[0]);
    if (!isSigned) return { readings: [...named, { path, bases: others }], isSigned, unread };
    return named.length > 0 || unread !== undefined ? { readings: named, isSigned, unread } : undefined;
  };
  return (text, from = 'usual') => {
    // Behind the name of a folder, as in `__dirname + '/../x'`; no address starts like that.
    const { path, isPattern } = withoutPattern(text.replace(/^\/(?=\.{1,2}\/)/, ''));
    if (path === '' || path === '.' || (!isPattern && !/[^./~@#]|^\.\.\//.test(path))) return undefined;
    const isOwn = from === 'file' || (from === 'usual' && path.startsWith('../'));
    const others = isOwn ? own : near;
    if (/^\.{1,2}\//.test(path)) return { readings: [{ path, bases: others }], isSigned: true };
    if (path.startsWith('/')) {
      // An address without an extension is a page.
      const isFile = isServed && (isPattern || /\.\w+$/.test(path));
      return isFile ? { readings: [{ path: path.slice(1), bases: served }], isSigned: false } : undefined;
    }
    // Styles may have a `~` in front of aliases and packages.
    const read = readAliased(path, others);
    return read ?? (path.startsWith('~') ? readAliased(path.slice(1), []) : undefined);
  };
}

/** The longest alias that a path starts with. */
function aliasIn(path: string, table: AliasTable): string | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
    if (table.has(path.slice(0, end))) return path.slice(0, end);
  return undefined;
}

/** The folder of a pattern or of a path that goes on with something computed; else the path without a query. */
function withoutPattern(text: string): { readonly path: string; readonly isPattern: boolean } {
  if (!/[*{?&%!]|.#/.test(text)) return { path: text, isPattern: false };
  // Loaders of a bundler stand in front of what it imports.
  const path = decoded(text.replace(/^.*-loader\b[^!]*!|^!/, ''));
  const magic = path.search(/[*{]/);
  if (magic === -1) return { path: path.replace(/(?<=.)[?#].*$/, ''), isPattern: false };
  return { path: path.slice(0, Math.max(0, path.lastIndexOf('/', magic))), isPattern: true };
}

/** The text without the escapes of addresses and markup. */
function decoded(text: string): string {
  const plain = text.replaceAll('&amp;', '&');
  try {
    return decodeURI(plain);
  } catch {
    return plain;
  }
}
