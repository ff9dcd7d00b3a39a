import type { OptionPath } from '../catalogue/index.ts';
import type { Change } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import type { Position } from '../config/problem.ts';
import type { Evidence } from '../project/evidence.ts';
import type { LayoutDecision, LayoutMode } from '../project/layout.ts';
import type { PathContext } from '../project/paths.ts';
import type { FollowUpNote } from './follow-up.ts';
import { asJscodeshift, type JscodeshiftTransform } from './jscodeshift.ts';

/** What a transform has to know beside the config. */
export interface TransformContext {
  readonly mode: LayoutMode;
  readonly keepDefaults: boolean;
  readonly decision: LayoutDecision;
  /** What is on disk, where there is one to look at. */
  readonly evidence?: Evidence | undefined;
  /** How paths are read; absent where no path may be touched. */
  readonly paths?: PathContext;
}

/** One thing a transform found: what to change because of it, and what a person must know. */
export interface Finding {
  readonly option: string;
  readonly at: Position;
  /** All of them are made, or none. */
  readonly changes?: readonly Change[];
  /** What the changes do, in a sentence. */
  readonly message?: string;
  readonly followUps?: readonly FollowUpNote[];
}

/** The migration of one option or a few that belong together. Pure: text in, findings out. */
export interface TransformDefinition<Path extends string = string> {
  /** Names the transform on the command line; kebab case. */
  readonly id: string;
  readonly summary: string;
  /** The options it handles. */
  readonly options: readonly Path[];
  /** Whether it keeps paths right when folders move: then all that do are run, or none. */
  readonly followsMoves?: boolean;
  /** Whether it changes nothing and only asks: then nothing depends on it. */
  readonly asksOnly?: boolean;
  run(config: ConfigDocument, context: TransformContext): Iterable<Finding>;
}

/** A transform that also is a function as jscodeshift's command line calls it. */
export interface Transform extends TransformDefinition, JscodeshiftTransform {}

/** Declares one of the built-in transforms: an option that the reference does not list does not compile. */
export function defineOptionTransform(definition: TransformDefinition<OptionPath>): Transform {
  return asTransform(definition);
}

/** Makes a definition callable by jscodeshift. */
export function asTransform(definition: TransformDefinition): Transform {
  return Object.assign(asJscodeshift(definition), definition);
}

export function isTransform(value: unknown): value is Transform {
  return typeof value === 'function' && 'id' in value && 'run' in value && typeof value.run === 'function';
}
