import type { Catalogue } from '../../catalogue/index.ts';
import type { OptionPathParts } from '../../config/change.ts';
import { type ConfigDocument, openConfig } from '../../config/document.ts';
import { placeAt } from '../../config/paths.ts';
import { type ConfigProblem, ifReadable } from '../../config/problem.ts';
import { type Bases, basesOf, compatibilityOf } from '../../project/bases.ts';
import { createPathReader } from '../../project/config-paths.ts';
import type { DiskView } from '../../project/evidence.ts';
import { type MoveMap, movesSeenFrom } from '../../project/moves.ts';
import { openRepository } from '../../project/repository.ts';
import type { Snapshot, TreePath } from '../../project/snapshot.ts';
import { diskAfter } from '../../project/tree-after.ts';
import { locatedBefore, type OpenProject, openFoundProjects } from '../open-projects.ts';
import { compareEffective } from './compare.ts';
import {
  type ConfigSource,
  configSource,
  findLayers,
  type Layer,
  type LayerProjects,
  type LocatedConfig,
  layerProjects,
  layerSource,
} from './config-sources.ts';
import { defaultOf, defaultsDiffer } from './defaults.ts';
import type { EffectiveConfig, EffectiveNote, EffectiveOption, Variant } from './effective-option.ts';
import { type IsWanted, type ProjectSources, rowsOf } from './rows.ts';

/** The resolved config of a project, with the name of its file. */
export interface EffectiveProject extends EffectiveConfig {
  readonly root: string;
  readonly config: string;
}

/** The resolved options of every project, and the configs that cannot be read. */
export interface EffectiveProjects {
  readonly projects: readonly EffectiveProject[];
  readonly problems: readonly ConfigProblem[];
}

/** Resolves all projects of a snapshot, with the given variant or the one that each project has. */
export function resolvedProjects(
  snapshot: Snapshot,
  catalogue: Catalogue,
  variant: Variant | undefined,
): EffectiveProjects {
  const { opened, failed } = openFoundProjects(openRepository(snapshot, catalogue), {});
  const before = layerProjects(opened.map((project) => locatedBefore(project)));
  const projects = opened.map((project): EffectiveProject => {
    const { folder: root, config } = project.found;
    const located = locatedBefore(project, variant);
    const { layers, notes } = findLayers(located, before);
    const effective = effectiveOptions({ ...located, layers });
    return { root, config, ...effective, notes: [...effective.notes, ...notes] };
  });
  return { projects, problems: failed.map(({ problem }) => problem) };
}

/** The parts of a run that decide how configs are resolved afterwards. */
export interface PlannedRun {
  readonly projects: readonly OpenProject[];
  /** The texts of configs and files that they import, by their path before. Other files are read unchanged. */
  readonly texts: ReadonlyMap<TreePath, { readonly before: string; readonly after: string }>;
  readonly moves: MoveMap;
  readText(path: TreePath): string | undefined;
}

/**
 * Compares the resolved options of a project before and after a plan, and returns its new config; undefined if
 * a codemod left none.
 */
export function createComparer(run: PlannedRun) {
  const before = layerProjects(run.projects.map((project) => locatedBefore(project)));
  const after = projectsAfter(run);
  return (project: OpenProject) => {
    const { folder } = project.found;
    const located = after.get(run.moves.after(folder));
    if (!located) return undefined;
    const old = locatedBefore(project);
    const compared = comparableOptions(
      { ...old, ...findLayers(old, before) },
      { ...located, ...findLayers(located, after) },
    );
    const moves = movesSeenFrom(run.moves, folder);
    const { catalogue } = project.config;
    const files = { catalogue, moves, before: project.evidence, after: located.disk };
    return { config: located.config, options: compareEffective(compared.before, compared.after, files) };
  };
}

/** The configs after a plan, without those that a user's codemod made unreadable. */
function projectsAfter(run: PlannedRun): LayerProjects {
  const openAfter = createOpener(run);
  const packages = run.projects[0]?.packageFolders ?? [];
  const packageFolders = new Map(Array.from(packages, ([name, folder]) => [name, run.moves.after(folder)]));
  const located = run.projects.flatMap((project): LocatedConfig[] => {
    const config = openAfter(project.config);
    const disk = diskAfter(project.evidence, movesSeenFrom(run.moves, project.found.folder));
    const folder = run.moves.after(project.found.folder);
    if (!config) return [];
    return [{ folder, config, disk, variant: 'a', compatibility: compatibilityOf(config), packageFolders }];
  });
  return layerProjects(located);
}

