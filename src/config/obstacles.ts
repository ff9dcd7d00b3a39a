import type { OptionPathParts, PathSegment } from './change.ts';
import { membersOf } from './evaluate.ts';
import { identifiersIn, takenBy, takenKeys } from './identifier-uses.ts';
import { findOption } from './lookup.ts';
import { findBinding } from './scope-bindings.ts';
import { type Expr, spanOf } from './source.ts';
import { type Hop, type ObjectValue, type Slot, type Value, valueNode } from './value.ts';

/** Why a change cannot be written, and where. */
export interface Obstacle {
  readonly why: string;
  readonly at: Expr;
}

/** A list that a statement adds items to cannot be moved, and neither can these items. */
export function pushObstacle(slot: Slot, value: Value): Obstacle | undefined {
  const why = 'is modified after it is defined';
  if (slot.kind === 'element' && slot.pushed) return { why, at: slot };
  const [first] = (value.kind === 'array' && value.pushed) || [];
  if (first) return { why, at: { node: first.nodes[0] ?? slot.node, scope: first.scope } };
  const changes = value.kind === 'object' ? value.changes : [];
  const push = changes.find((change) => change.kind === 'late' && change.sets.kind === 'items');
  return push && { why, at: push.at };
}

/** Whether a value is a part of an object under a condition. */
export function isConditionalPart(
  value: Value,
): value is ObjectValue & { readonly part: { readonly of: ObjectValue } } {
  return value.kind === 'object' && value.part?.conditional === true;
}

/** A value cannot be moved if a condition also sets a key on its old or new path. */
export function replacedObstacle(
  root: Value,
  from: OptionPathParts,
  to: OptionPathParts,
): Obstacle | undefined {
  const common = from.findIndex((segment, index) => String(segment) !== String(to[index]));
  for (const path of [from, to]) {
    for (let length = Math.max(common, 0); length < path.length; length += 1) {
      const holder = findOption(root, path.slice(0, length));
      if (holder.kind !== 'found') break;
      if (isSetOutside(holder.value, path[length]))
        return { why: 'is also set under a condition, and one would replace the other', at: holder.value.at };
    }
  }
  return undefined;
}

/** Whether a property hides an earlier conditional property, which would take effect without it. */
export function hidesPart(root: Value, path: OptionPathParts): boolean {
  const holder = findOption(root, path.slice(0, -1));
  if (holder.kind !== 'found' || holder.value.kind !== 'object') return false;
  const { part } = holder.value;
  if (!part || part.conditional) return false;
  const key = String(path.at(-1));
  const members = membersOf(part.of).filter((member) => member.key === key);
  const last = members.findLastIndex((member) => member.kind === 'property' && !member.guard);
  return members.slice(0, last).some((member) => member.kind === 'property' && member.guard);
}

/** A name in the text of a slot that is not defined, or not yet defined, at another place. */
export function unknownNameAt({ node, scope }: Expr, slot: Slot): string | undefined {
  const text = valueNode(slot) ?? slot.node;
  const names = identifiersIn(text);
  if (slot.scope.file !== scope.file) return names[0];
  const { start } = spanOf(node);
  if (names.length === 0 || spanOf(text).start < start || spanOf(text).end <= spanOf(node).end)
    return undefined;
  return names.find((name) => {
    const binding = findBinding(slot.scope, name)?.binding;
    if (binding?.kind === 'opaque') return true;
    return (binding?.kind === 'const' || binding?.kind === 'member') && spanOf(binding.init).start > start;
  });
}

/** Whether a key of a part of an object is also set, or may be, outside that part: one replaces the other. */
export function isSetOutside(value: Value, key: PathSegment | undefined): boolean {
  if (value.kind !== 'object' || !value.part) return false;
  const { of: whole, conditional } = value.part;
  const properties = membersOf(value).filter((member) => member.kind === 'property');
  const partNodes = new Set(properties.map(({ node }) => node));
  return membersOf(whole).some((member) => {
    if ((member.key ?? String(key)) !== String(key)) return false;
    if (!conditional) return member.kind === 'property' && member.guard !== undefined;
    return member.kind === 'unknown' || !partNodes.has(member.node);
  });
}

/** The first name on the way to a value that is used in several places: other uses would see the change. */
export function sharedHop(via: readonly Hop[]): Hop | undefined {
  return via.find(({ file, name, use, imported }) => {
    const taken = takenKeys(use.node, use.scope.file);
    // A use of another member does not share the value. Shadowed names count as well, to be safe.
    const uses = takenBy(file, name).filter((keys) =>
      taken.every((key, index) => index >= keys.length || keys[index] === key),
    );
    if (!imported) return uses.length > 1;
    return uses.length > 0 || file.modules.isImportedElsewhere(file, use.scope.file.path);
  });
}

/** Why a value cannot be changed for one option alone. Undefined if it can. */
export function sharedObstacle(via: readonly Hop[], at: Expr): Obstacle | undefined {
  const shared = sharedHop(via);
  return shared && { why: `is set in \`${shared.name}\`, which is used in several places`, at };
}
