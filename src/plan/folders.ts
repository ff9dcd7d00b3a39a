/**
 * Makes the transforms of options that name a folder, such as `dir.pages`: the folder stays the same, and a value that
 * became the default goes.
 */

import { isAbsolutePath, isSigned, type PlacePath, pathFrom, placeAt } from '../base/paths.ts';
import type { FolderKind } from '../catalogue/facts.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { type PathRule, rules } from '../catalogue/option.ts';
import { ConfigPath, type NewValue, pathParts } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import { isWritten, type Lookup } from '../config/lookup.ts';
import { isUnset, type Variant } from '../paths/bases.ts';
import {
  isReadByA,
  isThere,
  movedPlace,
  type PathContext,
  sideOf,
  valuePlace,
} from '../paths/option-paths.ts';
import { inSpellingOf } from '../tree/snapshot.ts';
import { isConditional } from './config-scopes.ts';
import type { Finding, Transform } from './definition.ts';
import { changesPaths } from './rebasing.ts';
import { defineOptionTransform } from './transform.ts';

type FolderOption = ReturnType<typeof folderOption>;

/** The option for the place of a kind of files, in one layout, with the default folders of both variants. */
export function folderOption(
  kind: FolderKind,
  { layout, evidence }: Pick<PathContext, 'layout' | 'evidence'>,
) {
  const { catalogue, root, before, after, moves } = layout;
  const { name, option = '', olderOption, base, inside } = kind;
  const folder = inside?.folder ?? name;
  const spelledAt = (home: PlacePath) => {
    const place = placeAt(home, folder);
    return evidence?.spelled(place) ?? place;
  };
  const former = spelledAt(base.b === 'source' ? before : root);
  const fallback = spelledAt(base.a === 'source' ? after : root);
  return {
    option,
    /** The option that Variant B uses if this one is unset. */
    standIn: olderOption,
    rule: catalogue.ruleFor(option) ?? rules.rootFolder,
    former,
    fallback: inSpellingOf(moves.after(former), fallback, evidence),
  };
}

/** The folder after the moves; an option that names a file by mistake follows the file. */
function folderAfter(place: PlacePath, { layout, evidence }: PathContext): PlacePath {
  return movedPlace(place, 'folders', layout.moves, evidence);
}

/** The text that makes Variant A use the same folder. */
export function folderText(place: PlacePath, rule: PathRule, paths: PathContext): string {
  return pathFrom(baseAfter(rule, paths), folderAfter(place, paths)) || '.';
}

/** The folder that Variant A resolves an option from. */
function baseAfter({ base }: PathRule, { layout }: PathContext): PlacePath {
  return base.a === 'source' ? layout.after : layout.root;
}

/** The base folder as messages write it. */
export function baseNameAfter({ base }: PathRule): string {
  return base.a === 'source' ? 'the source directory' : 'the project root';
}

/** Updates an option so that it keeps its folder, and removes it if it only repeats a default. */
function rebaseFolder(
  config: ConfigDocument,
  scope: ConfigScope,
  folder: FolderOption,
  paths: PathContext,
): Finding[] {
  const { option, rule } = folder;
  const { layout } = paths;
  const variant = config.catalogue.names.variants.a;
  const lookup = scope.lookup(option);
  if (!isWritten(lookup) || isUnaffected(lookup) || lookup.condition === 'choice') return [];
  const name = scope.nameOf(option);
  const readIn = (variant: Variant): PlacePath | undefined =>
    lookup.kind === 'static' ? valuePlace(lookup.value, rule, sideOf(paths, variant)) : undefined;
  const what = `\`${name}\``;
  const place = readIn('b');
  if (lookup.kind === 'dynamic' || place === undefined) {
    const why = lookup.kind === 'dynamic' ? lookup.why : 'is not a path';
    const isReadElsewhere = rule.base.b === 'source' && layout.before !== layout.root;
    const moves = changesPaths(paths) || isReadElsewhere;
    const message = `\`${name}\` ${why}: ${variant} resolves it from ${baseNameAfter(rule)}, so check that it is still the same folder.`;
    return moves
      ? [{ option: name, at: lookup.at, followUps: [{ code: 'dynamic-path', message }] }]
      : [];
  }
  const later = readIn('a');
  if (later !== undefined && isReadByA(place, later, paths)) return [];
  if (paths.evidence?.kindOf(place) === 'file') {
    const message = `\`${name}\` is the file \`${place}\`, but should be a folder: fix or remove it.`;
    return [{ option: name, at: lookup.at, followUps: [{ code: 'path-not-found', message }] }];
  }
  const isNeedless = isDefaultAfter(place, folder, paths) && lookup.condition !== 'branch';
  const removal = scope.remove(option);
  if (isNeedless && !isOverriding(config, scope, folder, paths) && !config.obstacle(removal)) {
    const done = `removed: \`${folderText(place, rule, paths)}\` is the default in ${variant}`;
    return [{ option: name, at: lookup.at, changes: [removal], message: { what, done } }];
  }
  const value = folderValue(lookup.value, place, rule, paths);
  if (value === undefined) return [];
  const done = `changed to \`${folderText(place, rule, paths)}\`, relative to ${baseNameAfter(rule)}`;
  return [
    { option: name, at: lookup.at, changes: [scope.set(option, value)], message: { what, done } },
  ];
}

