import { names } from '../src/catalogue/names.ts';
import { eachWritten } from '../src/plan/rebasing.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

const packages: ReadonlyMap<unknown, string> = new Map(Object.entries(names.builderPackages));

export default defineOptionTransform({
  id: 'builder',
  summary: 'Asks for the package that a bundler other than the default needs.',
  asksOnly: true,
  options: ['builder'],
  run: (config, { evidence }) =>
    eachWritten(config, ['builder'], ({ name, lookup }) => {
      const needed = lookup.kind === 'static' ? packages.get(lookup.value) : undefined;
      if (needed === undefined || evidence?.lists(needed)) return [];
      const what = evidence ? 'which package.json does not list: add it' : 'see that package.json lists it';
      const message = `\`${name}\` needs the package \`${needed}\`${evidence ? ', ' : ': '}${what}.`;
      return [{ option: name, at: lookup.at, followUps: [{ code: 'builder-package', message }] }];
    }),
});
