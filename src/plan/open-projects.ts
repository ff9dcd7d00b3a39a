/**
 * Opens all projects of a repository: reads each config, decides its layout, and shares aliases between layers and the
 * projects that use them.
 */

import { memo } from '../base/memo.ts';
import { baseName, isInside, pathFrom, placeAt } from '../base/paths.ts';
import { builtInNames } from '../catalogue/built-in.ts';
import { fwNames } from '../catalogue/names.ts';
import { defined } from '../catalogue/shape.ts';
import { type ConfigDocument, openConfig } from '../config/document.ts';
import { ConfigProblem, fileProblem } from '../config/problem.ts';
import { decideLayout, type LayoutDecision } from '../layout/layout.ts';
import { knownAliases } from '../paths/aliases.ts';
import {
  basesOf,
  type Compatibility,
  compatibilityOf,
  isUnset,
  type Layout,
  type Variant,
} from '../paths/bases.ts';
import { aliasesOfModules, setsFoldersOf, usedModules } from '../paths/used-modules.ts';
import { type FoundProject, findProjects } from '../tree/discover.ts';
import { type Evidence, evidenceOf, type InheritedAliases } from '../tree/evidence.ts';
import {
  createMoveMap,
  foldersAbove,
  type Move,
  type MoveMap,
  movesSeenFrom,
} from '../tree/moves.ts';
import type { PackageJson } from '../tree/package-json.ts';
import type { Repository } from '../tree/repository.ts';
import { type TreePath, textOrWhy } from '../tree/snapshot.ts';
import { PlanProblem } from './defect.ts';
import { findLayers, type LocatedConfig, layerProjects } from './layers.ts';
import {
  autoMove,
  choiceFor,
  isChosen,
  type ProjectChoice,
  type RunChoices,
  without,
} from './selection.ts';

/** A project whose config could be read. */
export interface OpenProject {
  readonly found: FoundProject;
  readonly text: string;
  readonly config: ConfigDocument;
  readonly decision: LayoutDecision;
  /** What its files show, even if the run leaves or refuses it. */
  readonly decided: LayoutDecision;
  readonly evidence: Evidence;
  /** The folders of all packages of the repository by name. */
  readonly packageFolders: Repository['packageFolders'];
  /** The choices for the project. */
  readonly choice: ProjectChoice;
  /** Whether the run is about other projects, and if so, whether this one is as after a run. */
  readonly isLeft?: boolean;
  readonly isDone?: boolean;
  /** The options that its settings file sets (`key.of.option=value`), which the framework also reads. */
  readonly settings: readonly string[];
  /** Whether one of these decides the layout, because the config does not set it. */
  readonly hasOutsideLayout: boolean;
  /** The moves of this project alone; its layout has the moves of all projects. */
  readonly ownMoves: readonly Move[];
}

/** Reads a project's config and decides its layout, or says why it cannot be read. */
export function openProject(found: FoundProject, repository: Repository, options: RunChoices) {
  const { catalogue, packageFolders, readText, importersOf } = repository;
  const text = readText(found.config);
  if (text === undefined) return { found, text, problem: unreadable(found.config, repository) };
  const asked = choiceFor(found.folder, options);
  const choice = asked.move ? { ...asked, move: without(asked.move, [autoMove]) } : asked;
  const seen = evidenceOf(repository, found.folder, packagesFor(found.folder, repository));
  try {
    const config = openConfig(text, {
      filename: found.config,
      read: readText,
      spelled: seen.spelled,
      importersOf,
      catalogue,
    });
    // A config that asks for the rules of Variant B says more than the installed version.
    const isHeld = seen.generation === 'a' && compatibilityOf(config) === 'b';
    const aliases = aliasesOfModules(config, seen, (place) =>
      readText(placeAt(found.folder, place)),
    );
    const evidence = { ...seen, aliases, ...(isHeld && { generation: 'b' as const }) };
    const settingsText = readText(placeAt(found.folder, catalogue.facts.settingsFile)) ?? '';
    const entries = settingsText.matchAll(/^[ \t]*([\w$.-]+)(?:\[\])?[ \t]*=/gm);
    const settings = Array.from(entries, ([, key = '']) => key);
    const { rootDir, srcDir, 'future.compatibilityVersion': version } = catalogue.path;
    const isOutside = (option: string) =>
      settings.includes(option) && isUnset(config.lookup(option));
    const hasOutsideLayout = [rootDir, srcDir, version].some(isOutside);
    return withDecision({
      found,
      text,
      config,
      evidence,
      packageFolders,
      choice,
      settings,
      hasOutsideLayout,
    });
  } catch (error) {
    if (error instanceof ConfigProblem) return { found, text, problem: error };
    throw error;
  }
}

