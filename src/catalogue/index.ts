import { type BehaviourRow, fwBehaviours } from './behaviours.ts';
import type { Edition } from './edition.ts';
import { type Facts, fwFacts } from './facts.ts';
import { type FolderKinds, sortKinds } from './folder-kinds.ts';
import { type FollowUpText, fwFollowUps, isFollowUpCode } from './follow-ups.ts';
import { fwNames, type Names, toolNames } from './names.ts';
import { nearest } from './nearest.ts';
import type { Option, OptionRow, OptionTable, PathFact } from './option.ts';
import { appOptions } from './options/app.ts';
import { buildOptions } from './options/build.ts';
import { bundlerOptions } from './options/bundlers.ts';
import { compilerOptions } from './options/compilers.ts';
import { directoryOptions } from './options/directories.ts';
import { experimentalOptions } from './options/experimental.ts';
import { pageOptions } from './options/pages.ts';
import { serverOptions } from './options/server.ts';
import { sourceOptions } from './options/sources.ts';
import { EditionProblem, overlayDerivedRows, overlayFacts, overlayNames, overlayRows } from './overlay.ts';
import { type PathRule, readFromBases, rules } from './path-rules.ts';
import { asWritten, createSpelling, type KeyNames, type Spelling, wordsOf } from './spelling.ts';

export * from './aliases.ts';
export * from './behaviours.ts';
export * from './edition.ts';
export * from './facts.ts';
export * from './folder-kinds.ts';
export * from './follow-ups.ts';
export * from './names.ts';
export * from './nearest.ts';
export * from './option.ts';
export { EditionProblem } from './overlay.ts';
export { type PathRule, rules } from './path-rules.ts';

/** The options by topic, in the order of the reference. */
export const tables = [
  directoryOptions,
  appOptions,
  buildOptions,
  sourceOptions,
  compilerOptions,
  serverOptions,
  pageOptions,
  experimentalOptions,
  bundlerOptions,
] as const satisfies readonly OptionTable[];

type KeyOf<Table> = Table extends OptionTable ? keyof Table & string : never;

/**
 * A known option, as the tables call it; fields of array entries are written `plugins[].src`. What an edition calls
 * it is `catalogue.path[…]`.
 */
export type OptionPath = KeyOf<(typeof tables)[number]>;

/** A place in a config where a text may name a file or folder: `css[]`, `alias.*`. */
export interface PathPattern extends PathFact {
  readonly pattern: string;
  readonly option: string;
}

/** The options as they are nested, for walks beside a config. Items of arrays are the child `[]`. */
export interface OptionNode {
  readonly option: Option | undefined;
  readonly children: ReadonlyMap<string, OptionNode>;
}

/** Everything that is known about the framework, as one edition of it has it. */
export interface Catalogue {
  /** What it adds to the default edition. */
  readonly edition: Edition;
  readonly names: Names;
  readonly facts: Facts;
  readonly folders: FolderKinds;

  /** What each option is called. */
  readonly path: { readonly [option in OptionPath]: string };
  /** What an option is called; a path that is not in the tables is its own name. */
  pathOf(option: string): string;
  /** Every option of both variants, by what it is called. */
  readonly options: ReadonlyMap<string, Option>;
  readonly pathPatterns: readonly PathPattern[];
  /** Where a config names its layers. */
  readonly layerPatterns: readonly string[];
  /** Where a config names folders of sources beside those of `dir`. */
  readonly sourceFolderPatterns: readonly string[];
  /** Where a config names its modules. */
  readonly modulePatterns: readonly string[];
  /** The node above all options. */
  readonly optionTree: OptionNode;

  /** What to look for in sources, by name. */
  readonly behaviours: ReadonlyMap<string, BehaviourRow>;
  /** What a code means; undefined for one that a transform of a user brings along. */
  followUpText(code: string): FollowUpText | undefined;
  /** The codes of all follow-ups. */
  readonly followUpCodes: readonly string[];

