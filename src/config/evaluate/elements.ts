import type * as t from '@babel/types';
import { type ArrayElement, type ArrayValue, unknown, type Value } from '../value.ts';
import type { Evaluator } from './evaluator.ts';
import { maximumSize } from './limits.ts';
import { shortText } from './short-text.ts';

/** The items of an array, those of spread arrays among them. */
export function listElements(evaluator: Evaluator, array: ArrayValue): ArrayElement[] {
  const { node, at, via } = array;
  const elements = node.elements.flatMap((element): readonly ArrayElement[] => {
    if (!element) return [elementOf(array, unknown(at, 'has a hole', via))];
    if (element.type === 'SpreadElement') return spreadElements(evaluator, array, element);
    return [elementOf(array, evaluator.value({ node: element, scope: at.scope }, via), element)];
  });
  if (elements.length <= maximumSize) return elements;
  return [elementOf(array, unknown(at, 'has more items than can be read', via))];
}

/** One element; the array stands for it where it has no text of its own. */
export function elementOf(owner: ArrayValue, value: Value, node: t.Node = owner.node): ArrayElement {
  return { value, node, owner, memo: {} };
}

function spreadElements(
  evaluator: Evaluator,
  array: ArrayValue,
  node: t.SpreadElement,
): readonly ArrayElement[] {
  const { scope } = array.at;
  const spread = evaluator.spread({ node: node.argument, scope }, array.via);
  if (spread.kind === 'array') return evaluator.elements(spread);
  const why =
    spread.kind === 'unknown' ? `is a spread that ${spread.why}` : `is a spread of ${shortText(spread.at)}`;
  return [elementOf(array, unknown({ node, scope }, why, array.via), node)];
}