/** The project with the layout that its config, evidence and choices lead to. */
function withDecision(
  project: Omit<OpenProject, 'decision' | 'decided' | 'ownMoves'>,
): OpenProject {
  const { config, evidence, choice } = project;
  const { layout: mode = 'auto', move, stay } = choice;
  const undecided = { kind: 'unknown', notes: [] } as const;
  const decision: LayoutDecision = project.hasOutsideLayout
    ? undecided
    : decideLayout(config, { mode, move, stay, evidence });
  if (choice.leave) {
    const left = { ...project, decision, decided: decision, ownMoves: [] };
    return { ...left, decision: { ...undecided, ...defined({ layout: leftLayout(left) }) } };
  }
  const ownMoves = decision.layout?.moves.moves ?? [];
  return { ...project, decision, decided: decision, ownMoves };
}

/** The layout of a project that stays as it is, if its folders are known. */
function leftLayout(project: OpenProject): Layout | undefined {
  const { catalogue, rules, root, source } = basesBefore(project);
  if (rules === 'unknown' || !('place' in root) || !('place' in source)) return undefined;
  const places = { root: root.place, before: source.place, after: source.place };
  const moves = createMoveMap([]);
  return { catalogue, ...places, sourceOption: 'kept', rules, moves, isLeft: true };
}

function unreadable(path: TreePath, { tree, snapshot }: Repository): ConfigProblem {
  const linked = 'The config is a symbolic link, which fw-migrate does not follow.';
  if (tree.kindOf(path) === 'link')
    return fileProblem(path, linked, 'Replace the link with the file itself.');
  const { why } = textOrWhy(snapshot, path);
  return fileProblem(path, `The file ${why}.`, 'Make it readable, as UTF-8, and run again.');
}

/**
 * The package.json files of a folder and of those above it, nearest first. If none of them lists the framework,
 * the packages of the repository that they list follow, because one of those brings it along.
 */
export function packagesFor(
  folder: TreePath,
  { packages, packageFolders }: Repository,
): PackageJson[] {
  const packagesIn = (folders: readonly TreePath[]) =>
    folders.flatMap((place) => packages.get(place) ?? []);
  const above = packagesIn([folder, ...foldersAbove(folder)]);
  if (above.some(({ ranges }) => ranges.length > 0)) return above;
  const listed = new Set(above.flatMap(({ dependencies }) => [...dependencies.keys()]));
  return [...above, ...packagesIn([...listed].flatMap((name) => packageFolders.get(name) ?? []))];
}

/** Whether the run does not change the layout of a project: it is skipped, too old, or not decided. */
export function isUnmigrated({ decision, isDone }: OpenProject): boolean {
  return decision.kind === 'unknown' && !isDone;
}

/** The project, with the moves of all projects in its layout. */
export function withAllMoves(project: OpenProject, moves: MoveMap): OpenProject {
  const { decision, found } = project;
  if (!decision.layout) return project;
  const layout = { ...decision.layout, moves: movesSeenFrom(moves, found.folder) };
  return { ...project, decision: { ...decision, layout } };
}

