/**
 * Options that only an edition moves or removes, as its rows say; those of the default edition have transforms of their
 * own.
 */

import { type Catalogue, codeFor, type Option, perCatalogue } from '../src/catalogue/index.ts';
import { applyFates, isRemovedExperiment } from '../src/plan/option-fates.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

/** Options that an edition moves, removes or reports. */
const editionOptions = perCatalogue(({ optionsThat }) =>
  optionsThat(({ followUp, isNewFate = false }) => followUp !== undefined || isNewFate),
);

/** Whether an option moves or is removed, and no other transform handles that. */
function isOwnFate(catalogue: Catalogue, option: Option): boolean {
  if (isRemovedExperiment(catalogue, option)) return option.followUp !== undefined;
  const isInGenerate = option.path.startsWith(`${catalogue.path.generate}.`);
  return option.isNewFate === true && !(isInGenerate && option.fate.kind === 'moved');
}

export default defineOptionTransform({
  id: 'edition-options',
  summary: 'Moves and removes options as defined by an edition, and reports its follow-ups.',
  options: editionOptions,
  run(config) {
    const { catalogue } = config;
    const rows = editionOptions(catalogue).flatMap((name) => catalogue.findOption(name) ?? []);
    const handled = rows.map((row) =>
      isOwnFate(catalogue, row) ? row : { ...row, fate: { kind: 'kept' as const } },
    );
    return applyFates(config, handled, ({ row: { path, followUp } }) => {
      if (!followUp) return [];
      const { kind, message } = followUp;
      return [{ kind, code: codeFor(path), message }];
    });
  },
});
