import type { Json } from '../../catalogue/option.ts';
import type { OptionPathParts } from '../../config/change.ts';
import type { PlacePath } from '../../config/paths.ts';
import type { Position } from '../../config/problem.ts';
import type { Variant } from '../../project/bases.ts';

export type { Variant };

/** Where the value of an option comes from. */
type ValueSource =
  | { readonly kind: 'config' | 'layer'; readonly at: Position }
  /** `implied`: not stated as a default, but follows from the reference. */
  | { readonly kind: 'default'; readonly implied?: true };

/** The resolved value of an option, as far as it can be read without running the config. */
export type EffectiveValue =
  | { readonly kind: 'value'; readonly value: Json; readonly from: ValueSource }
  | {
      readonly kind: 'unknown';
      readonly why: string;
      /** Absent for an unknown default. */
      readonly at?: Position;
      /** The text of the option; undefined if something else, such as a spread, may set it. */
      readonly text?: string;
      /** Whether a layer sets it. */
      readonly inLayer?: true;
    }
  /** Not set, and without a default. */
  | { readonly kind: 'unset'; readonly why?: string }
  /** The variant has no such option; `at` is where it is set anyway. */
  | { readonly kind: 'missing'; readonly at?: Position };

/** A path in a value, and its place relative to the folder of the project's config. */
export interface ReadPlace {
  /** The keys that lead to the text inside the value; empty if the value is the text. */
  readonly at: OptionPathParts;
  readonly place: PlacePath;
  /** Which one is meant if both a file and a folder have the name. */
  readonly names: 'files' | 'folders';
  /** Whether no rule says that the text is a path: if it does not exist, it may be something else. */
  readonly isGuess?: true;
}

/** The value of an option in an override block (`$production`). */
export interface OptionOverride {
  readonly block: string;
  readonly value: EffectiveValue;
  readonly places: readonly ReadPlace[];
}

/** One option, listed in the reference or written by the project, with its resolved value. */
export interface EffectiveOption {
  /** As in code: `dir.pages`, `alias['~']`. */
  readonly option: string;
  /** Whether the reference lists it. */
  readonly listed: boolean;
  readonly value: EffectiveValue;
  /** The places of the paths in the value, as far as they are known. */
  readonly places: readonly ReadPlace[];
  readonly overrides: readonly OptionOverride[];
}

/** A note about something that the rows do not show. */
export interface EffectiveNote {
  readonly message: string;
  readonly at: Position;
}

/** A config as one variant reads it: a row for every option. */
export interface EffectiveConfig {
  readonly variant: Variant;
  readonly options: readonly EffectiveOption[];
  readonly notes: readonly EffectiveNote[];
}

/** Whether the project or one of its layers sets an option. */
export function isSet(value: EffectiveValue): boolean {
  switch (value.kind) {
    case 'value':
      return value.from.kind !== 'default';
    case 'unknown':
      return value.text !== undefined;
    case 'missing':
      return value.at !== undefined;
    default:
      return false;
  }
}
