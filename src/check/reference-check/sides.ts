/** The two trees of a run, before and after it, each with everything that its texts are resolved with. */

import { memo } from '../../base/memo.ts';
import { baseName, isInside, placeAt } from '../../base/paths.ts';
import { importable, withoutExtension } from '../../catalogue/extensions.ts';
import { escaped } from '../../catalogue/spelling.ts';
import { createScopeFinder, readTsConfigs } from '../../paths/alias-scopes.ts';
import type { AliasTable } from '../../paths/aliases.ts';
import { noPlace, type Side as PathSide } from '../../paths/meaning.ts';
import type { AliasScope } from '../../paths/references/reference.ts';
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
import { knownName, parentOf, type Snapshot, type TreePath } from '../../tree/snapshot.ts';
import { resolveFile } from '../../tree/tree.ts';
import { createMatcher, createMovedTree } from '../../tree/tree-after.ts';

/** Someone who resolves texts. */
export interface SideReader extends Readable {
  /** The same before and after the run, wherever its places are. */
  readonly id: string;
  readonly side: PathSide;
}

const noAliases: AliasTable = new Map();

/** What someone resolves: texts with an alias, from a folder, or with a leading slash. */
interface Readable {
  readonly table?: AliasTable;
  readonly base?: TreePath | undefined;
  readonly bundler?: TreePath | undefined;
}

/** How texts in a folder are resolved. */
export type FolderScope = ReturnType<CheckedSide['scopeOf']>;

/** A tree before or after the run. */
export type CheckedSide = ReturnType<typeof readSide>;

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
  const found = findProjects(after.snapshot, after.catalogue.names);
  const opened = found.flatMap((one): OpenProject[] => {
    const choices = new Map([[one.folder, { leave: true }]]);
    const project = openProject(one, after, { choices });
    if (!('config' in project)) return [];
    const origin = origins.get(one.folder);
    if (!origin) return [project];
    const { decision: was, decided } = origin;
    if (isNotMigrated(origin.found.folder)) return [{ ...project, decision: was, decided }];
    const evidence = { ...project.evidence, generation: 'a' as const };
    const decision = { kind: 'migrated', layout: undefined, notes: [] } as const;
    return [{ ...project, evidence, decision, decided: decision }];
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
  const { catalogue, snapshot, tree } = repository;
  const { facts, folders, names, path } = catalogue;
  const listed = snapshot.files.flatMap((file) => (file.link === undefined ? [file.path] : []));
  const tsConfigs = readTsConfigs(listed, repository);
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
  const found = findProjects(snapshot, names);
  const unreadable = new Set(found.flatMap(({ folder }) => (known.has(folder) ? [] : folder)));
  /** Whether a folder of a layer is outside its sources: the aliases there are those of the projects that extend it. */
  const leavesSources = (folder: TreePath): boolean => {
    const source = known.get(parentOf(folder))?.source.before;
    if (source === undefined || facts.layerAliases === 'layer') return false;
    const isApart = !isInside(folder, source) && !isInside(source, folder);
    return isApart && folders.mayBeSources(knownName(baseName(folder), tree));
  };
  const find = createFinder(repository);
  // Readers say what a text means, whether it is there or not.
  const disk = { ...moved.disk, exists: () => true };
  const readerOf = (id: string, resolved: Readable): SideReader => {
    const { table = noAliases, base, bundler } = resolved;
    const slash = { bundler, isNamed: false, served: undefined };
    const bases = base === undefined ? noPlace : [base];
    const aliases = { table, slash };
    const side: PathSide = { rules: 'a', disk, aliases, home: () => '', bases: () => bases };
    return { ...resolved, id, side };
  };
  const publicFolder = folders.withOption(path['dir.public']).name;
  const readScope = (folder: TreePath, aliasScope: AliasScope, isOutside: boolean) => {
    const around = [folder, ...foldersAbove(folder)];
    const inside = around.flatMap((place) => known.get(place) ?? []);
    const [project] = inside;
    const { before, slash, guessed, users = [] } = aliasScope;
    const packages = [...before].filter(([name]) => guessed.has(name));
    const ofUsers = users.map((user) =>
      readerOf('users', { table: new Map([...packages, ...user.before]) }),
    );
    const by = idOf(project?.folder ?? '');
    const tables = [before, project?.unknown.likely ?? new Map()];
    const own = tables.map((table) => readerOf(by, { table }));
    const bases = [
      ...inside.flatMap(({ folder: home, root, source }) => [
        readerOf(`root of ${idOf(home)}`, { base: root }),
        readerOf(`source of ${idOf(home)}`, { base: source.before }),
      ]),
      readerOf('repository', { base: '' }),
    ];
    const servers = bases.map(({ id, base }) =>
      readerOf(id, { bundler: base === undefined ? base : placeAt(base, publicFolder) }),
    );
    return {
      aliasScope,
      isOutside,
      project,
      /** The readers of aliases; in a layer, also the projects that extend it. */
      aliases: isOutside && ofUsers.length > 0 ? ofUsers : [...own, ...ofUsers],
      /** The names of aliases with places that are not known. */
      unread: new Set(around.some((place) => unreadable.has(place)) ? defaults : project?.unread),
      /** The folders that paths may be relative to, besides that of the file. */
      bases,
      /** The folders of paths that start with a slash: those of served files, and the root of the bundler. */
      servers: [...servers, readerOf('bundler', { bundler: slash?.before.bundler })],
    };
  };
  const scopes = new Map<TreePath, ReturnType<typeof readScope>>();
  const scopeOf = (folder: TreePath): ReturnType<typeof readScope> =>
    memo(scopes, folder, () => {
      const outer = folder === '' ? undefined : scopeOf(parentOf(folder));
      const aliases = aliasesIn(folder);
      const isProject = known.has(folder) || unreadable.has(folder);
      const isOutside = !isProject && (outer?.isOutside || leavesSources(folder));
      // Most folders share everything with the one that they are in.
      const isAlike = outer?.aliasScope === aliases && outer.isOutside === isOutside;
      return isAlike && !isProject ? outer : readScope(folder, aliases, isOutside);
    });
  return {
    find,
    spelled: tree.spelled,
    readerOf,
    matched: createMatcher(() => listed, tree),
    scopeOf,
    /** The projects by their folder. */
    projects: known,
    configs: new Set(found.map(({ config }) => config)),
    /** The folder that the texts of each tsconfig are relative to. */
    tsConfigs: new Map(Array.from(tsConfigs, ([file, { base }]) => [file, base ?? parentOf(file)])),
  };
}

/** Finds the file and the folder that a path may resolve to, with its extension or without. */
function createFinder({ tree, catalogue: { names } }: Repository) {
  const generated = new RegExp(`(?:^|/)(?:${escaped(names.buildDir)}|node_modules)(?:/|$)`);
  const found = (place: TreePath): readonly TreePath[] => {
    const file = resolveFile(tree, place) ?? resolveFile(tree, place, 'styles');
    const folder = tree.kindOf(place) === 'folder' ? [tree.spelled(place)] : [];
    // `components` is the folder, not `components.json` or `components.d.ts` beside it.
    const isBeside = file === undefined || (folder.length > 0 && /\.(?:json|d\.ts)$/.test(file));
    const there = isBeside ? folder : [file, ...folder];
    if (there.length > 0) return there;
    // Places outside the repository, unlisted, or generated may exist, with any extension.
    const mayExist = !tree.isListed(place) || generated.test(place);
    return mayExist ? [withoutExtension(place, importable)] : there;
  };
  const known = new Map<TreePath, readonly TreePath[]>();
  return (place: TreePath) => memo(known, place, () => found(place));
}