/** The variant that a project has. A project that only enables the rules of Variant A is still in Variant B. */
export function variantOf({ decided: decision, evidence, config }: OpenProject): Variant {
  if (decision.kind === 'layout' || compatibilityOf(config) === 'a') return 'b';
  return decision.kind === 'migrated' ? 'a' : evidence.generation === 'a' ? 'a' : 'b';
}

/** The compatibility version of a project, from its config and files. */
export function compatibilityIn({ decided: decision, config }: OpenProject): Compatibility {
  const stated = compatibilityOf(config);
  return stated === 'a' && decision.kind === 'layout' ? 'a-at-root' : stated;
}

/** The root and source directory of a project before the run. */
export function basesBefore(project: OpenProject) {
  return basesOf(project.config, variantOf(project), compatibilityIn(project));
}

/** The config of a project in its folder, as its variant or another one reads it. */
export function locatedBefore(project: OpenProject, variant = variantOf(project)): LocatedConfig {
  const { found, config, evidence, packageFolders } = project;
  const compatibility = compatibilityIn(project);
  return { folder: found.folder, config, disk: evidence, variant, compatibility, packageFolders };
}

export type OpenedProjects = ReturnType<typeof openFoundProjects>;

/**
 * Opens every project of a repository, with the aliases and choices that they share; an unreadable one does not
 * stop the others. Throws if there is none, or none is readable.
 */
export function openFoundProjects(repository: Repository, options: RunChoices) {
  const { names } = repository.catalogue;
  const projects = findProjects(repository.snapshot, names);
  if (!projects.some(({ folder }) => isChosen(folder, options))) {
    const extensions = names.configExtensions.join(',');
    // Without an edition, the name of the config decides.
    const isDefault = names.configFile === fwNames.configFile;
    const files = isDefault ? builtInNames.map((name) => `${name}.config`) : [names.configFile];
    throw new PlanProblem(
      `There is no ${files.join(' or ')}.{${extensions}} in this folder or below it. Run fw-migrate in a project, or pass its folder.`,
    );
  }
  const results = projects.map((project) => openProject(project, repository, options));
  const readable = chosenOnly(
    results.filter((result) => 'config' in result),
    options,
  );
  const failed = results.filter((result) => 'problem' in result);
  const unreadable = failed.filter(({ found }) => isChosen(found.folder, options));
  if (unreadable.length > 0 && readable.every((project) => project.isLeft))
    throw new PlanProblem(unreadable.map(({ problem }) => problem.message).join('\n\n'));
  const layers = findProjectLayers(readable);
  const unread = readable.filter(isUnmigrated);
  if (layers.size === 0 && unread.length === 0) return { opened: readable, failed };
  const opened = withInherited(readable, layers).map((project, index) => {
    const before = readable[index] ?? project;
    const users = projectsWith(before, layers);
    const above = unread.find((outer) => mayExtend(outer, project.found.folder))?.found.config;
    // Only aliases and modules of others can change which folders move.
    const known = users.length > 0 || layers.has(before) ? withDecision(project) : project;
    return withUsers(known, users, above);
  });
  return { opened, failed };
}

/**
 * Leaves the projects that the run does not choose. A layer goes with the last of the projects that extend it,
 * wherever it is.
 */
function chosenOnly(projects: readonly OpenProject[], options: RunChoices): readonly OpenProject[] {
  if (!options.within) return projects;
  const layers = findProjectLayers(projects);
  const chosen = new Set(projects.filter(({ found }) => isChosen(found.folder, options)));
  const together = new Set([...chosen].flatMap((user) => [user, ...(layers.get(user) ?? [])]));
  const waits = (layer: OpenProject) =>
    !chosen.has(layer) &&
    projectsWith(layer, layers).some((user) => !together.has(user) && !isDone(user));
  // One that waits may extend others.
  for (let waiting = [...together].filter(waits); waiting.length > 0; ) {
    for (const layer of waiting) together.delete(layer);
    waiting = [...together].filter(waits);
  }
  return projects.map((project) => {
    if (together.has(project)) return project;
    const choice = { ...project.choice, leave: true };
    return withDecision({ ...project, isLeft: true, isDone: isDone(project), choice });
  });
}

