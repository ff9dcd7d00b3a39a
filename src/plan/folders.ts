import { type FolderKind, folderKinds, kindsMovedToRoot } from '../catalogue/folder-kinds.ts';
import { optionsThat, ruleFor } from '../catalogue/index.ts';
import { type PathRule, rules } from '../catalogue/path-rules.ts';
import { type Change, ConfigPath, type NewValue, pathParts } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import { isWritten, type Lookup } from '../config/lookup.ts';
import { isAbsolutePath, type PlacePath, pathFrom, placeAt } from '../config/places.ts';
import { isUnset, type Variant } from '../project/bases.ts';
import { placeOf } from '../project/config-paths.ts';
import type { Layout } from '../project/layout.ts';
import { isReadByA, isThere, type PathContext, scopeIn } from '../project/rebase.ts';
import { changesPaths, optionName } from './rebasing.ts';
import { defineOptionTransform, type Finding, type Transform } from './transform.ts';

/** An option that names one folder, and where Variant A looks when it is unset. */
export interface FolderOption {
  readonly option: string;
  /** Another option that Variant B takes the folder from where this one is unset. */
  readonly standIn?: string;
  readonly rule: PathRule;
  /** The folder that Variant B takes by default. */
  readonly former: PlacePath;
  /** The folder that Variant A takes by default. */
  readonly fallback: PlacePath;
}

/** The option that names the place of a kind of files, in one layout. */
export function folderOption(kind: FolderKind, { root, before, after }: Layout): FolderOption {
  const { name, option = '', olderOption, base, inside } = kind;
  const folder = inside?.folder ?? name;
  return {
    option,
    ...(olderOption !== undefined && { standIn: olderOption }),
    rule: ruleFor(option) ?? rules.rootFolder,
    former: placeAt(base.b === 'source' ? before : root, folder),
    fallback: placeAt(base.a === 'source' ? after : root, folder),
  };
}

/** What must be written for Variant A to take the same folder. */
export function folderText(place: PlacePath, { layout }: PathContext): string {
  return pathFrom(layout.root, layout.moves.after(place)) || '.';
}

/** Applies the one rule to an option that is set: the same folder afterwards, and no text that only repeats a default. */
function rebaseFolder(
  config: ConfigDocument,
  scope: ConfigScope,
  folder: FolderOption,
  paths: PathContext,
): Finding[] {
  const { option, rule } = folder;
  const { layout } = paths;
  const lookup = scope.lookup(option);
  if (!isWritten(lookup) || isUnaffected(lookup)) return [];
  const name = optionName(scope, pathParts(option));
  const readIn = (variant: Variant): PlacePath | undefined =>
    lookup.kind === 'static' ? placeOf(lookup.value, rule, scopeIn(paths, variant, scope.block)) : undefined;
  const place = readIn('b');
  if (lookup.kind === 'dynamic' || place === undefined) {
    const why = lookup.kind === 'dynamic' ? lookup.why : 'is no path that can be read';
    const isReadElsewhere = rule.base.b === 'source' && layout.before !== layout.root;
    const moves = changesPaths(paths) || isReadElsewhere;
    const message = `\`${name}\` ${why}: Variant A reads it from the project root, so check that it names the same folder.`;
    return moves ? [{ option: name, at: lookup.at, followUps: [{ code: 'dynamic-path', message }] }] : [];
  }
  const later = readIn('a');
  if (later !== undefined && isReadByA(place, later, paths)) return [];
  if (isDefaultAfter(place, folder, paths) && !isOverriding(config, scope, folder, paths)) {
    const message = `\`${name}\` is removed: Variant A takes \`${folderText(place, paths)}\` by default`;
    return [{ option: name, at: lookup.at, changes: [scope.remove(option)], message }];
  }
  const value = folderValue(lookup.value, place, paths, scope.block);
  if (value === undefined) return [];
  const message = `\`${name}\` follows its folder: now \`${folderText(place, paths)}\`, read from the project root`;
  const changes: Change[] = [scope.set(option, value)];
  return [{ option: name, at: lookup.at, changes, message }];
}

/** Whether leaving the option out would mean the folder, in Variant A and to whoever reads the text as Variant B. */
export function isDefaultAfter(
  place: PlacePath,
  { former, fallback }: FolderOption,
  { layout }: PathContext,
): boolean {
  return layout.moves.after(place) === fallback && layout.moves.after(former) === fallback;
}

/** Whether a value in an override block, or in one of several merged objects, stands in for another. */
export function isOverriding(
  config: ConfigDocument,
  scope: ConfigScope,
  folder: FolderOption,
  paths: PathContext,
): boolean {
  return config.scopes.some((other) => {
    if (other === scope || (other.block !== '' && other.block !== scope.block)) return false;
    const own = other.lookup(folder.option);
    const lookup = own.kind === 'absent' && folder.standIn ? other.lookup(folder.standIn) : own;
    if (lookup.kind !== 'static') return lookup.kind === 'dynamic';
    const place = placeOf(lookup.value, folder.rule, scopeIn(paths, 'b', other.block));
    return !isUnset(lookup) && (place === undefined || !isDefaultAfter(place, folder, paths));
  });
}

/** The new value of a folder option; undefined if the one it has still leads there. */
export function folderValue(
  old: unknown,
  place: PlacePath,
  paths: PathContext,
  block = '',
): NewValue | undefined {
  const after = paths.layout.moves.after(place);
  if (old instanceof ConfigPath) return after === old.place ? undefined : new ConfigPath(after);
  if (placeOf(old, rules.namedFolder, scopeIn(paths, 'a', block)) === after) return undefined;
  const text = String(old);
  const slash = text.endsWith('/') ? '/' : '';
  return `${text.startsWith('./') ? './' : ''}${folderText(place, paths)}${slash}`;
}

/** Whether there is nothing to read: no value, or a place that does not depend on where anything else is. */
function isUnaffected(lookup: Lookup): boolean {
  const isAbsolute =
    lookup.kind === 'static' && typeof lookup.value === 'string' && isAbsolutePath(lookup.value);
  return isAbsolute || isUnset(lookup);
}

/** Whether an option is known to have no value. */
function isUnsetIn(config: ConfigDocument, option: string): boolean {
  return isUnset(config.lookup(option));
}

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
  if (isLost(kind, folder, paths))
    return write(
      folderText(former, paths),
      `\`${option}\` is written: Variant A would look in \`${where}/\``,
    );
  if (!isNowRead(kind, folder, paths)) return [];
  const message = `\`${where}/\` was not read by Variant B, which looked in \`${pathFrom(root, former)}/\`, and is read by Variant A: remove or rename what should not be, or name another folder in \`${option}\`.`;
  return [{ option, at: config.at, followUps: [{ code: 'folder-now-read', message }] }];
}

/** Whether a folder is there that only Variant A reads; where that is installed already, nothing is new about it. */
function isNowRead(kind: FolderKind, { former, fallback }: FolderOption, { evidence }: PathContext): boolean {
  const isNew = kindsMovedToRoot.includes(kind) && former !== fallback;
  return isNew && evidence?.generation !== 'a' && evidence?.kindOf(fallback) !== undefined;
}

function isLost(kind: FolderKind, { former, fallback }: FolderOption, paths: PathContext): boolean {
  if (paths.layout.moves.after(former) === fallback) return false;
  // Few projects have a folder for one file: without a disk to look at, it is assumed that there is none.
  return kind.inside ? paths.evidence?.kindOf(former) === 'folder' : isThere(paths, former);
}
