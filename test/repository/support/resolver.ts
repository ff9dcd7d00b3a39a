import { posix } from 'node:path';
import { home, type Tree } from '../../plan/support/evaluate-config.ts';

/**
 * A resolver of its own for the property test: what the text of a reference or of a path option means under either
 * variant, worked out from the reference alone. Places are paths from the top of the tree, which is the empty path.
 */

export type Variant = 'b' | 'a';

/** What editions differ in, as far as the resolver has to know. */
export interface WorldFacts {
  /** The source directory of Variant A. */
  readonly sourceDir: string;
  /** What Variant A reads the names of source folders from, and those of public files and modules. */
  readonly sourcesFrom: 'root' | 'source';
  readonly othersFrom: 'root' | 'source';
  /** Where the bundler starts; no text of the repositories is read from there. */
  readonly bundlerRoot: { readonly b: 'root' | 'source'; readonly a: 'root' | 'source' };
  /** Folders of sources that only the edition has. */
  readonly folders: readonly string[];
  /** Aliases that only the edition has: the base in each variant, and the folder in it. */
  readonly aliases: readonly {
    readonly name: string;
    readonly folder: string;
    readonly base: { readonly b: 'root' | 'source'; readonly a: 'root' | 'source' };
  }[];
}

/** The facts of the default edition. */
export const plainFacts: WorldFacts = {
  sourceDir: 'app',
  sourcesFrom: 'root',
  othersFrom: 'root',
  bundlerRoot: { b: 'source', a: 'root' },
  folders: [],
  aliases: [],
};

/** One project as a variant reads it. */
export interface WorldProject {
  readonly facts: WorldFacts;
  readonly root: string;
  readonly source: string;
  readonly aliases: ReadonlyMap<string, string>;
  /** What the config says. */
  readonly options: Tree;
}

/** `compilerOptions.paths` of a package that is no project. */
export interface PathTable {
  readonly folder: string;
  readonly entries: readonly (readonly [pattern: string, targets: readonly string[]])[];
}

/** Everything that a text can be resolved with. */
export interface World {
  readonly variant: Variant;
  readonly files: ReadonlySet<string>;
  readonly projects: readonly WorldProject[];
  readonly tables: readonly PathTable[];
}

/**
 * How a text is read. `open` is the folder before something computed; `include` and `paths` belong to `tsconfig`
 * files, `range` to `package.json`.
 */
export type Kind =
  | 'module'
  | 'glob'
  | 'path'
  | 'asset'
  | 'style'
  | 'open'
  | 'include'
  | 'files'
  | 'paths'
  | 'range';

// ---- places

export function at(base: string, path: string): string {
  const joined = posix.join(base === '' ? '.' : base, path).replace(/\/$/, '');
  return joined === '.' ? '' : joined;
}

export function within(place: string, folder: string): boolean {
  return folder === ''
    ? !place.startsWith('..')
    : place === folder || place.startsWith(`${folder}/`);
}

export function below(folder: string, place: string): string {
  return posix.relative(`/${folder}`, `/${place}`);
}

export function folderOf(path: string): string {
  return at(path, '..');
}

export function hasFolder(files: Iterable<string>, folder: string): boolean {
  for (const file of files) if (file !== folder && within(file, folder)) return true;
  return false;
}

// ---- worlds

const sourceNames = ['assets', 'layouts', 'middleware', 'pages', 'plugins'] as const;

export function worldProject(
  variant: Variant,
  root: string,
  options: Tree,
  facts: WorldFacts = plainFacts,
): WorldProject {
  const fallback = variant === 'a' ? facts.sourceDir : '.';
  const source = folderText(root, (options.srcDir as string | undefined) ?? fallback);
  const aliases = defaultAliases(variant, root, source, facts);
  for (const [name, value] of Object.entries((options.alias ?? {}) as Tree)) {
    const text = String(value);
    const place = text.startsWith('/')
      ? folderText(root, text)
      : (aliased(aliases, text) ?? at(source, text));
    aliases.set(name, place);
  }
  return { facts, root, source, aliases, options };
}

