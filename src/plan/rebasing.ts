import { ConfigPath, showPath } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import { type Match, matchOption } from '../config/match.ts';
import { type PathContext, type PathRule, type Rebased, rebase } from '../project/paths.ts';
import type { FollowUpNote } from './follow-up.ts';
import type { Finding, TransformContext } from './transform.ts';

type Run = (config: ConfigDocument, context: TransformContext) => Finding[];

/** Applies the one rule for paths to every value that a pattern leads to, in every override block. */
export function rebasing(patterns: readonly string[], rule: PathRule): Run {
  return (config, { paths }) => {
    if (!paths) return [];
    return config.scopes.flatMap((scope) =>
      patterns.flatMap((pattern) =>
        matchOption(scope, pattern).flatMap((match) => rebaseMatch(scope, match, rule, paths)),
      ),
    );
  };
}

/** The finding for one value, where there is something to do or to say. */
export function rebaseMatch(scope: ConfigScope, match: Match, rule: PathRule, paths: PathContext): Finding[] {
  const { path, lookup } = match;
  const option = optionName(scope, path);
  const about = (followUp: FollowUpNote): Finding[] => [{ option, at: lookup.at, followUps: [followUp] }];
  if (lookup.kind === 'dynamic') {
    // Functions, objects and lists are no paths themselves; what they hold is matched by patterns of its own.
    const noPath = match.reached && lookup.type !== undefined && lookup.type !== 'string';
    if (noPath || !lookup.written || !changesPaths(paths)) return [];
    return about({
      code: 'dynamic-path',
      message: `\`${option}\` ${lookup.why}: check that it still names the same file.`,
    });
  }
  const result: Rebased = rebase(lookup.value, rule, paths);
  switch (result.kind) {
    case 'same':
      return [];
    case 'split':
      return about({
        code: 'glob-split',
        message: `\`${option}\` matches files that move and files that stay: write a pattern for each.`,
      });
    case 'unknown':
      return about({
        code: 'dynamic-path',
        message: `\`${option}\` ${result.why}: check that it still names the same file.`,
      });
    case 'write': {
      const message = `\`${option}\` follows its files: ${shown(lookup.value)} → ${shown(result.value)}`;
      return [{ option, at: lookup.at, changes: [scope.set(path, result.value)], message }];
    }
  }
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
