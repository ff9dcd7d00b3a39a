import { pathParts } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
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
