import {
  createScopeFinder,
  findTsConfigs,
  type ScopeFinder,
  type TsConfig,
} from '../project/alias-scopes.ts';
import type { LayoutMode } from '../project/layout.ts';
import { createMoveMap, type Move, type MoveMap } from '../project/moves.ts';
import type { MovedTree } from '../project/references/reference.ts';
import { openRepository, type Repository } from '../project/repository.ts';
import type { Snapshot, TreePath } from '../project/snapshot.ts';
import type { ProjectChoices } from './choice.ts';
import { createFollower, type Follower } from './follow-files.ts';
import { type FollowUp, sortFollowUps } from './follow-up.ts';
import { createLocator, type Outcome } from './located.ts';
import { createMentionSearch, noMentions } from './mentioned-paths.ts';
import type { Step } from './migrate.ts';
import { type MigratedProjects, migrateProjects, movesOf } from './migrate-projects.ts';
import {
  type FailedProject,
  type OpenProject,
  openFoundProjects,
  scopeOf,
  withAllMoves,
} from './open-project.ts';
import { type PlacedFiles, placeFiles, planMoves } from './place-files.ts';
import type { Plan, PlannedFile, ProjectPlan } from './plan.ts';
import { prescribedChanges } from './prescribed.ts';
import { type Defect, ProofFailure } from './proof/defect.ts';
import { createProjectProver } from './proof/project.ts';
import { createReferenceProof, type ReferenceProof } from './proof/references.ts';
import { proveTexts } from './proof/texts.ts';
import { type Search, searchFiles } from './search-files.ts';
import { createOwnerFinder, createShare, type Shard } from './shard.ts';
import { createUseSearch, toldByUses } from './used-behaviour.ts';

export interface PlanOptions {
  /** The transforms, and what runs after them. */
  readonly steps: readonly Step[];
  readonly layout?: LayoutMode | undefined;
  /** What was chosen for single projects. */
  readonly choices?: ProjectChoices | undefined;
  /** Folders and files of the source directories that move as well, or are held back. */
  readonly move?: readonly string[] | undefined;
  readonly stay?: readonly string[] | undefined;
  readonly keepDefaults?: boolean | undefined;
  /** Changes nothing but configs: folders stay, and no reference or file of the framework is touched. */
  readonly configsOnly?: boolean | undefined;
  /** Plans a part of the projects alone; all of them are looked at, since one may refer to another. */
  readonly shard?: Shard | undefined;
  /** Plans without the proof: for trials, which leave out what belongs together. */
  readonly unproven?: boolean | undefined;
  /** Told now and then how many of the files were looked at. */
  onProgress?(done: number, total: number): void;
}

/** Plans the migration of every project in a snapshot. Pure: the snapshot is read, nothing is written. */
export async function planRepository(snapshot: Snapshot, options: PlanOptions): Promise<Plan> {
  const scene = openScene(snapshot, options);
  const migrated = migrateProjects(scene.projects, scene.failed, { ...scene, options });
  const searches = searchesIn(scene, migrated, options);
  const roots = migrated.plans.map(({ root }) => root);
  const isMine = options.shard ? createShare(roots, options.shard) : () => true;
  const files = scene.placed.files.filter(
    ({ path }) => isMine(path) && (!options.configsOnly || migrated.texts.has(path)),
  );
  const searched = await searchFiles(files, {
    ...{ snapshot, ...scene, ...searches },
    written: migrated.texts,
    onProgress: options.onProgress,
  });
  const uses = searches.uses.followUps(searched.uses);
  const { plans, proof } = proven(scene, migrated, searched.files, { ...searches, uses, isMine, options });
  const located = createLocator(outcomeOf(scene, migrated, searched.files));
  const locate = (list: readonly FollowUp[]) => sortFollowUps(list).map(located);
  const others = [...scene.placed.followUps.filter(({ file }) => isMine(file)), ...searched.followUps];
  return {
    projects: plans.map((plan) => ({ ...plan, followUps: locate(toldByUses(plan.followUps)) })),
    files: searched.files,
    followUps: locate(others),
    proof,
    searched: files.length,
  };
}

/** Everything that is known before any file is searched. */
interface Scene {
  readonly repository: Repository;
  readonly projects: readonly OpenProject[];
  readonly failed: readonly FailedProject[];
  readonly moves: MoveMap;
  readonly placed: PlacedFiles;
  readonly world: MovedTree;
  readonly tsConfigs: ReadonlyMap<TreePath, TsConfig>;
  readonly scopes: ScopeFinder;
  readonly follower: Follower;
}

