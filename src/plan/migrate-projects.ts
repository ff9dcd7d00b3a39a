import { layerPatterns } from '../catalogue/index.ts';
import { matchOption } from '../config/match.ts';
import { isAbsolutePath, isInside, isRelativePath, placeAt } from '../config/places.ts';
import { readText } from '../project/aliases.ts';
import { parseJson, valueAt } from '../project/json.ts';
import type { Move, MoveMap } from '../project/moves.ts';
import type { PathContext } from '../project/rebase.ts';
import type { Repository } from '../project/repository.ts';
import type { TreePath } from '../project/snapshot.ts';
import { openSource } from '../project/syntax/source.ts';
import { createStringFollower } from './config-strings.ts';
import type { ConfigFileChange } from './follow-files.ts';
import { type FollowUp, type FollowUpNote, fileFollowUp, followUpFrom, sortFollowUps } from './follow-up.ts';
import { findProjectLayers, layerFoldersOf, type ProjectLayers } from './layer-folders.ts';
import { type Migration, pathContext } from './migrate.ts';
import type { FailedProject, OpenProject } from './open-project.ts';
import { PlanProblem, type ProjectPlan } from './plan.ts';
import type { PlanContext } from './repository.ts';
import type { WrittenText } from './search-files.ts';
import { stepsFor } from './selection.ts';
import { migrateInSteps } from './steps.ts';

/** A project's plan before the checks, with follow-ups as they are found in the original files. */
type MigratedProject = Omit<ProjectPlan, 'followUps' | 'options' | 'proof'> & {
  readonly followUps: readonly FollowUp[];
};

/** The plans of all projects, and the texts that their configs and what these import are left with. */
export interface MigratedProjects {
  readonly plans: readonly MigratedProject[];
  readonly texts: ReadonlyMap<TreePath, WrittenText>;
}

/** Migrates the config of every project. */
export function migrateProjects(context: PlanContext, failed: readonly FailedProject[]): MigratedProjects {
  const layers = findProjectLayers(context.projects);
  const migrate = (project: OpenProject, folders?: PathContext['layers']): Migration =>
    migrateProject(project, context, folders, usersOf(project, layers));
  const migrated = new Map(context.projects.map((project) => [project, migrate(project)]));
  // What is written into a layer may need an answer in the project, which may be the layer of another.
  for (let answered = 0; answered < context.projects.length; answered += 1) {
    const folders = layerFoldersOf(layers, migrated, context.repository.readText);
    const again = [...folders].map(([project, said]) => [project, migrate(project, said)] as const);
    const changed = again.filter(([project, { code }]) => code !== migrated.get(project)?.code);
    for (const [project, migration] of changed) migrated.set(project, migration);
    if (changed.length === 0) break;
  }
  const plans = [...migrated].map(([project, migration]) => projectPlan(project, migration, context));
  return {
    plans: [...plans, ...failed.map(failedPlan)].toSorted((a, b) => (a.root < b.root ? -1 : 1)),
    texts: agreedTexts([...migrated.values()], context.repository),
  };
}

function migrateProject(
  project: OpenProject,
  context: PlanContext,
  layers: PathContext['layers'],
  users: readonly OpenProject[],
): Migration {
  const { found, text, decision, evidence } = project;
  const { repository, follower, moves, options } = context;
  const isOlder = decision.kind === 'unknown' && decision.isOlder;
  const choice = isOlder ? { leave: true } : (options.choices?.get(found.folder) ?? {});
  const migrateOptions = {
    filename: found.config,
    layout: choice.layout ?? options.layout,
    keepDefaults: options.keepDefaults,
    read: repository.readText,
  };
  return migrateInSteps(stepsFor(options.steps, choice), text, migrateOptions, {
    decision,
    evidence,
    follow(config) {
      if (options.configsOnly) return () => unchanged;
      const strings = createStringFollower(project, config, { tree: repository.tree, moves }, users);
      return (path, source) =>
        follower.concerns(path) ? follower.followConfig(openSource(path, source), strings) : unchanged;
    },
    placeAfter: moves.after,
    layers,
    users: users.flatMap((user) => pathContext(user.config, user.decision, user.evidence) ?? []),
  });
}

