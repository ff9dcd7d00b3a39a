import { perCatalogue } from '../src/catalogue/index.ts';
import { eachWritten } from '../src/plan/config-scopes.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

/** Experimental options that Variant A no longer has. */
const removedOptions = perCatalogue(({ optionsThat, path: { experimental } }) =>
  optionsThat(
    // Options with a follow-up from an edition are handled by `edition-options`.
    ({ path, fate, followUp }) => fate.kind === 'removed' && !followUp && path.startsWith(`${experimental}.`),
  ),
);

export default defineOptionTransform({
  id: 'removed-experimental',
  summary: 'Removes experimental options that the newer variant no longer has.',
  options: removedOptions,
  run: (config) =>
    eachWritten(config, removedOptions(config.catalogue), ({ scope, option, name, lookup }) => {
      const { a } = config.catalogue.names.variants;
      // Values of the wrong type stay: `value-types` reports them.
      if (lookup.kind === 'static' && !isFlag(lookup.value)) return [];
      const unused = lookup.kind === 'static' && lookup.value !== true;
      const value = lookup.kind === 'static' ? 'was on' : lookup.why;
      const message = `\`${name}\` ${value}: ${a} no longer has this, so check whether the project relies on it.`;
      return [
        {
          option: name,
          at: lookup.at,
          changes: [scope.remove(option)],
          message: { what: `\`${name}\``, done: `removed: ${a} no longer has it` },
          followUps: unused ? [] : [{ code: 'removed-experimental', message }],
        },
      ];
    }),
});

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean' || value === undefined || value === null;
}
