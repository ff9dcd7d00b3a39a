import { nearest } from './nearest.ts';
import type { Option, PathFact } from './option.ts';
import { type PathRule, rules } from './path-rules.ts';

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

/** All options, by what is asked about them. */
export interface OptionIndex {
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

  findOption(path: string): Option | undefined;
  /** The options inside `path`, at any depth, without the one at `path` itself. */
  optionsUnder(path: string): readonly Option[];
  /** The options that meet a condition, by their paths. */
  optionsThat(meets: (option: Option) => boolean): readonly string[];
  /** Whether an object takes no keys but the listed ones: so must everything around it. */
  isClosed(option: Option): boolean;
  /** How a text at an option pattern is read (`css[]`, `alias.*`); undefined if it is not a path. */
  ruleFor(pattern: string): PathRule | undefined;
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
}

/** Puts the options of a catalogue in order. */
export function indexOptions(options: ReadonlyMap<string, Option>): OptionIndex {
  const pathPatterns = [...options.values()].flatMap(({ path: option, paths }) =>
    paths.map((fact) => ({ ...fact, pattern: option + fact.at, option })),
  );
  const patternsWith = (rule: PathRule) =>
    pathPatterns.filter((fact) => fact.rule === rule).map(({ pattern }) => pattern);
  const ruleByPattern = new Map(pathPatterns.map(({ pattern, rule }) => [pattern, rule]));
  const withPaths = new Set(pathPatterns.map(({ pattern }) => pattern.replace(/(?:\[|\.\*).*/, '')));
  const ranks = new Map([...options.keys()].map((name, index) => [name, index]));
  const sources = new Map<string, string[]>();
  for (const { path: name, fate } of options.values())
    if (fate.kind === 'moved') sources.set(fate.to, [...(sources.get(fate.to) ?? []), name]);
  const findOption = (name: string) => options.get(name);
  const isClosed = ({ path: name, keys }: Option): boolean => {
    const around = findOption(parentOf(name) ?? '');
    return keys === 'listed' && (around === undefined || isClosed(around));
  };
  return {
    options,
    pathPatterns,
    layerPatterns: patternsWith(rules.layer),
    sourceFolderPatterns: patternsWith(rules.folder),
    modulePatterns: patternsWith(rules.module),
    optionTree: treeOf(options.values()),
    findOption,
    optionsUnder: (name) =>
      [...options.values()].filter(
        (option) => option.path.startsWith(`${name}.`) || option.path.startsWith(`${name}[].`),
      ),
    optionsThat: (meets) => [...options].flatMap(([name, option]) => (meets(option) ? [name] : [])),
    isClosed,
    ruleFor: (pattern) => ruleByPattern.get(pattern),
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

interface Growing extends OptionNode {
  option: Option | undefined;
  readonly children: Map<string, Growing>;
}

function treeOf(options: Iterable<Option>): OptionNode {
  const tree: Growing = { option: undefined, children: new Map() };
  for (const option of options) {
    let node = tree;
    for (const name of option.path.match(/\[\]|[^.[\]]+/g) ?? []) {
      const child: Growing = node.children.get(name) ?? { option: undefined, children: new Map() };
      node.children.set(name, child);
      node = child;
    }
    node.option = option;
  }
  return tree;
}
