import { placeAt } from '../src/config/places.ts';
import { folderText, isUnsetIn, rebaseFolder } from '../src/plan/folders.ts';
import { defineOptionTransform } from '../src/plan/transform.ts';
import { isThere } from '../src/project/paths.ts';

export default defineOptionTransform({
  id: 'server-dir',
  summary: 'Keeps the server files where they are read: Variant A looks in the root, not among the sources.',
  options: ['serverDir'],
  followsMoves: true,
  run(config, { paths }) {
    if (!paths) return [];
    const { layout } = paths;
    const former = placeAt(layout.before, 'server');
    const fallback = placeAt(layout.root, 'server');
    const folder = { option: 'serverDir', base: layout.root, former, fallback };
    const set = config.scopes.flatMap((scope) => rebaseFolder(config, scope, folder, paths));
    if (!isUnsetIn(config, 'serverDir') || layout.moves.after(former) === fallback) return set;
    if (!isThere(paths, former)) return set;
    const message = '`serverDir` is written: Variant A would look in `server/` of the root';
    const [main] = config.scopes;
    const changes = [main.set('serverDir', folderText(former, paths))];
    return [...set, { option: 'serverDir', at: config.at, changes, message }];
  },
});
