/** What is the same for all projects of a run before any config is migrated: their moves, aliases and tsconfigs. */

import { baseName, isInside, placeAt } from '../base/paths.ts';
import { createScopeFinder, type ProjectScope, readTsConfigs } from '../paths/alias-scopes.ts';
import { type Aliases, type KnownAliases, knownAliases, type SlashBase } from '../paths/aliases.ts';
import { type MoveMap, movesSeenFrom } from '../tree/moves.ts';
import type { Repository } from '../tree/repository.ts';
import { knownName, type TreePath } from '../tree/snapshot.ts';
import { createMovedTree } from '../tree/tree-after.ts';
import type { TransformStep } from './definition.ts';
import { pathContext } from './migrate.ts';
import {
  basesBefore,
  findProjectLayers,
  type OpenProject,
  usersOf,
  withAllMoves,
} from './open-projects.ts';
import { createReferenceRewriter } from './rewrite-files.ts';
import type { RunChoices, ToolingMode } from './selection.ts';

export interface MigrationOptions extends Pick<RunChoices, 'within'> {
  /** The transforms, and what runs after them. */
  readonly steps: readonly TransformStep[];
  /** Whether paths in files of other tools are edited if it is safe, or only reported. */
  readonly tooling?: ToolingMode | undefined;
  /** Only changes configs: no folder moves, and no references or files of the framework change. */
  readonly configsOnly?: boolean | undefined;
}

/** The state before any config is migrated; each project has the moves of all of them. */
export type PlanContext<Options extends MigrationOptions = MigrationOptions> = ReturnType<
  typeof planContext<Options>
>;

export function planContext<Options extends MigrationOptions>(
  { repository, options }: { readonly repository: Repository; readonly options: Options },
  opened: readonly OpenProject[],
  moves: MoveMap,
  refused: readonly OpenProject[] = [],
) {
  const { snapshot, tree, importable, fileKind } = repository;
  const projects = opened.map((project) => withAllMoves(project, moves));
  const moved = createMovedTree(tree, moves);
  const paths = snapshot.files.map(({ path }) => path);
  const tsConfigs = readTsConfigs(paths, repository);
  const sources = {
    projects: projectScopes([...projects, ...refused], moves),
    ...moved,
    tsConfigs,
    importable,
  };
  const scopes = createScopeFinder(sources);
  const rewriter = createReferenceRewriter(sources, scopes, fileKind);
  return { options, repository, projects, refused, moves, moved, tsConfigs, scopes, rewriter };
}

/**
 * The aliases of each project in any variant, together with those of the projects that also compile its files
 * because they extend it, or because its folder is among their sources.
 */
export function projectScopes(projects: readonly OpenProject[], moves: MoveMap): ProjectScope[] {
  const layers = findProjectLayers(projects);
  const scopes = new Map(projects.map((project) => [project, scopeOf(project, moves)]));
  return [...scopes].map(([project, scope]) => {
    const extending = usersOf(project, layers).flatMap((user) => scopes.get(user) ?? []);
    const outer = [...scopes].flatMap(([other, around]) => {
      // Most projects in a folder of another one, such as those of a workspace, have nothing to do with its sources.
      const isCompiled =
        around.source.before !== around.folder || layers.get(project)?.includes(other);
      return isCompiled && isAmongSources(scope, around) ? aliasesInside(around, scope, moves) : [];
    });
    const users = new Set([...extending, ...outer]);
    return { ...scope, users: [...users].map((user) => ({ ...user, guessed: new Set<string>() })) };
  });
}

function isAmongSources({ folder }: ProjectScope, outer: ProjectScope): boolean {
  const source = outer.source.before;
  return source !== undefined && folder !== source && isInside(folder, source);
}

/** The aliases of an outer project for the files of one among its sources, which has its own once it is outside. */
function aliasesInside(outer: ProjectScope, inner: ProjectScope, moves: MoveMap): ProjectScope {
  const source = outer.source.after;
  const isOutside = source !== undefined && !isInside(moves.after(inner.folder), source);
  if (!isOutside) return outer;
  const slash = outer.slash &&
    inner.slash && { before: outer.slash.before, after: inner.slash.after };
  return { ...outer, after: inner.after, slash };
}

/** The aliases for the project's files. */
export function scopeOf(project: OpenProject, moves: MoveMap): ProjectScope {
  const { found, evidence, config } = project;
  const { before, after } = aliasesIn(project, moves);
  const { folder } = found;
  const home = moves.after(folder);
  const inTree = ({ table, unknown }: KnownAliases, base: TreePath, isUnknown = false) =>
    new Map(
      [...table]
        .filter(([name]) => unknown.has(name) === isUnknown)
        .map(([name, place]) => [name, placeAt(base, place)]),
    );
  const placed = (base: TreePath, { bundler, served, isNamed }: SlashBase): SlashBase => ({
    isNamed,
    bundler: bundler === undefined ? undefined : placeAt(base, bundler),
    served: served === undefined ? undefined : placeAt(base, served),
  });
  const source = sourceOf(project, moves);
  return {
    folder,
    source,
    before: inTree(before, folder),
    after: inTree(after, home),
    leavesSources(place) {
      const to = moves.after(place);
      const isSource = source.before !== undefined && isInside(place, source.before);
      if (!isSource || source.after === undefined || isInside(to, source.after)) return false;
      return (
        !isInside(source.after, to) &&
        config.catalogue.folders.mayBeSources(knownName(baseName(place), evidence))
      );
    },
    slash: { before: placed(folder, before.slash), after: placed(home, after.slash) },
    newer: evidence.generation === 'a',
    unknown: { names: before.unknown, likely: inTree(before, folder, true) },
  };
}

function sourceOf(project: OpenProject, moves: MoveMap): ProjectScope['source'] {
  const { found, decision } = project;
  const { source } = basesBefore(project);
  const before = 'place' in source ? placeAt(found.folder, source.place) : undefined;
  const layout = decision.kind === 'unknown' ? undefined : decision.layout;
  const after = layout
    ? placeAt(moves.after(found.folder), layout.after)
    : before && moves.after(before);
  return { before, after };
}

function aliasesIn(project: OpenProject, moves: MoveMap): Aliases {
  const { config, decision, evidence, found } = project;
  const aliases = pathContext(config, decision, evidence)?.aliases;
  if (aliases) return aliases;
  // A project that is not changed keeps its rules; only the targets of its aliases may move.
  const before = knownAliases(config, basesBefore(project), evidence);
  const seen = movesSeenFrom(moves, found.folder);
  const placeAfter = (name: string, place: TreePath) =>
    before.own.has(name) ? seen.after(place) : place;
  const table = new Map([...before.table].map(([name, place]) => [name, placeAfter(name, place)]));
  return { before, after: { ...before, table } };
}
