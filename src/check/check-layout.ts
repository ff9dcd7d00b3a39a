/** Checks that the framework still finds every file where the newer variant looks for its kind. */

import { isInside, type PlacePath, pathFrom, placeAt } from '../base/paths.ts';
import type { FolderKind } from '../catalogue/facts.ts';
import type { ConfigDocument } from '../config/document.ts';
import { isFormerFile } from '../layout/layout-evidence.ts';
import { isSourceName } from '../layout/layout-moves.ts';
import {
  type Bases,
  basesOf,
  compatibilityOf,
  type Folder,
  isUnset,
  type Variant,
} from '../paths/bases.ts';
import { configSide, valuePlace } from '../paths/option-paths.ts';
import type { Defect } from '../plan/defect.ts';
import { type FollowUp, listedTexts } from '../plan/follow-up.ts';
import { compatibilityIn, type OpenProject, variantOf } from '../plan/open-projects.ts';
import type { DiskView } from '../tree/evidence.ts';
import { type MoveMap, movesSeenFrom } from '../tree/moves.ts';
import { knownName, type TreePath } from '../tree/snapshot.ts';
import type { Tree } from '../tree/tree.ts';
import { diskAfter } from '../tree/tree-after.ts';

/** Where Variant A looks for one kind of files. */
export interface LayoutPlace {
  readonly kind: string;
  /** Undefined if the config computes it. */
  readonly place: TreePath | undefined;
  /** Whether the place exists after the migration. */
  readonly exists: boolean;
}

/** Files that the framework used before, and no longer finds. */
export interface Orphan {
  readonly kind: string;
  /** The first file, and the number of files. */
  readonly file: TreePath;
  readonly count: number;
  /** The path of the first file after the run, where Variant A does not look. */
  readonly left: TreePath;
  /**
   * `told`: a follow-up reports it. `asked`: the user keeps them in place. `before`: the project is already in
   * Variant A, which did not read them either. `defect`: none of these.
   */
  readonly why: 'told' | 'asked' | 'before' | 'defect';
}

/** Where the framework looks after the run, and what it misses. */
export interface LayoutCheck {
  readonly places: readonly LayoutPlace[];
  readonly orphans: readonly Orphan[];
  /** A note about a folder `app/` that is not the source directory. */
  readonly appFolder?: string;
  /** A note about other files in the folder that becomes the source directory. */
  readonly beside?: string;
  readonly defects: readonly Defect[];
}

/** The parts of a run that decide where the files of a project are afterwards. */
export interface LayoutAfter {
  /** The config after the plan, at its new path. */
  readonly config: ConfigDocument;
  /** The tree before the run. */
  readonly tree: Tree;
  readonly moves: MoveMap;
  /** The path of a file after the plan. */
  placeOf(file: TreePath): TreePath;
  /** The follow-ups about the project. */
  readonly followUps: readonly Pick<FollowUp, 'code' | 'option' | 'message'>[];
}

