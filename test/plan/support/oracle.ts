import { posix } from 'node:path';
import { home, type Tree } from './evaluate-config.ts';

/**
 * What a migrated config must mean, worked out from the plain values of the config before it: a small model of both
 * variants that shares nothing with the code under test.
 */

export interface Choices {
  readonly layout: 'auto' | 'app' | 'keep';
  readonly keepDefaults: boolean;
}

/** Where the sources are before and after, and what moves in between. Places are absolute paths. */
export interface Model {
  readonly root: string;
  readonly before: string;
  readonly after: string;
  /** Whether paths may be touched at all. */
  readonly kind: 'layout' | 'migrated' | 'unknown';
  readonly moves: readonly (readonly [from: string, to: string])[];
  readonly aliasesB: ReadonlyMap<string, string>;
  readonly aliasesA: ReadonlyMap<string, string>;
}

/** How the texts of an option are read. */
type Rule = 'file' | 'template' | 'folder' | 'alias' | 'module' | 'watch' | 'ignore';

const sourceNames = ['assets', 'layouts', 'middleware', 'pages', 'plugins'];
const stayingNames = [
  'server',
  'public',
  'modules',
  'shared',
  'layers',
  'node_modules',
  'tests',
  'test',
];

// ---- places

function at(base: string, path: string): string {
  return posix.resolve(base, path);
}

export function within(place: string, folder: string): boolean {
  return place === folder || place.startsWith(`${folder}/`);
}

function below(folder: string, place: string): string {
  return posix.relative(folder, place);
}

/** The place that something has afterwards: of moves inside each other the innermost counts. */
export function moved(place: string, { moves }: Pick<Model, 'moves'>): string {
  const fitting = moves
    .filter(([from]) => within(place, from))
    .sort(([a], [b]) => b.length - a.length)[0];
  // `app.config.*` moves whatever its extension is.
  const name = moves.find(([from]) => from.endsWith('.*') && place.startsWith(from.slice(0, -1)));
  if (name && !place.slice(name[0].length - 1).includes('/'))
    return posix.join(posix.dirname(name[1]), posix.basename(place));
  return fitting ? at(fitting[1], below(fitting[0], place)) : place;
}

// ---- scopes

/** The config and its override blocks, each with the way to it. */
export function scopesOf(config: Tree): { readonly name: string; readonly options: Tree }[] {
  const blocks = ['$production', '$development', '$test'].map((name) => ({
    name,
    options: config[name],
  }));
  const named = Object.entries((config.$env ?? {}) as Tree).map(([name, options]) => ({
    name: `$env.${name}`,
    options,
  }));
  return [
    { name: '', options: config },
    ...[...blocks, ...named].filter((block): block is { name: string; options: Tree } =>
      isTree(block.options),
    ),
  ];
}

export function isTree(value: unknown): value is Tree {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

export function getIn(tree: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Tree | undefined | null)?.[key], tree);
}

// ---- the model

export function modelOf(config: Tree, { layout }: Choices): Model {
  const root = at(home, (config.rootDir as string | undefined) ?? '.');
  const explicit = config.srcDir !== undefined;
  const before = at(root, (config.srcDir as string | undefined) ?? '.');
  const stays = layout === 'keep' || (layout === 'auto' && explicit) || !within(before, root);
  const after = stays ? before : `${root}/app`;
  const kind = kindOf(config);
  const { table: aliasesB, own } = aliasesBefore(config, root, before);
  const named = (options: Tree) => namedFolders(options, root, aliasesB, own);
  const moves = stays || kind !== 'layout' ? [] : movesOf(config, root, before, named);
  const aliasesA = new Map([
    ...defaultAliases(root, after),
    ['public', `${root}/public`],
    ['#server', `${root}/server`],
  ]);
  const model = { root, before, after, kind, moves, aliasesB, aliasesA } as const;
  for (const name of own) aliasesA.set(name, moved(aliasesB.get(name) ?? '', model));
  return model;
}

function aliasesBefore(
  config: Tree,
  root: string,
  source: string,
): { table: Map<string, string>; own: Set<string> } {
  const table = new Map([
    ...defaultAliases(root, source),
    ['public', `${source}/public`],
    ['#server', `${source}/server`],
  ]);
  const own = new Set<string>();
  for (const { options } of scopesOf(config)) {
    for (const [name, value] of Object.entries((options.alias ?? {}) as Tree)) {
      const place = aliasPlace(String(value), table, source);
      if (place === undefined) continue;
      own.add(name);
      table.set(name, place);
    }
  }
  return { table, own };
}

