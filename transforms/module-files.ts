import { pathFrom, placeAt } from '../src/config/paths.ts';
import type { Finding } from '../src/plan/definition.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { isThere } from '../src/project/rebase.ts';
import { usedModules } from '../src/project/used-modules.ts';

export default defineOptionTransform({
  id: 'module-files',
  summary: 'Names files that modules would no longer find by themselves.',
  // Only editions define files that modules read.
  options: ({ facts: { modules }, path }) =>
    Object.values(modules).some(({ reads }) => reads !== undefined) ? [path.modules] : [],
  followsMoves: true,
  run(config, { paths }) {
    if (!paths) return [];
    const { root, moves } = paths.layout;
    return usedModules(config).flatMap(({ name, path }) => {
      const { reads = {} } = config.catalogue.moduleFacts(name);
      return Object.entries(reads).flatMap(([option, file]): Finding[] => {
        const place = placeAt(root, file);
        const after = moves.after(place);
        const [, ...keys] = option.split('.');
        // The options of a module may also follow its name: `['@acme/gallery', { css: '…' }]`.
        const inTuple = path.length > 2 ? [[...path.slice(0, -1), 1, ...keys]] : [];
        const isSet = [option, ...inTuple].some((key) => config.lookup(key).kind !== 'absent');
        if (after === place || isSet || !isThere(paths, place)) return [];
        const done = `added: \`${name}\` looks for \`${file}\`, which moves`;
        const change = config.scopes[0].set(option, pathFrom(root, after));
        return [{ option, at: config.at, changes: [change], message: { what: `\`${option}\``, done } }];
      });
    });
  },
});
