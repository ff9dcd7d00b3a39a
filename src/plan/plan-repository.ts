/**
 * Plans a repository from a snapshot, step by step: open the projects, decide the moves, migrate the configs, and
 * prepare the search of all other files.
 */

import { groupedBy } from '../base/grouped.ts';
import { type Catalogue, fwCatalogue } from '../catalogue/index.ts';
import { type Change, showPath } from '../config/change.ts';
import { createOwnerFinder } from '../tree/discover.ts';
import { createMoveMap, type Move } from '../tree/moves.ts';
import { openRepository, type Repository } from '../tree/repository.ts';
import type { Snapshot, TreePath } from '../tree/snapshot.ts';
import type { Unusable } from '../tree/stated-facts.ts';
import { openSource } from '../tree/syntax/source-text.ts';
import { createBehaviourSearch, withoutReportedUses } from './behaviour-report.ts';
import { PlanProblem } from './defect.ts';
import {
  type FollowUp,
  followUpAbout,
  joinEntries,
  joinRepeated,
  positionOnly,
  sortFollowUps,
} from './follow-up.ts';
import { frameworkChanges } from './framework-files.ts';
import { type VersionChanges, versionChanges } from './framework-versions.ts';
import { createLocator } from './located.ts';
import { createMentionSearch } from './mentioned-paths.ts';
import { type MigratedProjects, migrateProjects, movesOf } from './migrate-projects.ts';
import {
  findProjectLayers,
  isUnmigrated,
  type OpenedProjects,
  type OpenProject,
  openFoundProjects,
} from './open-projects.ts';
import { otherCapitals } from './other-capitals.ts';
import { placeFiles } from './place-files.ts';
import type { PlannedRun } from './plan.ts';
import { type MigrationOptions, type PlanContext, planContext } from './plan-context.ts';
import { combinedMoves, planMoves, refuseNames } from './plan-moves.ts';
import { createReadGate } from './read-gate.ts';
import type { RemainingProjects } from './refusal.ts';
import { noFrameworkChanges } from './rewrite-files.ts';
import type { FoundInFile, Search } from './search-files.ts';
import {
  autoMove,
  choiceFor,
  createShare,
  pathTransforms,
  type RunChoices,
  rewritersIn,
  type Shard,
} from './selection.ts';
import { createStayingSearch, type JudgedFolder, unimportedFollowUps } from './staying-folders.ts';

export interface PlanOptions extends RunChoices, MigrationOptions {
  /** The framework's catalogue; by default that of the default edition. */
  readonly catalogue?: Catalogue | undefined;
  /** Names in `move` and `stay` that may belong to projects outside the snapshot. */
  readonly mayBeAbsent?: readonly string[] | undefined;
  /** Whether files may move to paths that git ignores. */
  readonly allowIgnored?: boolean | undefined;
  /** Plans only a part of the projects; all of them are opened, because they may refer to each other. */
  readonly shard?: Shard | undefined;
  /** Called at intervals with the number of searched files. */
  onProgress?(done: number, total: number): void;
}

export function openProjects(
  snapshot: Snapshot,
  options: PlanOptions,
): OpenedProjects & { repository: Repository } {
  const repository = openRepository(snapshot, options.catalogue ?? fwCatalogue);
  return { repository, ...openFoundProjects(repository, options) };
}

/** A plan whose files are not searched yet. */
export type PreparedPlan = ReturnType<typeof prepareSearch>;

/** Everything that is decided before files are searched. */
export function prepareSearch(
  { opened, failed }: RemainingProjects,
  repository: Repository,
  options: PlanOptions,
) {
  const { snapshot } = repository;
  refuseOlder(opened);
  const moves = options.configsOnly
    ? createMoveMap([])
    : planMoves(opened, repository, options.mayBeAbsent);
  const placed = placeFiles(snapshot, moves, opened, options);
  const refused = failed.flatMap(({ project }) => project ?? []);
  const context = planContext({ repository, options }, opened, moves, refused);
  const migrated = migrateProjects(context, failed);
  const roots = migrated.plans.map(({ root }) => root);
  const isMine = createShare(roots, options.shard);
  /** The folders of projects that are not changed. */
  const unmigrated = new Set([
    ...failed.map(({ found }) => found.folder),
    ...context.projects.filter(isUnmigrated).map(({ found }) => found.folder),
  ]);
  const plans = options.configsOnly ? [] : migrated.plans;
  const needs = (folder: TreePath) =>
    plans.flatMap(({ root, followUps }) =>
      followUps.flatMap(({ code, subject }) =>
        root === folder && code === 'module-version' ? (subject ?? []) : [],
      ),
    );
  const { tooling = 'edit' } = options;
  const decided = context.projects
    .filter(({ decision, isLeft }) => decision.kind !== 'unknown' && !isLeft)
    .map(({ found }) => found.folder);
  const versions = versionChanges(decided, [...unmigrated], repository, { tooling, needs });
  const search = searchIn(context, migrated, [...unmigrated], versions);
  const files = placed.files.filter(
    ({ path }) =>
      isMine(path) &&
      (!options.configsOnly || migrated.texts.has(path) || search.behaviours.concerns(path)),
  );
  return { moves, placed, context, migrated, unmigrated, isMine, search, versions, files };
}

