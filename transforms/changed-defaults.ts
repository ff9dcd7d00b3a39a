import { defineOptionTransform, type Finding } from '../src/plan/transform.ts';

/** Options whose default changed, with the value that Variant B takes. */
const formerDefaults = {
  'experimental.resetAsyncDataToUndefined': true,
  'experimental.defaults.useAsyncData.deep': true,
  'headManager.renderSSRHeadOptions.omitLineBreaks': false,
} as const;

const options = [
  'experimental.resetAsyncDataToUndefined',
  'experimental.defaults.useAsyncData.deep',
  'headManager.renderSSRHeadOptions.omitLineBreaks',
] as const;

export default defineOptionTransform({
  id: 'changed-defaults',
  summary: 'Writes the old defaults of options whose default changed, on request.',
  options,
  run(config, { keepDefaults, decision }) {
    if (!keepDefaults || decision.kind === 'migrated') return [];
    const [main] = config.scopes;
    return options.flatMap((option): Finding[] => {
      const lookup = config.lookup(option);
      if (lookup.kind === 'static' || (lookup.kind === 'dynamic' && lookup.written)) return [];
      const value = formerDefaults[option];
      const message = `\`${option}: ${value}\` keeps the default of Variant B`;
      const at = lookup.kind === 'dynamic' ? lookup.at : { file: config.path, line: 1, column: 1 };
      return [{ option, at, changes: [main.set(option, value)], message }];
    });
  },
});
