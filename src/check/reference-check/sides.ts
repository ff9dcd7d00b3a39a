/** The two trees of a run, before and after it, each with everything that its texts are resolved with. */
import { memo } from '../../base/memo.ts';
import { baseName, isInside, pathFrom, placeAt } from '../../base/paths.ts';
import { importable, withoutExtension } from '../../catalogue/extensions.ts';
import { escaped } from '../../catalogue/spelling.ts';
import { createScopeFinder, readTsConfigs } from '../../paths/alias-scopes.ts';
import type { AliasTable } from '../../paths/aliases.ts';
import {
  basesBefore,
  type OpenProject,
  openProject,
  withInherited,
} from '../../plan/open-projects.ts';
import { projectScopes } from '../../plan/plan-context.ts';
import { findProjects } from '../../tree/discover.ts';
import { createMoveMap, foldersAbove, type MoveMap } from '../../tree/moves.ts';
import { openRepository, type Repository } from '../../tree/repository.ts';
import { parentOf, type Snapshot, type TreePath } from '../../tree/snapshot.ts';
import { resolveFile } from '../../tree/tree.ts';
import { createMatcher, createMovedTree } from '../../tree/tree-after.ts';

/** A folder or file that texts start from. */
export interface Base {
  /** What defines it: the same before and after the run, wherever the place is. */
  readonly id: string;
  readonly place: TreePath;
}

/** How texts in a folder are resolved. */
export type Scope = ReturnType<Side['scopeOf']>;

/** A tree before or after the run. */
export type Side = ReturnType<typeof readSide>;

/** The texts after a run, and which projects it migrates. */
export interface TextsAfterRun {
  /** The text of a file after the run, by its path before. */
  textOf(path: TreePath): string | undefined;
  /** Whether the project in a folder is not migrated, because it is skipped or refused. */
  isNotMigrated(folder: TreePath): boolean;
}

/** A repository with its projects, and where its files move. */
export interface MovedRepository {
  readonly repository: Repository;
  readonly projects: readonly OpenProject[];
  readonly moves: MoveMap;
}

/** Reads both sides with the same functions, each from its own files alone. */
export function readSides(run: MovedRepository, texts: TextsAfterRun) {
  const { repository, projects, moves } = run;
  const { snapshot, catalogue } = repository;
  const after = openRepository(snapshotAfter(snapshot, moves, texts), catalogue);
  const still = createMoveMap([]);
  const isSplit = new Map(
    [...repository.packages.keys()].map((folder) => [moves.after(folder), moves.partsOf(folder)]),
  );
  return {
    before: readSide(repository, projects, moves, moves.after),
    // Only packages in which something moved are imported by names that have to be checked.
    after: readSide(
      after,
      projectsAfter(run, after, texts),
      { ...still, partsOf: (folder) => isSplit.get(folder) ?? [] },
      (folder) => folder,
    ),
  };
}

/** The snapshot that a run leaves. */
function snapshotAfter(
  snapshot: Snapshot,
  { after }: MoveMap,
  { textOf }: TextsAfterRun,
): Snapshot {
  const { files, ignored, foreign, unreadable } = snapshot;
  const origins = new Map(files.map(({ path }) => [after(path), path]));
  const moved = <T extends { readonly path: TreePath }>(list: readonly T[]): T[] =>
    list.map((one) => ({ ...one, path: after(one.path) }));
  const links = files.filter(({ link }) => link !== undefined);
  return {
    ...snapshot,
    // What is not listed, or linked, may stay although its folder moves.
    files: [...moved(files), ...links],
    ignored: [...ignored, ...moved(ignored)],
    foreign: [...foreign, ...moved(foreign)],
    unreadable: [...unreadable, ...moved(unreadable)],
    read(path) {
      const origin = origins.get(path) ?? path;
      const text = textOf(origin);
      return text === undefined ? snapshot.read(origin) : new TextEncoder().encode(text);
    },
  };
}

/** The projects after a run, as Variant A reads those that it migrates. */
function projectsAfter(
  { projects, moves }: MovedRepository,
  after: Repository,
  { isNotMigrated }: TextsAfterRun,
): OpenProject[] {
  const origins = new Map(projects.map((project) => [moves.after(project.found.folder), project]));
  const found = findProjects(after.snapshot.files, after.catalogue.names);
  const opened = found.flatMap((one): OpenProject[] => {
    const choices = new Map([[one.folder, { leave: true }]]);
    const project = openProject(one, after, { choices });
    if (!('config' in project)) return [];
    const origin = origins.get(one.folder);
    if (!origin || isNotMigrated(origin.found.folder))
      return [{ ...project, decision: origin?.decision ?? project.decision }];
    const evidence = { ...project.evidence, generation: 'a' as const };
    return [{ ...project, evidence, decision: { kind: 'migrated', layout: undefined, notes: [] } }];
  });
  return withInherited(opened);
}

