import type { ConfigDocument } from '../config/document.ts';
import { matchOption } from '../config/match.ts';
import { isInside, placeAt } from '../config/places.ts';
import type { Move, MoveMap } from '../project/moves.ts';
import type { Repository } from '../project/repository.ts';
import type { TreePath } from '../project/snapshot.ts';
import { type ProjectChoices, stepsFor } from './choice.ts';
import type { Follower } from './follow-files.ts';
import { type FollowUp, followUpFrom, sortFollowUps } from './follow-up.ts';
import type { FileChange } from './framework-files.ts';
import { type MigrateOptions, type Migration, migrateInSteps, type Step } from './migrate.ts';
import { moduleOptionPaths } from './module-options.ts';
import type { FailedProject, OpenProject } from './open-project.ts';
import type { ProjectPlan } from './plan.ts';
import { PlanProblem } from './problem.ts';
import { layerPatterns, remoteLayers } from './remote-layers.ts';
import type { WrittenText } from './search-files.ts';

interface Setting {
  readonly repository: Repository;
  readonly follower: Follower;
  readonly moves: MoveMap;
  readonly options: Pick<MigrateOptions, 'layout' | 'keepDefaults'> & {
    readonly steps: readonly Step[];
    readonly configsOnly?: boolean | undefined;
    readonly choices?: ProjectChoices | undefined;
  };
}

/** A project's plan, with follow-ups that were not yet found again in what becomes of the files. */
type MigratedProject = Omit<ProjectPlan, 'followUps' | 'options' | 'proof'> & {
  readonly followUps: readonly FollowUp[];
};

/** The plans of all projects, and the texts that their configs and what these import are left with. */
export interface MigratedProjects {
  readonly plans: readonly MigratedProject[];
  readonly texts: ReadonlyMap<TreePath, WrittenText>;
}

export function migrateProjects(
  projects: readonly OpenProject[],
  failed: readonly FailedProject[],
  setting: Setting,
): MigratedProjects {
  const migrated = projects.map((project) => ({ project, migration: migrateProject(project, setting) }));
  const plans = [
    ...migrated.map(({ project, migration }) => projectPlan(project, migration, setting)),
    ...failed.map(failedPlan),
  ];
  return {
    plans: plans.toSorted((a, b) => (a.root < b.root ? -1 : 1)),
    texts: agreedTexts(
      migrated.map(({ migration }) => migration),
      setting.repository,
    ),
  };
}

function migrateProject(
  { found, text, decision, evidence }: OpenProject,
  { repository, follower, moves, options }: Setting,
): Migration {
  const choice = options.choices?.get(found.folder) ?? {};
  return migrateInSteps(stepsFor(options.steps, choice), text, {
    filename: found.config,
    layout: choice.layout ?? options.layout,
    keepDefaults: options.keepDefaults,
    read: repository.readText,
    project: {
      decision,
      evidence,
      follow: (path, source) =>
        options.configsOnly || !follower.concerns(path) ? unchanged : follower.follow(path, source),
      placeAfter: moves.after,
    },
  });
}

const unchanged: FileChange = { edits: [], followUps: [] };

/** Several configs may be assembled from one file: what becomes of it must be the same for all of them. */
function agreedTexts(
  migrations: readonly Migration[],
  { readText }: Repository,
): ReadonlyMap<TreePath, WrittenText> {
  const texts = new Map<TreePath, WrittenText & { readonly config: TreePath }>();
  for (const { path: config, files, sources, changes } of migrations) {
    for (const path of sources) {
      const changed = files.find((file) => file.path === path);
      const before = changed?.before ?? readText(path) ?? '';
      const ids = new Set(changes.filter(({ file }) => file === path).map(({ transform }) => transform));
      const by = changed && ids.size === 0 ? ['references'] : [...ids];
      const edits = changed?.edits;
      const text = { config, before, after: changed?.after ?? before, by, ...(edits && { edits }) };
      const other = texts.get(path);
      if (other && other.after !== text.after)
        throw new PlanProblem(
          `${path}: ${other.config} and ${config} are both read from this file, and need different changes in it. Give each config a copy of its own, then run again.`,
        );
      texts.set(path, text);
    }
  }
  return texts;
}

function projectPlan(
  project: OpenProject,
  { changes, followUps }: Migration,
  { repository, moves, options }: Setting,
): MigratedProject {
  const { found, config, decision } = project;
  const { folder } = found;
  return {
    root: folder,
    config: found.config,
    variant: decision.kind === 'layout' ? 'b' : decision.kind === 'migrated' ? 'a' : 'unknown',
    changes,
    moves: movesOf(project, repository, moves),
    followUps: sortFollowUps([
      ...followUps,
      ...layersOutside(folder, config),
      ...remoteLayers(project, repository),
      ...(options.configsOnly ? [] : moduleOptionPaths(project)),
      ...found.others.map((other) => secondConfig(other, found.config)),
    ]),
  };
}

/** The folders and files that a project moves. */
export function movesOf(
  { found: { folder }, ownMoves }: OpenProject,
  { tree }: Repository,
  moves: MoveMap,
): Move[] {
  return ownMoves
    .map(({ from }) => placeAt(folder, from))
    .map((from) => ({ from, to: moves.after(from) }))
    .filter(({ from, to }) => from !== to && tree.kindOf(from) !== undefined)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

function secondConfig(file: TreePath, read: TreePath): FollowUp {
  const message = `Beside ${read} this file is not read, and was left as it is: remove it, or take over what is needed.`;
  return followUpFrom({ code: 'second-config', message }, '', { file, line: 1, column: 1 });
}

/** A layer that is not in the folder of the run is not migrated along. */
function layersOutside(folder: TreePath, config: ConfigDocument): FollowUp[] {
  return config.scopes.flatMap((scope) =>
    layerPatterns.flatMap((pattern) =>
      matchOption(scope, pattern).flatMap(({ lookup }) => {
        const text = lookup.kind === 'static' ? lookup.value : undefined;
        if (typeof text !== 'string' || !text.startsWith('.')) return [];
        const place = placeAt(folder, text);
        if (isInside(place, '')) return [];
        const message = `The layer \`${text}\` is outside of the folder of this run, and was not migrated.`;
        return lookup.kind === 'static'
          ? [followUpFrom({ code: 'layer-outside', message }, pattern.replace(/\[.*/, ''), lookup.at)]
          : [];
      }),
    ),
  );
}

function failedPlan({ found, problem }: FailedProject): MigratedProject {
  const message = `${problem.summary} ${problem.advice} The project was left as it is.`;
  return {
    root: found.folder,
    config: found.config,
    variant: 'unknown',
    changes: [],
    moves: [],
    followUps: [followUpFrom({ code: 'config-unreadable', message }, '', problem.at)],
  };
}
