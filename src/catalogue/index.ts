/** Puts the tables and an edition together into the catalogue, the one value from which all other rooms read facts. */

import {
  type BehaviourRow,
  behaviourTexts,
  ownBehaviours,
  ownFollowUps,
  spelledBehaviours,
} from './behaviours.ts';
import type { Edition } from './edition.ts';
import { applyFacts } from './fact-rows.ts';
import { fwFacts, sortKinds } from './facts.ts';
import { fileKindOf, fileKinds } from './file-kinds.ts';
import { type FollowUpText, fwFollowUps, isFollowUpCode } from './follow-ups.ts';
import { type Option, type OptionRow, type PathRule, readFromBases, rules } from './option.ts';
import { overlayFacts, overlayNames, overlayRows } from './overlay.ts';
import { defined, nearest } from './shape.ts';
import { asWritten, spelledRow, spellingOf } from './spelling.ts';
import { type OptionPath, tableRows } from './tables.ts';

export * from './behaviours.ts';
export * from './edition.ts';
export * from './extensions.ts';
export * from './facts.ts';
export * from './follow-ups.ts';
export * from './names.ts';
export * from './option.ts';
export { EditionProblem } from './overlay.ts';
export { type OptionPath, tables } from './tables.ts';

/** All facts about the framework in one edition. */
export type Catalogue = ReturnType<typeof catalogueOf>;

/** The options that define the layout and the variant: every run reads them. */
const neededOptions: readonly string[] = [
  'alias',
  'rootDir',
  'srcDir',
  'future.compatibilityVersion',
  ...fwFacts.folderKinds.flatMap(({ option = [] }) => option),
];

function catalogueOf(edition: Edition) {
  const { names: ownNames, facts: ownFacts, options: ownOptions = {}, behaviours = {} } = edition;
  const words = ownNames ? spellingOf(ownNames, [...tableRows.keys()]) : asWritten;
  const names = overlayNames(ownNames ?? {}, words);
  const facts = overlayFacts(ownFacts ?? {}, words);
  // Texts of the tables mention folders of the default edition.
  const text = (sentence: string) =>
    words.text(sentence).replaceAll(`\`${fwFacts.sourceDirA}/\``, `\`${facts.sourceDirA}/\``);
  const spelling = { ...words, text };
  const rows = new Map<string, OptionRow>();
  const path: { [id: string]: string } = {};
  for (const [id, row] of tableRows) {
    path[id] = spelling.path(id);
    rows.set(path[id], spelledRow(row, spelling));
  }
  applyFacts(rows, facts, ownFacts, spelling);
  overlayRows(rows, ownOptions, new Set(neededOptions.map(spelling.path)));

  const options = new Map(
    [...rows].map(([name, row]): [string, Option] => [name, { path: name, ...row }]),
  );
  const modules = new Map(Object.entries(facts.modules));
  const kinds = fileKinds(names, facts);
  const modulePaths = new Map(Object.entries(facts.modulePaths));
  const looked: ReadonlyMap<string, BehaviourRow> = new Map([
    ...spelledBehaviours(spelling, options),
    ...ownBehaviours(behaviours, options, facts.release?.version),
  ]);
  const ownTexts = new Map([...behaviourTexts(looked), ...ownFollowUps(ownOptions)]);
  return {
    ...indexOptions(options),
    /** Its differences from the default edition. */
    edition,
    names,
    facts,
    folders: sortKinds(facts.folderKinds),
    /** The kind of a file, by its path; `root` is the folder of the project or package that it is in. */
    fileKind: (path: string, root = '') => fileKindOf(path, root, kinds),

    /** The name of each option. */
    path: path as { readonly [option in OptionPath]: string },
    /** The name of an option; a path that is not in the tables is its own name. */
    pathOf: (option: string) => path[option] ?? option,
    /** Behaviours to look for in sources, by name. */
    behaviours: looked,
    /** The text of a code; undefined for codes of custom transforms. */
    followUpText(code: string): FollowUpText | undefined {
      if (!isFollowUpCode(code)) return ownTexts.get(code);
      const { kind, title, explanation, change, fine, avoid } = fwFollowUps[code];
      const spelled = (sentence: string | undefined) =>
        sentence === undefined ? undefined : text(sentence);
      return {
        kind,
        title: text(title),
        explanation: text(explanation),
        ...defined({ change: spelled(change), fine: spelled(fine), avoid: spelled(avoid) }),
      };
    },
    followUpCodes: [...Object.keys(fwFollowUps), ...ownTexts.keys()],

    /** Whether the tables have an option, and the edition does not. */
    isTakenAway: (name: string) => !options.has(name) && Object.values(path).includes(name),
    /** The facts about a module, by the name of its package. */
    moduleFacts: (name: string) => modules.get(name) ?? {},
    /**
     * How a path in an option of a module is resolved, or how newer versions resolve it; undefined if the option is
     * not known to be a path, or does not depend on folders that move.
     */
    moduleRuleFor(pattern: string, isNewer = false): PathRule | undefined {
      const { base, since } = modulePaths.get(pattern) ?? {};
      const bases = isNewer ? since : base;
      return bases && { ...readFromBases(bases), globs: true };
    },
    /** A text of the tables with the names of the edition. */
    spell: text,
  };
}

/** The default edition. */
export const fwCatalogue: Catalogue = catalogueOf({});

/**
 * The catalogue of an edition; without one, of the default edition. Throws an `EditionProblem` if an edition
 * contradicts itself or the tables.
 */