/** A bare alias value is a package, and what starts with `/` is no part of the project. */
function aliasPlace(
  text: string,
  table: ReadonlyMap<string, string>,
  source: string,
): string | undefined {
  if (text.startsWith('/')) return within(text, home) ? text : undefined;
  return aliased(table, text) ?? (isRelative(text) ? at(source, text) : undefined);
}

function defaultAliases(root: string, source: string): [string, string][] {
  return [
    ['~', source],
    ['@', source],
    ['~~', root],
    ['@@', root],
    ['#shared', `${root}/shared`],
    ['assets', `${source}/assets`],
    ['#build', `${root}/.fw`],
  ];
}

function kindOf(config: Tree): Model['kind'] {
  const version = getIn(config, ['future', 'compatibilityVersion']) ?? 3;
  if (version === 4) return 'migrated';
  const [, ...blocks] = scopesOf(config);
  return version !== 3 || blocks.some(({ options }) => options.srcDir !== undefined)
    ? 'unknown'
    : 'layout';
}

function movesOf(
  config: Tree,
  root: string,
  before: string,
  named: (options: Tree) => readonly string[],
): [string, string][] {
  const after = `${root}/app`;
  if (before !== root) {
    const inner: [string, string] = [`${before}/app`, after];
    if (before === after) return [inner];
    const toRoot = ['server', 'public', 'modules'].map((name): [string, string] => [
      `${before}/${name}`,
      `${root}/${name}`,
    ]);
    return [[before, after], inner, ...toRoot];
  }
  const names = ['components', 'composables', 'utils', 'app.vue', 'error.vue', 'app.config.*'];
  const folders = new Set(names.map((name) => `${root}/${name}`));
  for (const { options } of scopesOf(config)) {
    for (const name of sourceNames) folders.add(sourceFolder(config, options, name, root));
    for (const folder of named(options)) folders.add(folder);
  }
  return [...folders]
    .filter(
      (folder) =>
        folder !== root &&
        within(folder, root) &&
        !within(folder, after) &&
        !stays(below(root, folder)),
    )
    .map((folder) => [folder, at(after, below(root, folder))]);
}

function stays(path: string): boolean {
  const top = path.split('/')[0] ?? '';
  return stayingNames.includes(top) || top.startsWith('.');
}

