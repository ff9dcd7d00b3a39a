import { groupedBy } from '../base/grouped.ts';
import { type Catalogue, fwCatalogue } from '../catalogue/index.ts';
import { createProjectCheck } from '../check/check-project.ts';
import { createReferenceCheck } from '../check/check-references.ts';
import { checkTexts } from '../check/check-texts.ts';
import { type Change, showPath } from '../config/change.ts';
import { createOwnerFinder } from '../tree/discover.ts';
import { createMoveMap, type Move } from '../tree/moves.ts';
import { openRepository, type Repository } from '../tree/repository.ts';
import type { Snapshot, TreePath } from '../tree/snapshot.ts';
import { openSource } from '../tree/syntax/source-text.ts';
import { createBehaviourSearch, withoutReportedUses } from './behaviour-report.ts';
import { CheckFailure } from './defect.ts';
import {
  type FollowUp,
  joinEntries,
  joinRepeated,
  positionIn,
  sortFollowUps,
} from './follow-up.ts';
import { frameworkChanges } from './framework-files.ts';
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
import { placeFiles } from './place-files.ts';
import type { Plan } from './plan.ts';
import { type MigrationOptions, type PlanContext, planContext } from './plan-context.ts';
import { combinedMoves, planMoves, refuseNames } from './plan-moves.ts';
import {
  defectRefusal,
  eachProject,
  ProjectProblems,
  type Refusal,
  type Refusals,
  type RemainingProjects,
  remainingProjects,
} from './refusal.ts';
import { noFrameworkChanges } from './rewrite-files.ts';
import {
  type Search,
  type SearchedFile,
  type SearchedFiles,
  type SearchTeam,
  searchBatches,
  searchFiles,
  textAfter,
} from './search-files.ts';
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
  /** Other threads that make the same plan and search a part of the files. */
  readonly team?: SearchTeam | undefined;
  /** Called at intervals with the number of searched files. */
  onProgress?(done: number, total: number): void;
}

function openProjects(
  snapshot: Snapshot,
  options: PlanOptions,
): OpenedProjects & { repository: Repository } {
  const repository = openRepository(snapshot, options.catalogue ?? fwCatalogue);
  return { repository, ...openFoundProjects(repository, options) };
}

/** Plans the migration of every project in a snapshot. Pure: the snapshot is read, nothing is written. */
export async function planRepository(snapshot: Snapshot, given: PlanOptions): Promise<Plan> {
  const options = withChosenFolders(snapshot, given);
  const { repository, ...projects } = openProjects(snapshot, options);
  let refused: Refusals = new Map();
  for (;;) {
    const remaining = remainingProjects(projects, refused);
    try {
      // Other threads have planned with all projects.
      const team = refused.size === 0 ? options.team : undefined;
      return await planProjects(remaining, repository, { ...options, team });
    } catch (error) {
      const newlyRefused = refusedBy(error, remaining.opened);
      if ([...newlyRefused.keys()].every((folder) => refused.has(folder))) throw error;
      refused = new Map([...refused, ...newlyRefused]);
    }
  }
}

/** The projects that an error is about; empty if it is about the run. */
function refusedBy(error: unknown, projects: readonly OpenProject[]): Refusals {
  if (error instanceof ProjectProblems) return error.refusals;
  if (!(error instanceof CheckFailure)) return new Map();
  const ownerOf = createOwnerFinder(projects.map(({ found }) => found.folder));
  return new Map(
    projects.flatMap(({ found: { folder }, config }): [TreePath, Refusal[]][] => {
      const files = new Set(config.files());
      const defects = error.defects.filter(
        ({ file, concerns }) =>
          ownerOf(concerns ?? file) === folder || ownerOf(file) === folder || files.has(file),
      );
      return defects.length > 0 ? [[folder, [defectRefusal(defects, error)]]] : [];
    }),
  );
}

/** Prepares the same plan as `planRepository`, and searches batches of files for it. */
export async function searchForPlan(
  snapshot: Snapshot,
  given: PlanOptions,
  claim: () => number,
  onBatch: (batch: number, searched: readonly SearchedFile[]) => void,
): Promise<void> {
  const options = withChosenFolders(snapshot, given);
  const { repository, ...projects } = openProjects(snapshot, options);
  const { files, search } = prepareSearch(
    remainingProjects(projects, new Map()),
    repository,
    options,
  );
  await searchBatches(files, search, claim, onBatch);
}

/** Everything that is decided before files are searched. */
function prepareSearch(
  { opened, failed }: RemainingProjects,
  repository: Repository,
  options: PlanOptions,
) {
  const { snapshot } = repository;
  const moves = options.configsOnly
    ? createMoveMap([])
    : planMoves(opened, repository, options.mayBeAbsent);
  const placed = placeFiles(snapshot, moves, opened, options);
  const refused = failed.flatMap(({ project }) => project ?? []);
  const context = planContext({ repository, options }, opened, moves, refused);
  const migrated = migrateProjects(context, failed);
  const roots = migrated.plans.map(({ root }) => root);
  const isMine = createShare(roots, options.shard);
  const search = searchIn(context, migrated);
  const files = placed.files.filter(
    ({ path }) =>
      isMine(path) &&
      (!options.configsOnly || migrated.texts.has(path) || search.behaviours.concerns(path)),
  );
  return { moves, placed, context, migrated, isMine, search, files };
}