/** Refuses a run that has only projects of an older generation. Beside others, they are reported. */
function refuseOlder(projects: readonly OpenProject[]): void {
  const notes = projects
    .filter(({ isLeft }) => !isLeft)
    .map(({ decision, evidence }) => (evidence.generation === 'older' ? decision.notes : []));
  if (notes.every(({ length }) => length > 0))
    throw new PlanProblem(
      notes
        .flat()
        .map(({ at, message }) => `${at.file}: ${message}`)
        .join('\n'),
    );
}

/** The plan of a project whose places are still those of the original files. */
export type ProjectDraft = ReturnType<typeof projectDrafts>[number];

/** The plans of the projects of this shard, with what was found in the files. */
export function projectDrafts(
  { migrated, isMine, search }: PreparedPlan,
  searched: readonly FoundInFile[],
) {
  const reports = search.behaviours.reports(searched.flatMap(({ behaviours = [] }) => behaviours));
  return migrated.plans
    .filter(({ root }) => isMine(root))
    .map((plan) => {
      const { followUps = [], settled = [] } = reports.get(plan.root) ?? {};
      return { ...plan, followUps: [...plan.followUps, ...followUps], settled };
    });
}

/** The plan with all places as they are after the run. */
export function completedPlan(
  { placed, moves, migrated, context, search, versions, isMine }: PreparedPlan,
  drafts: readonly ProjectDraft[],
  searched: readonly FoundInFile[],
): PlannedRun {
  const files = searched
    .map(({ planned }) => planned)
    .filter(({ from, to, text }) => from !== to || text);
  const staying = search.staying.results(searched.flatMap(({ figures = [] }) => figures));
  const changed = new Map(files.map(({ from, text }) => [from, text]));
  // Ignored files may stay although their folder moves.
  const placedPaths = new Set(placed.files.map(({ path }) => path));
  const located = createLocator({
    after: (path) => (placedPaths.has(path) ? moves.after(path) : path),
    changed: (path) => changed.get(path) ?? migrated.texts.get(path),
    read: context.repository.readText,
  });
  const isRead = createReadGate(context);
  const isOpen = (root: TreePath, followUp: FollowUp) =>
    isRead(followUp, root) &&
    !(followUp.code === 'module-version' && versions.raises(root, followUp.subject ?? ''));
  const ofProjects = drafts.map((plan) => {
    const folders = staying.get(plan.root) ?? [];
    const project = context.projects.find(({ found }) => found.folder === plan.root);
    const unimported = project ? unimportedFollowUps(folders, project, plan.followUps) : [];
    return {
      plan,
      folders,
      followUps: joinEntries(
        [...withoutReportedUses(plan.followUps), ...unimported].filter((followUp) =>
          isOpen(plan.root, followUp),
        ),
      ),
    };
  });
  const runFollowUps = [
    ...context.repository.unusable.flatMap(brokenFacts),
    ...placed.followUps.filter(({ file }) => isMine(file)),
    ...searched.flatMap(({ followUps = [] }) => followUps),
    ...otherCapitals(context.repository).filter(({ file }) => isMine(file)),
    ...search.behaviours.packageFollowUps(searched.flatMap(({ behaviours = [] }) => behaviours)),
  ].filter((followUp) => isRead(followUp));
  const join = joinRepeated(
    [...ofProjects.flatMap(({ followUps }) => followUps), ...runFollowUps],
    positionOnly,
  );
  const locate = (list: readonly FollowUp[]) => sortFollowUps(list).map(located.followUp);
  return {
    projects: ofProjects.map(({ plan, folders, followUps }) => ({
      ...plan,
      followUps: locate(join(followUps)),
      staying: folders.map(({ folder, name, files, references, saves }) => ({
        folder,
        name,
        files,
        references,
        saves,
      })),
      settled: plan.settled.map(({ of, at, note, transform }) => ({
        ...located.place(at),
        behaviour: of,
        note: located.note(note),
        ...(transform && { transform }),
      })),
    })),
    left: migrated.later,
    files,
    followUps: locate(joinEntries(join(runFollowUps))),
  };
}

