import type { AliasTables, Catalogue } from '../../../catalogue/index.ts';
import { longestPath, placeAt } from '../../../config/places.ts';
import { deepestExtends } from '../../../project/alias-scopes.ts';
import type { MoveMap } from '../../../project/moves.ts';
import { once, remembered } from '../../../project/remembered.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';

/** A folder that texts are read from, before and after. */
export interface ReadFrom {
  readonly before: TreePath;
  readonly after: TreePath;
}

/** A file with a text, from which own aliases are read. */
export interface AliasSource {
  readonly path: TreePath;
  readonly text: string;
}

/** A project as the witness needs to know it. */
export interface WitnessedProject {
  readonly folder: TreePath;
  readonly root: ReadFrom;
  /** Undefined if it is unknown. */
  readonly source: ReadFrom | undefined;
  /** Whether texts may be written for Variant A already. */
  readonly newer: boolean;
  /** The config and the local files it is read from. */
  readonly sources: readonly AliasSource[];
}

/** What the files of a folder are read with; what is nearer comes first. */
export interface Scope {
  readonly aliases: readonly ReadonlyMap<string, ReadFrom>[];
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
  readonly definitions: ReadonlyMap<TreePath, readonly OwnAlias[]>;
  /** The folder that `paths` are read from, if that is not the file's own. */
  readonly bases: ReadonlyMap<TreePath, ReadFrom>;
  /** Where an alias leads afterwards that leads to a place now, because that is what a project means by it. */
  meant(name: string, place: TreePath): TreePath | undefined;
}

/** Reads the texts of all tsconfigs. */
export function readTsConfigs(
  tsConfigs: readonly AliasSource[],
  projects: readonly WitnessedProject[],
  moves: MoveMap,
  { facts }: Catalogue,
): TsConfigAliases {
  return {
    definitions: new Map(tsConfigs.map(({ path, text }) => [path, aliasesIn(text)])),
    bases: baseFolders(tsConfigs, moves),
    meant: createAliasMeanings(projects, facts.aliases),
  };
}

/** Finds the scope of a folder. */
export function createScopes(
  projects: readonly WitnessedProject[],
  { definitions, bases, meant }: TsConfigAliases,
  packages: readonly AliasSource[],
  moves: MoveMap,
  catalogue: Catalogue,
): (folder: TreePath) => Scope {
  const outermost = outermostScope(packages, moves);
  const byFolder = new Map(projects.map((project) => [project.folder, project]));
  const paths = new Map<TreePath, Map<string, ReadFrom>>();
  for (const [file, aliases] of definitions) {
    const folder = parentOf(file);
    const table = remembered(paths, folder, () => new Map<string, ReadFrom>());
    const base = bases.get(file)?.before ?? folder;
    for (const { name, path } of aliases) {
      const place = placeAt(base, path);
      table.set(name, { before: place, after: meant(name, place) ?? moves.after(place) });
    }
  }
  const known = new Map<TreePath, Scope>();
  const find = (folder: TreePath): Scope =>
    remembered(known, folder, () => {
      const outer = folder === '' ? outermost : find(parentOf(folder));
      const project = byFolder.get(folder);
      const table = paths.get(folder);
      const inner = project ? within(project, outer, moves, catalogue) : outer;
      return table ? { ...inner, aliases: [...inner.aliases, table] } : inner;
    });
  return find;
}

/** What counts everywhere: the names of packages in which something moves, and where their `exports` lead. */
function outermostScope(packages: readonly AliasSource[], moves: MoveMap): Scope {
  const named = packages.flatMap(({ path, text }): [string, ReadFrom][] => {
    const folder = parentOf(path);
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
  return { aliases, bases: [{ before: '', after: '' }], served: [], newer: false };
}

/** `"./x/*": "./y/*"`, also below conditions, of which the first one counts. */
const exportedPath = /"\.(\/[^"]*)"\s*:\s*(?:\{\s*"[^"]*"\s*:\s*)*"(\.\/[^"*]*)/g;

function within(
  { root, source, newer, sources }: WitnessedProject,
  outer: Scope,
  moves: MoveMap,
  { facts, folders, path: option }: Catalogue,
): Scope {
  const defaults = source ? defaultAliases(facts.aliases, root, source) : new Map<string, ReadFrom>();
  const own = sources.flatMap(({ path, text }) => {
    const folder = parentOf(path);
    return aliasesIn(text).flatMap((alias) => {
      const isRelative = /^\.{1,2}(?:\/|$)/.test(alias.path);
      const reading = isRelative
        ? { path: alias.path, bases: [{ before: folder }] }
        : readAlias(defaults, alias.path);
      const [base] = reading?.bases ?? [];
      if (!reading || !base) return [];
      const place = placeAt(base.before, reading.path);
      // A bundler's own alias for the sources is reported where it is defined, and has to lead to them then.
      const isDefault = alias.isOfBundler && defaults.get(alias.name)?.before === place;
      return isDefault ? [] : [new Map([[alias.name, movedWith(place, moves)]])];
    });
  });
  const bases = [root, ...(source ? [source] : [])];
  const { name: publicFolder } = folders.withOption(option['dir.public']);
  const publicFolders = bases.map(({ before }) => movedWith(placeAt(before, publicFolder), moves));
  const start = (variant: 'a' | 'b') => (source && facts.bundlerRoot[variant] === 'source' ? source : root);
  const bundled = source ? [{ before: start('b').before, after: start('a').after }] : [];
  return {
    aliases: [...own, defaults, ...outer.aliases],
    bases: [...bases, ...outer.bases],
    served: [...publicFolders, ...bundled],
    newer,
    source,
  };
}

