import { type FolderKind, folderKinds } from '../catalogue/folder-kinds.ts';
import { optionsThat } from '../catalogue/index.ts';
import type { ConfigDocument } from '../config/document.ts';
import { pathFrom } from '../config/places.ts';
import type { Layout } from '../project/layout.ts';
import { isThere, type PathContext } from '../project/rebase.ts';
import { type FolderOption, folderOption, folderText, isUnsetIn, rebaseFolder } from './folders.ts';
import { defineOptionTransform, type Finding, type Transform } from './transform.ts';

/** Declares a transform for options that each name the place of a kind of files. */
export function defineFolderTransform(
  id: string,
  summary: string,
  isHandled: (option: string) => boolean,
): Transform {
  const kinds = folderKinds.filter(({ option }) => option !== undefined && isHandled(option));
  return defineOptionTransform({
    id,
    summary,
    options: optionsThat(({ path }) => kinds.some(({ option }) => option === path)),
    followsMoves: true,
    run(config, { paths }) {
      if (!paths) return [];
      const { layout } = paths;
      const folders = kinds
        .filter((kind) => !isOlderLayout(kind, layout))
        .map((kind) => folderOption(kind, layout));
      const set = config.scopes.flatMap((scope) =>
        folders.flatMap((folder) => rebaseFolder(config, scope, folder, paths)),
      );
      return [...set, ...kinds.flatMap((kind) => pin(config, kind, paths))];
    },
  });
}

/** Beside sources in the root, `dir.app: 'app'` is what re-enables the older layout: it says more than the default. */
function isOlderLayout({ option }: FolderKind, { root, after }: Layout): boolean {
  return option === 'dir.app' && after === root;
}

/** Names a folder that Variant B finds by default and Variant A would look for elsewhere. */
function pin(config: ConfigDocument, kind: FolderKind, paths: PathContext): Finding[] {
  const { root, sourceOption } = paths.layout;
  const folder = folderOption(kind, paths.layout);
  const { option, standIn, former, fallback } = folder;
  // An older option becomes this one: there is nothing to write beside it.
  if (!isUnsetIn(config, option) || (standIn !== undefined && !isUnsetIn(config, standIn))) return [];
  const write = (text: string, message: string): Finding[] => [
    { option, at: config.at, changes: [config.scopes[0].set(option, text)], message },
  ];
  const where = pathFrom(root, fallback);
  if (option === 'dir.app' && sourceOption === 'written')
    return write(where, '`dir.app` is written: with `srcDir`, it keeps the older layout');
  return isLost(kind, folder, paths)
    ? write(folderText(former, paths), `\`${option}\` is written: Variant A would look in \`${where}/\``)
    : [];
}

function isLost(kind: FolderKind, { former, fallback }: FolderOption, paths: PathContext): boolean {
  if (paths.layout.moves.after(former) === fallback) return false;
  // Few projects have a folder for one file: without a disk to look at, it is assumed that there is none.
  return kind.inside ? paths.evidence?.kindOf(former) === 'folder' : isThere(paths, former);
}