/** A folder of `dir` in one environment. One that is in `app/` already is known by the name it had in the root. */
function sourceFolder(config: Tree, options: Tree, name: string, root: string): string {
  const value = getIn(options, ['dir', name]) ?? getIn(config, ['dir', name]) ?? name;
  const place = at(root, String(value).replace(/^[~@]\//, './'));
  return place.startsWith(`${root}/app/`) ? at(root, below(`${root}/app`, place)) : place;
}

/** The folders that `components` and `imports.dirs` name. */
function namedFolders(
  options: Tree,
  root: string,
  table: ReadonlyMap<string, string>,
  own: ReadonlySet<string>,
): string[] {
  const lists = [
    options.components,
    getIn(options, ['components', 'dirs']),
    getIn(options, ['imports', 'dirs']),
  ];
  return lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((item: unknown) => {
      const text = isTree(item) ? item.path : item;
      if (typeof text !== 'string' || text.startsWith('!')) return [];
      const { folder } = splitGlob(text);
      // Part of a folder that the config has a name for does not leave it.
      if (
        [...own].some(
          (name) => aliasOf(table, folder) === name && folder.replace(/\/$/, '') !== name,
        )
      )
        return [];
      return [aliased(table, folder) ?? at(root, folder)];
    });
}

// ---- texts

function aliasOf(table: ReadonlyMap<string, string>, text: string): string | undefined {
  const names = [...table.keys()].filter((name) => text === name || text.startsWith(`${name}/`));
  return names.sort((a, b) => b.length - a.length)[0];
}

function aliased(table: ReadonlyMap<string, string>, text: string): string | undefined {
  const name = aliasOf(table, text);
  return name === undefined ? undefined : at(table.get(name) ?? '', `./${text.slice(name.length)}`);
}

function splitGlob(text: string): { folder: string; pattern: string } {
  const parts = text.split('/');
  const first = parts.findIndex((part) => /[*?{}[\]()!]/.test(part));
  if (first === -1) return { folder: text, pattern: '' };
  return { folder: parts.slice(0, first).join('/'), pattern: parts.slice(first).join('/') };
}

/** What a text names: a place with what is not part of the path, or nothing but itself. */
interface Read {
  readonly place?: string;
  /** The sign, the glob or the query, which must not change. */
  readonly rest: string;
}

function dissect(rule: Rule, text: string): { path: string; rest: string; pattern: string } {
  if (text.startsWith(home)) return { path: text, rest: '', pattern: '' };
  if (rule === 'folder' || rule === 'watch' || rule === 'ignore') {
    const sign = text.startsWith('!') ? '!' : '';
    const { folder, pattern } = splitGlob(text.slice(sign.length));
    return {
      path: folder === '' && pattern !== '' ? '.' : folder,
      rest: `${sign}|${pattern}`,
      pattern,
    };
  }
  const [path = '', query = ''] = text.split('?');
  return { path, rest: query, pattern: '' };
}

function isRelative(path: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(path);
}

/** Options with a base of their own take only names with a sign for aliases: `public/x` is a folder there. */
function tableFor(rule: Rule, table: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  if (rule === 'ignore') return new Map();
  if (rule !== 'watch') return table;
  return new Map([...table].filter(([name]) => /^[~@#]/.test(name)));
}

export function readB(rule: Rule, text: string, model: Model): Read {
  const { path, rest } = dissect(rule, text);
  if (within(path, home)) return { place: path, rest };
  if (rule === 'ignore') {
    const bare = text.replace(/^!/, '');
    // In the ignore syntax what has no slash, but at its end, matches in every folder.
    if (!bare.slice(0, -1).includes('/') || bare.startsWith('**')) return { rest };
    return { place: at(model.root, `./${path}`), rest };
  }
  if (path.startsWith('/')) return { rest };
  const alias = aliased(tableFor(rule, model.aliasesB), path);
  if (alias !== undefined) return { place: alias, rest };
  if (rule === 'watch') return { place: at(model.before, path), rest };
  if (rule === 'alias' && !isRelative(path)) return { rest };
  const takesPackages = rule === 'file' || rule === 'module';
  if (takesPackages && !isRelative(path) && !isKnown(path, model)) return { rest };
  return { place: unstated(path, model.root, model.before), rest };
}

/** A text that starts with the source directory is meant from the root; any other from the source directory. */
function unstated(path: string, root: string, source: string): string {
  return source !== root && within(at(root, path), source) ? at(root, path) : at(source, path);
}

/** Whether a bare name is taken for a folder or file of the project, where it could be a package too. */
function isKnown(path: string, model: Model): boolean {
  const top = path.split('/')[0] ?? '';
  const tops = model.moves.map(([from]) => below(model.before, from).split('/')[0]);
  const isFile =
    path === top &&
    moved(at(model.before, path), model) !== at(model.before, path) &&
    model.before === model.root;
  const source = below(model.root, model.before).split('/')[0];
  return (
    isFile ||
    tops.includes(top) ||
    (top !== '' && top === source) ||
    top === 'server' ||
    top === 'modules'
  );
}

export function readA(rule: Rule, text: string, model: Model): Read {
  const { path, rest } = dissect(rule, text);
  if (within(path, home)) return { place: path, rest };
  if (rule === 'ignore') return { place: at(model.root, `./${path}`), rest };
  if (path.startsWith('/')) return { rest };
  if (rule === 'module' && /^[~@](?:\/|$)/.test(path)) return { rest };
  const alias = aliased(tableFor(rule, model.aliasesA), path);
  if (alias !== undefined) return { place: alias, rest };
  if (rule === 'watch') return { place: at(model.after, path), rest };
  return { place: unstated(path, model.root, model.after), rest };
}

// ---- what is expected of each value

/** A check of one value in the place of the value itself. */
export class Expectation {
  readonly check: (actual: unknown) => string | undefined;

  constructor(check: (actual: unknown) => string | undefined) {
    this.check = check;
  }
}

const pathOptions: readonly (readonly [pattern: string, rule: Rule])[] = [
  ['alias.*', 'alias'],
  ['css.#', 'file'],
  ['plugins.#', 'file'],
  ['plugins.#.src', 'file'],
  ['components.#', 'folder'],
  ['components.#.path', 'folder'],
  ['components.dirs.#', 'folder'],
  ['components.dirs.#.path', 'folder'],
  ['imports.dirs.#', 'folder'],
  ['modules.#', 'module'],
  ['modules.#.0', 'module'],
  ['serverHandlers.#.handler', 'file'],
  ['devServerHandlers.#.handler', 'file'],
  ['watch.#', 'watch'],
  ['ignore.#', 'ignore'],
  ['build.templates.#.src', 'file'],
  ['spaLoadingTemplate', 'template'],
];

/** Puts an expectation in the place of every path of one scope. */
function expectPaths(options: Tree, model: Model): void {
  for (const [pattern, rule] of pathOptions)
    replaceIn(options, pattern.split('.'), (value) =>
      typeof value === 'string' ? expectPath(rule, value, model) : value,
    );
}

function replaceIn(
  holder: unknown,
  [key = '', ...rest]: readonly string[],
  replace: (value: unknown) => unknown,
): void {
  if (typeof holder !== 'object' || holder === null) return;
  const list = Array.isArray(holder);
  if ((key === '#' || key === '0') !== list) return;
  const tree = holder as Tree;
  const keys = key === '#' || key === '*' ? Object.keys(tree) : key in tree ? [key] : [];
  for (const name of keys) {
    if (rest.length > 0) replaceIn(tree[name], rest, replace);
    else tree[name] = replace(tree[name]);
  }
}

function expectPath(rule: Rule, text: string, model: Model): Expectation | string {
  const { place, rest } = readB(rule, text, model);
  if (model.kind !== 'layout' || place === undefined) return text;
  const wanted = moved(place, model);
  if (isForeignWatch(rule, text, place, model)) return text;
  const split = rest.includes('|') && !rest.endsWith('|') && isSplit(place, model);
  const mustStay = keepsText(rule, text, wanted, model) && !split;
  return new Expectation((actual) => {
    if (typeof actual !== 'string') return `is no text: ${String(actual)}`;
    if (split && actual === text) return undefined;
    const now = readA(rule, actual, model);
    if (now.place !== wanted || now.rest !== rest)
      return `${text} named ${place}, which is ${wanted} now; ${actual} names ${now.place}`;
    if (mustStay && actual !== text)
      return `${text} still names ${wanted} and need not become ${actual}`;
    if (/^@@?\//.test(text) && !actual.startsWith('@')) return `${text} lost its sign: ${actual}`;
    return undefined;
  });
}

/** A watched path that only Variant A finds inside the project was written for it. */
function isForeignWatch(rule: Rule, text: string, place: string, { root, after }: Model): boolean {
  return (
    rule === 'watch' && isRelative(text) && !within(place, root) && within(at(after, text), root)
  );
}

/** Whether parts of a folder move away from the rest. */
function isSplit(folder: string, model: Model): boolean {
  return model.moves.some(
    ([from]) =>
      from !== folder &&
      within(from, folder) &&
      moved(from, model) !== at(moved(folder, model), below(folder, from)),
  );
}

/** A reference that still reaches its file keeps its text, unless its base is stated nowhere and has changed. */
function keepsText(rule: Rule, text: string, wanted: string, model: Model): boolean {
  const { path } = dissect(rule, text);
  if (readA(rule, text, model).place !== wanted) return false;
  const stated = rule === 'watch' || rule === 'ignore' || within(path, home);
  return stated || aliased(model.aliasesB, path) !== undefined || model.before === model.after;
}

// ---- options that end or change name

const removedExperiments = ['compileTemplate', 'templateUtils', 'relativeWatchPaths'];
const formerIgnores = ['**/.direnv', '/vendor', '**/node-compile-cache', '**/test-results'];
/** Options that name one folder; they are compared by `folderMismatches`. */
const folderNames = [...sourceNames, 'modules', 'public', 'static', 'shared', 'app'];

/** What the migrated config must be: a copy with expectations in it, without folders and empty objects. */
export function expectedConfig(config: Tree, choices: Choices, model: Model): Tree {
  const expected = copied(config) as Tree;
  for (const { options } of scopesOf(expected)) {
    expectPaths(options, model);
    moveGenerate(options);
    moveTransformer(options, config);
    for (const name of removedExperiments) drop(options, ['experimental', name]);
    const version = getIn(options, ['future', 'compatibilityVersion']);
    if (version === 3 || version === 4) drop(options, ['future', 'compatibilityVersion']);
  }
  if (choices.keepDefaults && model.kind !== 'migrated') keepDefaults(expected, config);
  return withoutFolders(expected);
}

/** A copy without what is compared as folders, and without objects that hold nothing else. */
export function withoutFolders(config: Tree): Tree {
  const copy = copied(config) as Tree;
  delete copy.srcDir;
  for (const { options } of scopesOf(copy)) {
    delete options.serverDir;
    for (const name of folderNames) drop(options, ['dir', name]);
  }
  return pruned(copy) as Tree;
}

function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (!isTree(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copied(item)]));
}

function pruned(value: unknown): unknown {
  if (!isTree(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, pruned(item)] as const);
  return Object.fromEntries(
    entries.filter(([, item]) => !isTree(item) || Object.keys(item).length > 0),
  );
}

function drop(tree: Tree, path: readonly string[]): void {
  const holder = getIn(tree, path.slice(0, -1));
  if (isTree(holder)) delete holder[path.at(-1) ?? ''];
}

function put(tree: Tree, path: readonly string[], value: unknown): void {
  let holder = tree;
  for (const key of path.slice(0, -1)) {
    holder[key] ??= {};
    holder = holder[key] as Tree;
  }
  holder[path.at(-1) ?? ''] = value;
}

function moveGenerate(options: Tree): void {
  for (const [from, to] of [
    ['routes', 'routes'],
    ['exclude', 'ignore'],
  ] as const) {
    const list = getIn(options, ['generate', from]);
    if (!Array.isArray(list)) continue;
    const there = getIn(options, ['serverEngine', 'prerender', to]) as unknown[] | undefined;
    drop(options, ['generate', from]);
    put(options, ['serverEngine', 'prerender', to], there ? joined(there, list) : list);
  }
}

/** All items of two lists; one that is there already may be repeated, if it has a comment. */
function joined(there: readonly unknown[], list: readonly unknown[]): Expectation {
  const wanted = [...new Set([...there, ...list])];
  return new Expectation((actual) =>
    Array.isArray(actual) ? mismatch(wanted, [...new Set(actual)]) : 'not a list',
  );
}

/** An override block is merged with the config: what that sets counts there too. */
function moveTransformer(options: Tree, config: Tree): void {
  const from = getIn(options, ['transformer2', 'transform', 'options']);
  for (const [key, value] of isTree(from) ? Object.entries(from) : []) {
    drop(options, ['transformer2', 'transform', 'options', key]);
    const to = ['transformer1', 'options', key];
    if (getIn(options, to) === undefined && getIn(config, to) === undefined)
      put(options, to, value);
  }
}

function keepDefaults(expected: Tree, config: Tree): void {
  const former = [
    [['experimental', 'resetAsyncDataToUndefined'], true],
    [['experimental', 'defaults', 'useAsyncData', 'deep'], true],
    [['headManager', 'renderSSRHeadOptions', 'omitLineBreaks'], false],
  ] as const;
  for (const [path, value] of former)
    if (getIn(config, path) === undefined) put(expected, path, value);
  const own = (config.ignore ?? []) as unknown[];
  const added = formerIgnores.filter((pattern) => !own.includes(pattern));
  expected.ignore = [...((expected.ignore ?? []) as unknown[]), ...added];
}

// ---- comparing

/** Where two values differ, in words; nothing where the second is what the first asks for. */
export function mismatch(expected: unknown, actual: unknown, path = ''): string | undefined {
  if (expected instanceof Expectation) {
    const problem = expected.check(actual);
    return problem && `${path}: ${problem}`;
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length)
      return `${path}: ${String(actual)} for ${String(expected)}`;
    return first(expected.map((item, index) => mismatch(item, actual[index], `${path}[${index}]`)));
  }
  if (isTree(expected) && isTree(actual)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
    return first(keys.map((key) => mismatch(expected[key], actual[key], `${path}.${key}`)));
  }
  const same =
    typeof expected === 'object' || typeof expected === 'function'
      ? String(expected) === String(actual) && typeof expected === typeof actual
      : expected === actual;
  return same
    ? undefined
    : `${path}: ${JSON.stringify(actual) ?? String(actual)} for ${JSON.stringify(expected) ?? String(expected)}`;
}

function first(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}

// ---- options that name one folder

/** Differences in the folders that each environment works with, in words. */
export function folderMismatches(
  before: Tree,
  after: Tree,
  choices: Choices,
  model: Model,
): string[] {
  if (model.kind !== 'layout') return unreadFolders(before, after, model.kind === 'migrated');
  const problems = sourceDirProblems(before, after, choices, model);
  const scopes = new Map(scopesOf(after).map(({ name, options }) => [name, options]));
  for (const { name, options } of scopesOf(before)) {
    const now = scopes.get(name) ?? {};
    for (const folder of ['serverDir', ...folderNames.filter((dir) => dir !== 'static')]) {
      if (folder === 'public' && isUnclear(before, options)) continue;
      if (folder === 'app' && valueIn(before, options, 'app') === undefined) continue;
      const wanted = moved(placeB(before, options, folder, model), model);
      const found = placeA(after, now, folder, model);
      if (found !== wanted) problems.push(`${name} ${folder}: ${found} for ${wanted}`);
    }
    if (getIn(now, ['dir', 'static']) !== undefined) problems.push(`${name}: dir.static is left`);
  }
  return [...problems, ...needless(after, model)];
}

/** Which of the two counts when a block sets `dir.static` beside the main `dir.public` is stated nowhere. */
function isUnclear(main: Tree, block: Tree): boolean {
  if (main === block) return false;
  return (
    getIn(block, ['dir', 'static']) !== undefined && getIn(main, ['dir', 'public']) !== undefined
  );
}

/** Where paths cannot be read, folders keep their texts. */
function unreadFolders(before: Tree, after: Tree, renames: boolean): string[] {
  const scopes = new Map(scopesOf(after).map(({ name, options }) => [name, options]));
  return scopesOf(before).flatMap(({ name, options }) => {
    const now = scopes.get(name) ?? {};
    return [...folderNames, 'serverDir', 'srcDir'].flatMap((folder) => {
      const path = folder.endsWith('Dir') ? [folder] : ['dir', folder];
      const isFree = getIn(before, ['dir', 'public']) === undefined;
      const former =
        renames && isFree && folder === 'public' ? getIn(options, ['dir', 'static']) : undefined;
      const wanted = renames && folder === 'static' ? undefined : (getIn(options, path) ?? former);
      const found = getIn(now, path);
      return found === wanted ? [] : [`${name} ${folder}: ${String(found)} for ${String(wanted)}`];
    });
  });
}

function sourceDirProblems(before: Tree, after: Tree, { layout }: Choices, model: Model): string[] {
  const removed = layout === 'app' && within(model.before, model.root);
  const wanted = removed ? undefined : (before.srcDir ?? (layout === 'keep' ? '.' : undefined));
  const problems =
    after.srcDir === wanted ? [] : [`srcDir: ${String(after.srcDir)} for ${String(wanted)}`];
  const place = at(model.root, (after.srcDir as string | undefined) ?? 'app');
  if (place !== model.after) problems.push(`sources: ${place} for ${model.after}`);
  const pinned = layout === 'keep' && before.srcDir === undefined;
  if (pinned && getIn(after, ['dir', 'app']) === undefined) problems.push('dir.app is not pinned');
  return problems;
}

/** An option's value in one environment: the block's own, or that of the config. */
function valueIn(main: Tree, block: Tree, folder: string): string | undefined {
  const path = folder === 'serverDir' ? ['serverDir'] : ['dir', folder];
  return (getIn(block, path) ?? getIn(main, path)) as string | undefined;
}

function placeB(
  main: Tree,
  block: Tree,
  folder: string,
  { root, before, aliasesB }: Model,
): string {
  const own =
    valueIn(main, block, folder) ??
    (folder === 'public' ? valueIn(main, block, 'static') : undefined);
  const fromRoot = folder === 'serverDir' || folder === 'shared';
  if (own === undefined) {
    if (folder === 'serverDir') return `${before}/server`;
    return folder === 'shared' ? `${root}/shared` : `${before}/${folder}`;
  }
  const signed = aliased(new Map([...aliasesB].filter(([name]) => /^[~@#]/.test(name))), own);
  if (signed !== undefined) return signed;
  // What starts with the source directory is read from the root already.
  if (before !== root && within(at(root, own), before)) return at(root, own);
  return at(fromRoot ? root : before, own);
}

function placeA(main: Tree, block: Tree, folder: string, model: Model): string {
  const own = valueIn(main, block, folder);
  return own === undefined ? defaultA(folder, model) : folderA(own, model);
}

function folderA(own: string, { root, aliasesA }: Model): string {
  return (
    aliased(new Map([...aliasesA].filter(([name]) => /^[~@#]/.test(name))), own) ?? at(root, own)
  );
}

function defaultA(folder: string, { root, after }: Model): string {
  if (folder === 'serverDir') return `${root}/server`;
  return sourceNames.includes(folder) ? `${after}/${folder}` : `${root}/${folder}`;
}

/** What only repeats a default of Variant A is not written; override blocks may have to. */
function needless(after: Tree, model: Model): string[] {
  return ['serverDir', ...folderNames].flatMap((folder) => {
    const own = valueIn(after, after, folder);
    if (own === undefined || (folder === 'app' && model.after === model.root)) return [];
    const fallback = defaultA(folder, model);
    // Unset, it would mean another folder to whoever reads the text as Variant B.
    if (moved(placeB({}, {}, folder, model), model) !== fallback) return [];
    return folderA(own, model) === fallback ? [`${folder}: ${own} is the default`] : [];
  });
}

// ---- runs

/** Whether the text alone tells a second run that this was a first one. */
export function isRepeatable(config: Tree, { layout }: Choices, model: Model): boolean {
  if (model.kind === 'migrated') return false;
  if (model.kind === 'layout' && model.before !== model.root && hasOuterFolder(config, model))
    return false;
  const removed =
    layout === 'app' && config.srcDir !== undefined && within(model.before, model.root);
  return !(model.kind === 'layout' && removed && model.before !== model.root);
}

/** A folder beside the sources: Variant A's text for it is one that Variant B would read from the sources. */
function hasOuterFolder(config: Tree, model: Model): boolean {
  return scopesOf(config).some(({ options }) =>
    Object.entries((options.dir ?? {}) as Tree).some(([name, value]) => {
      if (!folderNames.includes(name) || name === 'shared' || String(value).startsWith(home))
        return false;
      return !within(placeB({}, { dir: { [name]: value } }, name, model), model.before);
    }),
  );
}

// ---- what a person must be told

export interface Due {
  readonly kind: 'decide' | 'verify';
  readonly option: string;
}

/** The follow-ups that a config cannot do without. */
export function dueFollowUps(config: Tree, model: Model): Due[] {
  return scopesOf(config).flatMap(({ name, options }) => {
    const due = [...dueForVersion(options), ...dueForGenerate(options), ...dueForEnded(options)];
    const { static: former, public: current } = (options.dir ?? {}) as Tree;
    const differ = former !== undefined && current !== undefined && former !== current;
    if (differ && model.kind !== 'unknown') due.push({ kind: 'verify', option: 'dir.static' });
    return due.map(({ kind, option }) => ({
      kind,
      option: name === '' ? option : `${name}.${option}`,
    }));
  });
}

function dueForVersion(options: Tree): Due[] {
  const version = getIn(options, ['future', 'compatibilityVersion']);
  if (version === undefined || version === 4) return [];
  return [{ kind: version === 3 ? 'verify' : 'decide', option: 'future.compatibilityVersion' }];
}

function dueForGenerate(options: Tree): Due[] {
  return Object.entries((options.generate ?? {}) as Tree).flatMap(([key, value]): Due[] => {
    if (key === 'routes' && Array.isArray(value)) return [];
    return [{ kind: key === 'exclude' ? 'verify' : 'decide', option: `generate.${key}` }];
  });
}

function dueForEnded(options: Tree): Due[] {
  const experiments = removedExperiments.filter(
    (key) => getIn(options, ['experimental', key]) === true,
  );
  const transformer = Object.keys(
    (getIn(options, ['transformer2', 'transform', 'options']) ?? {}) as Tree,
  );
  return [
    ...experiments.map((key): Due => ({ kind: 'decide', option: `experimental.${key}` })),
    ...transformer.map(
      (key): Due => ({ kind: 'verify', option: `transformer2.transform.options.${key}` }),
    ),
  ];
}
