import type { Transform as Codemod } from 'jscodeshift';
import type { Catalogue } from '../catalogue/index.ts';
import type { Change } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import type { Position } from '../config/problem.ts';
import type { Evidence } from '../project/evidence.ts';
import type { LayoutDecision, LayoutMode } from '../project/layout.ts';
import type { LayerFolders, PathContext } from '../project/rebase.ts';
import type { Effect } from './effect.ts';
import type { FollowUpNote } from './follow-up.ts';
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
export type JscodeshiftTransform = (
  file: { readonly path: string; readonly source: string },
  api: { readonly report?: (message: string) => void },
  options: { readonly [option: string]: unknown },
) => string | undefined;

/** A transform that also is a function as jscodeshift's command line calls it. */
export interface Transform extends TransformDefinition, JscodeshiftTransform {}

/** One step over a config: transforms that see the same text, or a codemod. */
export type Step =
  | { readonly kind: 'transforms'; readonly transforms: readonly TransformDefinition[] }
  | { readonly kind: 'codemod'; readonly codemod: ForeignTransform };

/** A codemod written for jscodeshift, run as it is. */
export interface ForeignTransform {
  readonly id: string;
  readonly codemod: Codemod;
  readonly parser?: string | undefined;
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
