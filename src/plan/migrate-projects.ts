/** Migrates the configs of all projects of a repository together, since they may share files and layers. */

import { groupedBy } from '../base/grouped.ts';
import { memo } from '../base/memo.ts';
import { placeAt } from '../base/paths.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { isUnset } from '../paths/bases.ts';
import type { LayerOption, PathContext } from '../paths/option-paths.ts';
import type { Move, MoveMap } from '../tree/moves.ts';
import type { Repository } from '../tree/repository.ts';
import type { TreePath } from '../tree/snapshot.ts';
import { openSource } from '../tree/syntax/source-text.ts';
import { autoImportChanges } from './auto-imports.ts';
import { createStringRewriter } from './config-strings.ts';
import {
  type FollowUp,
  fileFollowUp,
  followUpFrom,
  listedTexts,
  sortFollowUps,
} from './follow-up.ts';
import { keepsOlderVersion } from './framework-versions.ts';
import { type AppliedChange, type Migration, pathContext } from './migrate.ts';
import { findProjectLayers, isUnmigrated, type OpenProject, usersOf } from './open-projects.ts';
import type { PlannedProject } from './plan.ts';
import type { PlanContext } from './plan-context.ts';
import {
  eachProject,
  type RefusedProject,
  refusalFollowUp,
  refuseProjects,
  sharedFile,
} from './refusal.ts';
import { noChange } from './rewrite-files.ts';
import { ownTypings } from './root-tsconfig.ts';
import type { WrittenText } from './search-files.ts';
import { isChosen, stepsFor } from './selection.ts';
import { migrateInSteps } from './steps.ts';
import { unreadParts } from './unread-parts.ts';

/** A project's plan before the checks, with follow-ups at places in the original files. */
type MigratedProject = Omit<PlannedProject, 'followUps' | 'settled' | 'staying'> & {
  readonly followUps: readonly FollowUp[];
};

/** The plans of all projects, and the new texts of their configs and imported files. */
export type MigratedProjects = ReturnType<typeof migrateProjects>;

/** Migrates the config of every project. Throws `ProjectProblems` if some cannot be migrated. */
export function migrateProjects(context: PlanContext, failed: readonly RefusedProject[]) {
  const { projects, repository } = context;
  const layers = findProjectLayers(projects);
  const layersOf = (project: OpenProject) => layers.get(project) ?? [];
  // Layers come first: an option that is written there would apply to the project as well.
  const inOrder = projects.toSorted((a, b) => layersOf(a).length - layersOf(b).length);
  const migrated = new Map<OpenProject, Migration>();
  const contexts = new Map<OpenProject, PathContext | undefined>();
  // A layer may have hundreds of users, most of which its own layers have, too.
  const contextOf = (user: OpenProject) =>
    memo(contexts, user, () => pathContext(user.config, user.decision, user.evidence)) ?? [];
  const plans = eachProject(inOrder, (project) => {
    const options = layersOf(project).flatMap((layer) => optionsAfter(layer, migrated.get(layer)));
    const users = usersOf(project, layers);
    const around = { users, contexts: users.flatMap(contextOf), layerOptions: new Map(options) };
    const migration = migrateProject(project, context, around);
    migrated.set(project, migration);
    const ofLayers = layersOf(project).flatMap((layer) => migrated.get(layer) ?? []);
    const imports = autoImportChanges(project, layersOf(project), repository);
    return projectPlan(project, migration, { layers: ofLayers, imports }, context);
  });
  const others = projects.filter(({ isLeft }) => isLeft);
  const unread = failed.filter(({ found }) => !isChosen(found.folder, context.options));
  const left = new Set([...others, ...unread].map(({ found }) => found.folder));
  const later = [...others.filter(({ isDone }) => !isDone), ...unread];
  return {
    plans: [...plans, ...failed.map(failedPlan)]
      .filter(({ root }) => !left.has(root))
      .toSorted((a, b) => (a.root < b.root ? -1 : 1)),
    left,
    /** Those of them that a later run still has to migrate. */
    later: later.map(({ found }) => found.folder).toSorted(),
    texts: agreedTexts(migrated, failed, repository),
  };
}

/** The options that set folders, apart from the folder of a single file. */
function folderOptions({ path, folders }: Catalogue): readonly string[] {
  const ofKinds = folders.all.flatMap(({ option, inside }) => (inside ? [] : (option ?? [])));
  return [path.srcDir, ...ofKinds];
}

/** The folder options that a config sets after its migration. */
function optionsAfter(
  { config }: OpenProject,
  migration: Migration | undefined,
): [string, LayerOption][] {
  return folderOptions(config.catalogue).flatMap((option): [string, LayerOption][] => {
    const change = changeOf(option, migration);
    const isNew = isUnset(config.lookup(option));
    const isSet = change ? change.kind !== 'remove' : !isNew;
    return isSet ? [[option, isNew ? 'written' : 'kept']] : [];
  });
}

/** The last change of an option. */
function changeOf(option: string, migration: Migration | undefined): AppliedChange | undefined {
  return migration?.changes.findLast((change) => (change.to ?? change.option) === option);
}

/** The projects that extend one as a layer, with what their texts are resolved with, and the options of its own layers. */
interface AroundProject extends Required<Pick<PathContext, 'layerOptions'>> {
  readonly users: readonly OpenProject[];
  readonly contexts: readonly PathContext[];
}

