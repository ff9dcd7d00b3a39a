/** Goes through the parts of a config in which an option may be written, and tells how they override each other. */

import { positionText } from '../base/position.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { ConfigPath, type OptionPathParts, showPath } from '../config/change.ts';
import type { ConfigDocument, ConfigScope, OptionRef } from '../config/document.ts';
import { type Entry, isWritten, type Written } from '../config/lookup.ts';
import { underKey } from '../paths/used-modules.ts';
import type { Finding } from './definition.ts';

/** An option that is set in the config itself or in an override block. */
export interface WrittenOption<Path extends string> {
  readonly scope: ConfigScope;
  readonly option: Path;
  /** The name with the override block. */
  readonly name: string;
  readonly lookup: Written;
}

/** The findings for some options, in every part of the config that sets one of them. */
export function eachWritten<Path extends string>(
  config: ConfigDocument,
  options: readonly Path[],
  findings: (written: WrittenOption<Path>) => readonly Finding[],
): Finding[] {
  const available = options.filter((option) => !config.catalogue.isTakenAway(option));
  return config.scopes.flatMap((scope) =>
    available.flatMap((option) => {
      const lookup = scope.lookup(option);
      // A value that depends on a condition is handled as a whole, in the config itself.
      return isWritten(lookup) && lookup.condition !== 'branch'
        ? findings({ scope, option, name: scope.nameOf(option), lookup })
        : [];
    }),
  );
}

/** Whether a part of the config is inside another one: `$if(a && b)` in `$if(a)`, `$test.$if(a)` in `$test`. */
function isUnder(block: string, outer: string): boolean {
  if (block.startsWith(`${outer}.`)) return true;
  return outer.endsWith(')') && block.startsWith(`${outer.slice(0, -1)} && `);
}

/** Whether a part of the config applies under a condition alone, and in every environment. */
export function isConditional(block: string): boolean {
  return block.startsWith('$if(') && block.endsWith(')');
}

/**
 * The scope that sets the value of an option where another scope applies: itself, its block in another merged
 * object, or the config under the block. Undefined if none of them sets the option.
 */
export function scopeSetting(
  config: ConfigDocument,
  scope: ConfigScope,
  option: OptionRef,
): ConfigScope | undefined {
  // A condition replaces whole keys of the config.
  const replaces = scope.replaces(option);
  // An override block is merged with the config, even if a condition in it replaces keys.
  const isOuter = ({ block }: ConfigScope) =>
    block === ''
      ? !(replaces && isConditional(scope.block))
      : !replaces && isUnder(scope.block, block);
  const same = replaces ? [] : config.scopes.filter((candidate) => candidate.block === scope.block);
  const merged = [...same, ...config.scopes.filter(isOuter)];
  return [scope, ...merged].find((candidate) => isWritten(candidate.lookup(option)));
}

/**
 * Whether a condition decides if an option is set where a scope applies: another part sets the option, or
 * replaces the group that has it.
 */
export function isSetUnderCondition(
  config: ConfigDocument,
  scope: ConfigScope,
  option: OptionRef,
): boolean {
  const setting = scopeSetting(config, scope, option);
  return config.scopes.some((other) => {
    if (other === scope) return false;
    // An option that code may set in the config also applies under an override block.
    if (!setting && other.block === '' && other.lookup(option).kind === 'dynamic') return true;
    if (!other.block.includes('$if(')) return false;
    const isSet = isWritten(other.lookup(option));
    return setting ? !isSet && other.replaces(option) : isSet;
  });
}

/** An option with a text, or with a computed value that may contain texts. */
export interface WrittenValue {
  readonly name: string;
  /** Options in a tuple of `modules` have the path that they would have under the key of the module. */
  readonly path: OptionPathParts;
  readonly written: OptionPathParts;
  readonly isModule: boolean;
  /** Whether a transform updates it, by its path rule in the catalogue. */
  readonly isCovered: boolean;
}

/** The options of a config, by the position of their value. */
export type WrittenValues = ReadonlyMap<string, WrittenValue>;

export function writtenValues(config: ConfigDocument): WrittenValues {
  const { catalogue } = config;
  const options = new Map<string, WrittenValue>();
  for (const scope of config.scopes) {
    // Override blocks are separate scopes.
    const entries = (scope.entries([])?.list ?? []).filter(
      ({ key }) => !String(key).startsWith('$'),
    );
    for (const { path, lookup } of entries.flatMap((entry) => leavesOf(scope, entry))) {
      const isText =
        lookup.kind === 'static' &&
        (typeof lookup.value === 'string' || lookup.value instanceof ConfigPath);
      if (!isWritten(lookup) || (lookup.kind === 'static' && !isText)) continue;
      const at = positionText(lookup.at);
      const patterns = [path, [...path.slice(0, -1), '*']].map(patternOf);
      const option = {
        name: scope.nameOf(path),
        path: underKey(path, scope, catalogue),
        written: path,
        isModule: isModuleOption(path, catalogue),
        isCovered: isText && patterns.some((pattern) => catalogue.ruleFor(pattern)),
      };
      // A value shared by several options is only covered if all of these are.
      if (options.get(at)?.isCovered !== false) options.set(at, option);
    }
  }
  return options;
}

/** The values in an option that contain no others. */
function leavesOf(scope: ConfigScope, entry: Entry): readonly Entry[] {
  return scope.entries(entry.path)?.list.flatMap((inner) => leavesOf(scope, inner)) ?? [entry];
}

/** Module options are under a key that neither variant knows, or follow a module in `modules`. */
function isModuleOption([first, , ...inner]: OptionPathParts, catalogue: Catalogue): boolean {
  const { path, names, findOption } = catalogue;
  const name = String(first);
  if (name === path.modules) return inner.length > 0 && inner[0] !== 0;
  return !findOption(name) && !names.olderGenerationKeys.includes(name);
}

/** The pattern of an option in the catalogue: `icon.customCollections[].dir`. */
export function patternOf(path: OptionPathParts): string {
  return showPath(path.map((part) => (typeof part === 'number' ? 0 : part))).replaceAll(
    '[0]',
    '[]',
  );
}
