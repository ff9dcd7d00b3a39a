import type { FolderKind } from '../catalogue/folder-kinds.ts';
import { findOption } from '../catalogue/index.ts';
import { type Change, ConfigPath, type NewValue, pathParts } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import { isWritten, type Lookup } from '../config/lookup.ts';
import { isAbsolutePath, type PlacePath, pathFrom, placeAt } from '../config/places.ts';
import { pathText, readPath } from '../project/config-paths.ts';
import type { Layout } from '../project/layout.ts';
import { type PathRule, rules, type Variant } from '../project/path-rules.ts';
import { isReadByA, type PathContext, scopeIn } from '../project/rebase.ts';
import { isUnset } from './effective/bases.ts';
import { changesPaths, optionName } from './rebasing.ts';
import type { Finding } from './transform.ts';

/** An option that names one folder, and where Variant A looks when it is unset. */
export interface FolderOption {
  readonly option: string;
  /** Another option that Variant B takes the folder from where this one is unset. */
  readonly standIn?: string;
  /** What Variant B reads it from; Variant A reads all of them from the root. */
  readonly base: PlacePath;
  /** The folder that Variant B takes by default. */
  readonly former: PlacePath;
  /** The folder that Variant A takes by default. */
  readonly fallback: PlacePath;
}

/** The option that names the place of a kind of files, in one layout. */
export function folderOption(kind: FolderKind, { root, before, after }: Layout): FolderOption {
  const { name, option = '', olderOption, base, inside } = kind;
  const folder = inside?.folder ?? name;
  const rule = findOption(option)?.paths[0]?.rule;
  return {
    option,
    ...(olderOption !== undefined && { standIn: olderOption }),
    base: rule?.base === 'source' ? before : root,
    former: placeAt(base.b === 'source' ? before : root, folder),
    fallback: placeAt(base.a === 'source' ? after : root, folder),
  };
}

/** The place that a folder option names in Variant B; undefined if the text does not say. */
export function folderPlace(
  lookup: Extract<Lookup, { kind: 'static' }>,
  base: PlacePath,
  paths: PathContext,
  block = '',
): PlacePath | undefined {
  const rule = base === paths.layout.root ? rules.rootFolder : rules.namedFolder;
  return placeRead(lookup.value, rule, paths, 'b', block);
}

/** The place that a variant reads in the value of a folder option. */
function placeRead(
  value: unknown,
  rule: PathRule,
  paths: PathContext,
  variant: Variant,
  block: string,
): PlacePath | undefined {
  if (value instanceof ConfigPath) return value.place;
  if (typeof value !== 'string') return undefined;
  const read = readPath(pathText(value, rule), rule, scopeIn(paths, variant, block));
  return read.kind === 'place' ? read.place : undefined;
}

/** What must be written for Variant A to take the same folder. */
export function folderText(place: PlacePath, { layout }: PathContext): string {
  return pathFrom(layout.root, layout.moves.after(place)) || '.';
}

/** Applies the one rule to an option that is set: the same folder afterwards, and no text that only repeats a default. */
export function rebaseFolder(
  config: ConfigDocument,
  scope: ConfigScope,
  folder: FolderOption,
  paths: PathContext,
): Finding[] {
  const { option, base } = folder;
  const lookup = scope.lookup(option);
  if (!isWritten(lookup) || isUnaffected(lookup)) return [];
  const name = optionName(scope, pathParts(option));
  const place = lookup.kind === 'static' ? folderPlace(lookup, base, paths, scope.block) : undefined;
  if (lookup.kind === 'dynamic' || place === undefined) {
    const why = lookup.kind === 'dynamic' ? lookup.why : 'is no path that can be read';
    const moves = changesPaths(paths) || base !== paths.layout.root;
    const message = `\`${name}\` ${why}: Variant A reads it from the project root, so check that it names the same folder.`;
    return moves ? [{ option: name, at: lookup.at, followUps: [{ code: 'dynamic-path', message }] }] : [];
  }
  const later = placeRead(lookup.value, rules.namedFolder, paths, 'a', scope.block);
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
    const place = folderPlace(lookup, folder.base, paths, other.block);
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
  if (placeRead(old, rules.namedFolder, paths, 'a', block) === after) return undefined;
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

/** Whether an option is proven to have no value. */
export function isUnsetIn(config: ConfigDocument, option: string): boolean {
  return isUnset(config.lookup(option));
}
