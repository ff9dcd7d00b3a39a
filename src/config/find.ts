import { moduleScope } from './bindings.ts';
import type { OptionPathParts } from './change.ts';
import type { Evaluator } from './evaluate/evaluator.ts';
import { findMember, type MemberResult } from './evaluate/find-member.ts';
import type { ArrayElement, Expr, ObjectValue, Property, Value } from './value.ts';

/** Where an option is written. Properties it hides (duplicate keys, earlier spreads) would come to light without it. */
export type Site =
  | {
      readonly kind: 'property';
      readonly property: Property;
      readonly hidden: readonly Property[];
      /** Something that may set the option as well, and is not known. */
      readonly below?: { readonly what: string; readonly at: Expr } | undefined;
    }
  | { readonly kind: 'element'; readonly element: ArrayElement }
  | { readonly kind: 'root' };

export type Finding =
  | { readonly kind: 'found'; readonly value: Value; readonly site: Site }
  /** Not there: `parent` is the deepest object on the way, `rest` what is missing below it. */
  | { readonly kind: 'absent'; readonly parent: Value; readonly rest: OptionPathParts }
  /** `written` where the option stands in the text, but what counts in the end is not known. */
  | { readonly kind: 'unknown'; readonly why: string; readonly at: Expr; readonly written: boolean };

/** An option that is there. */
export type Found = Extract<Finding, { kind: 'found' }>;

/** An option that is not there. */
export type Absent = Extract<Finding, { kind: 'absent' }>;

/** Follows a path into a value. */
export function findOption(evaluator: Evaluator, root: Value, path: OptionPathParts): Finding {
  return step(evaluator, root, path, 0, atRoot);
}

const atRoot: Site = { kind: 'root' };

/** One step from a value on the way that `path` describes, `depth` segments of which are done. */
function step(evaluator: Evaluator, value: Value, path: OptionPathParts, depth: number, site: Site): Finding {
  const segment = path[depth];
  if (segment === undefined) return { kind: 'found', value, site };
  switch (value.kind) {
    case 'unknown':
      return { kind: 'unknown', why: value.why, at: value.at, written: false };
    case 'object':
      return value.form.kind === 'merged'
        ? (changed(value, String(segment)) ??
            inLayers(evaluator, value, value.form.layers, path.slice(depth)))
        : inObject(evaluator, value, path, depth);
    case 'array': {
      const element = typeof segment === 'number' ? evaluator.elements(value)[segment] : undefined;
      if (element) return step(evaluator, element.value, path, depth + 1, { kind: 'element', element });
      return { kind: 'absent', parent: value, rest: path.slice(depth) };
    }
    default:
      return { kind: 'absent', parent: value, rest: path.slice(depth) };
  }
}

function changed({ changes }: ObjectValue, key: string): Finding | undefined {
  const change = changes.find((one) => one.key === undefined || one.key === key);
  if (!change) return undefined;
  const at = { node: change.node, scope: moduleScope(change.file) };
  return { kind: 'unknown', why: 'is changed after it was written', at, written: false };
}

function inObject(evaluator: Evaluator, value: ObjectValue, path: OptionPathParts, depth: number): Finding {
  const result = findMember(evaluator, value, String(path[depth]));
  if (result.kind === 'absent') return { kind: 'absent', parent: value, rest: path.slice(depth) };
  if (result.kind === 'unknown') return inDoubt(evaluator, result, path, depth);
  const { member: property, hidden, below } = result;
  const site: Site = { kind: 'property', property, hidden, below };
  return step(evaluator, evaluator.property(property), path, depth + 1, site);
}

/** An option that something may override: it matters whether it is written all the same. */
function inDoubt(
  evaluator: Evaluator,
  { why, at, written }: Extract<MemberResult, { kind: 'unknown' }>,
  path: OptionPathParts,
  depth: number,
): Finding {
  if (!written) return { kind: 'unknown', why, at, written: false };
  const below = step(evaluator, evaluator.property(written), path, depth + 1, atRoot);
  return {
    kind: 'unknown',
    why,
    at,
    written: below.kind === 'found' || (below.kind === 'unknown' && below.written),
  };
}

/** The first layer that has the option counts; containers of several layers are merged, and belong to none. */
function inLayers(
  evaluator: Evaluator,
  merged: ObjectValue,
  layers: readonly Value[],
  path: OptionPathParts,
): Finding {
  let first: Finding | undefined;
  let absent: Finding | undefined;
  for (const layer of layers) {
    const finding = findOption(evaluator, layer, path);
    if (finding.kind === 'absent' || isNullish(finding)) {
      absent ??= finding;
    } else if (first) {
      return { kind: 'unknown', why: 'is merged from several objects', at: merged.at, written: false };
    } else if (finding.kind === 'unknown' || !isContainer(finding.value)) {
      return finding;
    } else first = finding;
  }
  return first ?? absent ?? { kind: 'absent', parent: merged, rest: path };
}

function isNullish(finding: Finding): boolean {
  return (
    finding.kind === 'found' &&
    finding.value.kind === 'scalar' &&
    (finding.value.value === null || finding.value.value === undefined)
  );
}

function isContainer({ kind }: Value): boolean {
  return kind === 'object' || kind === 'array';
}
