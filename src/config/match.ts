import type { OptionPathParts, PathSegment } from './change.ts';
import type { ConfigScope } from './document.ts';
import { isWritten, type Lookup } from './lookup.ts';

/** A value that a pattern leads to, or the dynamic value that keeps it from going on. */
export interface Match {
  readonly path: OptionPathParts;
  readonly lookup: Exclude<Lookup, { kind: 'absent' }>;
  /** Whether the whole pattern was followed. */
  readonly reached: boolean;
}

/** All values at a pattern: `plugins[].src` (every item), `alias.*` (every key), `modules[][0]` (one item). */
export function matchOption(scope: ConfigScope, pattern: string): Match[] {
  const matches: Match[] = [];
  const { start, steps } = readPattern(pattern);
  follow(scope, steps, 0, start, matches);
  return matches;
}

/** A pattern as the option it starts at and the steps from there. */
interface OptionPattern {
  readonly start: OptionPathParts;
  readonly steps: readonly Step[];
}

/** To every key or item, and from each of them on to the option at `rest`. */
interface Step {
  readonly each: 'key' | 'item';
  readonly rest: OptionPathParts;
}

// There are few patterns, and each is matched against every config.
const known = new Map<string, OptionPattern>();

function readPattern(text: string): OptionPattern {
  let pattern = known.get(text);
  if (!pattern) {
    pattern = parsePattern(text);
    known.set(text, pattern);
  }
  return pattern;
}

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

/** Adds what is found behind `path` on the steps from `depth` on. */
function follow(
  scope: ConfigScope,
  steps: readonly Step[],
  depth: number,
  path: OptionPathParts,
  matches: Match[],
): void {
  const step = steps[depth];
  if (!step) {
    const lookup = scope.lookup(path);
    if (lookup.kind === 'absent') return;
    if (isWritten(lookup)) matches.push({ path, lookup, reached: true });
    else addUnreadable(scope, path, matches);
    return;
  }
  const entries = scope.entries(path);
  if (!entries) {
    addUnreadable(scope, path, matches);
    return;
  }
  for (const entry of entries.list) {
    if ((typeof entry.key === 'number') !== (step.each === 'item')) continue;
    const next = step.rest.length === 0 ? entry.path : [...entry.path, ...step.rest];
    follow(scope, steps, depth + 1, next, matches);
  }
}

/** Adds the value on the way that nothing can be told about, if that is what keeps the pattern from going on. */
function addUnreadable(scope: ConfigScope, path: OptionPathParts, matches: Match[]): void {
  for (let length = path.length; length > 0; length -= 1) {
    const part = path.slice(0, length);
    const lookup = scope.lookup(part);
    if (lookup.kind !== 'dynamic') return;
    if (lookup.written) {
      if (!lookup.type) matches.push({ path: part, lookup, reached: false });
      return;
    }
  }
}
