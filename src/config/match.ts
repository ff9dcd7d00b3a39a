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
  let parsed = knownPatterns.get(pattern);
  if (!parsed) {
    parsed = parsePattern(pattern);
    knownPatterns.set(pattern, parsed);
  }
  return follow(scope, parsed.start, parsed.steps, 0);
}

/** A pattern as the option it starts at and the steps from there. */
interface OptionPattern {
  readonly start: OptionPathParts;
  readonly steps: readonly Step[];
}

/** To every key or item, and from each of them to the option at `rest`. */
interface Step {
  readonly each: 'key' | 'item';
  readonly rest: OptionPathParts;
}

// There are few patterns, and each is matched against every config.
const knownPatterns = new Map<string, OptionPattern>();

function parsePattern(text: string): OptionPattern {
  const start: PathSegment[] = [];
  const steps: Step[] = [];
  let plain = start;
  for (const token of text.match(/\*|\[\d*\]|[^.[\]]+/g) ?? []) {
    if (token === '*' || token === '[]') {
      plain = [];
      steps.push({ each: token === '*' ? 'key' : 'item', rest: plain });
    } else plain.push(token.startsWith('[') ? Number(token.slice(1, -1)) : token);
  }
  return { start, steps };
}

function follow(scope: ConfigScope, path: OptionPathParts, steps: readonly Step[], depth: number): Match[] {
  const step = steps[depth];
  if (!step) {
    const lookup = scope.lookup(path);
    if (lookup.kind === 'absent') return [];
    return isWritten(lookup) ? [{ path, lookup, reached: true }] : unreadable(scope, path);
  }
  const entries = scope.entries(path);
  if (!entries) return unreadable(scope, path);
  return entries.list.flatMap((entry) => {
    if ((typeof entry.key === 'number') !== (step.each === 'item')) return [];
    const next = step.rest.length === 0 ? entry.path : [...entry.path, ...step.rest];
    return follow(scope, next, steps, depth + 1);
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
