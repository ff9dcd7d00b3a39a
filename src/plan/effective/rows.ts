import type { Json, Option, OptionNode } from '../../catalogue/index.ts';
import { type OptionPathParts, showPath } from '../../config/change.ts';
import type { PathReader } from '../../project/config-paths.ts';
import type { ConfigSource } from './config-sources.ts';
import type { EffectiveDefault } from './defaults.ts';
import type { EffectiveOption, OptionOverride } from './effective-option.ts';
import { isObjectLookup, isObjectValue, resolveOption } from './effective-values.ts';

/** The configs and defaults that set the options of a project. */
export interface ProjectSources {
  /** The config and its layers; the first one wins. */
  readonly sources: readonly ConfigSource[];
  /** The override blocks of the config. */
  readonly blocks: readonly ConfigSource[];
  readonly defaultOf: (option: Option) => EffectiveDefault;
  /** Resolves the paths of defaults. */
  readonly defaultReader: PathReader;
}

/** Whether an option, or anything in it, is worth a row. */
export type IsWanted = (path: OptionPathParts, node: OptionNode) => boolean;

/** A row for every wanted option, in the order of the reference. An object is shown by the rows of its parts. */
export function rowsOf(project: ProjectSources, isWanted: IsWanted): EffectiveOption[] {
  const { sources, blocks } = project;
  const { optionTree } = project.defaultReader.catalogue;
  return rowsIn(optionTree, { path: [], sources, blocks, base: none }, { ...project, isWanted });
}

const none: EffectiveDefault = { kind: 'none' };

/** The inputs that all rows share. */
type RowContext = ProjectSources & { readonly isWanted: IsWanted };

/** An option, or an object of options, and the configs that set it. */
interface OptionVisit {
  readonly path: OptionPathParts;
  readonly sources: readonly ConfigSource[];
  readonly blocks: readonly ConfigSource[];
  readonly base: EffectiveDefault;
  /** The option around it that is set to something else than an object, so that its parts have no defaults. */
  readonly without?: string;
}

/** The rows of an object: the options of the reference, then other keys that are set. */
function rowsIn(node: OptionNode | undefined, visit: OptionVisit, context: RowContext): EffectiveOption[] {
  const listed = Array.from(node?.children ?? []).flatMap(([name, child]) => {
    const path = [...visit.path, name];
    if (name === '[]' || !context.isWanted(path, child)) return [];
    const stated = child.option ? context.defaultOf(child.option) : none;
    const base = visit.without === undefined || stated.kind === 'missing' ? stated : none;
    return rowsOfOption(child, { ...visit, path, base }, context);
  });
  const unlisted = unlistedKeys(node, visit).flatMap((name) => {
    const path = [...visit.path, name];
    return rowsOfOption(undefined, { ...visit, path, base: keyDefault(visit.base, name) }, context);
  });
  return [...listed, ...unlisted];
}

/** Keys that are set; for tables of places also those of the default. */
function unlistedKeys(node: OptionNode | undefined, { path, sources, blocks, base }: OptionVisit): string[] {
  const isTable = node?.option?.paths.some(({ at }) => at === '.*') ?? false;
  const given = isTable && base.kind === 'value' ? Object.keys(base.value ?? {}) : [];
  const written = [...sources, ...blocks].flatMap((source) => source.keys(path));
  return [...new Set([...given, ...written])].filter((name) => !node?.children.has(name));
}

function keyDefault(base: EffectiveDefault, name: string): EffectiveDefault {
  if (base.kind === 'missing') return base;
  if (base.kind !== 'value' || !isObjectValue<Json>(base.value)) return none;
  const value = Object.hasOwn(base.value, name) ? base.value[name] : undefined;
  return value === undefined ? none : { ...base, value };
}

/** The row of an option and those of its parts; an option that is not listed (`node`) has one level of parts. */
function rowsOfOption(
  node: OptionNode | undefined,
  visit: OptionVisit,
  context: RowContext,
): EffectiveOption[] {
  const { path, base, sources, blocks } = visit;
  const { value, places, ...resolved } = resolveOption(path, sources, base, context.defaultReader);
  const without = visit.without ?? (resolved.hasDefaults ? undefined : showPath(path));
  const inner: OptionVisit = {
    ...{ path, base, sources: resolved.sources, ...(without !== undefined && { without }) },
    blocks: blocks.filter((block) => {
      const lookup = block.lookup(path);
      return lookup.kind === 'dynamic' || isObjectLookup(lookup);
    }),
  };
  const parts = node || path.length === 1 ? rowsIn(node, inner, context) : [];
  const hasParts = parts.length > 0 || hasOptions(node);
  const overrides = overridesOf(
    path,
    hasParts ? blocks.filter((block) => !isObjectLookup(block.lookup(path))) : blocks,
    context.defaultReader,
  );
  const isShownByParts = hasParts && (resolved.isObject || value.kind === 'unset');
  if (isShownByParts && overrides.length === 0) return parts;
  const isPartOfNone = value.kind === 'unset' && visit.without !== undefined;
  const row: EffectiveOption = {
    option: showPath(path),
    listed: node?.option !== undefined,
    value: isPartOfNone ? { kind: 'unset', why: `\`${visit.without}\` is not an object` } : value,
    places,
    overrides,
  };
  return [row, ...parts];
}

/** Whether the reference lists options in it, apart from fields of list items. */
function hasOptions(node: OptionNode | undefined): boolean {
  return [...(node?.children.keys() ?? [])].some((name) => name !== '[]');
}

function overridesOf(
  path: OptionPathParts,
  blocks: readonly ConfigSource[],
  reader: PathReader,
): readonly OptionOverride[] {
  return blocks.flatMap((block): OptionOverride[] => {
    const { value, places } = resolveOption(path, [block], none, reader);
    const isWritten = value.kind === 'value' || (value.kind === 'unknown' && value.text !== undefined);
    return isWritten ? [{ block: block.block, value, places }] : [];
  });
}