/** The folder that each tsconfig reads `paths` from, by its path: its own `baseUrl`, or that of a file it extends. */
function baseFolders(tsConfigs: readonly AliasSource[], moves: MoveMap): ReadonlyMap<TreePath, ReadFrom> {
  const texts = new Map(tsConfigs.map(({ path, text }) => [path, text]));
  const known = new Map<TreePath, TreePath | undefined>();
  const baseOf = (path: TreePath, depth = 0): TreePath | undefined => {
    if (depth > deepestExtends) return undefined;
    // Files may extend each other, so each one is asked once.
    if (!known.has(path)) known.set(path, undefined).set(path, readBase(path, depth));
    return known.get(path);
  };
  const readBase = (path: TreePath, depth: number): TreePath | undefined => {
    const text = texts.get(path) ?? texts.get(`${path}.json`);
    const own = /"baseUrl"\s*:\s*"([^"]+)"/.exec(text ?? '')?.[1];
    if (own !== undefined) return placeAt(parentOf(path), own);
    const parents = /"extends"\s*:\s*(\[[^\]]*\]|"[^"]*")/.exec(text ?? '')?.[1] ?? '';
    return Array.from(parents.matchAll(/"(\.[^"]*)"/g), ([, parent = '']) =>
      baseOf(placeAt(parentOf(path), parent), depth + 1),
    ).findLast((base) => base !== undefined);
  };
  return new Map(
    tsConfigs.flatMap(({ path }) => {
      const base = baseOf(path);
      return base === undefined ? [] : [[path, movedWith(base, moves)]];
    }),
  );
}

function movedWith(place: TreePath, moves: MoveMap): ReadFrom {
  return { before: place, after: moves.after(place) };
}

function defaultAliases(
  { a, b }: AliasTables,
  root: ReadFrom,
  source: ReadFrom,
): ReadonlyMap<string, ReadFrom> {
  const before = new Map(b.map(({ name, place }) => [name, place]));
  return new Map(
    a.flatMap(({ name, place }): [string, ReadFrom][] => {
      const old = before.get(name);
      if (!old) return [];
      const [from, to] = [old.base === 'root' ? root : source, place.base === 'root' ? root : source];
      return [[name, { before: placeAt(from.before, old.path), after: placeAt(to.after, place.path) }]];
    }),
  );
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

/** An alias as a text defines it. */
export interface OwnAlias {
  readonly name: string;
  readonly path: string;
  /** Whether it is one of `resolve.alias`. */
  readonly isOfBundler: boolean;
}

/** The names and paths in whatever is called `alias` or `paths`. */
function aliasesIn(text: string): OwnAlias[] {
  const found: OwnAlias[] = [];
  const constants = once(() => constantsIn(text));
  const start = /\b(?:alias|paths)["']?\s*[:=]\s*\{/g;
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const end = closingBrace(text, start.lastIndex);
    const before = text.slice(Math.max(0, match.index - longestPath), match.index);
    const isOfBundler = /\bresolve["']?\s*:\s*\{[^{}]*$/.test(before);
    const pairs = pairsIn(text.slice(start.lastIndex, end), constants());
    for (const pair of pairs) found.push({ ...pair, isOfBundler });
    // What is inside it was read along.
    start.lastIndex = end;
  }
  return found;
}

function pairsIn(body: string, constants: ReadonlyMap<string, string>): Omit<OwnAlias, 'isOfBundler'>[] {
  // Keys start behind what cannot be a part of them, so that a long word is read once.
  const keys = Array.from(body.matchAll(/(?<![^\s"'`,:{}()[\]])(["'`]?)([^\s"'`,:{}()[\]]+)\1\s*:/g));
  return keys.flatMap((key, index) => {
    const value = body.slice(key.index + key[0].length, keys[index + 1]?.index);
    const path = pathIn(value) ?? pathIn(constants.get(/^\s*([\w$]+)/.exec(value)?.[1] ?? '') ?? '');
    return path === undefined ? [] : [{ name: withoutStar(key[2] ?? ''), path: withoutStar(path) }];
  });
}

/** The text in a value, or the folder of the file. */
function pathIn(value: string): string | undefined {
  const text = /["'`]([^"'`\n]+)["'`]/.exec(value)?.[1];
  if (text === undefined) return /^\s*(?:__dirname|import\.meta\.dirname)\b/.test(value) ? '.' : undefined;
  // What is joined to the own folder is in it, even if it looks like a package.
  return /^\w/.test(text) && /\b(?:__dirname|import\.meta)\b/.test(value) ? `./${text}` : text;
}

/** What a text gives its names, by name. */
function constantsIn(text: string): ReadonlyMap<string, string> {
  const found = Array.from(text.matchAll(/\b(?:const|let|var)\s+([\w$]+)\s*=([^;\n]*)/g));
  // Of several that have the same name, the first counts.
  return new Map(found.reverse().map(([, name = '', value = '']) => [name, value]));
}

function createAliasMeanings(
  projects: readonly WitnessedProject[],
  aliases: AliasTables,
): TsConfigAliases['meant'] {
  const known = new Map<string, TreePath>();
  for (const { root, source } of projects)
    for (const [name, { before, after }] of source ? defaultAliases(aliases, root, source) : [])
      known.set(`${name}\0${before}`, after);
  return (name, place) => known.get(`${name}\0${place}`);
}

/** The text without the star at its end. */
export function withoutStar(text: string): string {
  return text.replace(/\/?\*$/, '');
}

function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
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
