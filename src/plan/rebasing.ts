import type { Catalogue, OptionPath } from '../catalogue/index.ts';
import type { PathRule } from '../catalogue/path-rules.ts';
import { ConfigPath, pathParts, showPath } from '../config/change.ts';
import type { ConfigDocument, ConfigScope, OptionRef } from '../config/document.ts';
import { isWritten, type Written } from '../config/lookup.ts';
import { type Match, matchOption } from '../config/match.ts';
import { type PathContext, type Rebased, rebase } from '../project/rebase.ts';
import { defineOptionTransform, type Finding, type Transform, type TransformContext } from './transform.ts';

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

/** Finds the paths that some options name, by their rows, and keeps them on the same files. */
export function followPaths(
  options: readonly OptionPath[] | ((catalogue: Catalogue) => readonly string[]),
): Run {
  return (config, context) => {
    const followed =
      typeof options === 'function'
        ? options(config.catalogue)
        : options.map((option) => config.catalogue.path[option]);
    return config.catalogue.pathPatterns
      .filter(({ option }) => followed.includes(option))
      .flatMap(({ pattern, rule }) => rebasing([pattern], rule)(config, context));
  };
}

/** Declares a transform that does what the rows of its options say: their paths follow their files. */
export function definePathTransform(id: string, summary: string, options: readonly OptionPath[]): Transform {
  return defineOptionTransform({ id, summary, options, followsMoves: true, run: followPaths(options) });
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
    // Functions, objects and lists are not paths themselves; what they hold is matched by patterns of its own.
    const noPath = match.reached && lookup.type !== undefined && lookup.type !== 'string';
    // Where Variant A does not read the source alias, a text may have to change even if nothing moves.
    const mayChange = changesPaths(paths) || !rule.sourceAlias;
    if (noPath || !lookup.written || !mayChange || lookup.hasBranches) return undefined;
    return dynamicPath(scope, match, lookup.why);
  }
  const defines = rule.packages === 'all' ? String(path[1]) : undefined;
  const result: Rebased = rebase(lookup.value, rule, paths, { block: scope.block, defines });
  if (result.kind === 'same') return undefined;
  const option = optionName(scope, path);
  switch (result.kind) {
    case 'split': {
      const message = `\`${option}\` matches both files that move and files that stay: use a separate pattern for each location.`;
      return { option, at: lookup.at, followUps: [{ code: 'glob-split', message }] };
    }
    case 'unknown':
      return dynamicPath(scope, match, result.why);
    case 'missing': {
      const message = `\`${option}\` is ${shown(lookup.value)}, which exists neither in the source directory nor in the project root: fix or remove it.`;
      return { option, at: lookup.at, followUps: [{ code: 'path-not-found', message }] };
    }
    case 'write': {
      const message = `\`${option}\` updated: ${shown(lookup.value)} → ${shown(result.value)}`;
      return { option, at: lookup.at, changes: [scope.set(path, result.value)], message };
    }
  }
}

function dynamicPath(scope: ConfigScope, { path, lookup }: Match, why: string): Finding {
  const option = optionName(scope, path);
  const message = `\`${option}\` ${why}: check that it is still the same file.`;
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

/** An option that stands in the text, in the config itself or in an override block. */
export interface WrittenOption<Path extends string> {
  readonly scope: ConfigScope;
  readonly option: Path;
  /** Its name with the override block. */
  readonly name: string;
  readonly lookup: Written;
}

/** What there is to say about each of a few options, wherever one of them is written. */
export function eachWritten<Path extends string>(
  config: ConfigDocument,
  options: readonly Path[],
  findings: (one: WrittenOption<Path>) => readonly Finding[],
): Finding[] {
  const known = options.filter((option) => !config.catalogue.isTakenAway(option));
  return config.scopes.flatMap((scope) =>
    known.flatMap((option) => {
      const lookup = scope.lookup(option);
      // Of a value that a condition decides, the config itself has the whole.
      return isWritten(lookup) && !lookup.isBranch
        ? findings({ scope, option, name: optionName(scope, pathParts(option)), lookup })
        : [];
    }),
  );
}

/** Whether a part of the config is inside another one: `$if(a && b)` in `$if(a)`, `$test.$if(a)` in `$test`. */
export function isUnder(block: string, outer: string): boolean {
  return (
    block.startsWith(`${outer}.`) || (outer.endsWith(')') && block.startsWith(`${outer.slice(0, -1)} && `))
  );
}

/** Whether a part of the config applies under a condition alone, and in every environment. */
export function isConditional(block: string): boolean {
  return block.startsWith('$if(') && block.endsWith(')');
}

/**
 * The scope that gives an option its value where another scope applies: itself, its block in another merged object, or
 * the config under the block. Undefined if the option is written in none of them.
 */
export function scopeSetting(
  config: ConfigDocument,
  scope: ConfigScope,
  option: OptionRef,
): ConfigScope | undefined {
  // What a condition adds replaces whole keys of the config.
  const replaces = scope.replaces(option);
  // An override block is merged with the config, whatever it replaces in itself.
  const isOuter = ({ block }: ConfigScope) =>
    block === '' ? !(replaces && isConditional(scope.block)) : !replaces && isUnder(scope.block, block);
  const same = replaces ? [] : config.scopes.filter((other) => other.block === scope.block);
  const merged = [...same, ...config.scopes.filter(isOuter)];
  return [scope, ...merged].find((other) => isWritten(other.lookup(option)));
}

/**
 * Whether a condition decides if an option is set where a scope applies: another part sets the option,
 * or replaces the group that has it.
 */
export function isSetUnderCondition(config: ConfigDocument, scope: ConfigScope, option: OptionRef): boolean {
  const setting = scopeSetting(config, scope, option);
  return config.scopes.some((other) => {
    if (other === scope) return false;
    // What code may set in the config is there under an override block as well.
    if (!setting && other.block === '' && other.lookup(option).kind === 'dynamic') return true;
    if (!other.block.includes('$if(')) return false;
    const environment = environmentOf(other.block);
    const isSet = isWritten(other.lookup(option));
    if (setting) {
      // An override block is merged over the config: what is replaced in one of them stays in the other.
      const isBeside = environment === environmentOf(setting.block) && !isUnder(setting.block, other.block);
      return !isSet && isBeside && other.replaces(option);
    }
    return isSet && (environment === '' || environment === environmentOf(scope.block));
  });
}

/** The override block that a part of the config is in, or is; empty for the config itself. */
function environmentOf(block: string): string {
  return block.replace(/\.?\$if\(.*$/s, '');
}
