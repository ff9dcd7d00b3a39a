import { type ConfigDocument, openConfig } from '../config/document.ts';
import { placeAt } from '../config/places.ts';
import { ConfigProblem } from '../config/problem.ts';
import type { ProjectScope } from '../project/alias-scopes.ts';
import type { SlashBase } from '../project/aliases.ts';
import { type FoundProject, findProjects } from '../project/discover.ts';
import { type Evidence, evidenceOf } from '../project/evidence.ts';
import { decideLayout, type LayoutDecision } from '../project/layout.ts';
import { type Move, type MoveMap, movesSeenFrom } from '../project/moves.ts';
import type { PackageJson } from '../project/package-json.ts';
import type { Repository } from '../project/repository.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import type { AliasSource, WitnessedProject } from './checks/witness/readings.ts';
import { pathContext } from './migrate.ts';
import { PlanProblem } from './plan.ts';
import { choiceFor, type ProjectChoice, type ProjectChoices, type RunChoice } from './selection.ts';

/** A project whose config could be read. */
export interface OpenProject {
  readonly found: FoundProject;
  readonly text: string;
  readonly config: ConfigDocument;
  readonly decision: LayoutDecision;
  readonly evidence: Evidence;
  /** The package.json files that count for it, nearest first. */
  readonly packages: readonly PackageJson[];
  /** What was chosen for it. */
  readonly choice: ProjectChoice;
  /** What it moves itself; its layout knows the moves of all projects. */
  readonly ownMoves: readonly Move[];
}

/** A project whose config could not be read. */
export interface FailedProject {
  readonly found: FoundProject;
  readonly problem: ConfigProblem;
}

/** The projects of a repository. */
export interface OpenedProjects {
  readonly opened: readonly OpenProject[];
  readonly failed: readonly FailedProject[];
}

/** What is requested, besides what the projects say themselves. */
interface OpenProjectOptions extends RunChoice {
  readonly choices?: ProjectChoices | undefined;
}

/**
 * Opens every project of a repository; one that cannot be read does not keep the others from going on. Refuses if there
 * is none, or none that can be read.
 */
export function openFoundProjects(repository: Repository, options: OpenProjectOptions): OpenedProjects {
  const { names } = repository.catalogue;
  const found = findProjects(repository.snapshot.files, names);
  if (found.length === 0) {
    const extensions = names.configExtensions.join(',');
    throw new PlanProblem(
      `There is no ${names.configFile}.{${extensions}} in this folder or below it. Run fw-migrate in a project, or pass its folder.`,
    );
  }
  const results = found.map((one) => openProject(one, repository, options));
  const opened = results.filter((result) => 'config' in result);
  const failed = results.filter((result) => 'problem' in result);
  if (opened.length === 0) throw new PlanProblem(failed.map(({ problem }) => problem.message).join('\n\n'));
  return { opened, failed };
}

/** Reads a project's config and decides its layout. */
function openProject(
  found: FoundProject,
  { catalogue, tree, packages, readText, importersOf }: Repository,
  options: OpenProjectOptions,
): OpenProject | FailedProject {
  const text = readText(found.config);
  if (text === undefined)
    return { found, problem: unreadable(found.config, tree.kindOf(found.config) === 'link') };
  const choice = choiceFor(found.folder, options);
  const { layout: mode = 'auto', move, stay } = choice;
  const own = packagesAbove(found.folder, packages);
  const evidence = evidenceOf(tree, found.folder, own);
  try {
    const config = openConfig(text, { filename: found.config, read: readText, importersOf, catalogue });
    const decision: LayoutDecision = choice.leave
      ? { kind: 'unknown', notes: [] }
      : decideLayout(config, { mode, move, stay, evidence });
    const ownMoves = decision.kind === 'layout' ? decision.layout.moves.moves : [];
    return { found, text, config, decision, evidence, packages: own, choice, ownMoves };
  } catch (error) {
    if (error instanceof ConfigProblem) return { found, problem: error };
    throw error;
  }
}

function unreadable(path: TreePath, isLink: boolean): ConfigProblem {
  const [what, advice] = isLink
    ? [
        'The config is a symbolic link, which fw-migrate does not follow.',
        'Replace the link with the file itself.',
      ]
    : ['The file cannot be read as text.', 'Check its permissions and save it as UTF-8.'];
  return new ConfigProblem(what, { file: path, line: 1, column: 1 }, advice, '');
}

function packagesAbove(folder: TreePath, packages: ReadonlyMap<TreePath, PackageJson>): PackageJson[] {
  const found = packages.get(folder);
  const own = found ? [found] : [];
  return folder === '' ? own : [...own, ...packagesAbove(parentOf(folder), packages)];
}

/** The project with its layout as all moves of the run leave it. */
export function withAllMoves(project: OpenProject, moves: MoveMap): OpenProject {
  const { decision, found } = project;
  if (decision.kind !== 'layout') return project;
  const layout = { ...decision.layout, moves: movesSeenFrom(moves, found.folder) };
  return { ...project, decision: { ...decision, layout } };
}

/** The aliases that the project's files are read with, or the texts of one of its override blocks. */
export function scopeOf(
  { found: { folder }, config, decision, evidence }: OpenProject,
  moves: MoveMap,
  block = '',
): ProjectScope {
  const newer = evidence.generation === 'a';
  const known = pathContext(config, decision, evidence)?.aliases;
  const aliases = known?.blocks.get(block) ?? known;
  if (!aliases) return { folder, before: new Map(), after: new Map(), newer };
  const { before, after, slash, unknown } = aliases;
  const home = moves.after(folder);
  const inTree = (table: typeof before, base: TreePath) =>
    new Map(
      [...table].filter(([name]) => !unknown.has(name)).map(([name, place]) => [name, placeAt(base, place)]),
    );
  const placed = (base: TreePath, { bundler, served, isNamed }: SlashBase): SlashBase => ({
    isNamed,
    bundler: bundler === undefined ? undefined : placeAt(base, bundler),
    served: served === undefined ? undefined : placeAt(base, served),
  });
  return {
    folder,
    before: inTree(before, folder),
    after: inTree(after, home),
    slash: { before: placed(folder, slash.before), after: placed(home, slash.after) },
    newer,
  };
}

/** The project as the witness reads it: with nothing but its places and the texts of its config. */
export function witnessedProject(
  { found: { folder }, config, decision, evidence }: OpenProject,
  textOf: (path: TreePath) => AliasSource,
  moves: MoveMap,
): WitnessedProject {
  const home = moves.after(folder);
  const from = (before: string, after: string) => ({
    before: placeAt(folder, before),
    after: placeAt(home, after),
  });
  const layout = decision.kind === 'layout' ? decision.layout : undefined;
  return {
    folder,
    root: from(layout?.root ?? '', layout?.root ?? ''),
    source: layout && from(layout.before, layout.after),
    newer: evidence.generation === 'a',
    sources: config.files().map(textOf),
  };
}
