import { names } from '../../catalogue/names.ts';
import type { OptionPathParts } from '../../config/change.ts';
import type { ConfigDocument } from '../../config/document.ts';
import { type PlacePath, placeAt } from '../../config/places.ts';
import { type Bases, basesOf, compatibilityOf } from './bases.ts';
import { defaultsDiffer } from './default-changes.ts';
import { createDefaults } from './defaults.ts';
import { sourcesOf } from './moved-options.ts';
import type { EffectiveConfig, EffectiveNote, EffectiveOption, Variant } from './option.ts';
import { createPathReader } from './reader.ts';
import { type IsWanted, rowsOf, type Speakers } from './rows.ts';
import type { Disk } from './unstated.ts';
import { blockVoices, layerVoice, type Voice, voiceOf } from './voices.ts';

/** A layer of a project; its folder is seen from the folder of the project's config. */
export interface Layer {
  readonly config: ConfigDocument;
  readonly folder: PlacePath;
  readonly disk?: Disk | undefined;
}

export interface EffectiveInput {
  readonly config: ConfigDocument;
  readonly variant: Variant;
  /** Those that count most first. */
  readonly layers?: readonly Layer[];
  /** Without it, paths whose base the reference does not state are taken to be among the sources. */
  readonly disk?: Disk | undefined;
}

/** Resolves a config as a variant would: the project over its layers over the defaults. */
export function effectiveOptions(input: EffectiveInput): EffectiveConfig {
  return resolved(prepare(input), () => true);
}

/** Two readings of a project with those rows alone that a comparison looks at, which are few. */
export function comparableOptions(
  before: EffectiveInput,
  after: EffectiveInput,
): { readonly before: EffectiveConfig; readonly after: EffectiveConfig } {
  const [one, other] = [prepare(before), prepare(after)];
  const voices = [one, other].flatMap((side) => [...side.voices, ...side.blocks]);
  const isSaid = (path: OptionPathParts) => voices.some((voice) => voice.lookup(path).kind !== 'absent');
  // The value of an option that moves may be the default of the other one.
  const isTold = (path: OptionPathParts) => sourcesOf(path.join('.')).some((name) => isSaid(name.split('.')));
  const isWanted: IsWanted = (path, node) => defaultsDiffer(node) || isSaid(path) || isTold(path);
  return { before: resolved(one, isWanted), after: resolved(other, isWanted) };
}

interface Prepared extends Speakers {
  readonly variant: Variant;
  readonly bases: Bases;
  readonly disk: Disk | undefined;
}

function prepare({ config, variant, layers = [], disk }: EffectiveInput): Prepared {
  const compatibility = compatibilityOf(config);
  const bases = basesOf(config, variant, compatibility);
  const reader = createPathReader(config, bases, disk);
  const own = createPathReader(config, bases, disk, { areDefaults: true });
  const others = layers.map((layer) => {
    const inside = basesOf(layer.config, variant, compatibility);
    return layerVoice(layer.config, createPathReader(layer.config, inside, layer.disk, layer));
  });
  return {
    ...{ variant, bases, disk, own },
    voices: [voiceOf(config, reader), ...others],
    blocks: blockVoices(config, reader),
    defaultOf: createDefaults(variant, bases, compatibility),
  };
}

function resolved(prepared: Prepared, isWanted: IsWanted): EffectiveConfig {
  const { variant, bases, disk, blocks } = prepared;
  const options = rowsOf(prepared, isWanted).map((row) => withLoadingTemplate(row, bases, disk));
  return { variant, options, notes: blocks.flatMap(unreadParts) };
}

/** Where the framework looks for the loading template by itself, if the file is there. */
function withLoadingTemplate(
  row: EffectiveOption,
  { rules, source }: Bases,
  disk: Disk | undefined,
): EffectiveOption {
  if (row.option !== 'spaLoadingTemplate' || rules === 'unknown' || !('place' in source)) return row;
  if (row.value.kind !== 'value' || (row.value.value !== null && row.value.value !== true)) return row;
  const folder = rules === 'a' ? source.place : placeAt(source.place, 'app');
  const place = placeAt(folder, names.spaLoadingTemplate);
  return disk?.exists(place) ? { ...row, places: [{ at: [], place, names: 'files' }] } : row;
}

function unreadParts(block: Voice): EffectiveNote[] {
  if (block.isComplete([])) return [];
  const lookup = block.lookup([]);
  const message = `\`${block.block}\` holds something that is not known: what that sets is not shown.`;
  return lookup.kind === 'absent' ? [] : [{ message, at: lookup.at }];
}
