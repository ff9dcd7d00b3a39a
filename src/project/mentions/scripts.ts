import type * as t from '@babel/types';
import { spanOf } from '../../config/source.ts';
import { type Bindings, bindingsIn, binds } from '../syntax/bindings.ts';
import { walk } from '../syntax/code.ts';
import { isNamed, isSum, memberName, propertyOf, unwrapped } from '../syntax/nodes.ts';
import { piecesOf } from '../syntax/pieces.ts';
import { commandWords } from './commands.ts';
import { quotedIn } from './quoted.ts';
import { aliasNamesIn, isTarget } from './tool-aliases.ts';
import { type Named, namesCommands, namesPaths, quotedWords, type ToolAlias, type Word } from './word.ts';

/** The paths that a config names in its texts; comments do not count, and what it imports is followed. */
export function scriptNamed(text: string, path: string): Named {
  const pieces = piecesOf(text, path, () => true);
  if (pieces.length === 0) return { words: quotedIn(text), aliases: [] };
  const words: Word[] = [];
  const aliases: ToolAlias[] = [];
  for (const { program } of pieces) {
    const binders: t.Node[] = [];
    walk(program, (node) => {
      if (binds(node)) binders.push(node);
    });
    const bindings = bindingsIn(binders);
    const keys = new Map<t.Node, string>();
    walk(program, (node) => {
      for (const [child, key] of keysOf(node, keys.get(node) ?? '')) keys.set(child, key);
      for (const word of wordsOf(node, keys.get(node))) words.push(word);
      const alias = aliasIn(node, bindings);
      if (alias) aliases.push(alias);
    });
  }
  const inOrder = (a: Word | ToolAlias, b: Word | ToolAlias) => a.start - b.start;
  return { words: words.sort(inOrder), aliases: aliases.sort(inOrder) };
}

/** Stands for the name above a text that is followed as a reference anyway. */
const followed = '\0';

/** The nearest name above each child: of the property, the variable or the function that it belongs to. */
function keysOf(node: t.Node, outer: string): (readonly [t.Node, string])[] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return [[node.source, followed]];
    case 'ExportNamedDeclaration':
      return [node.source, node.declaration].flatMap((child) =>
        child ? [[child, child === node.source ? followed : outer] as const] : [],
      );
    case 'CallExpression':
    case 'NewExpression': {
      const name = calleeName(node.callee);
      const isFollowed = node.callee.type === 'Import' || name === 'require';
      const key = isFollowed ? followed : namesPaths(name) ? name : outer;
      return node.arguments.map((argument) => [argument, key]);
    }
    case 'ObjectProperty':
      // A pattern with a slash may well be a key.
      return [
        [node.key, 'key'],
        [node.value, node.computed ? outer : keyName(node.key)],
      ];
    case 'VariableDeclarator':
      return node.init ? [[node.init, isIdentifier(node.id) ? node.id.name : outer]] : [];
    case 'AssignmentExpression':
      return [[node.right, node.left.type === 'MemberExpression' ? (memberName(node.left) ?? outer) : outer]];
    default:
      return childrenOf(node).map((child) => [child, outer]);
  }
}

function childrenOf(node: t.Node): t.Node[] {
  return Object.values(node).flatMap((value: unknown) =>
    (Array.isArray(value) ? value : [value]).filter(
      (one): one is t.Node => typeof one === 'object' && one !== null && 'type' in one && 'start' in one,
    ),
  );
}

function isIdentifier(node: t.Node): node is t.Identifier {
  return node.type === 'Identifier';
}

function keyName(key: t.Node): string {
  return key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : '';
}

function calleeName(callee: t.Node): string {
  const node = unwrapped(callee);
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' ? (memberName(node) ?? '') : '';
}

function wordsOf(node: t.Node, key: string | undefined): Word[] {
  if (key === undefined || key === followed) return [];
  if (node.type === 'StringLiteral') return textWords(node.value, spanOf(node).start + 1, key);
  if (node.type === 'TemplateLiteral') {
    const [first, second] = node.quasis;
    const start = first && spanOf(first).start;
    if (node.expressions.length === 0 && first && start !== undefined)
      return textWords(first.value.cooked ?? '', start, key);
    const [base] = node.expressions;
    if (!base || !second || first?.value.cooked !== '' || !isFolder(base)) return [];
    return textWords(`.${second.value.cooked ?? ''}`, spanOf(second).start, 'dir');
  }
  if (isSum(node) && node.right.type === 'StringLiteral' && isFolder(node.left))
    return textWords(`.${node.right.value}`, spanOf(node.right).start + 1, 'dir');
  return [];
}

function textWords(text: string, start: number, key: string): Word[] {
  return namesCommands(key) ? commandWords(text, start) : quotedWords(text, start, namesPaths(key));
}

/** The folder of the file or of the process. */
function isFolder(node: t.Node): boolean {
  if (node.type === 'Identifier') return node.name === '__dirname';
  if (node.type === 'CallExpression') return calleeName(node.callee) === 'cwd';
  return node.type === 'MemberExpression' && memberName(node) === 'dirname';
}

function aliasIn(node: t.Node, bindings: Bindings): ToolAlias | undefined {
  const [key, value] = definitionIn(node) ?? [];
  if (!key || !value) return undefined;
  const names = aliasNamesIn(key.type === 'RegExpLiteral' ? key.pattern : keyName(key));
  const target = names.length > 0 ? targetOf(value, bindings) : undefined;
  return target && { names, start: spanOf(key).start, ...target };
}

/** The key and the value of an entry, in one of the ways in which tools take them. */
function definitionIn(node: t.Node): readonly [t.Node, t.Node] | undefined {
  if (node.type === 'ObjectProperty' && !node.computed) return [node.key, node.value];
  if (node.type === 'ObjectExpression') {
    const find = propertyOf(node, 'find');
    const replacement = propertyOf(node, 'replacement');
    return find && replacement && [find, replacement];
  }
  if (node.type === 'ArrayExpression') {
    const [key, value, ...rest] = node.elements;
    return key && value && rest.length === 0 ? [key, value] : undefined;
  }
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return undefined;
  return node.left.computed ? [node.left.property, node.right] : undefined;
}

/** What tells where an alias leads; nothing where the value is no path, or comes from elsewhere. */
function targetOf(value: t.Node, bindings: Bindings): Pick<ToolAlias, 'spans' | 'texts'> | undefined {
  const [constant] = value.type === 'Identifier' ? (bindings.get(value.name) ?? []) : [];
  const node = unwrapped(constant?.init ?? value);
  const isOwn = isNamed(node, '__dirname');
  const isMade = node.type === 'CallExpression' || node.type === 'NewExpression' || isSum(node);
  const isText = node.type === 'StringLiteral' || node.type === 'TemplateLiteral' || isFolder(node);
  const isList = node.type === 'ArrayExpression';
  if (!isOwn && !isMade && !isText && !isList) return undefined;
  const texts: string[] = [];
  walk(node, (one) => {
    if (one.type === 'StringLiteral') texts.push(one.value);
    else if (one.type === 'TemplateElement') texts.push(one.value.cooked ?? '');
  });
  if ((isList || node.type === 'StringLiteral') && !texts.some(isTarget)) return undefined;
  return { spans: [value, node].map(spanOf), texts };
}
