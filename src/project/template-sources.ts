import type * as t from '@babel/types';
import { names } from '../catalogue/names.ts';
import { isAbsolutePath, isRelativePath } from '../config/places.ts';
import { walk } from './syntax/code.ts';
import { isMeta, isNamed, memberName, propertyOf, unwrapped } from './syntax/nodes.ts';
import { piecesOf } from './syntax/pieces.ts';

const { templateFunctions } = names.used;

/** Whether a text may name the source of a template: parsing costs far more than this test. */
export function mayNameTemplates(text: string): boolean {
  return text.includes('src') && templateFunctions.some((name) => text.includes(name));
}

/** How the source of a template is named: from the folder of the file, or as the framework reads it. */
export interface TemplateSource {
  readonly path: string;
  readonly from: 'file' | 'framework';
}

/** The sources of templates that a file hands to the build, as far as the text tells. */
export function templateSourcesIn(text: string, path: string): TemplateSource[] {
  const found: TemplateSource[] = [];
  for (const { program } of piecesOf(text, path, mayNameTemplates)) {
    walk(program, (node) => {
      if (node.type !== 'CallExpression' || !templateFunctions.some((name) => isNamed(node.callee, name)))
        return;
      const [options] = node.arguments;
      const source = options && propertyOf(unwrapped(options), 'src');
      const read = source && readSource(unwrapped(source));
      if (read) found.push(read);
    });
  }
  return found;
}

/** A text, or what `resolve`, `join` or `new URL` make of texts and the file's own folder. */
function readSource(node: t.Node): TemplateSource | undefined {
  if (node.type === 'StringLiteral')
    return { path: node.value, from: isRelativePath(node.value) ? 'file' : 'framework' };
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  const name = calleeName(node.callee);
  const [first] = node.arguments;
  if (name === 'fileURLToPath') return first && readSource(unwrapped(first));
  if (!['resolve', 'join', 'URL'].some((one) => name.toLowerCase().includes(one.toLowerCase())))
    return undefined;
  const parts: string[] = [];
  for (const argument of node.arguments) {
    if (argument.type === 'StringLiteral') parts.push(argument.value);
    else if (!isNamed(argument, '__dirname') && !isMeta(argument, 'dirname') && !isMeta(argument, 'url'))
      return undefined;
  }
  const path = parts.join('/');
  return path === '' || isAbsolutePath(path)
    ? undefined
    : { path, from: /^[~@#]/.test(path) ? 'framework' : 'file' };
}

function calleeName(callee: t.Node): string {
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' ? (memberName(callee) ?? '') : '';
}
