/**
 * Makes the transforms of options with paths: `css: ['~/server/x.css']` becomes `css: ['~~/server/x.css']` where
 * `server/` stays.
 */

import type { PlacePath } from '../base/paths.ts';
import { type Catalogue, type OptionPath, perCatalogue } from '../catalogue/index.ts';
import type { PathRule } from '../catalogue/option.ts';
import { ConfigPath } from '../config/change.ts';
import { type ConfigDocument, type Match, matchOption } from '../config/document.ts';
import type { Variant } from '../paths/bases.ts';
import { followOption, type PathContext, sideOf, valuePlace } from '../paths/option-paths.ts';
import type { Finding, Transform, TransformContext } from './definition.ts';
import { defineOptionTransform } from './transform.ts';

type TransformRun = (config: ConfigDocument, context: TransformContext) => Finding[];

/** Updates the paths in every value that matches some patterns, in every override block. */
export function rebasing(patterns: readonly string[], rule: PathRule): TransformRun {
  return (config, context) =>
    patterns.flatMap((pattern) => rebasePattern(config, context, pattern, () => rule));
}

/** The same for one pattern, with a rule for each value. */
export function rebasePattern(
  config: ConfigDocument,
  context: TransformContext,
  pattern: string,
  ruleFor: (match: Match) => PathRule,
): Finding[] {
  return config.scopes.flatMap((scope) =>
    matchOption(scope, pattern).flatMap(
      (match) => rebaseMatch(match, ruleFor(match), context) ?? [],
    ),
  );
}

/** The places that the values of some patterns resolve to in a variant. */
export function placesNamed(
  { scopes }: ConfigDocument,
  patterns: Catalogue['pathPatterns'],
  paths: PathContext,
  variant: Variant,
): PlacePath[] {
  const read = sideOf(paths, variant);
  return scopes.flatMap((scope) =>
    patterns.flatMap(({ pattern, rule }) =>
      matchOption(scope, pattern).flatMap(({ lookup }) =>
        lookup.kind === 'static' ? (valuePlace(lookup.value, rule, read) ?? []) : [],
      ),
    ),
  );
}

type Options = readonly OptionPath[] | ((catalogue: Catalogue) => readonly string[]);

/** Updates the paths in some options, by their rules in the catalogue. */
export function followPaths(options: Options): TransformRun {
  const patternsIn = perCatalogue((catalogue) => {
    const followed =
      typeof options === 'function'
        ? options(catalogue)
        : options.map((option) => catalogue.path[option]);
    return catalogue.pathPatterns.filter(({ option }) => followed.includes(option));
  });
  return (config, context) =>
    patternsIn(config.catalogue).flatMap(({ pattern, rule }) =>
      rebasing([pattern], rule)(config, context),
    );
}

/** Declares a transform that updates the paths in its options by their rules in the catalogue. */
export function definePathTransform(id: string, summary: string, options: Options): Transform {
  return defineOptionTransform({
    id,
    summary,
    options,
    followsMoves: true,
    run: followPaths(options),
  });
}

/** The finding for one value; undefined if there is nothing to change or report. */
function rebaseMatch(match: Match, rule: PathRule, context: TransformContext): Finding | undefined {
  const paths = context.paths ?? context.settledPaths;
  const isSettled = !context.paths;
  if (!paths || (isSettled && !paths.layout.moves.hasMoves)) return undefined;
  const { scope, path, lookup } = match;
  if (lookup.kind === 'dynamic') {
    // Functions, objects and lists are not paths themselves; their parts are matched by other patterns.
    const noPath = match.reached && lookup.type !== undefined && lookup.type !== 'string';
    // If Variant A does not resolve the source alias here, a text may have to change even if nothing moves.
    const mayChange = changesPaths(paths) || !rule.sourceAlias;
    // A module that is imported is a function.
    const isFunction = !rule.sourceAlias && /^comes from (?:`\.|the package)/.test(lookup.why);
    const isPath = !noPath && !isFunction && lookup.written && mayChange;
    if (isSettled || !isPath || lookup.condition === 'choice') return undefined;
    return dynamicPath(match, lookup.why);
  }
  const defines = rule.packages === 'all' ? String(path[1]) : undefined;
  const result = followOption(lookup.value, rule, paths, defines);
  if (result.kind === 'same') return undefined;
  // A path of Variant A that cannot be resolved does not concern the migration.
  if (isSettled && result.kind !== 'write' && result.kind !== 'ambiguous') return undefined;
  const option = scope.nameOf(path);
  switch (result.kind) {
    case 'split': {
      const message = `\`${option}\` matches both files that move and files that stay: use a separate pattern for each location.`;
      return { option, at: lookup.at, followUps: [{ code: 'glob-split', message }] };
    }
    case 'unknown':
    case 'ambiguous':
      return dynamicPath(match, result.why);
    case 'missing': {
      const message = `\`${option}\` is ${shown(lookup.value)}, which exists neither in the source directory nor in the project root: fix or remove it.`;
      return { option, at: lookup.at, followUps: [{ code: 'path-not-found', message }] };
    }
    case 'write': {
      const done = `updated: ${shown(lookup.value)} → ${shown(result.value)}`;
      const message = { what: `\`${option}\``, done };
      return { option, at: lookup.at, changes: [scope.set(path, result.value)], message };
    }
  }
}

function dynamicPath({ scope, path, lookup }: Match, why: string): Finding {
  const option = scope.nameOf(path);
  const message = `\`${option}\` ${why}: check that it is still the same file.`;
  return { option, at: lookup.at, followUps: [{ code: 'dynamic-path', message }] };
}

/** Whether any path may have to change. */
export function changesPaths({ layout }: PathContext): boolean {
  return layout.before !== layout.after || layout.moves.moves.length > 0;
}

function shown(value: unknown): string {
  return value instanceof ConfigPath ? `./${value.place}` : `'${String(value)}'`;
}
