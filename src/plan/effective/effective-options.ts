import type { OptionPathParts } from '../../config/change.ts';
import type { ConfigDocument } from '../../config/document.ts';
import { placeAt } from '../../config/paths.ts';
import {
  type Bases,
  basesOf,
  type Compatibility,
  compatibilityOf,
  type Variant,
} from '../../project/bases.ts';
import { createPathReader } from '../../project/config-paths.ts';
import type { DiskView } from '../../project/evidence.ts';
import { type ConfigSource, configSource, type Layer, layerSource } from './config-sources.ts';
import { defaultOf, defaultsDiffer } from './defaults.ts';
import type { EffectiveConfig, EffectiveNote, EffectiveOption } from './effective-option.ts';
import { type IsWanted, type ProjectSources, rowsOf } from './rows.ts';

/** A config with everything that its options depend on. */
export interface EffectiveInput {
  readonly config: ConfigDocument;
  readonly variant: Variant;
  /** The compatibility version that the files show; by default the one that the config states. */
  readonly compatibility?: Compatibility | undefined;
  /** The layers, by precedence. */
  readonly layers?: readonly Layer[];
  /** Without a disk, paths whose base is undocumented are resolved from the source directory. */
  readonly disk?: DiskView | undefined;
}

/** Resolves a config as a variant does: the project over its layers over the defaults. */
export function effectiveOptions(input: EffectiveInput): EffectiveConfig {
  return resolved(input, projectSources(input), () => true);
}

/** The options before and after, with only the few rows that a comparison needs. */
export function comparableOptions(before: EffectiveInput, after: EffectiveInput) {
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
  const blocks = new Set(config.scopes.map(({ block }) => block).filter((block) => block !== ''));
  const ofLayers = layers.map((layer) => {
    const layerBases = basesOf(layer.config, variant, compatibility);
    return layerSource(layer.config, createPathReader(layer.config, layerBases, layer.disk, layer));
  });
  return {
    bases,
    sources: [configSource(config, createPathReader(config, bases, disk)), ...ofLayers],
    blocks: Array.from(blocks, (block) =>
      configSource(config, createPathReader(config, bases, disk, { block }), block),
    ),
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
