import {
  type BehaviourRow,
  behaviourTexts,
  ownBehaviours,
  ownFollowUps,
  spelledBehaviours,
} from './behaviours.ts';
import type { Edition } from './edition.ts';
import { type Facts, fwFacts } from './facts.ts';
import { type FolderKinds, sortKinds } from './folder-kinds.ts';
import { type FollowUpText, fwFollowUps, isFollowUpCode } from './follow-ups.ts';
import type { Names } from './names.ts';
import type { Option, OptionRow, OptionTable } from './option.ts';
import { indexOptions, type OptionIndex } from './option-index.ts';
import { appOptions } from './options/app.ts';
import { buildOptions } from './options/build.ts';
import { bundlerOptions } from './options/bundlers.ts';
import { compilerOptions } from './options/compilers.ts';
import { directoryOptions } from './options/directories.ts';
import { experimentalOptions } from './options/experimental.ts';
import { pageOptions } from './options/pages.ts';
import { serverOptions } from './options/server.ts';
import { sourceOptions } from './options/sources.ts';
import { overlayDerivedRows, overlayFacts, overlayNames, overlayRows } from './overlay.ts';
import { type PathRule, readFromBases } from './path-rules.ts';
import { asWritten, spelledRow, spellingOf } from './spelling.ts';

export * from './behaviours.ts';
export * from './edition.ts';
export * from './facts.ts';
export * from './folder-kinds.ts';
export * from './follow-ups.ts';
export * from './names.ts';
export * from './nearest.ts';
export * from './option.ts';
export * from './option-index.ts';
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
 * A known option by its name in the tables; fields of array entries are written `plugins[].src`. Its name in an
 * edition is `catalogue.path[…]`.
 */
export type OptionPath = KeyOf<(typeof tables)[number]>;

/** All facts about the framework in one edition. */
export interface Catalogue extends OptionIndex {
  /** Its differences from the default edition. */
  readonly edition: Edition;
  readonly names: Names;
  readonly facts: Facts;
  readonly folders: FolderKinds;

  /** The name of each option. */
  readonly path: { readonly [option in OptionPath]: string };
  /** The name of an option; a path that is not in the tables is its own name. */
  pathOf(option: string): string;
  /** Behaviours to look for in sources, by name. */
  readonly behaviours: ReadonlyMap<string, BehaviourRow>;
  /** The text of a code; undefined for codes of custom transforms. */
  followUpText(code: string): FollowUpText | undefined;
  readonly followUpCodes: readonly string[];

  /** Whether the tables have an option, and the edition does not. */
  isTakenAway(path: string): boolean;
  /** The facts about a module, by the name of its package. */
  moduleFacts(name: string): Facts['modules'][string];
  /**
   * How a path in an option of a module is resolved, or how newer versions resolve it; undefined if the option is
   * not known to be a path, or does not depend on folders that move.
   */
  moduleRuleFor(pattern: string, isNewer?: boolean): PathRule | undefined;
  /** A text of the tables with the names of the edition. */
  spell(text: string): string;
}

/** The options that define the layout and the variant: every run reads them. */
const neededOptions: readonly string[] = [
  ...['alias', 'rootDir', 'srcDir', 'future.compatibilityVersion'],
  ...fwFacts.folderKinds.flatMap(({ option = [] }) => option),
];

/**
 * The catalogue of an edition; without one, of the default edition. Throws an `EditionProblem` if an edition
 * contradicts itself or the tables.
 */
export function createCatalogue(edition?: Edition): Catalogue {
  return edition === undefined ? fwCatalogue : overlaid(edition);
}

function overlaid(edition: Edition): Catalogue {
  const { names: ownNames, facts: ownFacts, options: ownOptions = {}, behaviours = {} } = edition;
  const ids = tables.flatMap((table) => Object.keys(table));
  const words = ownNames ? spellingOf(ownNames, ids) : asWritten;
  const names = overlayNames(ownNames ?? {}, words);
  const facts = overlayFacts(ownFacts ?? {}, words);
  // Texts of the tables mention folders of the default edition.
  const text = (sentence: string) =>
    words.text(sentence).replaceAll(`\`${fwFacts.sourceDirA}/\``, `\`${facts.sourceDirA}/\``);
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
  const modules = new Map(Object.entries(facts.modules));
  const modulePaths = new Map(Object.entries(facts.modulePaths));
  const inTables = new Set(Object.values(path));
  const looked = new Map([...spelledBehaviours(spelling, options), ...ownBehaviours(behaviours, options)]);
  const ownTexts = new Map([...behaviourTexts(looked), ...ownFollowUps(ownOptions)]);
  return {
    ...indexOptions(options),
    edition,
    names,
    facts,
    folders: sortKinds(facts.folderKinds),
    path: path as Catalogue['path'],
    pathOf: (option) => path[option] ?? option,
    behaviours: looked,
    followUpText(code) {
      if (!isFollowUpCode(code)) return ownTexts.get(code);
      const { kind, title, explanation } = fwFollowUps[code];
      return { kind, title: text(title), explanation: text(explanation) };
    },
    followUpCodes: [...Object.keys(fwFollowUps), ...ownTexts.keys()],
    isTakenAway: (name) => inTables.has(name) && !options.has(name),
    moduleFacts: (name) => modules.get(name) ?? {},
    moduleRuleFor(pattern, isNewer = false) {
      const { base, since } = modulePaths.get(pattern) ?? {};
      const known = isNewer ? since : base;
      return known && { ...readFromBases(known), globs: true };
    },
    spell: text,
  };
}

/** The default edition. */
export const fwCatalogue: Catalogue = overlaid({});

/** Makes a function that computes its result once for each catalogue. */
export function perCatalogue<T>(compute: (catalogue: Catalogue) => T): (catalogue: Catalogue) => T {
  const results = new WeakMap<Catalogue, T>();
  return (catalogue) => {
    if (!results.has(catalogue)) results.set(catalogue, compute(catalogue));
    return results.get(catalogue) as T;
  };
}
