/** Routes to prerender: `generate: { routes: ['/a'] }` becomes `serverEngine: { prerender: { routes: ['/a'] } }`. */

import { applyFates } from '../src/plan/option-fates.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';

export default defineOptionTransform({
  id: 'generate',
  summary: 'Moves the routes in `generate` to the prerender options of the server engine.',
  options: ['generate', 'generate.routes', 'generate.exclude'],
  run(config) {
    const { path, names, optionsUnder } = config.catalogue;
    const moved = optionsUnder(path.generate).filter(({ fate }) => fate.kind === 'moved');
    return applyFates(config, moved, ({ row, name, lookup }) => {
      const isEmpty = lookup.kind === 'static' && [lookup.value].flat().length === 0;
      if (row.path !== path['generate.exclude'] || isEmpty) return [];
      const message = `\`${name}\` had no effect in ${names.variants.b} and takes effect now, as \`${path['serverEngine.prerender.ignore']}\`: check that nothing is excluded by mistake.`;
      return [{ code: 'generate-exclude-active', message }];
    });
  },
});