/** Opens configs as they are after the run; if nothing changes, the same ones are used. */
function createOpener({ texts, moves, readText }: PlannedRun) {
  const isTouched = [...texts.values()].some(({ before, after }) => before !== after);
  if (!isTouched && moves.moves.length === 0) return (config: ConfigDocument) => config;
  const read = (path: TreePath): string | undefined => {
    for (const origin of moves.originsOf(path)) {
      const text = texts.get(origin)?.after ?? readText(origin);
      if (text !== undefined) return text;
    }
    return undefined;
  };
  return ({ path, catalogue }: ConfigDocument) => {
    const filename = moves.after(path);
    return ifReadable(() => openConfig(read(filename) ?? '', { filename, read, catalogue }));
  };
}

/** A config with everything that its options depend on; by default, its text decides the compatibility. */
interface EffectiveInput
  extends Pick<LocatedConfig, 'config' | 'variant'>,
    Partial<Pick<LocatedConfig, 'compatibility' | 'disk'>> {
  /** The layers, by precedence. */
  readonly layers?: readonly Layer[];
}

/** Resolves a config as a variant does: the project over its layers over the defaults. */
export function effectiveOptions(input: EffectiveInput): EffectiveConfig {
  return resolved(input, projectSources(input), () => true);
}

/** The options before and after, with only the few rows that a comparison needs. */
function comparableOptions(before: EffectiveInput, after: EffectiveInput) {
  const { catalogue } = before.config;
  const [old, current] = [projectSources(before), projectSources(after)];
  const sources = [old, current].flatMap((side) => [...side.sources, ...side.blocks]);
  const isWritten = (path: OptionPathParts) =>
    sources.some((source) => source.lookup(path).kind !== 'absent');
  // A moved value may equal the default of its new option.
  const takesOver = (path: OptionPathParts) =>
    catalogue.sourcesOf(path.join('.')).some((name) => isWritten(name.split('.')));
  const isWanted: IsWanted = (path, node) =>
    defaultsDiffer(node, catalogue) || isWritten(path) || takesOver(path);
  return { before: resolved(before, old, isWanted), after: resolved(after, current, isWanted) };
}

function projectSources(input: EffectiveInput): ProjectSources & { readonly bases: Bases } {
  const { config, variant, layers = [], disk, compatibility = compatibilityOf(config) } = input;
  const bases = basesOf(config, variant, compatibility);
  const reader = createPathReader(config, bases, disk);
  const blocks = new Set(config.scopes.map(({ block }) => block).filter((block) => block !== ''));
  const ofLayers = layers.map((layer) => {
    const layerBases = basesOf(layer.config, variant, compatibility);
    return layerSource(layer.config, createPathReader(layer.config, layerBases, layer.disk, layer));
  });
  return {
    bases,
    sources: [configSource(config, reader), ...ofLayers],
    blocks: Array.from(blocks, (block) => configSource(config, reader, block)),
    defaultOf: (option) => defaultOf(option, variant, bases, compatibility),
    defaultReader: createPathReader(config, bases, disk, { areDefaults: true }),
  };
}

function resolved(
  { variant, compatibility, disk }: EffectiveInput,
  project: ReturnType<typeof projectSources>,
  isWanted: IsWanted,
): EffectiveConfig {
  const rows = rowsOf(project, isWanted);
  // If the sources are still in the root, the template may be where Variant B has it.
  const isAtRoot = variant === 'b' && compatibility === 'a-at-root';
  const options = rows.map((row) => withLoadingTemplate(row, project.bases, disk, isAtRoot));
  return { variant, options, notes: project.blocks.flatMap(unreadParts) };
}

/** Adds the place of the loading template that the framework finds by itself. */
function withLoadingTemplate(
  row: EffectiveOption,
  { catalogue, rules, source }: Bases,
  disk: DiskView | undefined,
  isAtRoot: boolean,
): EffectiveOption {
  if (row.option !== catalogue.path.spaLoadingTemplate || rules === 'unknown' || !('place' in source))
    return row;
  if (row.value.kind !== 'value' || (row.value.value !== null && row.value.value !== true)) return row;
  const { loadingTemplate } = catalogue.facts;
  const looked = [loadingTemplate[rules], ...(isAtRoot ? [loadingTemplate.b] : [])];
  const place = looked.map((name) => placeAt(source.place, name)).find((path) => disk?.exists(path));
  return place === undefined ? row : { ...row, places: [{ at: [], place, names: 'files' }] };
}

function unreadParts(block: ConfigSource): EffectiveNote[] {
  if (block.isComplete([])) return [];
  const lookup = block.lookup([]);
  const message = `\`${block.block}\` contains something that cannot be read: options set there are not shown.`;
  return lookup.kind === 'absent' ? [] : [{ message, at: lookup.at }];
}
