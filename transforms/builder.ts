/** Bundlers that are no longer included: asks to add the package that `builder` needs. */

import { eachWritten } from '../src/plan/config-scopes.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

export default defineOptionTransform({
  id: 'builder',
  summary: 'Reports the package that a non-default bundler needs.',
  asksOnly: true,
  options: ['builder'],
  run: (config, { evidence }) =>
    eachWritten(config, [config.catalogue.path.builder], ({ name, lookup }) => {
      const { builderPackages } = config.catalogue.names;
      const needed = lookup.kind === 'static' ? builderPackages[String(lookup.value)] : undefined;
      if (needed === undefined || evidence?.rangeOf(needed) !== undefined) return [];
      const what = evidence
        ? 'which is missing from package.json: add it'
        : 'make sure that it is in package.json';
      const message = `\`${name}\` needs the package \`${needed}\`${evidence ? ', ' : ': '}${what}.`;
      const followUps = [{ code: 'builder-package', message, subject: needed } as const];
      return [{ option: name, at: lookup.at, followUps }];
    }),
});
