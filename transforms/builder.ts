import { optionName } from '../src/plan/rebasing.ts';
import { defineOptionTransform, type Finding } from '../src/plan/transform.ts';
import { names } from '../src/reference/names.ts';

const packages: ReadonlyMap<unknown, string> = new Map(Object.entries(names.builderPackages));

export default defineOptionTransform({
  id: 'builder',
  summary: 'Asks for the package that a bundler other than the default needs.',
  options: ['builder'],
  run: (config) =>
    config.scopes.flatMap((scope): Finding[] => {
      const lookup = scope.lookup('builder');
      const needed = lookup.kind === 'static' ? packages.get(lookup.value) : undefined;
      if (lookup.kind === 'absent' || needed === undefined) return [];
      const option = optionName(scope, ['builder']);
      const message = `\`${option}\` needs the package \`${needed}\`: see that package.json lists it.`;
      return [{ option, at: lookup.at, followUps: [{ code: 'builder-package', message }] }];
    }),
});
