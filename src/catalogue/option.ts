/**
 * What a row says about an option: its types, its default in each variant, what happens to it, and how its paths are
 * resolved.
 */

import pathRules from './path-rules.json' with { type: 'json' };

/** A JSON value: defaults, and values that are written into a config. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A value with all its texts changed, and optionally the keys of its objects. */
export function mapTexts(
  value: Json,
  change: (text: string) => string,
  changeKey = (key: string) => key,
): Json {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => mapTexts(item, change, changeKey));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [changeKey(key), mapTexts(item, change, changeKey)]),
  );
}

/** The kinds of value the reference allows for an option. */
const scalarTypes = ['string', 'number', 'boolean', 'null'] as const;
export const valueTypes = [
  ...scalarTypes,
  'array',
  'object',
  'function',
  'regexp',
  'date',
] as const;
export type ValueType = (typeof valueTypes)[number];

/**
 * The value of an option that a project does not set. "There is no default", "the variant has no such option" and
 * "the reference does not show it" are three different answers.
 */
export type Default =
  | { readonly kind: 'value'; readonly value: Json }
  /** Not stated as a default; derived from the value that re-enables the older behaviour. */
  | { readonly kind: 'implied'; readonly value: Json }
  | { readonly kind: 'computed'; readonly how: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'not-shown' };

/** The fate of an option on the way from Variant B to Variant A. */
export type Fate =
  | { readonly kind: 'kept' }
  | {
      readonly kind: 'moved';
      readonly to: string;
      /** If the target is also set: its list gets the items, or it wins and the old value is dropped. */
      readonly merge: 'append' | 'target-wins';
    }
  | { readonly kind: 'rebased' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'manual' };

/**
 * The base of a path. `file`: the folder of the file. `config`: the folder of the config. `unstated`: the reference names no base; the source
 * directory is tried first. `bundler`: the root folder of the bundler or of the project, if only one of them
 * has the path. `none`: the text is not changed.
 */
type PathBase = 'source' | 'root' | 'config' | 'unstated' | 'bundler' | 'none' | 'file';

/** How a text that names a place is resolved and written: in an option, or in a file. */
export interface PathRule {
  /** The base of a text without an alias, in each variant. */
  readonly base: { readonly b: PathBase; readonly a: PathBase };
  /** Which aliases a text may start with: all, those with a sign (`~`, `@`, `#`), or none. */
  readonly aliases: 'all' | 'signed' | 'none';
  /** Whether a `~` may mark an alias. The compiler of templates also removes it from `~~/x`. */
  readonly mark: 'none' | 'style' | 'template';
  /**
   * Which texts such as `x/y` are packages: those without a known folder at the start, those without a file of that
   * name, all, or none.
   */
  readonly packages: 'unknown' | 'unless-file' | 'all' | 'none';
  readonly globs: boolean;
  /**
   * What a pattern matches: files, also those in a folder that it matches, or import paths, of which a star may match
   * several folders.
   */
  readonly matches: 'glob' | 'rule' | 'subpath';
  /** What a text without an extension means: the file or the folder, if both exist, or the content of a folder. */
  readonly names: 'files' | 'folders' | 'contents';
  /** The extensions that a text may leave out. */
  readonly extensions: 'modules' | 'styles';
  /** Whether Variant A resolves `~/x` here; if not, only the root alias can be used. */
  readonly sourceAlias: boolean;
  /** How a new path starts: with the source alias if possible, with the root alias, or without an alias. */
  readonly write: 'nearest' | 'root' | 'plain';
  /**
   * The meaning of a leading slash: the root of the disk, the root folder of the bundler, of which a pattern may match
   * nothing yet, or the base. In a list of patterns for the base, a name without a slash matches in every folder.
   */
  readonly slash: 'disk' | 'bundler' | 'bundler-pattern' | 'base';
  /** The meaning of an empty text: the base itself, or no place. */
  readonly empty: 'base' | 'none';
  /** Whether a text without an alias only counts if its place exists; always the case without a stated base. */
  readonly mustExist: boolean;
}

/** A row of path-rules.json: how texts of this kind differ from a plain path in a config. */
interface RuleRow extends Partial<Omit<PathRule, 'base'>> {
  readonly summary: string;
  /** The base in both variants, or in each one. */
  readonly base: PathBase | PathRule['base'];
}

/** `{ base: 'root', globs: true }` with all that a row may leave out. */
function ruleOf({ summary: _, base, ...particular }: RuleRow): PathRule {
  return {
    base: typeof base === 'string' ? { b: base, a: base } : base,
    aliases: base === 'unstated' || base === 'none' ? 'all' : 'signed',
    mark: 'none',
    packages: 'none',
    globs: false,
    matches: 'rule',
    names: 'folders',
    extensions: 'modules',
    sourceAlias: true,
    write: 'nearest',
    slash: 'disk',
    empty: 'none',
    mustExist: base === 'unstated',
    ...particular,
  };
}

function rulesIn<Name extends string>(rows: { readonly [name in Name]: object }) {
  const read = Object.entries(rows).map(([name, row]) => [name, ruleOf(row as RuleRow)]);
  return Object.fromEntries(read) as { readonly [name in Name]: PathRule };
}

/** The rules for paths in options. */
export const rules = rulesIn(pathRules.rules);

/** The rules for texts in files that name other files. */
export const forms = rulesIn(pathRules.forms);

/** A folder whose base may differ between the variants. */
export function readFromBases(base: PathRule['base']): PathRule {
  return { ...rules.rootFolder, base };
}

/** A place in an option's value that may contain a path, and how it is resolved. */
export interface PathFact {
  /** The place below the option: `[]` stands for every item, `.*` for every key; empty for the value itself. */
  readonly at: string;
  readonly rule: PathRule;
}

/** One option of the configuration surface; its path is its key in the table. */
export interface OptionRow {
  readonly types: readonly ValueType[];
  /** The allowed literal values, if the reference lists all of them for one of `types`. */
  readonly oneOf?: readonly Json[];
  readonly a: Default;
  readonly b: Default;
  readonly fate: Fate;
  /**
   * Which keys an object may have. `listed`: only the options inside it. `any`: keys that the project chooses.
   * `passed-on`: another tool reads them, and checks them too.
   */
  readonly keys: 'listed' | 'any' | 'passed-on';
  readonly paths: readonly PathFact[];
  /** The value that `--keep-defaults` writes, so that an option whose default changed keeps its effect. */
  readonly former?: Json;
  readonly summary: string;
  /** Whether a list is added to the default list instead of replacing it. */
  readonly isAdded?: true;
  /** Whether an edition moves or removes it, but the tables do not. */
  readonly isNewFate?: boolean;
  /** Whether only an edition defines paths in it. */
  readonly hasNewPaths?: boolean;
  /** The follow-up of an edition for projects that set the option. */
  readonly followUp?: {
    readonly kind: 'decide' | 'verify';
    readonly message: string;
  };
}

/** An option with its name in an edition. */
export interface Option extends OptionRow {
  readonly path: string;
}

export const none: Default = { kind: 'none' };
export const missing: Default = { kind: 'missing' };

export function is(value: Json): Default {
  return { kind: 'value', value };
}
