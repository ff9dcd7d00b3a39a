import type { Catalogue } from '../../../catalogue/index.ts';
import { placeAt } from '../../../config/places.ts';
import { deepestExtends } from '../../../project/alias-scopes.ts';
import type { MoveMap } from '../../../project/moves.ts';
import { remembered } from '../../../project/remembered.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import { type WrittenProject, type WrittenTree, withoutStar } from './world.ts';

/** A folder that texts are read from, before and after. */
export interface ReadFrom {
  readonly before: TreePath;
  readonly after: TreePath;
}

/** A project before and after, as its texts and the disk show it. */
export interface WitnessedProject {
  readonly folder: TreePath;
  readonly root: ReadFrom;
  /** Undefined if it is unknown. */
  readonly source: ReadFrom | undefined;
  /** Whether texts may be written for Variant A already. */
  readonly newer: boolean;
  /** Where its aliases lead, those of its layers included. */
  readonly aliases: ReadonlyMap<string, ReadFrom>;
  /** Aliases whose places cannot be read. */
  readonly unread: ReadonlySet<string>;
  /** The config, and the local files that it is read from. */
  readonly files: readonly TreePath[];
  /** Where the bundler starts. */
  readonly bundler: ReadFrom | undefined;
}

/** Puts what two trees say about each project together. */
export function witnessedProjects(
  before: ReadonlyMap<TreePath, WrittenProject>,
  after: ReadonlyMap<TreePath, WrittenProject>,
  moves: MoveMap,
  { facts }: Catalogue,
): WitnessedProject[] {
  return [...before.values()].flatMap((old) => {
    const now = after.get(moves.after(old.folder));
    if (!now) return [];
    const aliases = new Map<string, ReadFrom>();
    const unread = new Set<string>();
    for (const [name, place] of old.aliases) {
      const later = now.aliases.get(name);
      if (place === undefined || later === undefined) unread.add(name);
      else aliases.set(name, { before: place, after: later });
    }
    const startOf = ({ root, source, isNewer }: WrittenProject) =>
      facts.bundlerRoot[isNewer ? 'a' : 'b'] === 'source' ? source : root;
    const pair = (one: TreePath | undefined, other: TreePath | undefined): ReadFrom | undefined =>
      one === undefined || other === undefined ? undefined : { before: one, after: other };
    return [
      {
        folder: old.folder,
        root: { before: old.root, after: now.root },
        source: pair(old.source, now.source),
        newer: old.isInstalled,
        ...{ aliases, unread, files: old.files },
        bundler: pair(startOf(old), startOf(now)),
      },
    ];
  });
}

/** What the files of a folder are read with; what is nearer comes first. */
export interface Scope {
  readonly aliases: readonly ReadonlyMap<string, ReadFrom>[];
  /** Aliases whose places cannot be read. */
  readonly unread: ReadonlySet<string>;
  readonly bases: readonly ReadFrom[];
  /** Where addresses that start with a slash may lead. */
  readonly served: readonly ReadFrom[];
  readonly newer: boolean;
  /** The source directory of the project. */
  readonly source?: ReadFrom | undefined;
}

/** What tsconfigs say about aliases. */
export interface TsConfigAliases {
  /** The aliases of each file. */
  readonly definitions: ReadonlyMap<TreePath, ReadonlyMap<string, string>>;
  /** The folder that `paths` are read from, if that is not the file's own. */
  readonly bases: ReadonlyMap<TreePath, ReadFrom>;
  /** Where the aliases of the files of a folder lead. */
  readonly tables: ReadonlyMap<TreePath, ReadonlyMap<string, ReadFrom>>;
  /** Where an alias leads afterwards that leads to a place now, because that is what a project means by it. */
  meant(name: string, place: TreePath): TreePath | undefined;
}

/** No file is called so: an alias that nobody defines any more leads there. */
const gone = '\0';

