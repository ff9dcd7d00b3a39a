import {
  type Catalogue,
  createCatalogue,
  type Edition,
  editionShape,
  fwCatalogue,
  type OptionPath,
  perCatalogue,
} from '../catalogue/index.ts';
import type { Change } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import type { Position } from '../config/problem.ts';
import type { Evidence } from '../project/evidence.ts';
import { isLayoutMode, type LayoutDecision, type LayoutMode, noSuchLayout } from '../project/layout.ts';
import { readIfRegular } from '../project/open-file.ts';
import type { LayerFolders, PathContext } from '../project/rebase.ts';
import type { Effect } from './effect.ts';
import type { FollowUpNote } from './follow-up.ts';
import { migrateWith } from './migrate.ts';
import type { OwnTypings } from './own-typings.ts';

/** The options whose old default is kept where it changed: all, none, or those listed. */
export type KeptDefaults = boolean | readonly string[];

/** What a transform has to know beside the config. */
export interface TransformContext {
  readonly mode: LayoutMode;
  readonly keepDefaults: KeptDefaults;
  readonly decision: LayoutDecision;
  /** What is on disk, if there is one to look at. */
  readonly evidence?: Evidence | undefined;
  /** How paths are read; absent if no path may be touched. */
  readonly paths?: PathContext | undefined;
  /** The same for a project that is in Variant A already: other projects may move what its paths name. */
  readonly settledPaths?: PathContext | undefined;
  /** What layers of a project that is in Variant A already say about folders. */
  readonly layers?: LayerFolders | undefined;
  /** Typing options of the project that no longer apply where they are. */
  readonly typings?: OwnTypings | undefined;
}

/** One thing a transform found: what to change because of it, and what to report. */
export interface Finding {
  readonly option: string;
  readonly at: Position;
  /** All of them are made, or none. */
  readonly changes?: readonly Change[];
  /** What the changes do: a sentence, or an effect, which a dry run and a run word differently. */
  readonly message?: string | Effect;
  readonly followUps?: readonly FollowUpNote[];
}

/** The migration of one option or a few that belong together. Pure: text in, findings out. */
export interface TransformDefinition<Path extends string = string> {
  /** Names the transform on the command line; kebab case. */
  readonly id: string;
  readonly summary: string;
  /** The options it handles, as the default edition calls them. */
  readonly options: readonly Path[];
  /** The options it handles where an edition has others; without it, they are the same under their names there. */
  optionsIn?(catalogue: Catalogue): readonly string[];
  /** Whether it keeps paths right when folders move: then all that do are run, or none. */
  readonly followsMoves?: boolean;
  /** Whether it changes nothing and only asks: then nothing depends on it. */
  readonly asksOnly?: boolean;
  /** The flag without which it does nothing. */
  readonly needs?: string;
  /**
   * The behaviour whose uses it writes, for a transform of sources: it finds nothing in a config, and is handed sources
   * instead.
   */
  readonly rewrites?: string;
  run(config: ConfigDocument, context: TransformContext): Iterable<Finding>;
}

/**
 * The function that jscodeshift's command line calls: nothing returned means nothing to change. Its own types are not
 * used, so that whoever compiles against this package need not have them.
 */
type JscodeshiftTransform = (
  file: { readonly path: string; readonly source: string },
  api: { readonly report?: (message: string) => void },
  options: { readonly [option: string]: unknown },
) => string | undefined;

/** A transform that also is a function as jscodeshift's command line calls it. */
export interface Transform extends TransformDefinition, JscodeshiftTransform {}

/** One of the built-in transforms: an option that the catalogue does not list does not compile. */
type OptionTransform = Omit<TransformDefinition<OptionPath>, 'options' | 'optionsIn'> & {
  /** The options it handles, or how to find them. */
  readonly options: readonly OptionPath[] | ((catalogue: Catalogue) => readonly string[]);
};

export function defineOptionTransform({ options, ...definition }: OptionTransform): Transform {
  const optionsIn = perCatalogue(
    typeof options === 'function' ? options : (catalogue) => options.map(catalogue.pathOf),
  );
  // An edition may have none of its options.
  const isKnown = perCatalogue((catalogue) => optionsIn(catalogue).some(catalogue.findOption));
  return asTransform({
    ...definition,
    options: optionsIn(fwCatalogue),
    optionsIn,
    run: (config, context) => (isKnown(config.catalogue) ? definition.run(config, context) : []),
  });
}

/** The options that a transform handles, as an edition calls them. */
export function optionsOf(
  { options, optionsIn }: Pick<TransformDefinition, 'options' | 'optionsIn'>,
  catalogue: Catalogue,
): readonly string[] {
  return optionsIn ? optionsIn(catalogue) : options.map(catalogue.pathOf);
}

export function isTransform(value: unknown): value is Transform {
  return typeof value === 'function' && 'id' in value && 'run' in value && typeof value.run === 'function';
}

/**
 * Makes a definition callable by jscodeshift, which hands over one file and writes what comes back. The text is the
 * same as with `fw-migrate transform`; if a change belongs into another file, jscodeshift cannot write it, so none is
 * made.
 */
export function asTransform(definition: TransformDefinition): Transform {
  const run: JscodeshiftTransform = (file, api, options) => {
    const { layout = 'auto' } = options;
    if (!isLayoutMode(layout)) throw new Error(noSuchLayout(layout));
    const migration = migrateWith([definition], file.source, {
      filename: file.path,
      layout,
      keepDefaults: options.keepDefaults === true || options['keep-defaults'] === true,
      catalogue: editionIn(options.edition),
      read: (path) => readIfRegular(path, mostBytes)?.toString('utf8'),
    });
    const elsewhere = migration.files.filter(({ path }) => path !== migration.path);
    for (const followUp of migration.followUps)
      api.report?.(`${followUp.kind}: ${followUp.message} (${followUp.code}, line ${followUp.line})`);
    for (const { path } of elsewhere)
      api.report?.(
        `not changed, because ${path} must change as well: run \`fw-migrate transform ${definition.id}\` instead.`,
      );
    return elsewhere.length > 0 || migration.code === file.source ? undefined : migration.code;
  };
  return Object.assign(run, definition);
}

/** The edition that jscodeshift was given: the name of a JSON file, or the edition itself. */
function editionIn(given: unknown): Catalogue {
  if (given === undefined) return fwCatalogue;
  const text = typeof given === 'string' ? readIfRegular(given, mostBytes)?.toString('utf8') : undefined;
  if (typeof given === 'string' && text === undefined)
    throw new Error(`${given}: File not found. Pass the JSON file of an edition.`);
  const edition: unknown = text === undefined ? given : JSON.parse(text);
  editionShape(edition, 'edition');
  return createCatalogue(edition as Edition);
}

// No module that a config is put together from is as long.
const mostBytes = 10_000_000;