/** Whether a project is as after a run: it runs as Variant A, or nothing shows that it does not. */
function isDone({ decision, evidence, ownMoves }: OpenProject): boolean {
  if (decision.kind !== 'layout') return decision.kind === 'migrated';
  return (
    evidence.generation !== 'b' && ownMoves.length === 0 && decision.layout.sourceOption === 'kept'
  );
}

/** The projects with the aliases, modules and packages that layers and the projects that extend them share. */
export function withInherited(
  projects: readonly OpenProject[],
  layers: ProjectLayers = findProjectLayers(projects),
): OpenProject[] {
  const modulesOf = new Map(projects.map((project) => [project, sharedModules(project)]));
  const defined = new Map<OpenProject, InheritedAliases>();
  const aliasesOf = (project: OpenProject) => memo(defined, project, () => definedIn(project));
  const groups = Array.from(layers, ([user, own]) => layerGroup(user, own, aliasesOf));
  return projects.map((project) => {
    const { evidence } = project;
    const ownGroups = groups.filter(({ members }) => members.includes(project));
    const aliases = new Map([...evidence.aliases, ...inheritedAliases(project, ownGroups)]);
    const sharing = new Set(ownGroups.flatMap(({ members }) => members));
    const modules = new Set([...sharing].flatMap((member) => modulesOf.get(member) ?? []));
    // A layer may bring packages along.
    const members = [project, ...(layers.get(project) ?? [])];
    const rangeOf = (name: string) =>
      members.flatMap((member) => member.evidence.rangeOf(name) ?? [])[0];
    const usedPackage = (name: string) => {
      const found = members.map((member) => member.evidence.usedPackage(name));
      return found.find(({ version }) => version !== undefined) ?? {};
    };
    return { ...project, evidence: { ...evidence, aliases, modules, rangeOf, usedPackage } };
  });
}

/** The modules of a project that also look for their folders in its layers, and in projects that extend it. */
function sharedModules({ config }: OpenProject): string[] {
  // Folders that a config sets are those of the project, and stay where its text says.
  return usedModules(config).flatMap(({ name }) => (setsFoldersOf(config, name) ? [] : [name]));
}

/**
 * A layer as its users can read it: a user that is not migrated still looks for its sources where they are.
 * `unread` is a config above the layer that is not migrated, and may extend it in a way that cannot be read.
 */
function withUsers(
  layer: OpenProject,
  users: readonly OpenProject[],
  unread: TreePath | undefined,
): OpenProject {
  const unmigrated = users.find(isUnmigrated)?.found.config;
  const user = unmigrated ?? unread;
  if (user === undefined || layer.choice.leave || layer.decision.kind === 'migrated') return layer;
  // A user that is left goes later, and the layer with it.
  const isMixed = !users.every(isUnmigrated) && !users.some(({ isLeft }) => isLeft);
  const choice = isMixed
    ? { ...layer.choice, layout: 'keep' as const }
    : { ...layer.choice, leave: true };
  const kept = withDecision({ ...layer, choice });
  const message = `This layer does not move, because ${user}, which ${unmigrated === undefined ? 'may extend' : 'extends'} it, is not migrated: migrate both together, or check that both can use it.`;
  const note = { code: 'layer-stays', option: '', at: layer.config.at, message } as const;
  return { ...kept, decision: { ...kept.decision, notes: [...kept.decision.notes, note] } };
}

/** Whether the layers or sources of a project are unknown, so that a project inside its folder may be among them. */
export function mayExtend(project: OpenProject, folder: TreePath): boolean {
  const { config, found, hasOutsideLayout } = project;
  if (folder === found.folder || !isInside(folder, found.folder)) return false;
  const hasKnownSources = 'place' in basesBefore(project).source && !hasOutsideLayout;
  return !hasKnownSources || config.lookup(config.catalogue.path.extends).kind === 'dynamic';
}

