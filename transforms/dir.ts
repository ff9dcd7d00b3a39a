import type { ConfigDocument } from '../src/config/document.ts';
import { pathFrom, placeAt } from '../src/config/places.ts';
import { type FolderOption, folderText, isUnsetIn, publicFolder, rebaseFolder } from '../src/plan/folders.ts';
import { defineOptionTransform, type Finding } from '../src/plan/transform.ts';
import type { Layout } from '../src/project/layout.ts';
import { isThere, type PathContext } from '../src/project/paths.ts';
import { sourceDirs } from '../src/project/source-folders.ts';

export default defineOptionTransform({
  id: 'dir',
  summary:
    'Writes folder names as Variant A reads them: from the project root, and only where they differ from the default.',
  options: [
    'dir.app',
    'dir.assets',
    'dir.layouts',
    'dir.middleware',
    'dir.modules',
    'dir.pages',
    'dir.plugins',
    'dir.public',
    'dir.shared',
  ],
  followsMoves: true,
  run(config, { paths }) {
    if (!paths) return [];
    const findings: Finding[] = [];
    const options = folderOptions(paths.layout);
    for (const scope of config.scopes) {
      for (const option of options) findings.push(...rebaseFolder(config, scope, option, paths));
    }
    findings.push(...pins(config, paths));
    return findings;
  },
});

function folderOptions(layout: Layout): FolderOption[] {
  const { root, before, after } = layout;
  const option = (name: string, fallback: string): FolderOption => ({
    option: `dir.${name}`,
    base: before,
    former: placeAt(before, name),
    fallback,
  });
  const options = sourceDirs.map((name) => option(name, placeAt(after, name)));
  options.push(option('modules', placeAt(root, 'modules')));
  options.push(publicFolder(layout));
  const shared = placeAt(root, 'shared');
  options.push({ option: 'dir.shared', base: root, former: shared, fallback: shared });
  // Beside sources in the root, `dir.app: 'app'` is what re-enables the older layout: it says more than the default.
  if (after !== root) options.push(option('app', placeAt(root, 'app')));
  return options;
}

/** Folders that Variant B finds among the sources and Variant A would look for in the root. */
function pins(config: ConfigDocument, paths: PathContext): Finding[] {
  const { root, before, after, sourceOption, moves } = paths.layout;
  const defaults = [
    ...sourceDirs.map((name) => ({ name, looked: placeAt(after, name) })),
    ...['modules', 'public'].map((name) => ({ name, looked: placeAt(root, name) })),
  ];
  const wanted = defaults
    .map(({ name, looked }) => ({ name, looked, place: placeAt(before, name) }))
    .filter(({ place, looked }) => moves.after(place) !== looked && isThere(paths, place));
  // Few projects have one: without a disk to look at, it is assumed that there is none.
  const appFolder = placeAt(before, 'app');
  const isLost = before !== root && moves.after(appFolder) === appFolder;
  if (isLost && paths.evidence?.kindOf(appFolder) === 'folder')
    wanted.push({ name: 'app', looked: placeAt(root, 'app'), place: appFolder });
  if (sourceOption === 'written') wanted.push({ name: 'app', looked: after, place: placeAt(root, 'app') });
  return wanted.flatMap(({ name, looked, place }): Finding[] => {
    if (!isUnsetIn(config, `dir.${name}`)) return [];
    // `dir.static` becomes `dir.public`: there is nothing to write beside it.
    if (name === 'public' && !isUnsetIn(config, 'dir.static')) return [];
    const [main] = config.scopes;
    const message =
      name === 'app' && sourceOption === 'written'
        ? '`dir.app` is written: with `srcDir`, it keeps the older layout'
        : `\`dir.${name}\` is written: Variant A would look in \`${pathFrom(root, looked)}/\``;
    return [
      {
        option: `dir.${name}`,
        at: config.at,
        changes: [main.set(`dir.${name}`, folderText(place, paths))],
        message,
      },
    ];
  });
}