function migrateProject(
  project: OpenProject,
  context: PlanContext,
  { users, contexts, layerOptions }: AroundProject,
): Migration {
  const { found, text, decision, evidence } = project;
  const { repository, rewriter, moves, moved, options } = context;
  const isOlder = decision.kind === 'unknown' && decision.isOlder;
  const steps = isOlder ? [] : stepsFor(options.steps, project.choice);
  const migrateOptions = {
    catalogue: repository.catalogue,
    filename: found.config,
    layout: project.choice.layout,
    keepDefaults: project.choice.keepDefaults,
    read: repository.readText,
  };
  return migrateInSteps(steps, text, migrateOptions, {
    decision,
    evidence,
    importersOf: repository.importersOf,
    follow(config) {
      if (options.configsOnly) return () => noChange;
      const strings = createStringRewriter(project, config, moved, users);
      return (path, source) => rewriter.rewriteConfig(openSource(path, source), strings);
    },
    placeAfter: moves.after,
    layerOptions,
    typings:
      options.configsOnly || options.tooling === 'report'
        ? undefined
        : ownTypings(project, repository),
    keepsOlderVersion() {
      const kept = [...context.projects, ...context.refused].filter(isUnmigrated);
      const folders = kept.map((other) => other.found.folder);
      return keepsOlderVersion(found.folder, folders, repository);
    },
    users: contexts,
  });
}

/** Several configs may import one file, whose new text must be the same for all of them. */
function agreedTexts(
  migrated: ReadonlyMap<OpenProject, Migration>,
  failed: readonly RefusedProject[],
  { readText: read }: Repository,
): ReadonlyMap<TreePath, WrittenText> {
  const readers = groupedBy(
    [...migrated].flatMap(([{ found }, migration]) =>
      migration.sources.map((path) => ({ path, found, text: textAfter(path, migration, read) })),
    ),
    ({ path }) => path,
  );
  const refused = [...readers].flatMap(([path, group]) => {
    const { before, after } = group[0].text;
    // A project that is not changed needs its files as they are.
    const kept = failed.filter(({ project, found }) =>
      (project?.config.files() ?? [found.config]).includes(path),
    );
    const all = [
      ...group,
      ...kept.map(({ found }) => ({ found, text: { before, after: before } })),
    ];
    if (all.every(({ text }) => text.after === after)) return [];
    const configs = all.map(({ found }) => found.config);
    const texts = all.map(({ text }) => text);
    const refusal = sharedFile(path, configs, texts);
    return group.map(({ found }) => ({ project: found.folder, refusal }));
  });
  refuseProjects(refused);
  return new Map([...readers].map(([path, [{ text }]]) => [path, text]));
}

function textAfter(
  path: TreePath,
  { files }: Migration,
  read: Repository['readText'],
): WrittenText {
  const changed = files.find((file) => file.path === path);
  if (changed) return changed;
  const before = read(path) ?? '';
  return { before, after: before, by: [] };
}

function projectPlan(
  project: OpenProject,
  migration: Migration,
  {
    layers,
    imports,
  }: { readonly layers: readonly Migration[]; readonly imports: readonly FollowUp[] },
  { repository, moves }: PlanContext,
): MigratedProject {
  const { found, decision, choice } = project;
  const { changes, followUps } = migration;
  const about =
    decision.kind === 'unknown' && decision.isOlder
      ? decision.notes.map(({ option, at, ...note }) => followUpFrom(note, option, at))
      : choice.leave
        ? []
        : [
            ...unreadParts(project, repository),
            ...imports,
            ...layers.flatMap((layer) => folderOfLayer(project, layer)),
          ];
  return {
    root: found.folder,
    config: found.config,
    variant: decision.kind === 'unknown' ? 'unknown' : runsNewer(project) ? 'a' : 'b',
    changes,
    moves: movesOf(project, repository, moves),
    followUps: sortFollowUps([
      ...followUps,
      ...about,
      ...found.others.map((file) => {
        const message = `This file is ignored, because ${found.config} takes precedence, and was not changed: remove it, or copy what you need from it.`;
        return fileFollowUp('second-config', file, message);
      }),
    ]),
  };
}

/** Whether a project already runs as Variant A, although its sources may be at their old places. */
function runsNewer({ decision, evidence }: OpenProject): boolean {
  if (decision.kind !== 'layout') return true;
  const { before, root } = decision.layout;
  return evidence.generation === 'a' && before === root;
}

/** Reports folder options that the migration writes in a layer of a project that already runs on Variant A. */
function folderOfLayer({ config, decision }: OpenProject, layer: Migration): FollowUp[] {
  const written = folderOptions(config.catalogue).filter((option) => {
    const change = changeOf(option, layer);
    return change && change.kind !== 'remove';
  });
  const [first] = written;
  if (decision.kind !== 'migrated' || first === undefined) return [];
  const names = listedTexts(written.map((option) => `\`${option}\``));
  const message = `${layer.path}, a layer of this project, now sets ${names}. Options of layers apply to the project as well: set its own folders here.`;
  return [followUpFrom({ code: 'layer-folder', message }, first, config.at)];
}

/** The folders and files that a project moves. */
export function movesOf(project: OpenProject, { tree }: Repository, moves: MoveMap): Move[] {
  return project.ownMoves
    .map(({ from }) => placeAt(project.found.folder, from))
    .map((from) => ({ from, to: moves.after(from) }))
    .filter(({ from, to }) => from !== to && tree.kindOf(from) !== undefined)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

function failedPlan({ found, refusals }: RefusedProject): MigratedProject {
  return {
    root: found.folder,
    config: found.config,
    variant: 'unknown',
    isRefused: true,
    changes: [],
    moves: [],
    followUps: refusals.map(refusalFollowUp),
  };
}