/** Whether the folder is the default in Variant A, and its default in Variant B moves there. */
export function isDefaultAfter(
  place: PlacePath,
  folder: FolderOption,
  paths: PathContext,
): boolean {
  const { former, fallback } = folder;
  return folderAfter(place, paths) === fallback && paths.layout.moves.after(former) === fallback;
}

/** Whether the option must stay because another block, merged object or layer sets another folder. */
export function isOverriding(
  config: ConfigDocument,
  scope: ConfigScope,
  folder: FolderOption,
  paths: PathContext,
): boolean {
  if (paths.layerOptions?.has(folder.option)) return true;
  return config.scopes.some((other) => {
    const isApplied =
      other.block === '' || other.block === scope.block || isConditional(other.block);
    if (other === scope || !isApplied) return false;
    const direct = other.lookup(folder.option);
    const lookup =
      direct.kind === 'absent' && folder.standIn ? other.lookup(folder.standIn) : direct;
    if (lookup.kind !== 'static') return lookup.kind === 'dynamic';
    const place = valuePlace(lookup.value, folder.rule, sideOf(paths, 'b'));
    return !isUnset(lookup) && (place === undefined || !isDefaultAfter(place, folder, paths));
  });
}

/** The new value of a folder option; undefined if the current one still resolves to the folder. */
export function folderValue(
  old: unknown,
  place: PlacePath,
  rule: PathRule,
  paths: PathContext,
): NewValue | undefined {
  const after = folderAfter(place, paths);
  if (old instanceof ConfigPath) return after === old.place ? undefined : new ConfigPath(after);
  // It is undocumented whether aliases work here, so moved folders are written without one.
  const isSure = place === after || !isSigned(String(old));
  if (isSure && valuePlace(old, rule, sideOf(paths, 'a')) === after) return undefined;
  const text = String(old);
  const slash = text.endsWith('/') ? '/' : '';
  const written = folderText(place, rule, paths);
  return `${text.startsWith('./') && !written.startsWith('.') ? './' : ''}${written}${slash}`;
}

/** Whether the moves cannot affect an option: it is unset, or an absolute path. */
function isUnaffected(lookup: Lookup): boolean {
  const isAbsolute =
    lookup.kind === 'static' && typeof lookup.value === 'string' && isAbsolutePath(lookup.value);
  return isAbsolute || isUnset(lookup);
}

/** Declares a transform for options that each name the place of a kind of files. */
export function defineFolderTransform(
  id: string,
  summary: string,
  isHandled: (option: string, catalogue: Catalogue) => boolean,
): Transform {
  const kindsIn = (catalogue: Catalogue) =>
    catalogue.folders.all.filter(
      ({ option }) => option !== undefined && isHandled(option, catalogue),
    );
  return defineOptionTransform({
    id,
    summary,
    options: (catalogue) => {
      const handled = new Set(kindsIn(catalogue).map(({ option }) => option));
      return catalogue.optionsThat(({ path }) => handled.has(path));
    },
    followsMoves: true,
    run(config, { paths }) {
      if (!paths) return [];
      const kinds = kindsIn(config.catalogue);
      const { layout } = paths;
      // With sources in the root, `dir.app: 'app'` enables the older layout, so it is not just the default.
      const isOlder = layout.after === layout.root;
      const older = isOlder ? config.catalogue.path['dir.app'] : undefined;
      const folders = kinds
        .filter(({ option }) => option !== older)
        .map((kind) => folderOption(kind, paths));
      const set = config.scopes.flatMap((scope) =>
        folders.flatMap((folder) => rebaseFolder(config, scope, folder, paths)),
      );
      return [...set, ...kinds.flatMap((kind) => keepOldPlace(config, kind, paths))];
    },
  });
}

