import type { OptionPathParts } from '../../config/change.ts';
import type { ConfigDocument } from '../../config/document.ts';
import { placeAt } from '../../config/places.ts';
import {
  type Bases,
  basesOf,
  type Compatibility,
  compatibilityOf,
  type Variant,
} from '../../project/bases.ts';
import { type AliasReader, createPathReader } from '../../project/config-paths.ts';
import type { DiskView } from '../../project/evidence.ts';
import { defaultOf, defaultsDiffer } from './defaults.ts';
import type { EffectiveConfig, EffectiveNote, EffectiveOption } from './option.ts';
import { type IsWanted, type ProjectSources, rowsOf } from './rows.ts';
import { type ConfigSource, configSource, type Layer, layerSource } from './sources.ts';

/** A config with everything that decides what its options are. */
export interface EffectiveInput {
  readonly config: ConfigDocument;
  readonly variant: Variant;
  /** What the disk makes of the version that the config states; without it, that counts. */
  readonly compatibility?: Compatibility | undefined;
  /** Those that count most first. */
  readonly layers?: readonly Layer[];
  /** Without it, paths whose base the reference does not state are taken to be among the sources. */
  readonly disk?: DiskView | undefined;
  /** If it is a layer: how the projects that it belongs to read an alias. */
  readonly shared?: AliasReader | undefined;
}

/** Resolves a config as a variant would: the project over its layers over the defaults. */
export function effectiveOptions(input: EffectiveInput): EffectiveConfig {
  return resolved(input, projectSources(input), () => true);
}

/** Two readings of a project with only those rows that a comparison looks at, which are few. */
export function comparableOptions(
  before: EffectiveInput,
  after: EffectiveInput,
): { readonly before: EffectiveConfig; readonly after: EffectiveConfig } {
  const { catalogue } = before.config;
  const [one, other] = [projectSources(before), projectSources(after)];
  const sources = [one, other].flatMap((side) => [...side.sources, ...side.blocks]);
  const isWritten = (path: OptionPathParts) =>
    sources.some((source) => source.lookup(path).kind !== 'absent');
  // The value of an option that moves may be the default of the other one.
  const takesOver = (path: OptionPathParts) =>
    catalogue.sourcesOf(path.join('.')).some((name) => isWritten(name.split('.')));
  const isWanted: IsWanted = (path, node) =>
    defaultsDiffer(node, catalogue) || isWritten(path) || takesOver(path);
  return { before: resolved(before, one, isWanted), after: resolved(after, other, isWanted) };
}

function projectSources({
  config,
  variant,
  layers = [],
  disk,
  shared,
  compatibility = compatibilityOf(config),
}: EffectiveInput): ProjectSources & { readonly bases: Bases } {
  const bases = basesOf(config, variant, compatibility);
  const blocks = new Set(config.scopes.map(({ block }) => block).filter((block) => block !== ''));
  const others = layers.map((layer) => {
    const inside = basesOf(layer.config, variant, compatibility);
    return layerSource(layer.config, createPathReader(layer.config, inside, layer.disk, layer));
  });
  return {
    bases,
    sources: [configSource(config, createPathReader(config, bases, disk, { shared })), ...others],
    blocks: Array.from(blocks, (block) =>
      configSource(config, createPathReader(config, bases, disk, { block, shared }), block),
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
  // Of sources that are still at the root, the template may be where Variant B has it, whatever the rules.
  const isAtRoot = variant === 'b' && compatibility === 'a-at-root';
  const options = rows.map((row) => withLoadingTemplate(row, project.bases, disk, isAtRoot));
  return { variant, options, notes: project.blocks.flatMap(unreadParts) };
}

/** Where the framework looks for the loading template by itself, if the file is there. */
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
  const place = looked.map((name) => placeAt(source.place, name)).find((one) => disk?.exists(one));
  return place === undefined ? row : { ...row, places: [{ at: [], place, names: 'files' }] };
}

function unreadParts(block: ConfigSource): EffectiveNote[] {
  if (block.isComplete([])) return [];
  const lookup = block.lookup([]);
  const message = `\`${block.block}\` contains something that cannot be read: options set there are not shown.`;
  return lookup.kind === 'absent' ? [] : [{ message, at: lookup.at }];
}
