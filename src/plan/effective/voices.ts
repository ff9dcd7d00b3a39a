import { names, type OptionPath } from '../../catalogue/index.ts';
import type { OptionPathParts } from '../../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../../config/document.ts';
import { isWritten, type Lookup } from '../../config/lookup.ts';
import type { PathReader } from './reader.ts';

/** A config, or a block of one, that may say what an option is. */
export interface Voice {
  readonly kind: 'config' | 'layer';
  /** The override block; empty for a whole config. */
  readonly block: string;
  readonly reader: PathReader;
  lookup(option: OptionPathParts): Lookup;
  /** The keys that are written in an option; empty where it is no object. */
  keys(option: OptionPathParts): readonly string[];
  /** Whether all keys of an object are known. */
  isComplete(option: OptionPathParts): boolean;
  /** What stands at an option that is written. */
  textOf(option: OptionPathParts): string;
}

/** The config without its override blocks. */
export function voiceOf(config: ConfigDocument, reader: PathReader): Voice {
  const scopes = config.scopes.filter(({ block }) => block === '');
  return { ...speaking(scopes, reader, ''), lookup: (option) => config.lookup(option) };
}

/** Each override block that is written. */
export function blockVoices(config: ConfigDocument, reader: PathReader): Voice[] {
  const blocks = new Set(config.scopes.map(({ block }) => block));
  blocks.delete('');
  return Array.from(blocks, (block) => {
    const scopes = config.scopes.filter((scope) => scope.block === block);
    // Of objects that are merged, the first that has the option counts.
    const lookup = (option: OptionPathParts): Lookup =>
      scopes.map((scope) => scope.lookup(option)).find(({ kind }) => kind !== 'absent') ?? { kind: 'absent' };
    return { ...speaking(scopes, reader, block), lookup };
  });
}

function speaking(scopes: readonly ConfigScope[], reader: PathReader, block: string): Omit<Voice, 'lookup'> {
  return {
    kind: 'config',
    block,
    reader,
    keys: (option) => [...new Set(scopes.flatMap((scope) => keysIn(scope, option)))],
    isComplete: (option) => scopes.every((scope) => scope.entries(option)?.complete ?? true),
    textOf: (option) => scopes.find((scope) => isWritten(scope.lookup(option)))?.textOf(option) ?? '',
  };
}

function keysIn(scope: ConfigScope, option: OptionPathParts): string[] {
  const keys = (scope.entries(option)?.list ?? []).map(({ key }) => key);
  return keys.filter((key) => typeof key === 'string').filter((key) => option.length > 0 || !isBlockKey(key));
}

function isBlockKey(key: string): boolean {
  return key === names.overrideMap || names.overrideBlocks.some((block) => block === key);
}

/** What a layer says about where its own parts are, it says for itself alone. */
const ownOfEachLayer: ReadonlySet<string> = new Set<OptionPath>([
  'rootDir',
  'srcDir',
  'serverDir',
  'workspaceDir',
  'buildDir',
  'analyzeDir',
  'modulesDir',
  'dir',
  'extends',
  'theme',
  'future.compatibilityVersion',
]);

/** A layer as the project hears it. */
export function layerVoice(config: ConfigDocument, reader: PathReader): Voice {
  const voice = voiceOf(config, reader);
  const isOwn = (option: OptionPathParts) =>
    ownOfEachLayer.has(String(option[0])) || (option.length > 1 && ownOfEachLayer.has(option.join('.')));
  return {
    ...voice,
    kind: 'layer',
    lookup: (option) => (isOwn(option) ? { kind: 'absent' } : voice.lookup(option)),
    keys: (option) => (isOwn(option) ? [] : voice.keys(option)),
  };
}
