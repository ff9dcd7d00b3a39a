/** What a transform is: the config and its context in, findings with changes and follow-ups out. */

import type { Position } from '../base/position.ts';
import type { Catalogue, Json } from '../catalogue/index.ts';
import type { Change } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import type { LayoutDecision, LayoutMode } from '../layout/layout.ts';
import type { PathContext } from '../paths/option-paths.ts';
import type { Evidence } from '../tree/evidence.ts';
import type { TreePath } from '../tree/snapshot.ts';
import type { Effect, FollowUpNote } from './follow-up.ts';

/**
 * The options whose old default is kept: all, none, those listed, or those that sources rely on (`used`). `drop`
 * removes the ones that were kept before.
 */
export type KeptDefaults = boolean | 'used' | 'drop' | readonly string[];

/** The compiler options of the root tsconfig, which no longer apply once it only references generated files. */
export interface OwnTypings {
  readonly file: TreePath;
  readonly options: ReadonlyMap<string, Json>;
}

/** The context of a transform besides the config. */
export interface TransformContext {
  readonly mode: LayoutMode;
  readonly keepDefaults: KeptDefaults;
  readonly decision: LayoutDecision;
  /** The files on disk; absent if only a text is migrated. */
  readonly evidence?: Evidence | undefined;
  /** How paths are resolved; absent if no path may be changed. */
  readonly paths?: PathContext | undefined;
  /** The same for a project that is already in Variant A, whose paths may refer to files that others move. */
  readonly settledPaths?: PathContext | undefined;
  /** Whether the project still gets an older version of the framework after the run. */
  readonly keepsOlderVersion?: (() => boolean) | undefined;
  /** Compiler options that can move to the config. */
  readonly typings?: OwnTypings | undefined;
}

/** A result of a transform: the changes to make, and the follow-ups to report. */
export interface Finding {
  readonly option: string;
  readonly at: Position;
  /** Either all of them are made, or none. */
  readonly changes?: readonly Change[];
  /** The effect of the changes: a sentence, or an effect, which a dry run words differently. */
  readonly message?: string | Effect;
  readonly followUps?: readonly FollowUpNote[];
}

/** The migration of one option or a few that belong together. Pure: text in, findings out. */
export interface TransformDefinition<Path extends string = string> {
  /** The name on the command line, in kebab case. */
  readonly id: string;
  readonly summary: string;
  /** The options it handles, by their names in the default edition. */
  readonly options: readonly Path[];
  /** The options it handles in an edition; by default the same ones by their names there. */
  optionsIn?(catalogue: Catalogue): readonly string[];
  /** Whether it updates paths when folders move: such transforms run all together, or none. */
  readonly followsMoves?: boolean;
  /** Whether it only reports and changes nothing, so that nothing depends on it. */
  readonly asksOnly?: boolean;
  /** The flag that it needs to do anything. */
  readonly needs?: string;
  /**
   * For a transform of sources: whether it rewrites the uses of a behaviour. It gets sources and finds nothing in a
   * config.
   */
  rewrites?(behaviour: string): boolean;
  run(config: ConfigDocument, context: TransformContext): Iterable<Finding>;
}

/**
 * The function that jscodeshift's command line calls; it returns undefined to change nothing. It does not use
 * jscodeshift's types, so that packages that compile against this one need not install them.
 */
export type JscodeshiftTransform = (
  file: { readonly path: string; readonly source: string },
  api: { readonly report?: (message: string) => void },
  options: { readonly [option: string]: unknown },
) => string | undefined;

/** A transform that can also be called by jscodeshift's command line. */
export interface Transform extends TransformDefinition, JscodeshiftTransform {}

/** One step over a config: transforms that see the same text, or a codemod. */
export type TransformStep =
  | { readonly kind: 'transforms'; readonly transforms: readonly TransformDefinition[] }
  | { readonly kind: 'codemod'; readonly codemod: ForeignTransform };

/** A codemod written for jscodeshift, run as it is. */
export interface ForeignTransform {
  readonly id: string;
  /** What the module exports; its own types describe what it gets. */
  codemod(file: object, api: object, options: object): unknown;
  readonly parser?: string | undefined;
}

/** The options that a transform handles, by their names in an edition. */
export function optionsOf(
  { options, optionsIn }: Pick<TransformDefinition, 'options' | 'optionsIn'>,
  catalogue: Catalogue,
): readonly string[] {
  return optionsIn ? optionsIn(catalogue) : options.map(catalogue.pathOf);
}

export function isTransform(value: unknown): value is Transform {
  return (
    typeof value === 'function' &&
    'id' in value &&
    'run' in value &&
    typeof value.run === 'function'
  );
}
