import type { OptionPath } from '../src/catalogue/index.ts';
import { isWritten } from '../src/config/lookup.ts';
import { defineOptionTransform, type Finding } from '../src/plan/transform.ts';

/** Options whose default changed, with the value that Variant B takes. */
const formerDefaults = [
  ['experimental.resetAsyncDataToUndefined', true],
  ['experimental.defaults.useAsyncData.deep', true],
  ['headManager.renderSSRHeadOptions.omitLineBreaks', false],
] as const satisfies readonly (readonly [OptionPath, boolean])[];

export default defineOptionTransform({
  id: 'changed-defaults',
  summary: 'Writes the old defaults of options whose default changed, on request.',
  options: formerDefaults.map(([option]) => option),
  run(config, { keepDefaults, decision }) {
    if (!keepDefaults || decision.kind === 'migrated') return [];
    const [main] = config.scopes;
    return formerDefaults.flatMap(([option, value]): Finding[] => {
      if (isWritten(config.lookup(option))) return [];
      const message = `\`${option}: ${value}\` keeps the default of Variant B`;
      return [{ option, at: config.at, changes: [main.set(option, value)], message }];
    });
  },
});