/** A module whose own facts cannot be used. */
function brokenFacts({ module, at, problem }: Unusable): FollowUp[] {
  const why = problem.replace(/[.?]*$/, (end) => end || '.');
  const message = `\`fw-migrate.json\` of \`${module}\` was not used: ${why} Look up what the module needs.`;
  return followUpAbout([at], { code: 'module-unchecked', message });
}

/** The options with the folders that `--move auto` chooses; moving one may make another one clear. */
export function withChosenFolders(snapshot: Snapshot, given: PlanOptions): PlanOptions {
  const choices = [given, ...(given.choices?.values() ?? [])];
  if (!choices.some(({ move }) => move?.includes(autoMove))) return given;
  let options = given;
  for (;;) {
    const clear = [...findStayingFolders(snapshot, options)].flatMap(([root, folders]) => {
      const names = folders.filter(({ isClear }) => isClear).map(({ name }) => name);
      return names.length > 0 && choiceFor(root, given).move?.includes(autoMove)
        ? [{ root, names }]
        : [];
    });
    if (clear.length === 0) return options;
    const choices = new Map(options.choices);
    for (const { root, names } of clear) {
      const { move = [], ...choice } = choiceFor(root, options);
      choices.set(root, { ...choice, move: [...new Set([...move, ...names])] });
    }
    options = { ...options, choices };
  }
}

/** A list for each project, by its folder. */
type ByProject<T> = ReadonlyMap<TreePath, readonly T[]>;

/** The folders of each project that stay although moved sources use them, without a full plan. */
export function findStayingFolders(
  snapshot: Snapshot,
  options: PlanOptions,
): ByProject<JudgedFolder> {
  const { repository, opened } = openProjects(snapshot, options);
  const moves = combinedMoves(opened, repository.tree);
  const context = planContext({ repository, options }, opened, moves);
  const staying = createStayingSearch(context);
  const figures = snapshot.files.flatMap(({ path, link }) => {
    const text =
      link === undefined && staying.concerns(path) ? repository.readText(path) : undefined;
    return text === undefined ? [] : staying.look(openSource(path, text));
  });
  return staying.results(figures);
}

/** The moves of each project, without a search of other files: enough to choose a layout. */
export function previewMoves(snapshot: Snapshot, options: PlanOptions): ByProject<Move> {
  const { repository, opened } = openProjects(snapshot, options);
  refuseNames(opened, repository, options.mayBeAbsent);
  const moves = combinedMoves(opened, repository.tree);
  return new Map(
    opened.map((project) => [project.found.folder, movesOf(project, repository, moves)]),
  );
}

/** The folders of the layers of each project that has layers in the snapshot. */
export function layersByProject(snapshot: Snapshot, options: PlanOptions): ByProject<TreePath> {
  const folderOf = ({ found }: OpenProject) => found.folder;
  const layers = findProjectLayers(openProjects(snapshot, options).opened);
  return new Map([...layers].map(([project, list]) => [folderOf(project), list.map(folderOf)]));
}

/** Creates the search; if only configs change, other files are not searched. */
function searchIn(
  context: PlanContext<PlanOptions>,
  { plans, texts }: MigratedProjects,
  unmigrated: readonly TreePath[],
  versions: VersionChanges,
): Search {
  const { options, repository, projects, moves, rewriter } = context;
  const { configsOnly = false, steps } = options;
  // Transforms that rewrite sources may be selected without those that update paths.
  const isRewriting = pathTransforms(steps).length === 0 && rewritersIn(steps, {}).length > 0;
  const rewritten = !configsOnly || isRewriting ? projects : [];
  const { snapshot } = repository;
  const roots = plans.map(({ root }) => root);
  const followUps = plans.flatMap((plan) => plan.followUps);
  const reported = groupedBy(followUps, ({ file }) => file);
  const isSet = (folder: TreePath, change: Change) =>
    plans.some(
      ({ root, changes }) =>
        root === folder && changes.some((made) => made.option === showPath(change.path)),
    );
  return {
    snapshot,
    moves,
    fileKind: repository.fileKind,
    tree: repository.tree,
    rewriter,
    written: texts,
    behaviours: createBehaviourSearch(rewritten, createOwnerFinder(roots), repository, steps),
    mentions: createMentionSearch(context, options.tooling),
    staying: createStayingSearch(context),
    prescribed: configsOnly
      ? noFrameworkChanges
      : frameworkChanges(context, unmigrated, isSet, versions),
    followUpsAbout: (path) => reported.get(path) ?? [],
  };
}
