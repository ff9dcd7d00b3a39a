import type { OptionPathParts, PathSegment } from './change.ts';
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
  let steps = known.get(pattern);
  if (!steps) {
    steps = parsePattern(pattern);
    known.set(pattern, steps);
  }
  return follow(scope, [], steps, 0);
}

// There are few patterns, and each is matched against every config.
const known = new Map<string, readonly Step[]>();

/** To every key or item, or to the config itself at the start, and from each of them to the option at `rest`. */
interface Step {
  readonly each: 'key' | 'item' | 'start';
  readonly rest: OptionPathParts;
}

/** The steps of a pattern; the first one goes to the option that it starts at. */
function parsePattern(text: string): Step[] {
  let rest: PathSegment[] = [];
  const steps: Step[] = [{ each: 'start', rest }];
  for (const token of text.match(/\*|\[\d*\]|[^.[\]]+/g) ?? []) {
    if (token === '*' || token === '[]') {
      rest = [];
      steps.push({ each: token === '*' ? 'key' : 'item', rest });
    } else rest.push(token.startsWith('[') ? Number(token.slice(1, -1)) : token);
  }
  return steps;
}

function follow(scope: ConfigScope, path: OptionPathParts, steps: readonly Step[], depth: number): Match[] {
  const step = steps[depth];
  if (step?.each === 'start') return follow(scope, step.rest, steps, depth + 1);
  if (!step) {
    const lookup = scope.lookup(path);
    if (lookup.kind === 'absent') return [];
    return isWritten(lookup) ? [{ path, lookup, reached: true }] : unreadable(scope, path);
  }
  const entries = scope.entries(path);
  if (!entries) return unreadable(scope, path);
  return entries.list.flatMap((entry) => {
    if ((typeof entry.key === 'number') !== (step.each === 'item')) return [];
    return follow(scope, [...entry.path, ...step.rest], steps, depth + 1);
  });
}

/** The unknown value on the way, if that is why the pattern cannot be followed. */
function unreadable(scope: ConfigScope, path: OptionPathParts): Match[] {
  for (let length = path.length; length > 0; length -= 1) {
    const part = path.slice(0, length);
    const lookup = scope.lookup(part);
    if (lookup.kind !== 'dynamic') return [];
    if (lookup.written) return lookup.type ? [] : [{ path: part, lookup, reached: false }];
  }
  return [];
}
