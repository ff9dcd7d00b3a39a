/** Experimental options that ended: removes them, and reports those that switched something on that is gone. */

import { perCatalogue } from '../src/catalogue/index.ts';
import { alwaysIn, applyFates, isRemovedExperiment } from '../src/plan/option-fates.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

const removedOptions = perCatalogue((catalogue) =>
  catalogue.optionsThat(
    // Options with a follow-up from an edition are handled by `edition-options`.
    (option) => isRemovedExperiment(catalogue, option) && !option.followUp,
  ),
);

export default defineOptionTransform({
  id: 'removed-experimental',
  summary: 'Removes experimental options that the newer variant no longer has.',
  options: removedOptions,
  run(config) {
    const { names, findOption } = config.catalogue;
    const rows = removedOptions(config.catalogue).flatMap((name) => findOption(name) ?? []);
    return applyFates(config, rows, ({ name, lookup, row }) => {
      // What is always on was not switched on by the option.
      if (alwaysIn(row) !== undefined) return [];
      const value = lookup.kind === 'static' ? 'was on' : lookup.why;
      const message = `\`${name}\` ${value}: ${names.variants.a} no longer has this, so check whether the project relies on it.`;
      return [{ code: 'removed-experimental', message }];
    });
  },
});
