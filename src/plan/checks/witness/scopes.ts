import type { Catalogue } from '../../../catalogue/index.ts';
import { placeAt } from '../../../config/places.ts';
import { deepestExtends } from '../../../project/alias-scopes.ts';
import { remembered } from '../../../project/remembered.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import {
  type AliasTable,
  readProjects,
  type WrittenProject,
  type WrittenTree,
  withoutStar,
} from './world.ts';

/** A folder that paths are read from. `via` says which one it is, in the same words before and after the run. */
export interface Base {
  readonly via: string;
  readonly place: TreePath;
}

/** How the files of a folder are read; what is nearer comes first. */
export interface Scope {
  readonly aliases: readonly { readonly of: string; readonly table: AliasTable }[];
  readonly bases: readonly Base[];
  /** Where addresses that start with a slash may lead. */
  readonly served: readonly Base[];
  readonly project?: WrittenProject;
}

/** What a tsconfig says about aliases, and the folder that it reads them from. */
interface TsConfig {
  readonly base: TreePath;
  readonly paths: ReadonlyMap<string, string>;
}

/** One tree with all that gives texts their meaning. */
export interface World extends Pick<WrittenTree, 'find'> {
  readonly projects: ReadonlyMap<TreePath, WrittenProject>;
  readonly tsConfigs: ReadonlyMap<TreePath, TsConfig>;
  scopeOf(folder: TreePath): Scope;
}

export function readWorld(tree: WrittenTree, catalogue: Catalogue): World {
  const projects = readProjects(tree, catalogue);
  const tsConfigs = readTsConfigs(tree);
  const tables = new Map<TreePath, Map<string, TreePath>>();
  for (const [path, { base, paths }] of tsConfigs) {
    const table = remembered(tables, parentOf(path), () => new Map<string, TreePath>());
    for (const [name, target] of paths) table.set(name, placeAt(base, target));
  }
  const outermost: Scope = {
    aliases: [{ of: 'packages', table: packagesIn(tree) }],
    bases: [{ via: 'top', place: '' }],
    served: [],
  };
  const known = new Map<TreePath, Scope>();
  const scopeOf = (folder: TreePath): Scope =>
    remembered(known, folder, () => {
      const outer = folder === '' ? outermost : scopeOf(parentOf(folder));
      const [project, table] = [projects.get(folder), tables.get(folder)];
      const inner = project ? within(project, outer, tree, catalogue) : outer;
      const of = `tsconfig ${tree.later(folder)}`;
      return table ? { ...inner, aliases: [...inner.aliases, { of, table }] } : inner;
    });
  return { find: tree.find, projects, tsConfigs, scopeOf };
}

function within(
  project: WrittenProject,
  outer: Scope,
  { later }: WrittenTree,
  { facts, folders, path: option }: Catalogue,
): Scope {
  const { folder, root, source, isNewer, aliases: table } = project;
  const of = later(folder);
  const bases = [{ via: `root ${of}`, place: root }];
  if (source !== undefined) bases.push({ via: `source ${of}`, place: source });
  const { name: publicFolder } = folders.withOption(option['dir.public']);
  const bundlerRoot = facts.bundlerRoot[isNewer ? 'a' : 'b'] === 'source' ? source : root;
  const served = [...bases.map(({ place }) => placeAt(place, publicFolder)), bundlerRoot ?? []].flat();
  return {
    aliases: [{ of, table }, ...outer.aliases],
    bases: [...bases, ...outer.bases],
    served: served.map((place) => ({ via: 'served', place })),
    project,
  };
}

/** The names of packages in which something moves, and where their `exports` lead. */
function packagesIn({ paths, read, comesApart }: WrittenTree): AliasTable {
  const manifests = paths.filter((path) => path.endsWith('/package.json') && comesApart(parentOf(path)));
  return new Map(
    manifests.flatMap((path): [string, TreePath][] => {
      const [folder, text] = [parentOf(path), read(path) ?? ''];
      const name = /"name"\s*:\s*"([^"]+)"/.exec(text)?.[1];
      if (name === undefined) return [];
      if (!text.includes('"exports"')) return [[name, folder]];
      return Array.from(text.matchAll(exportedPath), ([, key = '', target = '']) => [
        withoutStar(`${name}${key}`),
        placeAt(folder, target),
      ]);
    }),
  );
}

/** `"./x/*": "./y/*"`, also below conditions, of which the first one counts. */
const exportedPath = /"\.(\/[^"]*)"\s*:\s*(?:\{\s*"[^"]*"\s*:\s*)*"(\.\/[^"*]*)/g;

/** Every tsconfig; its `paths` are read from its own `baseUrl`, or from that of a file it extends. */
function readTsConfigs({ paths, read }: WrittenTree): Map<TreePath, TsConfig> {
  const known = new Map<TreePath, TreePath | undefined>();
  const baseOf = (path: TreePath, depth = 0): TreePath | undefined => {
    if (depth > deepestExtends) return undefined;
    // Files may extend each other, so each one is asked once.
    if (!known.has(path)) known.set(path, undefined).set(path, readBase(path, depth));
    return known.get(path);
  };
  const readBase = (path: TreePath, depth: number): TreePath | undefined => {
    const text = read(path) ?? read(`${path}.json`) ?? '';
    const own = /"baseUrl"\s*:\s*"([^"]+)"/.exec(text)?.[1];
    if (own !== undefined) return placeAt(parentOf(path), own);
    const parents = /"extends"\s*:\s*(\[[^\]]*\]|"[^"]*")/.exec(text)?.[1] ?? '';
    return Array.from(parents.matchAll(/"(\.[^"]*)"/g), ([, parent = '']) =>
      baseOf(placeAt(parentOf(path), parent), depth + 1),
    ).findLast((base) => base !== undefined);
  };
  return new Map(
    paths
      .filter((path) => /(?:^|\/)[tj]sconfig[^/]*\.json$/.test(path))
      .map((path) => [path, { base: baseOf(path) ?? parentOf(path), paths: pathsIn(read(path) ?? '') }]),
  );
}

/** The names in `paths`, and the first target of each. */
function pathsIn(text: string): ReadonlyMap<string, string> {
  const body = /"paths"\s*:\s*\{([^}]*)/.exec(text)?.[1] ?? '';
  const pairs = body.matchAll(/"([^"\n]+)"\s*:\s*\[\s*"([^"\n]+)"/g);
  return new Map(Array.from(pairs, ([, name = '', target = '']) => [withoutStar(name), withoutStar(target)]));
}

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
