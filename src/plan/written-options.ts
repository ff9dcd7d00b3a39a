import { pathParts } from '../config/change.ts';
import type { ConfigDocument, ConfigScope, OptionRef } from '../config/document.ts';
import { isWritten, type Written } from '../config/lookup.ts';
import { optionName } from './rebasing.ts';
import type { Finding } from './transform.ts';

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
  return config.scopes.flatMap((scope) =>
    options.flatMap((option) => {
      const lookup = scope.lookup(option);
      return isWritten(lookup)
        ? findings({ scope, option, name: optionName(scope, pathParts(option)), lookup })
        : [];
    }),
  );
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
  const [key = ''] = pathParts(option);
  const isReplaced = scope.isConditional && scope.lookup([key]).kind !== 'absent';
  const blocks = isReplaced ? [] : [...new Set([scope.block, ''])];
  const merged = blocks.flatMap((block) => config.scopes.filter((other) => other.block === block));
  return [scope, ...merged].find((other) => isWritten(other.lookup(option)));
}
