/**
 * Decides the layout of a project: whether it is migrated, what its source directory becomes, and what prevents a move.
 */

import { isInside, type PlacePath, pathFrom, placeAt } from '../base/paths.ts';
import type { Position } from '../base/position.ts';
import { shellWord } from '../base/shell.ts';
import type { FollowUpCode } from '../catalogue/follow-ups.ts';
import type { layoutModes } from '../catalogue/names.ts';
import { showPath } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import { isWritten } from '../config/lookup.ts';
import {
  basesOf,
  compatibilityOf,
  type Layout,
  type Sources,
  setsOtherVersion,
  unknownFolder,
  type Variant,
} from '../paths/bases.ts';
import { usedModules } from '../paths/used-modules.ts';
import { type Evidence, linkOnTheWay } from '../tree/evidence.ts';
import { createMoveMap } from '../tree/moves.ts';
import { allowsVersion } from '../tree/package-json.ts';
import { foreignIn, isExplicit, isMigrated, takenForSources } from './layout-evidence.ts';
import {
  isFoundInPlace,
  type LayoutGrounds,
  movesFromFolder,
  movesFromRoot,
  sourceNamesIn,
  unchangeableFolder,
} from './layout-moves.ts';

/** `auto`: an explicit source directory stays; `app`: sources move to `app/`; `keep`: nothing moves. */
export type LayoutMode = (typeof layoutModes)[number];

interface Grounds extends LayoutGrounds {
  readonly mode: LayoutMode;
}

/** A note for the user about the layout decision. */
interface LayoutNote {
  readonly code: FollowUpCode;
  readonly option: string;
  readonly at: Position;
  readonly message: string;
  /** The folder that the note is about. */
  readonly subject?: PlacePath;
}

/** The layout of a project, which decides how paths are resolved. */
export type LayoutDecision =
  | {
      readonly kind: 'layout';
      readonly layout: Layout;
      readonly notes: readonly LayoutNote[];
      /** Whether the defaults of Variant A already apply, although the sources have not been moved. */
      readonly onNewDefaults: boolean;
    }
  /** The project already follows Variant A: a path only changes if another project moves its target. */
  | {
      readonly kind: 'migrated';
      readonly layout: Layout | undefined;
      readonly notes: readonly LayoutNote[];
    }
  /** The layout is unknown, and no path may change. */
  | {
      readonly kind: 'unknown';
      readonly notes: readonly LayoutNote[];
      /** Whether the project is older than Variant B: then nothing of it is changed at all. */
      readonly isOlder?: boolean;
      /** Of a project that the run leaves: its paths follow what others move. */
      readonly layout?: Layout;
    };

/** Decides the layout from the config, and from the disk if there is one. */
export function decideLayout(
  config: ConfigDocument,
  options: Omit<Grounds, 'config' | keyof Sources>,
): LayoutDecision {
  const { path, facts } = config.catalogue;
  const older = options.evidence && olderGeneration(config, options.evidence);
  if (older) return { kind: 'unknown', notes: [older], isOlder: true };
  const isMixed = config.scopes.some((scope) => setsOtherVersion(config, scope));
  const mixed = isMixed ? overriddenBase(config, [path['future.compatibilityVersion']]) : undefined;
  if (mixed) return { kind: 'unknown', notes: [mixed] };
  const compatibility = compatibilityOf(config);
  // The transform for that option reports this; here it only means that paths cannot be resolved.
  if (compatibility === 'unknown') return { kind: 'unknown', notes: [] };

  const unread = overriddenBase(config, [path.rootDir, path.srcDir]) ?? unreadBase(config);
  const { root, source } = basesOf(config, 'b', 'default');
  const isAsked = compatibility === 'a';
  if (unread || !('place' in root) || !('place' in source))
    return isAsked
      ? { kind: 'migrated', layout: undefined, notes: [] }
      : { kind: 'unknown', notes: unread ? [unread] : [] };
  const places = {
    root: root.place,
    before: source.place,
    after: config.spelled(placeAt(root.place, facts.sourceDirA)),
  };
  const grounds = { ...options, ...places, config };
  const isSettled = places.before === places.after;
  const mustMove = options.evidence && options.mode === 'app' && isExplicit(config) && !isSettled;
  if (!mustMove && isMigrated(grounds, isAsked)) return migratedLayout(grounds);
  const isInstalled = options.evidence?.generation === 'a';
  const { layout, notes } = layoutFrom(grounds, mustMove && isAsked ? 'a' : 'b');
  return { kind: 'layout', layout, notes, onNewDefaults: isAsked || isInstalled };
}

