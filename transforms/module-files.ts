/** Files that a module of an edition finds by a fixed name: names them in its options once they have moved. */

import { isSigned, pathFrom, placeAt } from '../src/base/paths.ts';
import { type KnownAliases, readAlias, writeText } from '../src/paths/aliases.ts';
import { usedModules } from '../src/paths/used-modules.ts';
import type { Finding } from '../src/plan/definition.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { allowsVersion } from '../src/tree/package-json.ts';

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
    const { before, after } = paths.aliases;
    const placeIn = ({ table }: KnownAliases, file: string) =>
      (isSigned(file) ? readAlias(table, file)?.place : undefined) ?? placeAt(root, file);
    // A module reads the files of the project, also if a layer lists it.
    const inherited = paths.users?.length ? [] : paths.evidence?.modules;
    return usedModules(config, inherited).flatMap(({ name, path }) => {
      const { reads = {}, readsBelow = '' } = config.catalogue.moduleFacts(name);
      const range = paths.evidence?.rangeOf(name) ?? '';
      if (readsBelow && allowsVersion(range, `<${readsBelow}`) === 'none') return [];
      return Object.entries(reads).flatMap(([option, file]): Finding[] => {
        const place = placeIn(before, file);
        const newPlace = moves.after(place);
        const [, ...keys] = option.split('.');
        // The options of a module may also follow its name: `['@acme/gallery', { css: '…' }]`.
        const inTuple = path.length > 2 ? [[...path.slice(0, -1), 1, ...keys]] : [];
        const isSet = [option, ...inTuple].some((key) => config.lookup(key).kind !== 'absent');
        if (newPlace === placeIn(after, file) || isSet || !paths.evidence?.exists(place)) return [];
        const alias = isSigned(file) ? writeText(after.table, newPlace, '~', false) : undefined;
        const done = `added: \`${name}\` would no longer find \`${file}\``;
        const change = config.scopes[0].set(option, alias ?? pathFrom(root, newPlace));
        return [
          { option, at: config.at, changes: [change], message: { what: `\`${option}\``, done } },
        ];
      });
    });
  },
});
