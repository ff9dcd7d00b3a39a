/** Options whose default changed: writes the old default for `--keep-defaults`, and removes it for `--drop-defaults`. */

import type { Option } from '../src/catalogue/option.ts';
import { pathParts } from '../src/config/change.ts';
import { isWritten } from '../src/config/lookup.ts';
import { hasNewDefaults } from '../src/layout/layout.ts';
import type { Finding } from '../src/plan/definition.ts';
import { hasFormer, keepsDefault } from '../src/plan/selection.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

export default defineOptionTransform({
  id: 'changed-defaults',
  summary:
    'Adds the old defaults of options whose default changed, with `--keep-defaults` or `--keep-default`, and removes them with `--drop-defaults`.',
  needs: '--keep-defaults',
  options: ({ optionsThat }) => optionsThat(hasFormerDefault),
  run(config, { keepDefaults, decision }) {
    // An option that is named explicitly also gets its old default in migrated projects.
    if (!keepDefaults || (keepDefaults === true && hasNewDefaults(decision))) return [];
    const [main] = config.scopes;
    // Sorting by depth writes the plain options of a group before the groups in it.
    const { options, names } = config.catalogue;
    const { b } = names.variants;
    const changed = [...options.values()]
      .filter(hasFormerDefault)
      .toSorted((a, b) => depth(a) - depth(b));
    return changed.flatMap(({ path: option, former = null }): Finding[] => {
      if (keepDefaults === 'drop' && hasFormer(config, option)) {
        const message = { what: `\`${option}\``, done: `removed: it kept a default of ${b}` };
        return [{ option, at: config.at, changes: [main.remove(option)], message }];
      }
      if (!keepsDefault(keepDefaults, option) || isWritten(config.lookup(option))) return [];
      const what = `\`${option}: ${JSON.stringify(former)}\``;
      const done = `added to keep the default of ${b}`;
      return [
        { option, at: config.at, changes: [main.set(option, former)], message: { what, done } },
      ];
    });
  },
});

/** Options with paths are left to their own transforms, which add to lists of former defaults. */
function hasFormerDefault({ former, paths }: Option): boolean {
  return former !== undefined && paths.length === 0;
}

function depth({ path }: Option): number {
  return pathParts(path).length;
}
