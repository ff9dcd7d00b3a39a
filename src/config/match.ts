import type { OptionPathParts } from './change.ts';
import type { ConfigScope } from './document.ts';
import type { Lookup } from './lookup.ts';

/** A value that a pattern leads to, or the dynamic value that keeps it from going on. */
export interface Match {
  readonly path: OptionPathParts;
  readonly lookup: Exclude<Lookup, { kind: 'absent' }>;
  /** Whether the whole pattern was followed. */
  readonly reached: boolean;
}

/** All values at a pattern: `plugins[].src` (every item), `alias.*` (every key), `modules[][0]` (one item). */
export function matchOption(scope: ConfigScope, pattern: string): Match[] {
  const tokens = pattern.match(/\*|\[\d*\]|[^.[\]]+/g) ?? [];
  return follow(scope, tokens, []);
}

function follow(scope: ConfigScope, tokens: readonly string[], path: OptionPathParts): Match[] {
  const lookup: Lookup = path.length > 0 ? scope.lookup(path) : { kind: 'absent' };
  const [token, ...rest] = tokens;
  if (token === undefined) return lookup.kind === 'absent' ? [] : [{ path, lookup, reached: true }];
  if (lookup.kind === 'dynamic' && lookup.type === undefined) return [{ path, lookup, reached: false }];
  if (token === '*' || token === '[]') {
    const items = scope.entries(path)?.list ?? [];
    const wanted = items.filter((entry) => (typeof entry.path.at(-1) === 'number') === (token === '[]'));
    return wanted.flatMap((entry) => follow(scope, rest, entry.path));
  }
  const index = /^\[(\d+)\]$/.exec(token)?.[1];
  return follow(scope, rest, [...path, index === undefined ? token : Number(index)]);
}