/** The layout of a migrated project; folders that were left in the root may still move. */
function migratedLayout(grounds: Grounds): LayoutDecision {
  const { config, evidence, root, mode, move = [] } = grounds;
  const { catalogue } = config;
  const { source } = basesOf(config, 'a', 'a');
  if (!('place' in source)) return { kind: 'migrated', layout: undefined, notes: [] };
  const [before, after] = [source.place, source.place];
  const late = [...new Set([...move, ...(mode === 'app' ? unfinishedIn(grounds) : [])])]
    .map((name) => {
      const from = config.spelled(placeAt(root, name));
      return { from, to: placeAt(after, pathFrom(root, from)) };
    })
    .filter(
      ({ from, to }) => !isInside(after, from) && evidence?.exists(from) && !evidence.exists(to),
    );
  const moves = createMoveMap(late);
  const layout: Layout = {
    catalogue,
    root,
    before,
    after,
    sourceOption: 'kept',
    rules: 'a',
    moves,
  };
  return { kind: 'migrated', layout, notes: scannedNotes(config, layout, evidence) };
}

/** The sources in the root that a move which was begun manually has left; a single file is only a leftover. */
function unfinishedIn({ config, evidence, root, stay = [] }: Grounds): string[] {
  if (!evidence) return [];
  const names = sourceNamesIn(root, config, evidence).filter((name) => !stay.includes(name));
  const isMore =
    names.length > 1 ||
    names.some((name) => [...evidence.entries(placeAt(root, name)).keys()].length > 1);
  return isMore ? names : [];
}

/** Whether the defaults of Variant A already apply to a project. */
export function hasNewDefaults(decision: LayoutDecision): boolean {
  return decision.kind === 'migrated' || (decision.kind === 'layout' && decision.onNewDefaults);
}

/** Whether the sources stay where they are, whatever the disk shows. */
function isKept({ config, mode }: Grounds): boolean {
  return mode === 'keep' || (mode === 'auto' && isExplicit(config));
}

function layoutFrom(grounds: Grounds, rules: Variant): { layout: Layout; notes: LayoutNote[] } {
  const { config, evidence, root, before, after, stay: held = [] } = grounds;
  const { catalogue } = config;
  const { sourceDirA } = catalogue.facts;
  const stays: Layout = {
    catalogue,
    root,
    before,
    after: before,
    rules,
    moves: createMoveMap([]),
    sourceOption: isExplicit(config) ? 'kept' : 'written',
  };
  const obstacle = obstacleTo(grounds);
  if (obstacle || isKept(grounds))
    return {
      layout: stays,
      notes: [...(obstacle ? [obstacle] : []), ...scannedNotes(config, stays, evidence)],
    };
  const moves = before === root ? movesFromRoot(grounds) : movesFromFolder(grounds);
  const staying = held.filter(
    (name) => isFoundInPlace(name, grounds) && (evidence?.exists(placeAt(before, name)) ?? true),
  );
  const notes = staying.map((name): LayoutNote => {
    const message = `\`${name}\` does not move, but ${catalogue.names.variants.a} only looks for it in \`${sourceDirA}/\`: set its path in the config, or let it move.`;
    const subject = placeAt(before, name);
    return { code: 'stays-behind', option: catalogue.path.srcDir, at: config.at, message, subject };
  });
  const layout: Layout = { ...stays, after, sourceOption: 'removed', moves: createMoveMap(moves) };
  return { layout, notes: [...notes, ...scannedNotes(config, layout, evidence)] };
}

/** Notes about source folders that modules of the config would not find afterwards. */
function scannedNotes(
  config: ConfigDocument,
  { catalogue, root, before, after, moves }: Layout,
  evidence: Evidence | undefined,
): LayoutNote[] {
  const { facts, names } = catalogue;
  const notes = new Map<PlacePath, LayoutNote>();
  for (const { name, path, at } of usedModules(config, evidence?.modules)) {
    const { folders = [], rootFolders = {} } = catalogue.moduleFacts(name);
    const mayLookIn = (version: string) =>
      allowsVersion(evidence?.rangeOf(name) ?? '', `<${version}`) !== 'none';
    const inRoot = Object.keys(rootFolders).filter((folder) =>
      mayLookIn(rootFolders[folder] ?? ''),
    );
    for (const folder of [...folders, ...inRoot]) {
      const subject = placeAt(before, folder);
      const newPlace = moves.after(subject);
      const isInRoot = !folders.includes(folder);
      const isFound = newPlace === placeAt(isInRoot ? root : after, folder);
      if (isFound || evidence?.kindOf(subject) !== 'folder' || notes.has(subject)) continue;
      const why = isInRoot
        ? `\`${newPlace}/\` is no longer found by the module \`${name}\`, which looks for \`${folder}/\` in the project root in ${names.variants.a}: move it there`
        : `\`${folder}/\` does not move, but the module \`${name}\` looks for it in the source directory, which becomes \`${facts.sourceDirA}/\`: run with \`--move ${shellWord(folder)}\``;
      notes.set(subject, {
        code: isInRoot ? 'folder-not-found' : 'scanned-folder-stays',
        option: showPath(path),
        at,
        subject,
        message: `${why}, or set the folder in the options of the module.`,
      });
    }
  }
  return [...notes.values()];
}