/** Finds the folders that Variant A reads after a plan, and files that were read before but are not in them. */
export function layoutCheck(project: OpenProject, after: LayoutAfter): LayoutCheck {
  const { folder } = project.found;
  const home = after.moves.after(folder);
  const disk = diskAfter(project.evidence, movesSeenFrom(after.moves, folder));
  const reader = createKindReader(after.config, 'a', disk);
  const { config, evidence, decision } = project;
  const { folders, names } = config.catalogue;
  const places = folders.all.map((kind): LayoutPlace => {
    const place = reader.placeOf(kind);
    const exists =
      place !== undefined &&
      extensionsOf(kind).some((extension) => disk.kindOf(place + extension) !== undefined);
    return {
      kind: kind.name,
      place: place === undefined ? undefined : placeAt(home, place),
      exists,
    };
  });
  const orphansBetween = (readBefore: PlaceOfKind, read: PlaceOfKind, base: TreePath) =>
    folders.all.flatMap((kind): Orphan[] => {
      const [before, place] = [readBefore(kind), read(kind)];
      const isListed = kind.listedBy !== undefined && !isUnset(config.lookup(kind.listedBy));
      if (before === undefined || place === undefined || isListed) return [];
      return orphansOf(kind, placeAt(folder, before), placeAt(base, place), after);
    });
  const orphans = orphansBetween(createReaderBefore(project), reader.placeOf, home);
  const readAs = (variant: Variant) => createKindReader(config, variant, evidence).placeOf;
  // For a project that is already in Variant A: files where only Variant B looks.
  const unread =
    decision.kind === 'migrated' ? orphansBetween(readAs('b'), readAs('a'), folder) : [];
  const appFolder = appFolderOf(project, reader.source);
  const beside = filesBeside(project);
  return {
    places,
    orphans: [...orphans, ...unread.map((orphan) => ({ ...orphan, why: 'before' as const }))],
    ...(appFolder !== undefined && { appFolder }),
    ...(beside !== undefined && { beside }),
    defects: orphans
      .filter(({ why }) => why === 'defect')
      .map(({ kind, file, count, left }): Defect => {
        const others = count === 1 ? '' : ` and ${count - 1} more`;
        const message = `it is one of ${kind} before the migration, but ${names.variants.a} would not look for it in \`${left}\`${others}`;
        return { about: 'layout', file, message };
      }),
  };
}

/** Where a kind was read from: if both variants find it, where the installed one does. */
function createReaderBefore(project: OpenProject): PlaceOfKind {
  const { config, evidence } = project;
  const current = createKindReader(config, variantOf(project), evidence, compatibilityIn(project));
  const newer = createKindReader(config, 'a', evidence);
  return (kind) => {
    const place = newer.placeOf(kind);
    const isFound = place !== undefined && evidence.kindOf(place) !== undefined;
    return isFound && evidence.generation === 'a' ? place : current.placeOf(kind);
  };
}

/** Where files of a kind are looked for; undefined if the config computes it. */
type PlaceOfKind = (kind: FolderKind) => PlacePath | undefined;

/** Where a variant looks for files. */
function createKindReader(
  config: ConfigDocument,
  variant: Variant,
  disk: DiskView,
  compatibility = compatibilityOf(config),
) {
  const bases = basesOf(config, variant, compatibility);
  const side = configSide(config, bases, disk);
  const folderOf: PlaceOfKind = (kind) => {
    const option = writtenOption(config, kind, variant);
    if (option === undefined) return defaultPlace(kind, bases);
    const lookup = config.lookup(option);
    const rule = config.catalogue.ruleFor(option);
    return lookup.kind === 'static' && rule ? valuePlace(lookup.value, rule, side) : undefined;
  };
  return {
    source: bases.source,
    placeOf(kind: FolderKind) {
      const place = folderOf(kind);
      return place === undefined || !kind.inside ? place : placeAt(place, kind.inside.file);
    },
  };
}

/** The option that sets the place of a kind, if any. */
function writtenOption(
  config: ConfigDocument,
  { option, olderOption }: FolderKind,
  variant: Variant,
): string | undefined {
  if (option !== undefined && !isUnset(config.lookup(option))) return option;
  const isOld =
    olderOption !== undefined && variant === 'b' && !isUnset(config.lookup(olderOption));
  return isOld ? olderOption : undefined;
}

function defaultPlace({ name, base, inside }: FolderKind, bases: Bases): PlacePath | undefined {
  const { rules, root, source } = bases;
  if (rules === 'unknown') return undefined;
  const folder = base[rules] === 'source' ? source : root;
  return 'place' in folder ? placeAt(folder.place, inside?.folder ?? name) : undefined;
}

function extensionsOf({ extensions = [''] }: FolderKind): readonly string[] {
  return extensions;
}