function openScene(snapshot: Snapshot, options: PlanOptions): Scene {
  const repository = openRepository(snapshot);
  const { opened, failed } = openFoundProjects(repository, options);
  const moves = options.configsOnly ? createMoveMap([]) : planMoves(opened, repository, options);
  const placed = placeFiles(snapshot, moves);
  const projects = opened.map((project) => withAllMoves(project, moves));
  const world = { tree: repository.tree, moves };
  const tsConfigs = findTsConfigs(repository);
  const scopes = createScopeFinder({
    projects: projects.map((project) => scopeOf(project, moves)),
    tsConfigs,
    ...world,
  });
  const follower = createFollower(world, scopes, tsConfigs);
  return { repository, projects, failed, moves, placed, world, tsConfigs, scopes, follower };
}

type Searches = Pick<Search, 'uses' | 'mentions' | 'prescribed' | 'toldAbout' | 'proof'> & {
  readonly references: ReferenceProof;
};

/** What is looked for in the files. Where only configs change, nothing else is. */
function searchesIn(scene: Scene, { plans }: MigratedProjects, options: PlanOptions): Searches {
  const { repository, projects, world, scopes, tsConfigs } = scene;
  const { configsOnly = false, unproven = false, keepDefaults = false } = options;
  const ownerOf = createOwnerFinder(plans.map(({ root }) => root));
  const folders = projects.map(({ found }) => found.folder);
  const told = plans.flatMap(({ followUps }) => followUps);
  const references = createReferenceProof(world, scopes, tsConfigs);
  return {
    uses: createUseSearch(configsOnly ? [] : projects, ownerOf, repository, keepDefaults),
    mentions: configsOnly ? noMentions : createMentionSearch(repository, world, scopes, folders),
    prescribed: configsOnly ? new Map() : prescribedChanges(projects, tsConfigs, repository),
    toldAbout: (path) => told.filter(({ file }) => file === path),
    proof: configsOnly || unproven ? undefined : references,
    references,
  };
}

interface Proving extends Pick<Searches, 'references'> {
  readonly uses: ReadonlyMap<TreePath, readonly FollowUp[]>;
  isMine(path: TreePath): boolean;
  readonly options: PlanOptions;
}

/** The plans of the projects with what was proven about them; throws where something would not mean the same. */
function proven(
  { repository, projects, world, moves }: Scene,
  migrated: MigratedProjects,
  files: readonly PlannedFile[],
  { uses, references, isMine, options }: Proving,
): { readonly plans: readonly ProvenPlan[]; readonly proof: Plan['proof'] } {
  const { steps, choices, shard, configsOnly, unproven } = options;
  const { defects: inTexts, ...texts } = proveTexts(unproven ? [] : files, migrated.plans);
  const { defects: inReferences, ...checked } = references.result();
  const places = new Map(files.map(({ from, to }) => [from, to]));
  const prove = createProjectProver({
    ...{ projects, texts: migrated.texts, ...world, steps, choices },
    changes: migrated.plans.flatMap((plan) => plan.changes),
    // Of another shard's files only the moves are known.
    placeOf: (file) => places.get(file) ?? (shard ? moves.after(file) : file),
    readText: repository.readText,
    isOff: Boolean(configsOnly || unproven),
  });
  const defects: Defect[] = [...inTexts, ...inReferences];
  const plans = migrated.plans
    .filter(({ root }) => isMine(root))
    .map((plan) => {
      const followUps = [...plan.followUps, ...(uses.get(plan.root) ?? [])];
      const { defects: found, ...about } = prove({ ...plan, followUps });
      defects.push(...found);
      return { ...plan, ...about, followUps };
    });
  if (defects.length > 0) throw new ProofFailure(defects);
  return { plans, proof: { ...texts, references: checked } };
}

type ProvenPlan = Omit<ProjectPlan, 'followUps'> & { readonly followUps: readonly FollowUp[] };

/** What becomes of files, for those who look for a place in them. */
function outcomeOf(
  { moves, repository }: Scene,
  { texts }: MigratedProjects,
  files: readonly PlannedFile[],
): Outcome {
  const changed = new Map(files.map(({ from, text }) => [from, text]));
  return {
    after: moves.after,
    changed: (path) => changed.get(path) ?? texts.get(path),
    read: repository.readText,
  };
}

/** What each project would move, without looking at any other file: enough to choose a layout by. */
export function previewMoves(
  snapshot: Snapshot,
  options: PlanOptions,
): ReadonlyMap<TreePath, readonly Move[]> {
  const repository = openRepository(snapshot);
  const { opened } = openFoundProjects(repository, options);
  const moves = planMoves(opened, repository, options);
  return new Map(opened.map((project) => [project.found.folder, movesOf(project, repository, moves)]));
}