/** The projects that a layer belongs to: an alias in its config may be one of theirs. */
function usersOf(layer: OpenProject, layers: ProjectLayers): OpenProject[] {
  return [...layers].flatMap(([project, own]) => (own.includes(layer) ? [project] : []));
}

const unchanged: ConfigFileChange = { edits: [], followUps: [], strings: [] };

/** Several configs may be assembled from one file: what becomes of it must be the same for all of them. */
function agreedTexts(
  migrations: readonly Migration[],
  { readText: read }: Repository,
): ReadonlyMap<TreePath, WrittenText> {
  const texts = new Map<TreePath, WrittenText & { readonly config: TreePath }>();
  for (const { path: config, files, sources } of migrations) {
    for (const path of sources) {
      const changed = files.find((file) => file.path === path);
      const before = changed?.before ?? read(path) ?? '';
      const by = changed?.by ?? [];
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
  { repository, moves }: PlanContext,
): MigratedProject {
  const { found, decision } = project;
  const isOlder = decision.kind === 'unknown' && decision.isOlder;
  const about = isOlder
    ? decision.notes.map(({ option, at, ...note }) => followUpFrom(note, option, at))
    : layerFollowUps(project, repository);
  return {
    root: found.folder,
    config: found.config,
    variant: decision.kind === 'layout' ? 'b' : decision.kind === 'migrated' ? 'a' : 'unknown',
    changes,
    moves: movesOf(project, repository, moves),
    followUps: sortFollowUps([
      ...followUps,
      ...about,
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
  return fileFollowUp('second-config', file, message);
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

/** Layers that are not migrated along with the project. */
function layerFollowUps(project: OpenProject, repository: Repository): FollowUp[] {
  return project.config.scopes.flatMap((scope) =>
    layerPatterns.flatMap((pattern) =>
      matchOption(scope, pattern).flatMap(({ lookup }) => {
        if (lookup.kind !== 'static' || typeof lookup.value !== 'string') return [];
        const option = pattern.replace(/\[.*/, '');
        const notes = layerNotes(lookup.value, project, repository);
        return notes.map((note) => followUpFrom(note, option, lookup.at));
      }),
    ),
  );
}

function layerNotes(layer: string, project: OpenProject, repository: Repository): FollowUpNote[] {
  const notes: FollowUpNote[] = [];
  if (layer.startsWith('.') && !isInside(placeAt(project.found.folder, layer), '')) {
    const message = `The layer \`${layer}\` is outside of the folder of this run, and was not migrated.`;
    notes.push({ code: 'layer-outside', message });
  }
  if (isRemote(layer, project, repository)) {
    const message = `The layer \`${layer}\` is not in this repository: use a version of it that is made for Variant A.`;
    notes.push({ code: 'remote-layer', message });
  }
  return notes;
}

/** Whether a layer comes from another repository or a package: then its authors must have migrated it. */
function isRemote(layer: string, project: OpenProject, { packages, readText: read }: Repository): boolean {
  const { config, decision, evidence } = project;
  const paths = pathContext(config, decision, evidence);
  if (!paths) return false;
  if (/^[a-z][a-z\d+.-]+:/i.test(layer)) return true;
  if (layer === '' || isRelativePath(layer) || isAbsolutePath(layer)) return false;
  if (readText(paths.aliases.before, layer) !== undefined) return false;
  const [name = layer] = /^(?:@[^/]+\/)?[^/]+/.exec(layer) ?? [];
  if (evidence.exists(layer) && !evidence.lists(name)) return false;
  // A package of this repository is migrated along.
  return [...packages.values()].every(({ path }) => {
    const own = valueAt(parseJson(read(path) ?? ''), 'name');
    return own?.kind !== 'string' || own.text !== name;
  });
}
