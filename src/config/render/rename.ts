import { type OptionPathParts, showPath } from '../change.ts';
import type { Evaluator } from '../evaluate/evaluator.ts';
import { type Found, findOption } from '../find.ts';
import { printKey } from '../print.ts';
import { identifiersIn } from '../references.ts';
import { spanOf } from '../source.ts';
import { styleOf } from '../style.ts';
import type { Property, Value } from '../value.ts';
import { planInsert, writable } from './insert.ts';
import { keySpan } from './key-span.ts';
import { itemOf, type Operation, type Planned } from './operation.ts';
import { sharedObstacle } from './shared-names.ts';
import { holdersOf, planTakeOut, uncovered } from './take-out.ts';

/** Gives an option another path: by its key alone where it stays in its object, else it moves as it is written. */
export function planRename(
  evaluator: Evaluator,
  root: Value,
  path: OptionPathParts,
  to: OptionPathParts,
  found: Found,
): Planned {
  const { site, value } = found;
  if (site.kind !== 'property') return { why: 'is no property that could be moved', at: value.at };
  const target = findOption(evaluator, root, to);
  if (target.kind === 'unknown') return target;
  if (target.kind === 'found') return { why: `would replace ${showPath(to)}`, at: target.value.at };
  if (site.below) return uncovered(site.below);
  const { property } = site;
  const object = writable(target.parent);
  if (object?.node === property.owner && target.rest.length === 1 && site.hidden.length === 0)
    return sharedObstacle(property.via, value.at) ?? [renameKey(property, String(target.rest[0]))];
  const holders = holdersOf(evaluator, root, path);
  const taken = planTakeOut(found, holders);
  if (!Array.isArray(taken)) return taken;
  const foreign = object && object.at.scope.file !== property.scope.file && identifiersIn(property.node);
  if (foreign && foreign.length > 0)
    return { why: `uses \`${foreign[0]}\`, which the config does not know`, at: value.at };
  const inserted = planInsert(target, to, { kind: 'property', property }, [itemOf(property), ...holders]);
  return Array.isArray(inserted) ? [...taken, ...inserted] : inserted;
}

function renameKey({ node, scope: { file } }: Property, key: string): Operation {
  const text = printKey(key, styleOf(file), node.key.type === 'StringLiteral');
  if (node.type === 'ObjectProperty' && node.shorthand) {
    const { start } = spanOf(node.key);
    return { kind: 'replace', file, edit: { start, end: start, text: `${text}: ` } };
  }
  return { kind: 'replace', file, edit: { ...keySpan(file, node), text } };
}
