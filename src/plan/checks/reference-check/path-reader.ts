import type { TreePath } from '../../../project/snapshot.ts';
import type { AliasTable } from './projects.ts';
import type { Base, Scope } from './world.ts';

/** A path, and the folders that it may be resolved from, the likeliest first. */
interface Reading {
  readonly path: string;
  readonly bases: readonly Base[];
}

/** The ways in which a text may be read as a path. */
export interface PathReadings {
  readonly readings: readonly Reading[];
  /** Whether the text starts as only paths do: with a dot or an alias. */
  readonly isSigned: boolean;
  /** The alias at the start of the text, if its definition cannot be read. */
  readonly unread?: string | undefined;
}

/**
 * Reads a text as a path from the folder of the file (`file`), from any base folder (`any`), or, by default,
 * `../` from the file and everything else from any. Undefined if the text is not a path.
 */
export type Reader = (text: string, from?: 'file' | 'any' | 'usual') => PathReadings | undefined;

/** Creates the reader for files in a folder; `base` is the `baseUrl` of a tsconfig. */
export function createReader(
  { aliases, bases, served }: Scope,
  folder: TreePath,
  base: TreePath | undefined,
  isServed: boolean,
): Reader {
  const fileBases: Base[] = [{ via: 'own', place: folder }];
  if (base !== undefined) fileBases.push({ via: 'baseUrl', place: base });
  const near = [...fileBases, ...bases];
  const readAliased = (path: string, others: readonly Base[]): PathReadings | undefined => {
    const isSigned = /^[~@#]/.test(path);
    const matches = aliases.flatMap(({ of, table }) => {
      const name = aliasIn(path, table);
      return name === undefined ? [] : [{ name, via: `${name} ${of}`, place: table.get(name) }];
    });
    const named = matches.flatMap(({ name, via, place }) =>
      place === undefined ? [] : [{ path: path.slice(name.length + 1), bases: [{ via, place }] }],
    );
    const unread = named.length > 0 ? undefined : (matches[0]?.name ?? /^#[\w-]+(?=\/)/.exec(path)?.[0]);
    if (!isSigned) return { readings: [...named, { path, bases: others }], isSigned, unread };
    return named.length > 0 || unread !== undefined ? { readings: named, isSigned, unread } : undefined;
  };
  return (text, from = 'usual') => {
    // As in `__dirname + '/../x'`; no URL starts like that.
    const { path, isPattern } = withoutPattern(text.replace(/^\/(?=\.{1,2}\/)/, ''));
    if (path === '' || path === '.' || (!isPattern && !/[^./~@#]|^\.\.\//.test(path))) return undefined;
    const isOwn = from === 'file' || (from === 'usual' && path.startsWith('../'));
    const others = isOwn ? fileBases : near;
    if (/^\.{1,2}\//.test(path)) return { readings: [{ path, bases: others }], isSigned: true };
    if (path.startsWith('/')) {
      // A URL without an extension is a page.
      const isFile = isServed && (isPattern || /\.\w+$/.test(path));
      return isFile ? { readings: [{ path: path.slice(1), bases: served }], isSigned: false } : undefined;
    }
    // In styles, aliases and packages may have a `~` in front.
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

/** The folder of a pattern or of a partly computed path; otherwise the path without a query. */
function withoutPattern(text: string): { readonly path: string; readonly isPattern: boolean } {
  if (!/[*{?&%!]|.#/.test(text)) return { path: text, isPattern: false };
  // Loaders of a bundler precede the imported path.
  const path = decoded(text.replace(/^.*-loader\b[^!]*!|^!/, ''));
  const magic = path.search(/[*{]/);
  if (magic === -1) return { path: path.replace(/(?<=.)[?#].*$/, ''), isPattern: false };
  return { path: path.slice(0, Math.max(0, path.lastIndexOf('/', magic))), isPattern: true };
}

/** The text without URL and markup escapes. */
function decoded(text: string): string {
  const plain = text.replaceAll('&amp;', '&');
  try {
    return decodeURI(plain);
  } catch {
    return plain;
  }
}
