import { type PlacePair, pairAt, type Scope } from './scopes.ts';

/** The places that a text may mean, the likeliest first. */
interface PathReadings {
  readonly aliased: readonly PlacePair[];
  /** Places without an alias. */
  readonly plain: readonly PlacePair[];
  /** Whether the text starts as only paths do: with a dot or an alias. */
  readonly isSigned: boolean;
  /** The alias at the start of the text, if its definition cannot be read. */
  readonly unread?: string | undefined;
}

/** Reads a text as a path from some folders, unless it starts with an alias. Undefined if it is not a path. */
export type Reader = (text: string, bases: readonly PlacePair[]) => PathReadings | undefined;

/** Creates the reader for the files of a scope. */
export function createReader({ aliases, served }: Scope, isServed: boolean): Reader {
  const readAliased = (path: string, bases: readonly PlacePair[]): PathReadings | undefined => {
    const isSigned = /^[~@#]/.test(path);
    const aliased: PlacePair[] = [];
    let unread = /^#[\w-]+(?=\/)/.exec(path)?.[0];
    // Longer names come before shorter ones.
    for (const table of aliases)
      for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
        const name = path.slice(0, end);
        const target = table.get(name);
        if (!target) continue;
        aliased.push(pairAt(target, path.slice(end + 1)));
        unread = name;
      }
    const isRead =
      aliased.some(({ before }) => before !== undefined) && aliased.some(({ after }) => after !== undefined);
    if (isSigned && aliased.length === 0 && unread === undefined) return undefined;
    const plain = isSigned ? [] : bases.map((base) => pairAt(base, path));
    return { aliased, plain, isSigned, unread: isRead ? undefined : unread };
  };
  return (text, bases) => {
    // As in `__dirname + '/../x'`; no URL starts like that.
    const { path, isPattern } = withoutPattern(text.replace(/^\/(?=\.{1,2}\/)/, ''));
    if (path === '' || path === '.' || (!isPattern && !/[^./~@#]|^\.\.\//.test(path))) return undefined;
    if (/^\.{1,2}\//.test(path))
      return { aliased: [], plain: bases.map((base) => pairAt(base, path)), isSigned: true };
    if (path.startsWith('/')) {
      // A URL without an extension is a page.
      if (!isServed || !(isPattern || /\.\w+$/.test(path))) return undefined;
      return { aliased: [], plain: served.map((base) => pairAt(base, path.slice(1))), isSigned: false };
    }
    // In styles, aliases and packages may have a `~` in front.
    const read = readAliased(path, bases);
    return read ?? (path.startsWith('~') ? readAliased(path.slice(1), []) : undefined);
  };
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