/** Sets the option for a folder that Variant B finds by default and Variant A would look for elsewhere. */
function keepOldPlace(config: ConfigDocument, kind: FolderKind, paths: PathContext): Finding[] {
  const { root, sourceOption } = paths.layout;
  const { path, names } = config.catalogue;
  const { a, b } = names.variants;
  const folder = folderOption(kind, paths);
  const { option, standIn, rule, former, fallback } = folder;
  // An older option becomes this one, so nothing is added beside it.
  const isFree = (scope: ConfigScope) =>
    isUnset(scope.lookup(option)) && (standIn === undefined || isUnset(scope.lookup(standIn)));
  const [main] = config.scopes;
  const isFreeInBase = config.scopes.every((scope) => scope.block !== '' || isFree(scope));
  const group = pathParts(option).slice(0, 1);
  const isUnread = config.scopes.some((scope) => {
    // A condition may replace the group, or set the option in another merged object that this would override.
    if (isConditional(scope.block)) return isFree(scope) ? scope.replaces(option) : config.isMerged;
    return config.isMerged && scope.lookup(group).condition === 'choice';
  });
  const add = (text: string, why: string): Finding[] => {
    const unread = `\`${option}\` may be unset under a condition, and ${a} has a different default: set it to \`${text}\` there.`;
    if (isUnread)
      return [{ option, at: config.at, followUps: [{ code: 'dynamic-path', message: unread }] }];
    const message = { what: `\`${option}\``, done: `added: ${why}` };
    return isFreeInBase
      ? [{ option, at: config.at, changes: [main.set(option, text)], message }]
      : [];
  };
  const where = pathFrom(root, fallback);
  const fallbackText = pathFrom(baseAfter(rule, paths), fallback) || '.';
  if (option === path['dir.app'] && sourceOption === 'written')
    return add(fallbackText, `with \`${path.srcDir}\`, it keeps the current layout`);
  if (isLost(kind, folder, paths))
    return add(folderText(former, rule, paths), `${a} would look in \`${where}/\``);
  if (paths.layerOptions?.get(option) === 'written' && !kind.inside && isThere(paths, former))
    return add(fallbackText, 'otherwise the value of a layer would apply here');
  if (!isFreeInBase || !isNowRead(kind, folder, paths)) return [];
  const message = `${a} uses \`${where}/\`, ${b} used \`${pathFrom(root, former)}/\`: remove or rename what should not be used, or set \`${option}\` to another folder.`;
  const note = { code: 'folder-now-read', message, subject: fallback } as const;
  return [{ option, at: config.at, followUps: [note] }];
}

/** Whether a folder exists that only Variant A reads; if that is already installed, this is not new. */
function isNowRead(
  kind: FolderKind,
  folder: FolderOption,
  { layout, evidence }: PathContext,
): boolean {
  const { former, fallback } = folder;
  const isFound = layout.catalogue.folders.movedToRoot.includes(kind) || kind.searched;
  const isNew = isFound && former !== fallback;
  return Boolean(isNew) && evidence?.generation !== 'a' && evidence?.kindOf(fallback) !== undefined;
}

function isLost(kind: FolderKind, { former, fallback }: FolderOption, paths: PathContext): boolean {
  if (paths.layout.moves.after(former) === fallback || isReadByA(former, fallback, paths))
    return false;
  // Few projects have the one file of this folder: without a disk, it is assumed not to exist.
  return kind.inside
    ? paths.evidence?.resolve(placeAt(former, kind.inside.file)) !== undefined
    : isThere(paths, former);
}