  findOption(path: string): Option | undefined;
  /** Whether the tables have an option, and the edition does not. */
  isTakenAway(path: string): boolean;
  /** The options inside `path`, at any depth, without the one at `path` itself. */
  optionsUnder(path: string): readonly Option[];
  /** The options that meet a condition, by their paths. */
  optionsThat(meets: (option: Option) => boolean): readonly string[];
  /** Whether an object takes no keys but the listed ones: so must everything around it. */
  isClosed(option: Option): boolean;
  /** How a text at an option pattern is read (`css[]`, `alias.*`); undefined if it is not a path. */
  ruleFor(pattern: string): PathRule | undefined;
  /** The same for an option of a module that is known to name a place. */
  moduleRuleFor(pattern: string): PathRule | undefined;
  /** The options whose values go to another one. */
  sourcesOf(option: string): readonly string[];
  /** Whether an option, or something in it, names places. */
  namesPlaces(option: readonly (string | number)[]): boolean;
  /** The place of an option in the order of the reference; what is not in it comes last. */
  rankOf(path: string): number;
  /**
   * The option that an unknown `path` probably means. Within a known group only the last name can be wrong, so only
   * that is compared: a long path would otherwise make any two short names look alike.
   */
  nearestOption(path: string, candidates?: Iterable<string>): Option | undefined;
  /** What an edition calls something that a text of the tables mentions. */
  spell(text: string): string;
}

/** The options that say where everything is and which rules hold: every run reads them. */
const neededOptions: readonly string[] = [
  ...['alias', 'rootDir', 'srcDir', 'future.compatibilityVersion'],
  ...fwFacts.folderKinds.flatMap(({ option = [] }) => option),
];

/**
 * The catalogue of an edition; without one, of the default edition. Throws an `EditionProblem` where an edition
 * contradicts itself or the tables.
 */
export function createCatalogue(edition?: Edition): Catalogue {
  return edition === undefined ? fwCatalogue : overlaid(edition);
}