function defaultAliases(
  variant: Variant,
  root: string,
  source: string,
  facts: WorldFacts,
): Map<string, string> {
  const served = variant === 'a' ? root : source;
  return new Map([
    ['~', source],
    ['@', source],
    ['~~', root],
    ['@@', root],
    ['#shared', at(root, 'shared')],
    ['#server', at(served, 'server')],
    ['assets', at(source, 'assets')],
    ['public', at(served, 'public')],
    ...facts.aliases.map(({ name, folder, base }): [string, string] => [
      name,
      at(base[variant] === 'root' ? root : source, folder),
    ]),
  ]);
}

/** A folder as a config says it, from `base`; path expressions come out absolute. */
function folderText(base: string, text: string): string {
  return text.startsWith(home) ? at(base, `.${text.slice(home.length)}`) : at(base, text);
}

export function projectOf<T extends { readonly root: string }>(
  projects: readonly T[],
  place: string,
): T | undefined {
  const around = projects.filter(({ root }) => within(place, root));
  return around.sort((a, b) => b.root.length - a.root.length)[0];
}

/** The table of a `tsconfig.json`, whose texts are read from its folder. */
export function pathTable(folder: string, text: string): PathTable {
  const { compilerOptions } = readJson(text) as {
    compilerOptions?: { baseUrl?: string; paths?: { [pattern: string]: string[] } };
  };
  const base = at(folder, compilerOptions?.baseUrl ?? '.');
  const entries = Object.entries(compilerOptions?.paths ?? {});
  return {
    folder,
    entries: entries.map(([pattern, targets]) => [
      pattern,
      targets.map((target) => at(base, target)),
    ]),
  };
}

/** JSON with comments on lines of their own. */
export function readJson(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, '').replaceAll(/^\s*\/\/.*$/gm, ''));
}

// ---- aliases

function aliasOf(table: ReadonlyMap<string, string>, text: string): string | undefined {
  const names = [...table.keys()].filter((name) => text === name || text.startsWith(`${name}/`));
  return names.sort((a, b) => b.length - a.length)[0];
}

export function aliased(table: ReadonlyMap<string, string>, text: string): string | undefined {
  const name = aliasOf(table, text);
  return name === undefined ? undefined : at(table.get(name) ?? '', `./${text.slice(name.length)}`);
}

// ---- references

