import type { OptionPathParts } from '../change.ts';
import type { Evaluator } from '../evaluate/evaluator.ts';
import { type Found, findOption } from '../find.ts';
import type { Expr, Value } from '../value.ts';
import { elementItem, type Holder, itemOf, type Obstacle, type Planned } from './operation.ts';
import { sharedHop, sharedObstacle } from './shared-names.ts';

/** Takes an option out, and with it what it hides: that would come to light. */
export function planTakeOut({ site, value }: Found, holders: readonly Holder[]): Planned {
  if (site.kind === 'root') return { why: 'is the config itself', at: value.at };
  if (site.kind === 'element') {
    const { owner } = site.element;
    const item = elementItem(site.element);
    return sharedObstacle(owner.via, owner.at) ?? [{ kind: 'take-out', item, holders: [] }];
  }
  if (site.below) return uncovered(site.below);
  const all = [site.property, ...site.hidden];
  for (const { via, node, scope } of all) {
    const obstacle = sharedObstacle(via, { node, scope });
    if (obstacle) return obstacle;
  }
  return all.map((property, index) => ({
    kind: 'take-out',
    item: itemOf(property),
    holders: index === 0 ? holders : [],
  }));
}

/** Without the property, something unknown would decide. */
export function uncovered({ what, at }: { readonly what: string; readonly at: Expr }): Obstacle {
  return { why: `may be set a second time by ${what}`, at };
}

/** The properties that hold the objects on the way to an option, innermost first. */
export function holdersOf(evaluator: Evaluator, root: Value, path: OptionPathParts): Holder[] {
  const holders: Holder[] = [];
  for (let length = path.length - 1; length > 0; length -= 1) {
    const found = findOption(evaluator, root, path.slice(0, length));
    if (found.kind !== 'found' || found.site.kind !== 'property') break;
    const { property, hidden, below } = found.site;
    if (hidden.length > 0 || below || sharedHop(property.via)) break;
    const { value } = found;
    const literal = value.kind === 'object' && value.form.kind === 'literal' ? value.form.node : undefined;
    holders.push({ ...itemOf(property), holds: literal });
  }
  return holders;
}
