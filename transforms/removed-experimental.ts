import { perCatalogue } from '../src/catalogue/index.ts';
import { eachWritten } from '../src/plan/config-scopes.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

/** The group goes on in Variant A, without these. */
const ended = perCatalogue(({ optionsThat, path: { experimental } }) =>
  optionsThat(
    // If an edition has a follow-up for one of them, `edition-options` handles it.
    ({ path, fate, followUp }) => fate.kind === 'removed' && !followUp && path.startsWith(`${experimental}.`),
  ),
);

export default defineOptionTransform({
  id: 'removed-experimental',
  summary: 'Removes experimental options that the newer variant no longer has.',
  options: ended,
  run: (config) =>
    eachWritten(config, ended(config.catalogue), ({ scope, option, name, lookup }) => {
      const { a } = config.catalogue.names.variants;
      // A value of another kind is left, as the report says of it.
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