/** The files of a kind that do not end up where the framework looks for them. */
function orphansOf(
  kind: FolderKind,
  before: TreePath,
  place: TreePath,
  after: LayoutAfter,
): Orphan[] {
  const { tree } = after;
  const files = extensionsOf(kind).flatMap((extension) =>
    filesAt(tree.spelled(before + extension), tree),
  );
  const home = knownName(place, tree);
  // Ignored files are not part of the run, and have their own follow-ups.
  const lost = files.filter(
    (file) => !isAt(knownName(after.placeOf(file), tree), home, kind) && tree.isListed(file),
  );
  const [file] = lost;
  if (file === undefined) return [];
  const left = after.placeOf(file);
  return [{ kind: kind.name, file, count: lost.length, left, why: reasonFor(kind, file, after) }];
}

function isAt(file: TreePath, place: TreePath, { extensions }: FolderKind): boolean {
  return extensions
    ? extensions.some((extension) => file === place + extension)
    : isInside(file, place);
}

/** Every file in a folder, or the file itself. */
function filesAt(path: TreePath, tree: Tree): TreePath[] {
  const kind = tree.kindOf(path);
  if (kind !== 'folder') return kind === undefined ? [] : [path];
  // A name may contain characters that `placeAt` would treat as a path.
  const pathOf = (name: string) => (path === '' ? name : `${path}/${name}`);
  return [...tree.entries(path).keys()].flatMap((name) => filesAt(pathOf(name), tree));
}

/** Codes of follow-ups about an option whose place could not be kept. */
const unplaced: ReadonlySet<string> = new Set(['dynamic-path', 'not-written', 'path-not-found']);

function reasonFor(
  { name, option, olderOption }: FolderKind,
  file: TreePath,
  { followUps, moves }: LayoutAfter,
): Orphan['why'] {
  const isReported = followUps.some(({ code, option: about, message }) =>
    code === 'stays-behind'
      ? message.includes(`\`${name}`)
      : unplaced.has(code) && (about === option || about === olderOption),
  );
  if (isReported) return 'told';
  return moves.held.some((place) => isInside(file, place)) ? 'asked' : 'defect';
}

/** A note about files that already were in the source directory, although no source was. */
function filesBeside({ config, evidence, decision }: OpenProject): string | undefined {
  if (decision.kind !== 'layout') return undefined;
  const { before, after } = decision.layout;
  if (before === after) return undefined;
  const names = [...evidence.entries(after)].toSorted();
  const isKnown = ([name, kind]: readonly [string, string]) =>
    kind !== 'file' ||
    isSourceName(config.catalogue, knownName(name, evidence)) ||
    isFormerFile(config.catalogue, name);
  const files = names.flatMap(([name]) => (name.startsWith('.') ? [] : `\`${name}\``));
  if (files.length === 0 || names.some(isKnown)) return undefined;
  return `\`${config.catalogue.facts.sourceDirA}/\` already has ${listedTexts(files, 5)}, beside the sources that move there.`;
}

/** A note about a folder named like Variant A's source directory, if the sources are elsewhere. */
function appFolderOf(
  { config, evidence, decision }: OpenProject,
  source: Folder,
): string | undefined {
  if (decision.kind !== 'layout' || !('place' in source)) return undefined;
  const { root } = decision.layout;
  const { path, facts } = config.catalogue;
  const folder = placeAt(root, facts.sourceDirA);
  if (source.place === folder || evidence.kindOf(folder) === undefined) return undefined;
  const where = source.place === root ? 'the project root' : `\`${pathFrom(root, source.place)}/\``;
  const foreign = decision.notes.find(({ code }) => code === 'app-folder-foreign');
  const what = foreign ? 'contains something else' : 'is not the source directory';
  return `\`${facts.sourceDirA}/\` ${what}: the sources stay in ${where}, as set by \`${path.srcDir}\`, and nothing in \`${facts.sourceDirA}/\` is treated as source code.`;
}