/** The reason why nothing can move, whatever is requested. */
function obstacleTo(grounds: Grounds): LayoutNote | undefined {
  const { config, evidence, root, before, after } = grounds;
  const { path, facts } = config.catalogue;
  const option = path.srcDir;
  const source = config.lookup(option);
  const at = source.kind === 'absent' ? config.at : source.at;
  const note = (code: FollowUpCode, message: string): LayoutNote => ({ code, option, at, message });
  if (!isInside(before, root))
    return note(
      'source-dir-outside',
      `\`${option}\` is outside the project (${before}); nothing moves.`,
    );
  if (!evidence) return undefined;
  const unseen = before === root ? undefined : unseenSources(option, evidence, before, root);
  if (unseen) return { ...unseen, option, at };
  if (isKept(grounds)) return undefined;
  if (before !== root && evidence.kindOf(before) === undefined)
    return note(
      'path-not-found',
      `\`${option}\` is \`${before}\`, which does not exist; nothing moves.`,
    );
  if (before === after) return undefined;
  const taken = before === root ? undefined : takenForSources({ ...grounds, evidence });
  if (taken !== undefined) {
    const message = `Nothing in \`${before}\` would move to \`${facts.sourceDirA}/\`, and without \`${option}\` the project root would become the source directory (\`${taken}\`); nothing moves.`;
    return note('source-dir-empty', message);
  }
  const foreign = foreignIn({ ...grounds, evidence });
  if (foreign) {
    const { what, files } = foreign;
    const advice =
      files.length === 0
        ? 'move it elsewhere, or keep this layout.'
        : `delete it if it is unused, or keep it next to the sources with \`--stay ${files.map(shellWord).join(' ')}\`.`;
    const message = `\`${facts.sourceDirA}/\` already contains something else (${what}), so nothing moves: ${advice}`;
    return note('app-folder-foreign', message);
  }
  const fixed = before === root ? unchangeableFolder(grounds) : undefined;
  if (!fixed) return undefined;
  const { why, ...place } = fixed;
  const message = `\`${fixed.option}\` ${why}, so nothing moves: change the option manually, then run with \`--layout app\`.`;
  return { code: 'not-written', ...place, message };
}

/** Why the files of a source directory are not listed; undefined if they are. */
function unseenSources(
  option: string,
  evidence: Evidence,
  before: PlacePath,
  root: PlacePath,
): Pick<LayoutNote, 'code' | 'message'> | undefined {
  const link = linkOnTheWay(evidence, before, root);
  if (link === undefined && evidence.isListed(before)) return undefined;
  const why =
    link === undefined ? 'not part of this repository' : `behind the symbolic link \`${link}\``;
  const message = `\`${option}\` is ${why}, so its files were not read: nothing moves, and its folders are set in the config whether or not they exist. Update references to them manually.`;
  return { code: link === undefined ? 'source-dir-outside' : 'source-dir-link', message };
}

/** A note if a project is older than Variant B. */
function olderGeneration(config: ConfigDocument, { generation }: Evidence): LayoutNote | undefined {
  const code = 'older-generation';
  const { names } = config.catalogue;
  const { b } = names.variants;
  const advice = `upgrade the project to ${b} first. Nothing was changed.`;
  if (generation === 'older') {
    const message = `package.json requires a version of \`${names.package}\` older than ${b}: ${advice}`;
    return { code, option: '', at: config.at, message };
  }
  if (generation !== undefined) return undefined;
  for (const option of names.olderGenerationKeys) {
    const lookup = config.lookup(option);
    const message = `\`${option}\` is an option of a version older than ${b}: ${advice}`;
    if (isWritten(lookup)) return { code, option, at: lookup.at, message };
  }
  return undefined;
}

function unknownBase({ at }: { readonly at: Position }, option: string, why: string): LayoutNote {
  return { code: 'source-dir-unknown', option, at, message: `${why}; no path was changed.` };
}

/** A note if an override block sets one of the options, so that every path may have two meanings. */
function overriddenBase(
  config: ConfigDocument,
  options: readonly string[],
): LayoutNote | undefined {
  for (const { block, lookup } of config.scopes) {
    for (const option of block === '' ? [] : options) {
      const overriding = lookup(option);
      // The config itself reports values with branches, or that code changes later, as unknown.
      if (overriding.kind === 'absent' || config.lookup(option).kind === 'dynamic') continue;
      const why = `\`${block}\` sets \`${option}\`, so paths may depend on the environment`;
      return unknownBase(overriding, `${block}.${option}`, why);
    }
  }
  return undefined;
}

/** A note if the root or source directory of a config is unknown. */
function unreadBase(config: ConfigDocument): LayoutNote | undefined {
  for (const option of ['rootDir', 'srcDir'] as const) {
    const unknown = unknownFolder(config, option);
    const name = config.catalogue.path[option];
    if (unknown) return unknownBase(unknown, name, `\`${name}\` ${unknown.why}`);
  }
  return undefined;
}