/** A project with its layers, and the aliases that they define, of which the first definition wins. */
interface LayerGroup {
  readonly members: readonly [user: OpenProject, ...layers: OpenProject[]];
  readonly ofLayers: InheritedAliases;
  readonly ofAll: InheritedAliases;
}

function layerGroup(
  user: OpenProject,
  layers: readonly OpenProject[],
  aliasesOf: (project: OpenProject) => InheritedAliases,
): LayerGroup {
  const inner = layers.toReversed().flatMap((layer) => [...nameOf(layer), ...aliasesOf(layer)]);
  return {
    members: [user, ...layers],
    ofLayers: new Map(inner),
    ofAll: new Map([...inner, ...aliasesOf(user)]),
  };
}

/** The aliases that a project gets from others: those of layers apply to the project and to its other layers. */
function inheritedAliases(project: OpenProject, groups: readonly LayerGroup[]): InheritedAliases {
  const { a, b } = project.config.catalogue.facts.aliases;
  const builtIn = new Set([...a, ...b].map((alias) => alias.name));
  const inherited = new Map<string, TreePath | undefined>();
  for (const { members, ofLayers, ofAll } of groups)
    for (const [name, place] of members[0] === project ? ofLayers : ofAll) {
      const isAgreed = !inherited.has(name) || inherited.get(name) === place;
      // If projects disagree, the alias is unknown.
      if (!builtIn.has(name)) inherited.set(name, isAgreed ? place : undefined);
    }
  const { folder } = project.found;
  return new Map(
    Array.from(inherited, ([name, place]) => [
      name,
      place === undefined ? undefined : pathFrom(folder, place),
    ]),
  );
}

/** The aliases that a config defines itself, with their places in the tree. */
function definedIn(project: OpenProject): InheritedAliases {
  const { config, evidence, found } = project;
  const { table, own, unknown } = knownAliases(config, basesBefore(project), evidence);
  return new Map([
    ...Array.from(own, (name) => [name, placeAt(found.folder, table.get(name) ?? '')] as const),
    ...Array.from(unknown, (name) => [name, undefined] as const),
  ]);
}

/** The alias that the framework creates for a layer by its own name or that of its folder. */
function nameOf({ found: { folder }, config }: OpenProject): [string, TreePath][] {
  const { layerAlias } = config.catalogue.facts;
  const named = config.lookup(['$meta', 'name']);
  const name = named.kind === 'static' ? String(named.value) : baseName(folder);
  return name === '' ? [] : [[`${layerAlias}/${name}`, folder]];
}

/** The layers of each project that are projects of the run, by precedence. */
type ProjectLayers = ReadonlyMap<OpenProject, readonly OpenProject[]>;

export function findProjectLayers(projects: readonly OpenProject[]): ProjectLayers {
  if (projects.length < 2) return new Map();
  const byFolder = new Map(projects.map((project) => [project.found.folder, project]));
  const located = layerProjects(projects.map((project) => locatedBefore(project)));
  return new Map(
    projects.flatMap((project): [OpenProject, OpenProject[]][] => {
      const { folder } = project.found;
      const { layers } = findLayers(locatedBefore(project), located);
      const ownLayers = layers.flatMap(
        (layer) => byFolder.get(placeAt(folder, layer.folder)) ?? [],
      );
      return ownLayers.length > 0 ? [[project, ownLayers]] : [];
    }),
  );
}

/** The projects that extend a layer. */
function projectsWith(layer: OpenProject, layers: ProjectLayers): OpenProject[] {
  return [...layers].flatMap(([project, ownLayers]) =>
    ownLayers.includes(layer) ? [project] : [],
  );
}

/** The projects that extend a layer, if aliases in the layer may be theirs. */
export function usersOf(layer: OpenProject, layers: ProjectLayers): OpenProject[] {
  return layer.config.catalogue.facts.layerAliases === 'layer' ? [] : projectsWith(layer, layers);
}
