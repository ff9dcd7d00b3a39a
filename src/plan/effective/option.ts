import type { Json } from '../../catalogue/option.ts';
import type { OptionPathParts } from '../../config/change.ts';
import type { PlacePath } from '../../config/places.ts';
import type { Position } from '../../config/problem.ts';
import type { Variant } from '../../project/bases.ts';

export type { Variant };

/** Where the value of an option comes from. */
type ValueSource =
  | { readonly kind: 'config' | 'layer'; readonly at: Position }
  /** `implied`: not stated as a default, but it follows from the reference. */
  | { readonly kind: 'default'; readonly implied?: true };

/** What the framework takes an option to be, as far as the texts alone tell. */
export type EffectiveValue =
  | { readonly kind: 'value'; readonly value: Json; readonly from: ValueSource }
  | {
      readonly kind: 'unknown';
      readonly why: string;
      /** Absent if it is an unknown default. */
      readonly at?: Position;
      /** The text of the option; undefined if something else, such as a spread, may set it. */
      readonly text?: string;
      /** Whether a layer says so. */
      readonly inLayer?: true;
    }
  /** Nothing is written, and there is no default. */
  | { readonly kind: 'unset'; readonly why?: string }
  /** The variant has no such option; `at` where it is written anyway. */
  | { readonly kind: 'missing'; readonly at?: Position }
  /** Only holds other options, which have rows of their own. */
  | { readonly kind: 'group' };

/** A path in a value, and the place that it means, seen from the folder of the project's config. */
export interface ReadPlace {
  /** The way to the text inside the value; empty where the value is the text. */
  readonly at: OptionPathParts;
  readonly place: PlacePath;
  /** What is meant where there is a file and a folder of the name. */
  readonly names: 'files' | 'folders';
  /** Whether no rule says that the text is a path: one that does not exist may be anything. */
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
  /** As people write it: `dir.pages`, `alias['~']`. */
  readonly option: string;
  /** Whether the reference lists it. */
  readonly listed: boolean;
  readonly value: EffectiveValue;
  /** The places that paths in the value mean, as far as they are known. */
  readonly places: readonly ReadPlace[];
  readonly overrides: readonly OptionOverride[];
  /** Whether it only repeats what other rows say: those of its parts, or of the list it is a field of. */
  readonly summary: boolean;
}

/** Something that the rows do not show. */
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

/** Whether the project or one of its layers writes an option. */
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
