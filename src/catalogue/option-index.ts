import { nearest } from './nearest.ts';
import type { Option, PathFact } from './option.ts';
import { type PathRule, rules } from './path-rules.ts';

/** A place in a config that may contain a path: `css[]`, `alias.*`. */
export interface PathPattern extends PathFact {
  readonly pattern: string;
  readonly option: string;
}

/** A node in the tree of options, which is nested like a config. Items of arrays are the child `[]`. */
export interface OptionNode {
  readonly option: Option | undefined;
  readonly children: ReadonlyMap<string, OptionNode>;
}

/** All options, indexed for lookups. */
export type OptionIndex = ReturnType<typeof indexOptions>;

export function indexOptions(options: ReadonlyMap<string, Option>) {
  const pathPatterns = [...options.values()].flatMap(({ path: option, paths }) =>
    paths.map((fact) => ({ ...fact, pattern: option + fact.at, option })),
  );
  const patternsWith = (rule: PathRule) =>
    pathPatterns.filter((fact) => fact.rule === rule).map(({ pattern }) => pattern);
  const sourceFolderRules: readonly PathRule[] = [rules.folder, rules.sourceFolder];
  const ruleByPattern = new Map(pathPatterns.map(({ pattern, rule }) => [pattern, rule]));
  const withPaths = new Set(pathPatterns.map(({ pattern }) => pattern.replace(/(?:\[|\.\*).*/, '')));
  const ranks = new Map([...options.keys()].map((name, index) => [name, index]));
  const sources = new Map<string, string[]>();
  for (const { path: name, fate } of options.values())
    if (fate.kind === 'moved') sources.set(fate.to, [...(sources.get(fate.to) ?? []), name]);
  const findOption = (path: string) => options.get(path);
  /** Whether an object, and every object around it, allows only the listed keys. */
  const isClosed = ({ path: name, keys }: Option): boolean => {
    const around = findOption(parentOf(name) ?? '');
    return keys === 'listed' && (around === undefined || isClosed(around));
  };
  return {
    /** Every option of both variants, by its path. */
    options,
    pathPatterns,
    /** The patterns of paths to layers, and to modules. */
    layerPatterns: patternsWith(rules.layer),
    modulePatterns: patternsWith(rules.module),
    /** The patterns of paths to source folders, except for those in `dir`. */
    sourceFolders: pathPatterns.filter(({ rule }) => sourceFolderRules.includes(rule)),
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
    sourcesOf: (target: string): readonly string[] => sources.get(target) ?? [],
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
      const parent = parentOf(name);
      if (parent !== undefined && !findOption(parent)) return findOption(nearest(name, candidates) ?? '');
      const siblings = [...candidates].filter((candidate) => parentOf(candidate) === parent);
      const pathByName = new Map(siblings.map((sibling) => [lastName(sibling), sibling]));
      return findOption(pathByName.get(nearest(lastName(name), pathByName.keys()) ?? '') ?? '');
    },
  };
}

/** The path of the group or array that an option is in; undefined at the top. */
export function parentOf(path: string): string | undefined {
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
      const child: MutableNode = node.children.get(name) ?? { option: undefined, children: new Map() };
      node.children.set(name, child);
      node = child;
    }
    node.option = option;
  }
  return tree;
}
