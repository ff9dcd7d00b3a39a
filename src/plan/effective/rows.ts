import type { Json, Option, OptionNode } from '../../catalogue/index.ts';
import { type OptionPathParts, showPath } from '../../config/change.ts';
import type { PathReader } from '../../project/config-paths.ts';
import type { ConfigSource } from './config-sources.ts';
import type { EffectiveDefault } from './defaults.ts';
import type { EffectiveOption, EffectiveValue, OptionOverride } from './effective-option.ts';
import { isObjectLookup, isObjectValue, type ResolvedOption, resolveOption } from './effective-values.ts';

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

/** A row for every wanted option, in the order of the reference. */
export function rowsOf(project: ProjectSources, isWanted: IsWanted): EffectiveOption[] {
  const { sources, blocks } = project;
  return rowsIn(
    project.defaultReader.catalogue.optionTree,
    { path: [], sources, blocks, base: none, inside: {} },
    { ...project, isWanted },
  );
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
  /** For a part of an option that is not an object: the option, and its value if that applies to parts. */
  readonly inside: { readonly without?: string; readonly value?: EffectiveValue };
}

/** The rows of an object: the options of the reference, then other keys that are set. */
function rowsIn(node: OptionNode, visit: OptionVisit, context: RowContext): EffectiveOption[] {
  const listed = Array.from(node.children).flatMap(([name, child]) => {
    const path = [...visit.path, name];
    if (name === '[]' || !context.isWanted(path, child)) return [];
    const stated = child.option ? context.defaultOf(child.option) : none;
    const base = visit.inside.without === undefined || stated.kind === 'missing' ? stated : none;
    return rowsOfOption(child, { ...visit, path, base }, context);
  });
  const unlisted = unlistedKeys(node, visit).flatMap((name) => {
    const path = [...visit.path, name];
    return rowsOfUnlisted({ ...visit, path, base: keyDefault(visit.base, name) }, context);
  });
  return [...listed, ...unlisted];
}

/** Keys that are set; for tables of places also those of the default. */
function unlistedKeys(node: OptionNode, visit: OptionVisit): string[] {
  const { base } = visit;
  const isTable = node.option?.paths.some(({ at }) => at === '.*') ?? false;
  const given = isTable && base.kind === 'value' ? Object.keys(base.value ?? {}) : [];
  return [...new Set([...given, ...writtenKeys(visit)])].filter((name) => !node.children.has(name));
}

function writtenKeys({ path, sources, blocks }: OptionVisit): string[] {
  return [...new Set([...sources, ...blocks].flatMap((source) => source.keys(path)))];
}

function keyDefault(base: EffectiveDefault, name: string): EffectiveDefault {
  if (base.kind === 'missing') return base;
  if (base.kind !== 'value' || !isObjectValue<Json>(base.value)) return none;
  const value = Object.hasOwn(base.value, name) ? base.value[name] : undefined;
  return value === undefined ? none : { ...base, value };
}

function rowsOfOption(node: OptionNode, visit: OptionVisit, context: RowContext): EffectiveOption[] {
  const { path, base, sources, blocks } = visit;
  const resolved = resolveOption(path, sources, base, context.defaultReader);
  const inner: OptionVisit = {
    ...visit,
    sources: resolved.sources,
    blocks: blocks.filter((block) => {
      const lookup = block.lookup(path);
      return lookup.kind === 'dynamic' || isObjectLookup(lookup);
    }),
    inside: insideOf(node, visit, resolved),
  };
  const value = ownValue(node, visit, resolved);
  const row: EffectiveOption = {
    option: showPath(path),
    listed: node.option !== undefined,
    value,
    places: value === resolved.value ? resolved.places : [],
    overrides: overridesOf(visit, context, (block) => !isObjectLookup(block.lookup(path))),
    summary:
      value.kind === 'group' ||
      (resolved.isObject && (hasOptions(node) || unlistedKeys(node, inner).length > 0)),
  };
  return [row, ...fieldRows(node, path, resolved.value), ...rowsIn(node, inner, context)];
}

/** Whether the reference lists options in it, apart from fields of list items. */
function hasOptions(node: OptionNode): boolean {
  return node.children.size > (node.children.has('[]') ? 1 : 0);
}

function insideOf(node: OptionNode, visit: OptionVisit, resolved: ResolvedOption): OptionVisit['inside'] {
  const { path, inside } = visit;
  if (inside.without !== undefined) return inside;
  if (resolved.hasDefaults) return {};
  const without = showPath(path);
  return node.option?.countsForParts ? { without, value: resolved.value } : { without };
}

/** A group has no value itself, and neither has a part of an option that is not an object. */
function ownValue(node: OptionNode, visit: OptionVisit, resolved: ResolvedOption): EffectiveValue {
  const { path, base, inside } = visit;
  const { value, sources, isObject } = resolved;
  if (value.kind === 'unset' && inside.without !== undefined)
    return inside.value ?? { kind: 'unset', why: `\`${inside.without}\` is not an object` };
  if (base.kind !== 'none' || !hasOptions(node)) return value;
  const isGroup = value.kind === 'unset' || (isObject && sources.every((source) => source.isComplete(path)));
  return isGroup ? { kind: 'group' } : value;
}

/** Options of a module have a row each; any other unlisted option is one row. */
function rowsOfUnlisted(visit: OptionVisit, context: RowContext): EffectiveOption[] {
  const { path, base, sources } = visit;
  const { value, places, sources: ownSources } = resolveOption(path, sources, base, context.defaultReader);
  const keys = path.length === 1 ? writtenKeys(visit) : [];
  const isShown = keys.length === 0 || !ownSources.every((source) => source.isComplete(path));
  const row: EffectiveOption = {
    option: showPath(path),
    listed: false,
    value,
    places,
    overrides: overridesOf(visit, context, (block) => keys.length === 0 || block.keys(path).length === 0),
    summary: keys.length > 0,
  };
  const inner = keys.flatMap((key) => rowsOfUnlisted({ ...visit, path: [...path, key] }, context));
  return isShown ? [row, ...inner] : inner;
}

function overridesOf(
  { path, blocks }: OptionVisit,
  { defaultReader }: RowContext,
  isShown: (block: ConfigSource) => boolean,
): readonly OptionOverride[] {
  return blocks.filter(isShown).flatMap((block): OptionOverride[] => {
    const { value, places } = resolveOption(path, [block], none, defaultReader);
    const isWritten = value.kind === 'value' || (value.kind === 'unknown' && value.text !== undefined);
    return isWritten ? [{ block: block.block, value, places }] : [];
  });
}

/** The fields of list items, each as the list of the items' values. */
function fieldRows(node: OptionNode, path: OptionPathParts, list: EffectiveValue): EffectiveOption[] {
  const fields = [...(node.children.get('[]')?.children.keys() ?? [])];
  return fields.map((name) => ({
    option: `${showPath(path)}[].${name}`,
    listed: true,
    value: fieldValue(list, name),
    ...{ places: [], overrides: [], summary: true },
  }));
}

function fieldValue(list: EffectiveValue, name: string): EffectiveValue {
  if (list.kind === 'unknown') return list.at ? { kind: 'unknown', why: list.why, at: list.at } : list;
  if (list.kind !== 'value' || list.from.kind === 'default' || !Array.isArray(list.value))
    return { kind: 'unset' };
  const values = list.value.flatMap((item: Json) =>
    isObjectValue<Json>(item) && name in item ? [item[name] ?? null] : [],
  );
  return values.length === 0 ? { kind: 'unset' } : { ...list, value: values };
}