/** Reads the texts of all tsconfigs in two trees. */
export function readTsConfigs(
  before: WrittenTree,
  after: WrittenTree,
  projects: readonly WitnessedProject[],
  moves: MoveMap,
): TsConfigAliases {
  const paths = before.paths.filter((path) => tsConfigName.test(path));
  const [olds, news] = [baseFolders(paths, before), baseFolders(paths.map(moves.after), after)];
  const meant = createAliasMeanings(projects);
  const definitions = new Map<TreePath, ReadonlyMap<string, string>>();
  const bases = new Map<TreePath, ReadFrom>();
  const tables = new Map<TreePath, Map<string, ReadFrom>>();
  for (const path of paths) {
    const later = moves.after(path);
    const [old, now] = [pathsIn(before.read(path) ?? ''), pathsIn(after.read(later) ?? '')];
    const [base, newBase] = [olds.get(path), news.get(later)];
    if (base !== undefined) bases.set(path, { before: base, after: newBase ?? moves.after(base) });
    definitions.set(path, old);
    const table = remembered(tables, parentOf(path), () => new Map<string, ReadFrom>());
    for (const [name, target] of old) {
      const place = placeAt(base ?? parentOf(path), target);
      const text = now.get(name);
      const there = text === undefined ? gone : placeAt(newBase ?? parentOf(later), text);
      table.set(name, { before: place, after: meant(name, place) ?? there });
    }
  }
  return { definitions, bases, tables, meant };
}

const tsConfigName = /(?:^|\/)[tj]sconfig[^/]*\.json$/;

/** The names in `paths`, and the first target of each. */
function pathsIn(text: string): ReadonlyMap<string, string> {
  const start = /"paths"\s*:\s*\{/.exec(text);
  const body = start ? text.slice(start.index + start[0].length).split('}', 1)[0] : '';
  const pairs = (body ?? '').matchAll(/"([^"\n]+)"\s*:\s*\[\s*"([^"\n]+)"/g);
  return new Map(Array.from(pairs, ([, name = '', target = '']) => [withoutStar(name), withoutStar(target)]));
}

/** Finds the scope of a folder. */
export function createScopes(
  projects: readonly WitnessedProject[],
  { tables }: TsConfigAliases,
  tree: WrittenTree,
  moves: MoveMap,
  catalogue: Catalogue,
): (folder: TreePath) => Scope {
  const outermost = outermostScope(tree, moves);
  const byFolder = new Map(projects.map((project) => [project.folder, project]));
  const known = new Map<TreePath, Scope>();
  const find = (folder: TreePath): Scope =>
    remembered(known, folder, () => {
      const outer = folder === '' ? outermost : find(parentOf(folder));
      const project = byFolder.get(folder);
      const table = tables.get(folder);
      const inner = project ? within(project, outer, moves, catalogue) : outer;
      return table ? { ...inner, aliases: [...inner.aliases, table] } : inner;
    });
  return find;
}

/** What counts everywhere: the names of packages in which something moves, and where their `exports` lead. */
function outermostScope({ paths, read }: WrittenTree, moves: MoveMap): Scope {
  const named = paths.flatMap((path): [string, ReadFrom][] => {
    if (!path.endsWith('/package.json')) return [];
    const folder = parentOf(path);
    const text = read(path) ?? '';
    const name = /"name"\s*:\s*"([^"]+)"/.exec(text)?.[1];
    const isMoving = folder !== '' && moves.partsOf(folder).length > 0;
    if (name === undefined || !isMoving) return [];
    if (!text.includes('"exports"')) return [[name, movedWith(folder, moves)]];
    return Array.from(text.matchAll(exportedPath), ([, key = '', target = '']) => [
      withoutStar(`${name}${key}`),
      movedWith(placeAt(folder, target), moves),
    ]);
  });
  const aliases = named.length > 0 ? [new Map(named)] : [];
  return { aliases, unread: new Set(), bases: [{ before: '', after: '' }], served: [], newer: false };
}

/** `"./x/*": "./y/*"`, also below conditions, of which the first one counts. */
const exportedPath = /"\.(\/[^"]*)"\s*:\s*(?:\{\s*"[^"]*"\s*:\s*)*"(\.\/[^"*]*)/g;

