import { pathPatterns } from '../catalogue/index.ts';
import type { PathRule } from '../catalogue/path-rules.ts';
import type { OptionPathParts } from '../config/change.ts';
import { type PlacePath, placeAt, placeFromRoot } from '../config/places.ts';

export { type PathRule, rules } from '../catalogue/path-rules.ts';

export type Variant = 'a' | 'b';

/** A folder, or why it is not known. */
export type Folder = { readonly place: PlacePath } | { readonly why: string };

/** What the paths of one config are read from; places are seen from the folder of that config. */
export interface Bases {
  /** Whose rules apply: in Variant B, `future.compatibilityVersion: 4` brings those of Variant A. */
  readonly rules: Variant | 'unknown';
  readonly root: Folder;
  readonly source: Folder;
}

/** The places that a text without a stated base may mean, the likeliest first; none if the folders are not known. */
export function unstatedPlaces(text: string, { root, source }: Bases): readonly PlacePath[] {
  if (!('place' in root) || !('place' in source)) return [];
  const fromRoot = placeFromRoot(text, root.place, source.place);
  return fromRoot === undefined ? [placeAt(source.place, text), placeAt(root.place, text)] : [fromRoot];
}

const ruleByPattern: ReadonlyMap<string, PathRule> = new Map(
  pathPatterns.map(({ pattern, rule }) => [pattern, rule]),
);

/** How a text at an option pattern is read (`css[]`, `alias.*`); undefined if it is not a path. */
export function ruleFor(pattern: string): PathRule | undefined {
  return ruleByPattern.get(pattern);
}

const optionsWithPaths: ReadonlySet<string> = new Set(
  Array.from(ruleByPattern.keys(), (pattern) => pattern.replace(/(?:\[|\.\*).*/, '')),
);

/** Whether an option, or something in it, names places. */
export function namesPlaces(option: OptionPathParts): boolean {
  return option.some((_, index) => optionsWithPaths.has(option.slice(0, index + 1).join('.')));
}
