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
  return follow(scope, tokensOf(pattern), 0, []);
}

const eachKey = Symbol('each key');
const eachItem = Symbol('each item');
type Token = PathSegment | typeof eachKey | typeof eachItem;

// There are few patterns, and each is matched against every config.
const known = new Map<string, readonly Token[]>();

function tokensOf(pattern: string): readonly Token[] {
  let tokens = known.get(pattern);
  if (!tokens) {
    tokens = (pattern.match(/\*|\[\d*\]|[^.[\]]+/g) ?? []).map((text): Token => {
      if (text === '*') return eachKey;
      if (text === '[]') return eachItem;
      return text.startsWith('[') ? Number(text.slice(1, -1)) : text;
    });
    known.set(pattern, tokens);
  }
  return tokens;
}

function follow(scope: ConfigScope, tokens: readonly Token[], depth: number, path: OptionPathParts): Match[] {
  const token = tokens[depth];
  if (token === undefined) {
    const lookup = scope.lookup(path);
    if (lookup.kind === 'absent') return [];
    return isWritten(lookup) ? [{ path, lookup, reached: true }] : unreadable(scope, path);
  }
  if (typeof token !== 'symbol') return follow(scope, tokens, depth + 1, [...path, token]);
  const entries = scope.entries(path);
  if (!entries) return unreadable(scope, path);
  const wanted = entries.list.filter(({ key }) => (typeof key === 'number') === (token === eachItem));
  return wanted.flatMap((entry) => follow(scope, tokens, depth + 1, entry.path));
}

/** The value on the way that nothing can be told about, if that is what keeps the pattern from going on. */
function unreadable(scope: ConfigScope, path: OptionPathParts): Match[] {
  for (let length = path.length; length > 0; length -= 1) {
    const lookup = scope.lookup(path.slice(0, length));
    if (lookup.kind !== 'dynamic') return [];
    if (lookup.written) return lookup.type ? [] : [{ path: path.slice(0, length), lookup, reached: false }];
  }
  return [];
}
