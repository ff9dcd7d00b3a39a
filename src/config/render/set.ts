import type * as t from '@babel/types';
import { ConfigPath, type NewValue } from '../change.ts';
import type { Found } from '../find.ts';
import { retarget } from '../path-expressions.ts';
import { keyed, type Printer } from '../print.ts';
import { type SourceFile, spanOf } from '../source.ts';
import { indentAt, styleOf } from '../style.ts';
import type { Property } from '../value.ts';
import { newText } from './new-text.ts';
import type { Operation, Planned } from './operation.ts';
import { sharedHop, sharedObstacle } from './shared-names.ts';

/** Gives an option that is written another value. */
export function planSet({ value, site }: Found, next: NewValue): Planned {
  if (next instanceof ConfigPath && value.kind === 'path') {
    if (!retarget(value.parts, value.base, next.place))
      return { why: 'has no text of its own that could lead there', at: value.at };
    // Whatever else uses the expression means the same place, so it is right to change it at its origin.
    return [{ kind: 'retarget', value, place: next.place }];
  }
  if (site.kind === 'root') return { why: 'is the config itself', at: value.at };
  const own = site.kind === 'property' ? site.property.via : site.element.owner.via;
  const obstacle = sharedObstacle(own, value.at);
  if (obstacle) return obstacle;
  const followed = value.via.slice(own.length);
  const hasOwnLiteral = value.kind === 'scalar' && !value.composed && !sharedHop(followed);
  if (hasOwnLiteral) return [replaceNode(value.at.scope.file, value.at.node, next)];
  if (site.kind === 'element')
    return [replaceNode(site.element.owner.at.scope.file, site.element.node, next)];
  return [replaceValue(site.property, next)];
}

function replaceNode(file: SourceFile, node: t.Node, value: NewValue): Operation {
  const quote = file.text[spanOf(node).start];
  return replaceWith(file, node, () => newText(file, value, quote));
}

/** A method or a shorthand has no value that could be replaced: the whole property is. */
function replaceValue({ node, key, scope: { file } }: Property, value: NewValue): Operation {
  if (node.type === 'ObjectProperty' && !node.shorthand) return replaceNode(file, node.value, value);
  return replaceWith(file, node, () => keyed(key, newText(file, value), styleOf(file)).print);
}

function replaceWith(file: SourceFile, node: t.Node, printer: () => Printer): Operation {
  const { start, end } = spanOf(node);
  const text = () => printer()(indentAt(file.text, start), false);
  return { kind: 'replace', file, edit: { start, end, text, covers: true } };
}
