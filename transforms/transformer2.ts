/** Options of a transformer that ended: they move to the one that does its work now. */

import { type Catalogue, type Option, parentOption } from '../src/catalogue/index.ts';
import type { ConfigDocument } from '../src/config/document.ts';
import { applyFates } from '../src/plan/option-fates.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

export default defineOptionTransform({
  id: 'transformer2',
  summary:
    'Moves the options of the second transformer, which the newer variant no longer has, to the first.',
  options: ({ path: { transformer2 }, optionsThat }) =>
    optionsThat(({ path }) => path === transformer2 || path.startsWith(`${transformer2}.`)),
  run(config) {
    const listed = movedOptions(config.catalogue);
    return applyFates(
      config,
      [...listed, ...unlistedOptions(config, listed)],
      ({ name, row: { fate } }) => {
        const to = fate.kind === 'moved' ? fate.to : '';
        const message = `\`${name}\` moves to \`${to}\`: build the project and check the result.`;
        return [{ code: 'transformer2-moved', message }];
      },
    );
  },
});

function movedOptions({ optionsUnder, path }: Catalogue): readonly Option[] {
  const options = optionsUnder(path['transformer2.transform.options']);
  return options.filter(({ fate }) => fate.kind === 'moved' && fate.merge === 'target-wins');
}

/** The keys that the catalogue does not list, which move like the ones that it lists. */
function unlistedOptions(
  { catalogue, scopes }: ConfigDocument,
  [sibling]: readonly Option[],
): Option[] {
  if (sibling?.fate.kind !== 'moved') return [];
  const { fate } = sibling;
  const source = catalogue.path['transformer2.transform.options'];
  const keys = new Set(
    scopes.flatMap((scope) => scope.entries(source)?.list ?? []).map(({ key }) => key),
  );
  return [...keys]
    .map((key) => ({
      ...sibling,
      path: `${source}.${key}`,
      fate: { ...fate, to: `${parentOption(fate.to)}.${key}` },
    }))
    .filter(({ path }) => !catalogue.findOption(path));
}