/** Plans some of the projects. Throws `ProjectProblems` if others have to be left out as well. */
async function planProjects(
  remaining: RemainingProjects,
  repository: Repository,
  options: PlanOptions,
): Promise<Plan> {
  const prepared = prepareSearch(remaining, repository, options);
  const { moves, placed, migrated, isMine, search, files } = prepared;
  const searched = await searchFiles(files, search, options.team);
  const staying = search.staying.results(searched.figures);
  const { plans, proof } = checkedPlans(prepared, searched);
  const changed = new Map(searched.files.map(({ from, text }) => [from, text]));
  // Ignored files may stay although their folder moves.
  const placedPaths = new Set(placed.files.map(({ path }) => path));
  const located = createLocator({
    after: (path) => (placedPaths.has(path) ? moves.after(path) : path),
    changed: (path) => changed.get(path) ?? migrated.texts.get(path),
    read: repository.readText,
  });
  const ofProjects = plans.map((plan) => {
    const folders = staying.get(plan.root) ?? [];
    const project = remaining.opened.find(({ found }) => found.folder === plan.root);
    const unimported = project ? unimportedFollowUps(folders, project, plan.followUps) : [];
    return {
      plan,
      folders,
      followUps: joinEntries([...withoutReportedUses(plan.followUps), ...unimported]),
    };
  });
  const runFollowUps = [
    ...placed.followUps.filter(({ file }) => isMine(file)),
    ...searched.followUps,
    ...search.behaviours.packageFollowUps(searched.behaviours),
  ];
  const join = joinRepeated(
    [...ofProjects.flatMap(({ followUps }) => followUps), ...runFollowUps],
    positionIn,
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
    files: searched.files,
    followUps: locate(joinEntries(join(runFollowUps))),
    proof,
    searched: files.length,
  };
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
function searchIn(context: PlanContext<PlanOptions>, { plans, texts }: MigratedProjects): Search {
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
  const refused = plans.filter(({ isRefused }) => isRefused).map(({ root }) => root);
  const unmigrated = new Set([
    ...refused,
    ...projects.filter(isUnmigrated).map(({ found }) => found.folder),
  ]);
  const search: Omit<Search, 'referenceCheck'> = {
    snapshot,
    moves,
    rewriter,
    written: texts,
    onProgress: options.onProgress,
    behaviours: createBehaviourSearch(rewritten, createOwnerFinder(roots), repository, steps),
    mentions: createMentionSearch(context, options.tooling),
    staying: createStayingSearch(context),
    prescribed: configsOnly
      ? noFrameworkChanges
      : frameworkChanges(context, [...unmigrated], isSet, options.tooling),
    followUpsAbout: (path) => reported.get(path) ?? [],
  };
  const textsAfter = {
    textOf: (path: TreePath) => textAfter(path, { ...search, referenceCheck: undefined }),
    isNotMigrated: (folder: TreePath) => unmigrated.has(folder),
  };
  const referenceCheck = configsOnly
    ? undefined
    : createReferenceCheck(snapshot, moves, textsAfter, repository);
  return { ...search, referenceCheck };
}

/** The plans of the projects with the results of their checks. Throws if one of the checks fails. */
function checkedPlans(
  { context, migrated, search, isMine }: ReturnType<typeof prepareSearch>,
  { files, behaviours, checkedReferences }: SearchedFiles,
) {
  const { repository, projects, moves } = context;
  const { steps, shard, configsOnly } = context.options;
  const { defects: inTexts, ...texts } = checkTexts(files);
  const places = new Map(files.map(({ from, to }) => [from, to]));
  const reports = search.behaviours.reports(behaviours);
  const { tree, readText } = repository;
  const check = createProjectCheck({
    projects,
    texts: migrated.texts,
    tree,
    moves,
    steps,
    readText,
    changes: migrated.plans.flatMap((plan) => plan.changes),
    // The files of other shards are not planned here; only their moves are known.
    placeOf: (file) => places.get(file) ?? (shard ? moves.after(file) : file),
    isOff: Boolean(configsOnly),
  });
  const mine = migrated.plans
    .filter(({ root }) => isMine(root))
    .map((plan) => ({ found: { folder: plan.root, config: plan.config }, plan }));
  const checked = eachProject(mine, ({ plan }) => {
    const { followUps: reported = [], settled = [] } = reports.get(plan.root) ?? {};
    const followUps = [...plan.followUps, ...reported];
    const { defects, ...result } = check({ ...plan, followUps });
    return {
      defects: defects.map((defect) => ({ ...defect, concerns: plan.root })),
      plan: { ...plan, ...result, followUps, settled },
    };
  });
  const defects = [
    ...inTexts,
    ...checkedReferences.defects,
    ...checked.flatMap((result) => result.defects),
  ];
  if (defects.length > 0) throw new CheckFailure(defects);
  return {
    plans: checked.map(({ plan }) => plan),
    proof: { ...texts, references: checkedReferences },
  };
}
