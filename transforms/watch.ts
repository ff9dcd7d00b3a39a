/** Watched paths, which are relative to the source directory: `'locales/*.json'` becomes `'../locales/*.json'`. */

import { matchOption } from '../src/config/document.ts';
import { Pattern } from '../src/config/lookup.ts';
import type { Finding } from '../src/plan/definition.ts';
import { followPaths } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

const rebaseStrings = followPaths(['watch']);

export default defineOptionTransform({
  id: 'watch',
  summary: 'Updates watched paths for the new source directory, and reports regular expressions.',
  options: ['watch'],
  followsMoves: true,
  run(config, context) {
    const layout = context.paths?.layout;
    if (!layout) return [];
    const strings = rebaseStrings(config, context);
    if (layout.before === layout.after) return strings;
    const patterns = config.scopes.flatMap((scope) =>
      matchOption(scope, `${config.catalogue.path.watch}[]`).flatMap(
        ({ path, lookup }): Finding[] => {
          if (lookup.kind !== 'static' || !(lookup.value instanceof Pattern)) return [];
          // A pattern without a slash or `^` matches in any folder.
          if (!/[/^]/.test(lookup.value.source)) return [];
          const option = scope.nameOf(path);
          const message = `\`${option}\` (/${lookup.value.source}/) is tested against paths relative to the source directory, which changes: adjust it.`;
          return [{ option, at: lookup.at, followUps: [{ code: 'watch-pattern', message }] }];
        },
      ),
    );
    return [...strings, ...patterns];
  },
});