/** Reads a side; `idOf` tells where a folder is after the run, by which it is the same on both sides. */
function readSide(
  repository: Repository,
  projects: readonly OpenProject[],
  moves: MoveMap,
  idOf: (folder: TreePath) => TreePath,
) {
  const { catalogue, snapshot, tree, readText } = repository;
  const { facts, folders, names } = catalogue;
  const listed = snapshot.files.flatMap(({ path, link }) => (link === undefined ? [path] : []));
  const tsConfigs = readTsConfigs(listed, readText);
  const ofProjects = projectScopes(projects, moves);
  const moved = { ...createMovedTree(tree, moves), importable: repository.importable };
  const aliasesIn = createScopeFinder({ ...moved, projects: ofProjects, tsConfigs });
  const defaults = [...facts.aliases.a, ...facts.aliases.b].map(({ name }) => name);
  const known = new Map(
    ofProjects.map((scope, index) => {
      const base = projects[index] && basesBefore(projects[index]).root;
      const root = base && 'place' in base ? placeAt(scope.folder, base.place) : scope.folder;
      const unread = [
        ...scope.unknown.names,
        ...defaults.filter((name) => !scope.before.has(name)),
      ];
      return [scope.folder, { ...scope, root, unread }] as const;
    }),
  );
  const found = findProjects(snapshot.files, names);
  const unreadable = new Set(found.flatMap(({ folder }) => (known.has(folder) ? [] : folder)));
  /** Whether a folder is outside the sources of a layer, where the aliases are those of the projects that extend it. */
  const isOutside = (folder: TreePath, { folder: home, source }: SideProject): boolean => {
    if (source.before === undefined || facts.layerAliases === 'layer') return false;
    const top = placeAt(home, pathFrom(home, folder).split('/', 1)[0] ?? '');
    const isApart = !isInside(top, source.before) && !isInside(source.before, top);
    return isApart && folders.mayBeSources(baseName(top));
  };
  const scopes = new Map<TreePath, ReturnType<typeof readScope>>();
  const readScope = (folder: TreePath) => {
    const around = [folder, ...foldersAbove(folder)];
    const inside = around.flatMap((place) => known.get(place) ?? []);
    const [project] = inside;
    const { before, slash, users = [] } = aliasesIn(folder);
    const ofUsers = users.map((user): NameTable => ({ by: 'users', table: user.before }));
    const own: NameTable = { by: idOf(project?.folder ?? ''), table: before };
    const likely = { ...own, table: project?.unknown.likely ?? new Map() };
    const isOfUsers = ofUsers.length > 0 && project && isOutside(folder, project);
    const bases = inside.flatMap(({ folder: home, root, source }): Base[] => [
      { id: `root of ${idOf(home)}`, place: root },
      ...(source.before === undefined
        ? []
        : [{ id: `source of ${idOf(home)}`, place: source.before }]),
    ]);
    return {
      project,
      /** The aliases that texts may start with; in a layer, also those of the projects that extend it. */
      names: isOfUsers ? ofUsers : [own, likely, ...ofUsers],
      /** The names of aliases with places that are not known. */
      unread: new Set(around.some((place) => unreadable.has(place)) ? defaults : project?.unread),
      /** The folders that paths may be relative to, besides that of the file. */
      bases: [...bases, { id: 'repository', place: '' }],
      /** The folder of paths that start with a slash, unless they are those of served files. */
      bundlerRoot: slash?.before.bundler,
    };
  };
  return {
    find: createFinder(repository),
    matched: createMatcher(() => listed),
    scopeOf: (folder: TreePath) => memo(scopes, folder, () => readScope(folder)),
    /** The projects by their folder. */
    projects: known,
    configs: new Set(found.map(({ config }) => config)),
    /** The folder that the texts of each tsconfig are relative to. */
    tsConfigs: new Map(Array.from(tsConfigs, ([path, { base }]) => [path, base ?? parentOf(path)])),
  };
}

/** The aliases that someone defines. */
interface NameTable {
  /** The same before and after the run. */
  readonly by: string;
  readonly table: AliasTable;
}

type SideProject = ReturnType<typeof projectScopes>[number];

/** Finds the file and the folder that a path may resolve to, with its extension or without. */
function createFinder({ tree, catalogue: { names } }: Repository) {
  const generated = new RegExp(`(?:^|/)(?:${escaped(names.buildDir)}|node_modules)(?:/|$)`);
  return (place: TreePath): readonly TreePath[] => {
    const isFolder = tree.kindOf(place) === 'folder';
    const file = resolveFile(tree, place) ?? resolveFile(tree, place, 'styles');
    // A folder with an index is found as a folder.
    const isIndex = file !== undefined && isFolder && isInside(file, place);
    const found = [...(file === undefined || isIndex ? [] : [file]), ...(isFolder ? [place] : [])];
    if (found.length > 0) return found;
    // Places outside the repository, unlisted, or generated may exist, with any extension.
    const mayExist = !tree.isListed(place) || generated.test(place);
    return mayExist ? [withoutExtension(place, importable)] : found;
  };
}