export function createCatalogue(edition?: Edition): Catalogue {
  return edition === undefined ? fwCatalogue : catalogueOf(edition);
}

/** Makes a function that computes its result once for each catalogue. */
export function perCatalogue<T>(compute: (catalogue: Catalogue) => T): (catalogue: Catalogue) => T {
  const results = new WeakMap<Catalogue, T>();
  return (catalogue) => {
    if (!results.has(catalogue)) results.set(catalogue, compute(catalogue));
    return results.get(catalogue) as T;
  };
}

/** A node in the tree of options, which is nested like a config. Items of arrays are the child `[]`. */
export interface OptionNode {
  readonly option: Option | undefined;
  readonly children: ReadonlyMap<string, OptionNode>;
}

/** All options, indexed for lookups. */
function indexOptions(options: ReadonlyMap<string, Option>) {
  // The places in a config that may contain a path: `css[]`, `alias.*`.
  const pathPatterns = [...options.values()].flatMap(({ path: option, paths }) =>
    paths.map((fact) => ({ ...fact, pattern: option + fact.at, option })),
  );
  const factsWith = (...some: readonly PathRule[]) =>
    pathPatterns.filter(({ rule }) => some.includes(rule));
  const patternsWith = (...some: readonly PathRule[]) =>
    factsWith(...some).map(({ pattern }) => pattern);
  const ruleByPattern = new Map(pathPatterns.map(({ pattern, rule }) => [pattern, rule]));
  const withPaths = new Set(
    pathPatterns.map(({ pattern }) => pattern.replace(/(?:\[|\.\*).*/, '')),
  );
  const ranks = new Map([...options.keys()].map((name, index) => [name, index]));
  const moved = [...options.values()].filter(({ fate }) => fate.kind === 'moved');
  const findOption = (path: string) => options.get(path);
  /** Whether an object, and every object around it, allows only the listed keys. */
  const isClosed = ({ path: name, keys }: Option): boolean => {
    const around = findOption(parentOption(name) ?? '');
    return keys === 'listed' && (around === undefined || isClosed(around));
  };
  return {
    /** Every option of both variants, by its path. */
    options,
    pathPatterns,
    /** The patterns of paths to layers, and to modules. */
    layerPatterns: patternsWith(rules.layer),
    modulePatterns: patternsWith(rules.module, rules.rootModule),
    /** The patterns of paths to source folders, except for those in `dir`. */
    sourceFolders: factsWith(rules.folder, rules.sourceFolder),
    /** The root of the tree of options. */
    optionTree: treeOf(options.values()),
    findOption,
    /** The options inside `path`, at any depth, without the one at `path` itself. */
    optionsUnder: (path: string): readonly Option[] =>
      [...options.values()].filter(
        (option) => option.path.startsWith(`${path}.`) || option.path.startsWith(`${path}[].`),
      ),
    /** The paths of the options that meet a condition. */
    optionsThat: (meets: (option: Option) => boolean): readonly string[] =>
      [...options].flatMap(([path, option]) => (meets(option) ? [path] : [])),
    isClosed,
    /** How a path at an option pattern (`css[]`, `alias.*`) is resolved; undefined if it is not a path. */
    ruleFor: (pattern: string): PathRule | undefined => ruleByPattern.get(pattern),
    /** The options that move to another option. */
    sourcesOf: (target: string): readonly string[] =>
      moved.flatMap(({ path, fate }) =>
        fate.kind === 'moved' && fate.to === target ? [path] : [],
      ),
    /** Whether an option, or a group that it is in, may contain paths. */
    namesPlaces: (option: readonly (string | number)[]) =>
      option.some((_, index) => withPaths.has(option.slice(0, index + 1).join('.'))),
    /** The position of an option in the reference; unknown options come last. */
    rankOf: (path: string) => ranks.get(path) ?? ranks.size,
    /**
     * The option that an unknown path probably means. Within a known group only the last name can be wrong, so only
     * that is compared: a long path would otherwise make any two short names look alike.
     */
    nearestOption(name: string, candidates: Iterable<string> = options.keys()): Option | undefined {
      const parent = parentOption(name);
      const hasParent = parent === undefined || findOption(parent) !== undefined;
      const all = [...candidates];
      const siblings = all.filter((path) => !hasParent || parentOption(path) === parent);
      const pathByName = new Map(siblings.map((path) => [hasParent ? lastName(path) : path, path]));
      const near = nearest(hasParent ? lastName(name) : name, pathByName.keys());
      // `server.port` is the end of `devServer.port`.
      const isEnd = (path: string) => path.toLowerCase().endsWith(name.toLowerCase());
      const longer = parent === undefined ? undefined : all.find(isEnd);
      return findOption(pathByName.get(near ?? '') ?? longer ?? '');
    },
  };
}

/** The path of the group or array that an option is in; undefined at the top. */
export function parentOption(path: string): string | undefined {
  const end = path.lastIndexOf('.');
  return end < 0 ? undefined : path.slice(0, end).replace(/\[\]$/, '');
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

interface MutableNode extends OptionNode {
  option: Option | undefined;
  readonly children: Map<string, MutableNode>;
}

function treeOf(options: Iterable<Option>): OptionNode {
  const tree: MutableNode = { option: undefined, children: new Map() };
  for (const option of options) {
    let node = tree;
    for (const name of option.path.match(/\[\]|[^.[\]]+/g) ?? []) {
      const child: MutableNode = node.children.get(name) ?? {
        option: undefined,
        children: new Map(),
      };
      node.children.set(name, child);
      node = child;
    }
    node.option = option;
  }
  return tree;
}
