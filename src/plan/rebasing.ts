import { ConfigPath, showPath } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import { type Match, matchOption } from '../config/match.ts';
import type { PathRule } from '../project/path-rules.ts';
import { type PathContext, type Rebased, rebase } from '../project/rebase.ts';
import type { Finding, TransformContext } from './transform.ts';

type Run = (config: ConfigDocument, context: TransformContext) => Finding[];

/** Applies the one rule for paths to every value that a pattern leads to, in every override block. */
export function rebasing(patterns: readonly string[], rule: PathRule): Run {
  return (config, { paths }) => {
    if (!paths) return [];
    return config.scopes.flatMap((scope) =>
      patterns.flatMap((pattern) =>
        matchOption(scope, pattern).flatMap((match) => rebaseMatch(scope, match, rule, paths) ?? []),
      ),
    );
  };
}

/** The finding for one value; undefined if there is nothing to do or to say. */
export function rebaseMatch(
  scope: ConfigScope,
  match: Match,
  rule: PathRule,
  paths: PathContext,
): Finding | undefined {
  const { path, lookup } = match;
  if (lookup.kind === 'dynamic') {
    // Functions, objects and lists are no paths themselves; what they hold is matched by patterns of its own.
    const noPath = match.reached && lookup.type !== undefined && lookup.type !== 'string';
    // Where Variant A does not read the source alias, a text may have to change even if nothing moves.
    const mayChange = changesPaths(paths) || !rule.sourceAlias;
    if (noPath || !lookup.written || !mayChange) return undefined;
    return dynamicPath(scope, match, lookup.why);
  }
  const result: Rebased = rebase(lookup.value, rule, paths, scope.block);
  if (result.kind === 'same') return undefined;
  const option = optionName(scope, path);
  switch (result.kind) {
    case 'split': {
      const message = `\`${option}\` matches files that move and files that stay: write a pattern for each.`;
      return { option, at: lookup.at, followUps: [{ code: 'glob-split', message }] };
    }
    case 'unknown':
      return dynamicPath(scope, match, result.why);
    case 'missing': {
      const message = `\`${option}\` names ${shown(lookup.value)}, which is neither among the sources nor in the root: correct it or remove it.`;
      return { option, at: lookup.at, followUps: [{ code: 'path-not-found', message }] };
    }
    case 'write': {
      const message = `\`${option}\` follows its files: ${shown(lookup.value)} → ${shown(result.value)}`;
      return { option, at: lookup.at, changes: [scope.set(path, result.value)], message };
    }
  }
}

function dynamicPath(scope: ConfigScope, { path, lookup }: Match, why: string): Finding {
  const option = optionName(scope, path);
  const message = `\`${option}\` ${why}: check that it still names the same file.`;
  return { option, at: lookup.at, followUps: [{ code: 'dynamic-path', message }] };
}

/** The name of an option with its override block: `$production.css[0]`. */
export function optionName(scope: ConfigScope, path: Match['path']): string {
  return scope.block === '' ? showPath(path) : `${scope.block}.${showPath(path)}`;
}

/** Whether any path may have to change at all. */
export function changesPaths({ layout }: PathContext): boolean {
  return layout.before !== layout.after || layout.moves.moves.length > 0;
}

function shown(value: unknown): string {
  return value instanceof ConfigPath ? `./${value.place}` : `'${String(value)}'`;
}