/** A text without what follows the path: a query, or the fragment of an asset. */
export function splitSuffix(kind: Kind, text: string): { path: string; suffix: string } {
  const ends = kind === 'asset' || kind === 'style' ? /(?<=.)[?#].*$/ : /\?.*$/;
  const suffix =
    kind === 'module' || kind === 'asset' || kind === 'style' ? (ends.exec(text)?.[0] ?? '') : '';
  const path = text.slice(0, text.length - suffix.length);
  return { path: kind === 'asset' ? path.replaceAll('&amp;', '&') : path, suffix };
}

function isRelative(text: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(text);
}

/** The places that a text may mean, the first that is there counts. */
function placesOf(world: World, kind: Kind, from: string, path: string): string[] {
  if (path === '' || path.startsWith('/')) return [];
  const relative = at(folderOf(from), path);
  if (kind === 'path' || kind === 'include' || kind === 'files' || isRelative(path))
    return [relative];
  const project = projectOf(world.projects, from);
  if (!project) return kind === 'style' ? [relative] : throughTable(world, from, path);
  const [places = [], ...others] = [project, ...alsoReading(world, project, from)].map(
    ({ aliases }) => aliasedPlaces(aliases, kind, relative, path),
  );
  // Who does not know an alias leaves it to the layer.
  const isAgreed = others.every((list) => list.length === 0 || list.join() === places.join());
  return isAgreed ? places : [];
}

function aliasedPlaces(
  aliases: WorldProject['aliases'],
  kind: Kind,
  relative: string,
  path: string,
): string[] {
  const direct = aliased(aliases, path);
  if (kind !== 'asset' && kind !== 'style') return known([direct]);
  // A sign before any alias is allowed, and is not looked for where the whole is an alias.
  const marked = path.startsWith('~') ? aliased(aliases, path.slice(1)) : undefined;
  if (/^[~@#]/.test(path)) return known([direct ?? marked]);
  return kind === 'asset' ? [] : known([relative, direct]);
}

const neverCompiled = /^(?:server|public|modules|shared|layers|node_modules|tests?|\..*)$/;

/** The projects that compile a folder of a layer with their own aliases, as it is not among its sources. */
function alsoReading(
  { projects }: World,
  { root, source, facts }: WorldProject,
  from: string,
): WorldProject[] {
  // In the other editions, all aliases in a layer are its own.
  if (facts !== plainFacts) return [];
  const [top = '', ...rest] = below(root, from).split('/');
  if (
    rest.length === 0 ||
    within(from, source) ||
    within(source, at(root, top)) ||
    neverCompiled.test(top)
  )
    return [];
  return projects.filter(
    (user) =>
      folderOf(root) === at(user.root, 'layers') ||
      [user.options.extends ?? []]
        .flat()
        .some((text) => folderText(user.root, String(text)) === root),
  );
}

function known(places: readonly (string | undefined)[]): string[] {
  return places.filter((place) => place !== undefined);
}

function throughTable({ tables }: World, from: string, path: string): string[] {
  const table = projectOf(
    tables.map((item) => ({ ...item, root: item.folder })),
    from,
  );
  const fitting = (table?.entries ?? [])
    .map(([pattern, targets]) => ({ pattern, targets, start: pattern.replace(/\*$/, '') }))
    .filter(({ pattern, start }) =>
      pattern.endsWith('*') ? path.startsWith(start) : path === pattern,
    )
    .sort((a, b) => b.start.length - a.start.length)[0];
  return (fitting?.targets ?? []).map((target) =>
    at('', target.replace(/\*$/, path.slice(fitting?.start.length ?? 0))),
  );
}

const codeEndings = ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.vue', '.json'];

/** The files that a place may stand for, in the order in which they are tried. */
function candidates(kind: Kind, place: string, folderOnly: boolean): string[] {
  if (kind === 'style') {
    const partial = at(folderOf(place), `_${posix.basename(place)}`);
    return [
      place,
      `${place}.scss`,
      `${place}.css`,
      `${place}.less`,
      partial,
      `${partial}.scss`,
      at(place, '_index.scss'),
      at(place, 'index.scss'),
    ];
  }
  if (kind !== 'module') return [place];
  const inside = codeEndings.map((ending) => at(place, `index${ending}`));
  // The name of what is compiled stands for its source.
  const source = place.endsWith('.js') ? [place.replace(/\.js$/, '.ts')] : [];
  return folderOnly
    ? inside
    : [place, ...source, ...codeEndings.map((ending) => place + ending), ...inside];
}

/** The file that a reference reaches. */
export function resolveFile(
  world: World,
  kind: Kind,
  from: string,
  text: string,
): string | undefined {
  const { path } = splitSuffix(kind, text);
  const folderOnly = /(?:^|\/)\.{0,2}$/.test(path);
  const all = placesOf(world, kind, from, path).flatMap((place) =>
    candidates(kind, place, folderOnly),
  );
  return all.find((file) => world.files.has(file));
}

/** The folder that a text with something computed behind it names. */
export function resolveFolder(world: World, from: string, text: string): string | undefined {
  return placesOf(world, 'module', from, text)[0];
}

// ---- globs

export function splitGlob(text: string): { folder: string; pattern: string } {
  const parts = text.split('/');
  const first = parts.findIndex((part) => /[*?{}[\]()!]/.test(part));
  if (first === -1) return { folder: text, pattern: '' };
  return { folder: parts.slice(0, first).join('/'), pattern: parts.slice(first).join('/') };
}

/** A set of files named by a folder and a pattern in it. */
export interface Globbed {
  readonly folder: string;
  readonly pattern: string;
}

export function resolveGlob(
  world: World,
  kind: Kind,
  from: string,
  text: string,
): Globbed | undefined {
  const { folder, pattern } = splitGlob(text);
  const place = placesOf(world, kind === 'include' ? 'include' : 'module', from, folder || '.')[0];
  if (place === undefined) return undefined;
  return { folder: place, pattern: pattern === '' ? '**/*' : pattern };
}

export function matched(files: Iterable<string>, { folder, pattern }: Globbed): string[] {
  const source = pattern
    .split('/')
    .map((part) => (part === '**' ? '(?:[^/]+/)*' : `${escaped(part).replaceAll('\\*', '[^/]*')}/`))
    .join('');
  const test = new RegExp(`^${source.replace(/\/$/, '')}$`);
  return [...files]
    .filter((file) => file !== folder && within(file, folder) && test.test(below(folder, file)))
    .sort();
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

// ---- path options

/** How the texts of an option are read. */
export type OptionRule = 'file' | 'folder' | 'module' | 'alias';

/** What a path option names: a file or folder that is there, or nothing. */
export function resolveOption(
  world: World,
  project: WorldProject,
  rule: OptionRule,
  text: string,
): string | undefined {
  if (text.startsWith(home)) return existing(world, rule, folderText(project.root, text));
  if (text.startsWith('/')) return undefined;
  // Of the two names for sources a module of Variant A takes neither.
  if (rule === 'module' && world.variant === 'a' && /^[~@](?:\/|$)/.test(text)) return undefined;
  const place = aliased(rule === 'alias' ? withoutOwn(world, project) : project.aliases, text);
  if (place !== undefined) return existing(world, rule, place);
  return (
    existing(world, rule, at(project.source, text)) ?? existing(world, rule, at(project.root, text))
  );
}

function withoutOwn(
  { variant }: World,
  { root, source, facts }: WorldProject,
): ReadonlyMap<string, string> {
  return defaultAliases(variant, root, source, facts);
}

function existing({ files }: World, rule: OptionRule, place: string): string | undefined {
  const file =
    rule === 'folder'
      ? undefined
      : candidates('module', place, false).find((one) => files.has(one));
  if (rule === 'alias') return files.has(place) || hasFolder(files, place) ? place : undefined;
  if (file !== undefined) return file;
  return rule === 'folder' && hasFolder(files, place) ? place : undefined;
}

/** The folders that the framework looks into by itself. */
export const scannedFolders = [
  ...sourceNames,
  'components',
  'composables',
  'utils',
  'modules',
  'public',
  'shared',
  'server',
] as const;

export type ScannedFolder = (typeof scannedFolders)[number];

/** What the config says about such a folder; some have no option. */
export function writtenFolder({ options }: WorldProject, name: ScannedFolder): string | undefined {
  if (name === 'server') return options.serverDir as string | undefined;
  if (name === 'components' || name === 'composables' || name === 'utils') return undefined;
  return (options.dir as Tree | undefined)?.[name] as string | undefined;
}

export function scannedFolder(
  variant: Variant,
  project: WorldProject,
  name: ScannedFolder,
): string {
  const { root, source, facts } = project;
  const own = writtenFolder(project, name);
  if (own === undefined) return defaultFolder(variant, project, name);
  const signed = /^[~@#]/.test(own) ? aliased(project.aliases, own) : undefined;
  const base = sourceNames.some((one) => one === name) ? facts.sourcesFrom : facts.othersFrom;
  const fromRoot = name === 'server' || name === 'shared' || (variant === 'a' && base === 'root');
  return signed ?? folderText(fromRoot ? root : source, own);
}

export function defaultFolder(
  variant: Variant,
  { root, source }: WorldProject,
  name: ScannedFolder,
): string {
  if (name === 'shared') return at(root, name);
  const atRoot = variant === 'a' && (name === 'server' || name === 'public' || name === 'modules');
  return at(atRoot ? root : source, name);
}