function overlaid(edition: Edition): Catalogue {
  const { names: ownNames, facts: ownFacts, options: ownOptions = {}, behaviours = {} } = edition;
  const words = ownNames ? spellingOf(ownNames) : asWritten;
  const names = overlayNames(ownNames ?? {}, words);
  const facts = overlayFacts(ownFacts ?? {}, words);
  // Texts of the tables name folders of the default edition.
  const text = (one: string) =>
    words
      .text(one)
      .replaceAll(`\`${fwFacts.sourceDirA}/\``, `\`${facts.sourceDirA}/\``)
      .replaceAll(`folder \`${fwFacts.olderAppFolder}\``, `folder \`${facts.olderAppFolder}\``);
  const spelling = { ...words, text };
  const rows = new Map<string, OptionRow>();
  const path: { [id: string]: string } = {};
  for (const table of tables)
    for (const [id, row] of Object.entries<OptionRow>(table)) {
      path[id] = spelling.path(id);
      rows.set(path[id], spelledRow(row, spelling));
    }
  if (ownFacts) overlayDerivedRows(rows, ownFacts, facts, spelling);
  overlayRows(rows, ownOptions, new Set(neededOptions.map(spelling.path)));

  const options = new Map([...rows].map(([name, row]): [string, Option] => [name, { path: name, ...row }]));
  const pathPatterns = [...options.values()].flatMap(({ path: option, paths }) =>
    paths.map((fact) => ({ ...fact, pattern: option + fact.at, option })),
  );
  const patternsWith = (rule: PathRule) =>
    pathPatterns.filter((fact) => fact.rule === rule).map(({ pattern }) => pattern);
  const ruleByPattern = new Map(pathPatterns.map(({ pattern, rule }) => [pattern, rule]));
  const moduleRules = new Map(
    Object.entries(facts.modulePaths).map(([option, { base }]) => [
      option,
      { ...readFromBases(base), globs: true },
    ]),
  );
  const withPaths = new Set(pathPatterns.map(({ pattern }) => pattern.replace(/(?:\[|\.\*).*/, '')));
  const ranks = new Map([...options.keys()].map((name, index) => [name, index]));
  const sources = new Map<string, string[]>();
  for (const { path: name, fate } of options.values())
    if (fate.kind === 'moved') sources.set(fate.to, [...(sources.get(fate.to) ?? []), name]);
  const findOption = (name: string) => options.get(name);
  const inTables = new Set(Object.values(path));
  const isClosed = ({ path: name, keys }: Option): boolean => {
    const around = findOption(parentOf(name) ?? '');
    return keys === 'listed' && (around === undefined || isClosed(around));
  };
  let tree: OptionNode | undefined;
  const looked = new Map([...spelledBehaviours(spelling, options), ...ownBehaviours(behaviours, options)]);
  const ownTexts = new Map([...behaviourTexts(looked), ...ownFollowUps(ownOptions)]);
  return {
    edition,
    names,
    facts,
    folders: sortKinds(facts.folderKinds),
    path: path as Catalogue['path'],
    pathOf: (option) => path[option] ?? option,
    options,
    pathPatterns,
    layerPatterns: patternsWith(rules.layer),
    sourceFolderPatterns: patternsWith(rules.folder),
    modulePatterns: patternsWith(rules.module),
    get optionTree() {
      tree ??= treeOf(options.values());
      return tree;
    },
    behaviours: looked,
    followUpText(code) {
      const row = isFollowUpCode(code) ? fwFollowUps[code] : undefined;
      return row
        ? { ...row, title: text(row.title), explanation: text(row.explanation) }
        : ownTexts.get(code);
    },
    followUpCodes: [...Object.keys(fwFollowUps), ...ownTexts.keys()],
    findOption,
    isTakenAway: (name) => inTables.has(name) && !options.has(name),
    optionsUnder: (name) =>
      [...options.values()].filter(
        (option) => option.path.startsWith(`${name}.`) || option.path.startsWith(`${name}[].`),
      ),
    optionsThat: (meets) => [...options].flatMap(([name, option]) => (meets(option) ? [name] : [])),
    isClosed,
    ruleFor: (pattern) => ruleByPattern.get(pattern),
    moduleRuleFor: (pattern) => moduleRules.get(pattern),
    namesPlaces: (option) => option.some((_, index) => withPaths.has(option.slice(0, index + 1).join('.'))),
    sourcesOf: (target) => sources.get(target) ?? [],
    rankOf: (name) => ranks.get(name) ?? ranks.size,
    nearestOption(name, candidates = options.keys()) {
      const parent = parentOf(name);
      if (parent !== undefined && !findOption(parent)) return findOption(nearest(name, candidates) ?? '');
      const siblings = [...candidates].filter((candidate) => parentOf(candidate) === parent);
      const pathByName = new Map(siblings.map((sibling) => [lastName(sibling), sibling]));
      return findOption(pathByName.get(nearest(lastName(name), pathByName.keys()) ?? '') ?? '');
    },
    spell: text,
  };
}

/** The default edition. */
export const fwCatalogue: Catalogue = overlaid({});

function spellingOf(own: NonNullable<Edition['names']>): Spelling {
  const { keys = {}, package: name = fwNames.package } = own;
  checkKeys(keys);
  const stem = createSpelling(name, keys, wordsOfPackage(name));
  const words = wordsOf(overlayNames(own, stem));
  return createSpelling(name, keys, new Map([...wordsOfPackage(name), ...words]));
}

/** What follows from the name of a package itself: with `@acme/framework`, the scope is `@acme`. */
function wordsOfPackage(name: string): ReadonlyMap<string, string> {
  const [, scope] = /^(@[^/]+)\//.exec(name) ?? [];
  const [kit = ''] = fwNames.kitModules;
  const words = [[kit, kit.replace(fwNames.package, () => name)]] as const;
  return new Map(scope === undefined ? words : [...words, [fwNames.scope, scope]]);
}

/** Every key that has another name is one of the tables, and has that name alone. */
function checkKeys(keys: KeyNames): void {
  const known = new Set<string>(toolNames);
  for (const id of tables.flatMap((table) => Object.keys(table)))
    for (const key of id.match(/[^.[\]]+/g) ?? []) known.add(key);
  const taken = new Map([...known].filter((key) => keys[key] === undefined).map((key) => [key, key]));
  for (const [key, name] of Object.entries(keys)) {
    const at = `names.keys.${key}`;
    const near = nearest(key, known);
    const hint = near ? `: did you mean \`${near}\`?` : '';
    if (!known.has(key))
      throw new EditionProblem(at, `the default edition has no option with the key \`${key}\`${hint}`);
    const other = taken.get(name);
    if (other !== undefined)
      throw new EditionProblem(
        at,
        `\`${name}\` is used for both \`${other}\` and \`${key}\`: every key needs a unique name`,
      );
    taken.set(name, key);
  }
}

function spelledRow(row: OptionRow, { text, path, json }: Spelling): OptionRow {
  const stated = <Stated extends OptionRow['a']>(one: Stated): Stated =>
    'value' in one ? { ...one, value: json(one.value) } : one;
  const { fate } = row;
  return {
    ...row,
    a: stated(row.a),
    b: stated(row.b),
    ...(row.oneOf ? { oneOf: json(row.oneOf) } : {}),
    ...(row.former === undefined ? {} : { former: json(row.former) }),
    fate: fate.kind === 'moved' ? { ...fate, to: path(fate.to) } : fate,
    summary: text(row.summary),
  };
}

/** The behaviours that change in an edition as well: it may keep an option that ends, or its default. */
function spelledBehaviours(
  { text, path }: Spelling,
  options: ReadonlyMap<string, Option>,
): [string, BehaviourRow][] {
  return Object.entries(fwBehaviours).flatMap(([name, row]): [string, BehaviourRow][] => {
    const option = options.get(path(row.option));
    if (!option) return [];
    const { a, b, fate } = option;
    const isOther =
      fate.kind === 'removed' || JSON.stringify(statedValue(a)) !== JSON.stringify(statedValue(b));
    return isOther
      ? [[name, { ...row, option: option.path, what: text(row.what), todo: text(row.todo) }]]
      : [];
  });
}

function statedValue(stated: OptionRow['a']): unknown {
  return 'value' in stated ? stated.value : stated;
}

function ownBehaviours(
  behaviours: NonNullable<Edition['behaviours']>,
  options: ReadonlyMap<string, Option>,
): [string, BehaviourRow][] {
  return Object.entries(behaviours).map(([name, row]) => {
    const { option, what, todo, kind, code = `edition-${name}` } = row;
    const { calls = [], members = [], imports = [], tags = [] } = row;
    const at = `behaviours.${name}`;
    if (Object.hasOwn(fwBehaviours, name))
      throw new EditionProblem(at, 'this name is built in: choose another one');
    if ([calls, imports, tags].every((list) => list.length === 0))
      throw new EditionProblem(at, 'nothing to look for: add `calls`, `imports` or `tags`');
    if (members.length > 0 && calls.length === 0)
      throw new EditionProblem(`${at}.members`, '`members` needs `calls`');
    if (option !== undefined && !options.has(option))
      throw new EditionProblem(`${at}.option`, `unknown option \`${option}\``);
    checkCode(code, kind, `${at}.code`);
    const signs = { calls, members, imports, tags };
    return [name, { ...(option === undefined ? {} : { option }), code, kind, what, todo, signs }];
  });
}

function behaviourTexts(behaviours: ReadonlyMap<string, BehaviourRow>): [string, FollowUpText][] {
  return [...behaviours.values()].flatMap(({ code, kind, what, todo }): [string, FollowUpText][] =>
    kind === undefined ? [] : [[code, { kind, title: what, explanation: `${what}. ${todo}` }]],
  );
}

function ownFollowUps(options: NonNullable<Edition['options']>): [string, FollowUpText][] {
  return Object.entries(options).flatMap(([name, row]): [string, FollowUpText][] => {
    if (!row?.followUp) return [];
    const { kind, message, code = codeFor(name) } = row.followUp;
    checkCode(code, kind, `options.${name}.followUp.code`);
    return [[code, { kind, title: `The option \`${name}\``, explanation: message }]];
  });
}

/** Makes a function that works something out once for each catalogue. */
export function perCatalogue<T>(compute: (catalogue: Catalogue) => T): (catalogue: Catalogue) => T {
  const known = new WeakMap<Catalogue, { readonly result: T }>();
  return (catalogue) => {
    let found = known.get(catalogue);
    if (!found) {
      found = { result: compute(catalogue) };
      known.set(catalogue, found);
    }
    return found.result;
  };
}

/** The code of what an edition says about an option of its own. */
export function codeFor(option: string): string {
  return `edition-${option
    .replace(/\[\]/g, '')
    .replaceAll('.', '-')
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A code that the tables have says how it is meant. */
function checkCode(code: string, kind: FollowUpText['kind'], at: string): void {
  const known = isFollowUpCode(code) ? fwFollowUps[code].kind : kind;
  if (known !== kind)
    throw new EditionProblem(at, `\`${code}\` is a built-in code of kind \`${known}\`: choose another code`);
}

/** The path of the group or array that an option is in; undefined at the top. */
export function parentOf(path: string): string | undefined {
  const end = path.lastIndexOf('.');
  return end < 0 ? undefined : path.slice(0, end).replace(/\[\]$/, '');
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

interface Growing extends OptionNode {
  option: Option | undefined;
  readonly children: Map<string, Growing>;
}

function treeOf(options: Iterable<Option>): OptionNode {
  const tree: Growing = { option: undefined, children: new Map() };
  for (const option of options) nodeAt(tree, option.path.match(/\[\]|[^.[\]]+/g) ?? []).option = option;
  return tree;
}

function nodeAt(from: Growing, path: readonly string[]): Growing {
  let node = from;
  for (const name of path) {
    let child = node.children.get(name);
    if (!child) {
      child = { option: undefined, children: new Map() };
      node.children.set(name, child);
    }
    node = child;
  }
  return node;
}