function within(
  { root, source, newer, aliases, unread, bundler }: WitnessedProject,
  outer: Scope,
  moves: MoveMap,
  { folders, path: option }: Catalogue,
): Scope {
  const bases = [root, ...(source ? [source] : [])];
  const { name: publicFolder } = folders.withOption(option['dir.public']);
  const publicFolders = bases.map(({ before }) => movedWith(placeAt(before, publicFolder), moves));
  return {
    aliases: [aliases, ...outer.aliases],
    unread,
    bases: [...bases, ...outer.bases],
    served: [...publicFolders, ...(bundler ? [bundler] : [])],
    newer,
    source,
  };
}

/** The folder that each tsconfig reads `paths` from, by its path: its own `baseUrl`, or that of a file it extends. */
function baseFolders(paths: readonly TreePath[], { read }: WrittenTree): ReadonlyMap<TreePath, TreePath> {
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
    paths.flatMap((path) => {
      const base = baseOf(path);
      return base === undefined ? [] : [[path, base]];
    }),
  );
}

function movedWith(place: TreePath, moves: MoveMap): ReadFrom {
  return { before: place, after: moves.after(place) };
}

/** A text that starts with an alias, read from its folder; of several aliases the longest counts. */
function readAlias(aliases: ReadonlyMap<string, ReadFrom>, text: string): Reading | undefined {
  let found = '';
  for (const name of aliases.keys()) {
    const isWhole = text.length === name.length || text[name.length] === '/';
    if (isWhole && name.length > found.length && text.startsWith(name)) found = name;
  }
  const base = aliases.get(found);
  return base && { path: text.slice(found.length + 1), bases: [base] };
}

function createAliasMeanings(projects: readonly WitnessedProject[]): TsConfigAliases['meant'] {
  const known = new Map<string, TreePath>();
  for (const { aliases } of projects)
    for (const [name, { before, after }] of aliases) known.set(`${name}\0${before}`, after);
  return (name, place) => known.get(`${name}\0${place}`);
}

/** A path, and the folders that it may be read from, the likeliest first. */
export interface Reading {
  readonly path: string;
  readonly bases: readonly ReadFrom[];
}

/** How a text may be read as a path; there may be more than one way. */
export interface PathReadings {
  readonly readings: readonly Reading[];
  /** Whether it starts as only paths do: with a dot or an alias. */
  readonly isSigned: boolean;
}

/** Reads a text as a path from near folders, or through an alias; undefined if it has no such form. */
export function readPathText(
  text: string,
  near: readonly ReadFrom[],
  served: readonly ReadFrom[],
  aliases: Scope['aliases'],
  own = 1,
): PathReadings | undefined {
  // Behind the name of a folder, as in `__dirname + '/../x'`; no address starts like that.
  const { path, isPattern } = withoutPattern(text.replace(/^\/(?=\.{1,2}\/)/, ''));
  if (path === '' || path === '.' || (!isPattern && !/[^./~@#]|^\.\.\//.test(path))) return undefined;
  // A step up is taken from the file itself, or from the folder that it names for its paths.
  if (path.startsWith('../')) return { readings: [{ path, bases: near.slice(0, own) }], isSigned: true };
  if (path.startsWith('./')) return { readings: [{ path, bases: near }], isSigned: true };
  if (path.startsWith('/')) {
    // An address without an extension is a page.
    const isFile = isPattern || /\.\w+$/.test(path);
    return isFile ? { readings: [{ path: path.slice(1), bases: served }], isSigned: false } : undefined;
  }
  const named = aliases.flatMap((table) => readAlias(table, path) ?? []);
  if (!/^[~@#]/.test(path)) return { readings: [...named, { path, bases: near }], isSigned: false };
  if (named.length > 0) return { readings: named, isSigned: true };
  // Styles may have a `~` in front of aliases and packages.
  return path.startsWith('~') ? readPathText(path.slice(1), [], [], aliases) : undefined;
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
