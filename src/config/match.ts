import type { OptionPathParts } from './change.ts';
import type { ConfigScope } from './document.ts';
import { isWritten, type Written } from './lookup.ts';

/** A value that a pattern matches, or the dynamic value at which matching had to stop. */
export interface Match {
  readonly path: OptionPathParts;
  readonly lookup: Written;
  /** Whether the whole pattern was followed. */
  readonly reached: boolean;
}

/** All values that match a pattern: `plugins[].src` (every item), `alias.*` (every key), `modules[][0]` (one item). */
export function matchOption(scope: ConfigScope, pattern: string): Match[] {
  let steps = stepsByPattern.get(pattern);
  if (!steps) {
    steps = pattern.match(/\*|\[\d*\]|[^.[\]]+/g) ?? [];
    stepsByPattern.set(pattern, steps);
  }
  return follow(scope, [], steps, 0);
}

// There are few patterns, and each is matched against every config.
const stepsByPattern = new Map<string, readonly string[]>();

function follow(scope: ConfigScope, path: OptionPathParts, steps: readonly string[], depth: number): Match[] {
  const step = steps[depth];
  if (step === undefined) {
    const lookup = scope.lookup(path);
    if (lookup.kind === 'absent') return [];
    return isWritten(lookup) ? [{ path, lookup, reached: true }] : unreadable(scope, path);
  }
  if (step !== '*' && step !== '[]') {
    const key = step.startsWith('[') ? Number(step.slice(1, -1)) : step;
    return follow(scope, [...path, key], steps, depth + 1);
  }
  const entries = scope.entries(path);
  if (!entries) return unreadable(scope, path);
  const isItem = step === '[]';
  const matches = entries.list.flatMap((entry) =>
    (typeof entry.key === 'number') === isItem ? follow(scope, entry.path, steps, depth + 1) : [],
  );
  if (entries.complete || isItem) return matches;
  // A spread may add more keys.
  const lookup = scope.lookup(path);
  return isWritten(lookup) && lookup.kind === 'dynamic'
    ? [...matches, { path, lookup, reached: false }]
    : matches;
}

/** The unknown value on the path, if it is the reason why the pattern cannot be followed. */
function unreadable(scope: ConfigScope, path: OptionPathParts): Match[] {
  for (let length = path.length; length > 0; length -= 1) {
    const part = path.slice(0, length);
    const lookup = scope.lookup(part);
    if (lookup.kind !== 'dynamic') return [];
    if (lookup.written) return lookup.type ? [] : [{ path: part, lookup, reached: false }];
  }
  return [];
}
