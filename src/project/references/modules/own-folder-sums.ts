import type * as t from '@babel/types';
import { spanOf } from '../../../config/source.ts';
import { isSum, unwrapped } from '../../syntax/nodes.ts';
import { inTemplate } from './encoders.ts';
import { type Literal, literalOf } from './literals.ts';
import { isOwnFolder } from './own-names.ts';
import type { Scan, Sum } from './scan.ts';

/** Keeps a text of several parts until all names are known. */
export function noteSum(scan: Scan, node: t.Node): void {
  if (!scan.mentions.ownFolder) return;
  if (isSum(node)) {
    scan.continued.add(unwrapped(node.left));
    scan.sums.push(node);
  } else if (node.type === 'TemplateLiteral' && node.expressions.length > 0) scan.sums.push(node);
}

/** Adds what stands behind the file's own folder: `__dirname + '/…'`, and the template that says the same. */
export function judgeSum(scan: Scan, sum: Sum): void {
  const { first, second } = sum.type === 'TemplateLiteral' ? partsOfTemplate(sum) : partsOfSum(scan, sum);
  // An escaped slash cannot be left standing.
  if (!first || !second || !/^\/[^/]/.test(second.specifier) || scan.code[second.start] !== '/') return;
  if (!isOwnFolder(scan, first)) return;
  const specifier = second.specifier.slice(1);
  const open = second.open || scan.continued.has(sum);
  scan.references.push({ ...second, kind: 'path', specifier, start: second.start + 1, open });
}

interface Parts {
  readonly first?: t.Node | undefined;
  readonly second?: Literal | undefined;
}

function partsOfTemplate({ quasis, expressions }: t.TemplateLiteral): Parts {
  const [head, next] = quasis;
  if (head?.value.cooked !== '' || !next) return {};
  const open = expressions.length > 1;
  const second = { specifier: next.value.cooked ?? '', ...spanOf(next), open, encode: inTemplate };
  return { first: expressions[0], second };
}

/** Only the innermost sum has the beginning: those around it add to its end. */
function partsOfSum({ code }: Scan, { left, right }: t.BinaryExpression): Parts {
  return isSum(unwrapped(left)) ? {} : { first: left, second: literalOf(code, right) };
}
