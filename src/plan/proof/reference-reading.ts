import { isAbsolutePath, isRelativePath, type PlacePath, placeAt, splitGlob } from '../../config/places.ts';
import type { AliasTable } from '../../project/aliases.ts';
import type { AliasScope, Reference } from '../../project/references/reference.ts';
import type { TreePath } from '../../project/snapshot.ts';
import type { Trees } from './reference-trees.ts';

/** Where a file's references are read: its folder before and after, and the aliases there. */
export interface TextOrigin {
  readonly before: TreePath;
  readonly after: TreePath;
  readonly scope: AliasScope;
}

/** What a reference says. */
export type RawSpecifier = Pick<Reference, 'kind' | 'specifier' | 'open' | 'base' | 'defines'>;

/** A reference as one of the two variants reads it. */
export interface Reading {
  readonly form: 'relative' | 'alias' | 'rooted';
  readonly place: PlacePath;
  /** The text can only mean a folder. */
  readonly isFolder: boolean;
  /** What stands around the path: a negation, a query, a pattern. */
  readonly around: string;
  /** The pattern or the computed rest behind the place; nothing where the place itself is meant. */
  readonly pattern: string | undefined;
}

interface Parts {
  readonly path: string;
  readonly around: string;
  readonly pattern?: string;
}

/** Variant B's reading; nothing where the text names no place of the tree, or is more likely a package. */
export function readBefore(
  saying: RawSpecifier,
  { before, scope }: TextOrigin,
  trees: Trees,
): Reading | undefined {
  const { kind, base } = saying;
  const parts = partsOf(saying);
  const { path } = parts;
  const folder = base === undefined ? before : placeAt(before, base);
  const relative = (): Reading => readingOf('relative', placeAt(folder, path), parts);
  if (path === '') return undefined;
  if (isRelativePath(path)) return relative();
  const aliased = aliasedBefore(path, kind, scope, trees);
  if (aliased) return readingOf('alias', aliased.place, parts);
  if (kind === 'glob' && path.startsWith('/')) return rooted(parts, scope.before.get('~'));
  if (isAddress(path)) return undefined;
  if (kind === 'path' || kind === 'pattern') return relative();
  if (kind !== 'style' || !trees.before.fileAt(placeAt(folder, path), 'styles')) return undefined;
  return relative();
}

/** A name that may be a package's, or another alias's, only counts where it leads to something. */
function aliasedBefore(
  path: string,
  kind: RawSpecifier['kind'],
  { before, guessed }: AliasScope,
  trees: Trees,
): Aliased | undefined {
  const own = throughAlias(path, before);
  if (!own) return throughMark(path, kind, before);
  const isSigned = /^[~@#]/.test(path);
  if (!isSigned && kind !== 'module' && kind !== 'glob') return undefined;
  const isSure = isSigned && !guessed.has(own.alias);
  return isSure || trees.before.isThere(own.place) ? own : undefined;
}

/** Variant A's reading; the disk has no say, since the text is ours. */
export function readAfter(saying: RawSpecifier, { after, scope }: TextOrigin): Reading | undefined {
  const { kind, base } = saying;
  const parts = partsOf(saying);
  const { path } = parts;
  const folder = base === undefined ? after : placeAt(after, base);
  if (path === '') return undefined;
  if (isRelativePath(path)) return readingOf('relative', placeAt(folder, path), parts);
  const takesPlain = /^[~@#]/.test(path) || kind === 'module' || kind === 'glob';
  const own = takesPlain ? throughAlias(path, scope.after) : undefined;
  const found = own ?? throughMark(path, kind, scope.after);
  if (found) return readingOf('alias', found.place, parts);
  if (kind === 'glob' && path.startsWith('/')) return rooted(parts, scope.after.get('~~'));
  if (isAddress(path) || kind === 'module' || kind === 'glob' || kind === 'asset') return undefined;
  return readingOf('relative', placeAt(folder, path), parts);
}

/** Patterns that start with a slash are read from the bundler's root. */
function rooted(parts: Parts, root: PlacePath | undefined): Reading | undefined {
  return root === undefined ? undefined : readingOf('rooted', placeAt(root, parts.path.slice(1)), parts);
}

function readingOf(form: Reading['form'], place: PlacePath, { path, around, pattern }: Parts): Reading {
  return { form, place, isFolder: /(?:^|\/)\.{0,2}$/.test(path), around, pattern };
}

function isAddress(path: string): boolean {
  return isAbsolutePath(path) || /^[a-z][a-z\d+.-]*:/i.test(path);
}

function partsOf({ kind, specifier, open }: RawSpecifier): Parts {
  const text = specifier.includes('\\') ? specifier.replaceAll('\\', '/') : specifier;
  if (open) {
    const end = text.lastIndexOf('/') + 1;
    return { path: text.slice(0, end), around: text.slice(end), pattern: '**' };
  }
  if (kind === 'glob' || kind === 'pattern') {
    const sign = text.startsWith('!') ? '!' : '';
    const { folder, pattern } = splitGlob(text.slice(sign.length));
    const isWhole = pattern === '' && kind === 'glob';
    return { path: folder, around: `${sign} ${pattern}`, ...(isWhole ? {} : { pattern }) };
  }
  const end = text.slice(1).search(kind === 'module' ? /\?/ : /[?#]/) + 1;
  return end === 0 ? { path: text, around: '' } : { path: text.slice(0, end), around: text.slice(end) };
}

interface Aliased {
  readonly alias: string;
  readonly place: PlacePath;
}

/** The longest alias that the first parts of a text are. */
function throughAlias(text: string, table: AliasTable): Aliased | undefined {
  for (let end = text.length; end > 0; end = text.lastIndexOf('/', end - 1)) {
    const alias = text.slice(0, end);
    const place = table.get(alias);
    if (place !== undefined) return { alias, place: placeAt(place, text.slice(end + 1)) };
  }
  return undefined;
}

/** Styles and templates take any alias behind a `~`. */
function throughMark(text: string, kind: RawSpecifier['kind'], table: AliasTable): Aliased | undefined {
  const isMarkable = (kind === 'style' || kind === 'asset') && text.startsWith('~');
  return isMarkable ? throughAlias(text.slice(1), table) : undefined;
}
