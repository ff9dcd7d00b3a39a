import type * as t from '@babel/types';
import { spanOf } from '../../../config/source.ts';
import { unwrapTypes } from '../../../config/syntax.ts';
import type { NameBinding, NameCollector } from '../../syntax/bindings.ts';
import { isMeta, isNamed, isSum, memberName } from '../../syntax/code.ts';
import type { Reference } from '../reference.ts';

// What an expression stands for: a text, or something that knows where the file is.

/** A string of the code whose text, or at least its beginning, is known. */
export type CodeString = Omit<Reference, 'kind'>;

type Encode = Reference['encode'];

// Encoders are shared: callers compare them, and a closure per reference would cost memory.

const inSingleQuotes: Encode = (specifier) => specifier.replace(/[\\'\n\r\u2028\u2029]/g, escaped);
const inDoubleQuotes: Encode = (specifier) => specifier.replace(/[\\"\n\r\u2028\u2029]/g, escaped);
const inBackticks: Encode = (specifier) => specifier.replace(/[\\`\r]|\$(?=\{)/g, escaped);

const controls: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

function escaped(character: string): string {
  return controls[character] ?? `\\${character}`;
}

/** A string in quotes that start and end at these offsets. */
export function quotedString(code: string, specifier: string, start: number, end: number): CodeString {
  const encode = code[start] === '"' ? inDoubleQuotes : inSingleQuotes;
  return { specifier, start: start + 1, end: end - 1, open: false, encode };
}

/** A text of a template literal. */
export function templateText(element: t.TemplateElement, open: boolean): CodeString {
  return { specifier: element.value.cooked ?? '', ...spanOf(element), open, encode: inBackticks };
}

/** What an expression may give. Both sides of a choice count: each is a whole specifier. */
export function choicesOf(at: t.Node): readonly t.Node[] {
  const node = unwrapTypes(at);
  if (node.type !== 'ConditionalExpression') return [node];
  return [...choicesOf(node.consequent), ...choicesOf(node.alternate)];
}

/** The string that an expression is, or starts with. An empty one says nothing, except between other parts. */
export function stringOf(code: string, at: t.Node, emptyToo = false): CodeString | undefined {
  const node = unwrapTypes(at);
  const found = readString(code, node.type === 'TSLiteralType' ? node.literal : node);
  return found && (found.specifier !== '' || (emptyToo && !found.open)) ? found : undefined;
}

function readString(code: string, node: t.Node): CodeString | undefined {
  if (node.type === 'StringLiteral') {
    const { start, end } = spanOf(node);
    return quotedString(code, node.value, start, end);
  }
  if (node.type === 'TemplateLiteral') {
    const [head] = node.quasis;
    return head && templateText(head, node.expressions.length > 0);
  }
  const beginning = isSum(node) ? readString(code, unwrapTypes(innermostSum(node).left)) : undefined;
  return beginning && { ...beginning, open: true };
}

/** The sum that has the beginning of the text. */
function innermostSum(sum: t.BinaryExpression): t.BinaryExpression {
  let innermost = sum;
  for (let left = unwrapTypes(sum.left); isSum(left); left = unwrapTypes(left.left)) innermost = left;
  return innermost;
}

/** A text that is a variable, or starts with one. */
export interface NamedString {
  readonly variable: t.Identifier;
  /** What comes behind the variable. */
  readonly rest: 'nothing' | 'slash' | 'other';
}

/** Reads `name`, `name + '/…'` and the template that says the same. */
export function namedStringOf(code: string, at: t.Node): NamedString | undefined {
  const node = unwrapTypes(at);
  if (node.type === 'Identifier') return { variable: node, rest: 'nothing' };
  const { first, text } = beginningOf(code, isSum(node) ? innermostSum(node) : node) ?? {};
  const variable = first && unwrapTypes(first);
  if (variable?.type !== 'Identifier') return undefined;
  return { variable, rest: text?.specifier.startsWith('/') ? 'slash' : 'other' };
}

/** What `first + 'text…'`, or the template that says the same, begins with. */
export function beginningOf(
  code: string,
  node: t.Node,
): { readonly first: t.Node; readonly text: CodeString | undefined } | undefined {
  // Only the innermost sum has the beginning: those around it add to its end.
  if (isSum(node))
    return isSum(unwrapTypes(node.left)) ? undefined : { first: node.left, text: stringOf(code, node.right) };
  if (node.type !== 'TemplateLiteral') return undefined;
  const [head, next] = node.quasis;
  const [first, second] = node.expressions;
  if (!first || head?.value.cooked !== '') return undefined;
  return { first, text: next && templateText(next, second !== undefined) };
}

/** A piece of code, and what its names stand for. */
export interface NamedCode {
  readonly code: string;
  readonly collected: Pick<NameCollector, 'names'>;
  /** Starts of texts that only spell "my own folder", which `join` then starts from. */
  readonly folderTexts: Set<number>;
}

/** `require`, unless the file makes something else of the name; and what `createRequire` gives. */
export function isRequire(file: NamedCode, node: t.Node): boolean {
  if (node.type === 'CallExpression') return isOwnRequire(file, node);
  if (node.type !== 'Identifier') return false;
  return isOrHolds(file, node, 'require', isOwnRequire);
}

function isOwnRequire(file: NamedCode, node: t.Node): boolean {
  const [from] = argumentsOf(file, node, 'createRequire');
  return from !== undefined && (isMeta(from, 'url') || isOwnFile(file, from));
}

/** `__filename`, and what else stands for the file. */
function isOwnFile(file: NamedCode, at: t.Node): boolean {
  const node = unwrapTypes(at);
  if (node.type === 'Identifier') return isOrHolds(file, node, '__filename', isOwnFile);
  const [url] = argumentsOf(file, node, 'fileURLToPath');
  return isMeta(node, 'filename') || (url !== undefined && isMeta(url, 'url'));
}

/** `__dirname`, and what else stands for the folder of the file. */
export function isOwnFolder(file: NamedCode, at: t.Node): boolean {
  const node = unwrapTypes(at);
  if (node.type === 'Identifier') return isOrHolds(file, node, '__dirname', isOwnFolder);
  const [path] = argumentsOf(file, node, 'dirname');
  if (path) return isOwnFile(file, path);
  const [url] = argumentsOf(file, node, 'fileURLToPath');
  return url ? isFolderUrl(file, url) : isMeta(node, 'dirname');
}

/** `new URL('.', import.meta.url)` */
function isFolderUrl(file: NamedCode, at: t.Node): boolean {
  const node = unwrapTypes(at);
  if (node.type !== 'NewExpression' || !isUrl(file, node.callee)) return false;
  const [where, from] = node.arguments;
  const text = where && from && isMeta(from, 'url') ? stringOf(file.code, where) : undefined;
  if (!text || text.open || !/^\.\/?$/.test(text.specifier)) return false;
  file.folderTexts.add(text.start);
  return true;
}

/** `URL`, unless the file makes a class of its own; taken from somewhere under that name it is still the usual one. */
export function isUrl(file: NamedCode, node: t.Node): boolean {
  return isNamed(node, 'URL') && bindingsOf(file, 'URL').every(isTakenUrl);
}

function isTakenUrl({ init, member, by }: NameBinding): boolean {
  if (!init) return by === 'import';
  return member === 'URL' || (init.type === 'MemberExpression' && memberName(init) === 'URL');
}

/** What `createResolver(import.meta.url)` gives. */
export function isOwnResolver(file: NamedCode, node: t.Node): boolean {
  if (node.type !== 'Identifier') return isResolverCall(file, node);
  return isDeclaredAs(file, node.name, ({ init, member }) => !member && isResolverCall(file, init));
}

/** `const { resolve } = createResolver(import.meta.url)`, even if a promise also has a `resolve`. */
export function isResolveOfResolver(file: NamedCode, name: string): boolean {
  return isDeclaredAs(
    file,
    name,
    ({ init, member }) => /^resolve(?:Path)?$/.test(member ?? '') && isResolverCall(file, init),
  );
}

function isResolverCall(file: NamedCode, node: t.Node | undefined): boolean {
  const [from] = node ? argumentsOf(file, node, 'createResolver') : [];
  return from !== undefined && isMeta(from, 'url');
}

/** All that the code binds to a name. */
export function bindingsOf(file: NamedCode, name: string): readonly NameBinding[] {
  return file.collected.names.bindings.get(name) ?? [];
}

/**
 * Whether a name is one that is known everywhere, or bound to nothing but what passes, by other names or directly.
 * Scopes are not told apart, so that doubt means no.
 */
function isOrHolds(
  file: NamedCode,
  { name }: t.Identifier,
  known: string,
  passes: (file: NamedCode, init: t.Node) => boolean,
  via: readonly string[] = [],
): boolean {
  const bindings = bindingsOf(file, name);
  if (via.includes(name) || (name !== known && bindings.length === 0)) return false;
  return bindings.every(({ init, member }) => {
    if (!init || member !== undefined) return false;
    return init.type === 'Identifier'
      ? isOrHolds(file, init, known, passes, [...via, name])
      : passes(file, init);
  });
}

function isDeclaredAs(file: NamedCode, name: string, fits: (binding: NameBinding) => boolean): boolean {
  const declared = bindingsOf(file, name).filter((binding) => binding.declared);
  return declared.length > 0 && declared.every(fits);
}

/** The arguments, if the node calls a function of that name, bare or as a member. */
function argumentsOf(file: NamedCode, node: t.Node, name: string): t.CallExpression['arguments'] {
  return node.type === 'CallExpression' && calleeName(file, node.callee) === name ? node.arguments : [];
}

/** The name of a function where it was declared: an import may rename it, a member stands on its own. */
export function calleeName(file: NamedCode, callee: t.Node): string | undefined {
  if (callee.type === 'Identifier') return file.collected.names.imports.get(callee.name)?.name || callee.name;
  return callee.type === 'MemberExpression' ? memberName(callee) : undefined;
}
