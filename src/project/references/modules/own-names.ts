import type * as t from '@babel/types';
import type { Binding } from '../../syntax/bindings.ts';
import { isMeta, isNamed, memberName, unwrapped } from '../../syntax/nodes.ts';
import { literalOf } from './literals.ts';
import { bindingsOf, type Scan } from './scan.ts';

/** `require`, unless the file makes something else of the name; and what `createRequire` gives. */
export function isRequire(scan: Scan, node: t.Node): boolean {
  if (node.type === 'CallExpression') return isOwnRequire(scan, node);
  if (node.type !== 'Identifier') return false;
  const known = node.name === 'require' || (scan.mentions.createRequire && isBound(scan, node.name));
  return known && boundOnlyTo(scan, node.name, (init) => isOwnRequire(scan, init));
}

function isOwnRequire(scan: Scan, node: t.Node): boolean {
  const [from] = callTo(scan, node, 'createRequire') ?? [];
  return from !== undefined && (isMeta(from, 'url') || isOwnFile(scan, from));
}

/** `__filename`, and what else stands for the file. */
function isOwnFile(scan: Scan, at: t.Node): boolean {
  const node = unwrapped(at);
  if (node.type === 'Identifier') {
    const known = node.name === '__filename' || isBound(scan, node.name);
    return known && boundOnlyTo(scan, node.name, (init) => isOwnFile(scan, init));
  }
  const [url] = callTo(scan, node, 'fileURLToPath') ?? [];
  return isMeta(node, 'filename') || (url !== undefined && isMeta(url, 'url'));
}

/** `__dirname`, and what else stands for the folder of the file. */
export function isOwnFolder(scan: Scan, at: t.Node): boolean {
  const node = unwrapped(at);
  if (node.type === 'Identifier') {
    const known = node.name === '__dirname' || isBound(scan, node.name);
    return known && boundOnlyTo(scan, node.name, (init) => isOwnFolder(scan, init));
  }
  const [file] = callTo(scan, node, 'dirname') ?? [];
  if (file) return isOwnFile(scan, file);
  const [url] = callTo(scan, node, 'fileURLToPath') ?? [];
  return url ? isFolderUrl(scan, url) : isMeta(node, 'dirname');
}

/** `new URL('.', import.meta.url)` */
function isFolderUrl(scan: Scan, at: t.Node): boolean {
  const node = unwrapped(at);
  if (node.type !== 'NewExpression' || !isUrl(scan, node.callee)) return false;
  const [where, from] = node.arguments;
  const literal = where && from && isMeta(from, 'url') ? literalOf(scan.code, where) : undefined;
  if (!literal || literal.open || !/^\.\/?$/.test(literal.specifier)) return false;
  scan.bases.add(literal.start);
  return true;
}

/** `URL`, unless the file makes a class of its own; taken from somewhere under that name it is still the usual one. */
export function isUrl(scan: Scan, node: t.Node): boolean {
  return isNamed(node, 'URL') && bindingsOf(scan, 'URL').every(isTakenUrl);
}

function isTakenUrl({ init, member, by }: Binding): boolean {
  if (!init) return by === 'import';
  return member === 'URL' || (init.type === 'MemberExpression' && memberName(init) === 'URL');
}

/** What `createResolver(import.meta.url)` gives. */
export function isOwnResolver(scan: Scan, node: t.Node): boolean {
  if (!scan.mentions.createResolver) return false;
  if (node.type !== 'Identifier') return isResolverCall(scan, node);
  const declared = bindingsOf(scan, node.name).filter((binding) => binding.declared);
  return declared.length > 0 && declared.every(({ init, member }) => !member && isResolverCall(scan, init));
}

/** `const { resolve } = createResolver(import.meta.url)`, even if a promise also has a `resolve`. */
export function isResolveOfResolver(scan: Scan, name: string): boolean {
  if (!scan.mentions.createResolver) return false;
  const declared = bindingsOf(scan, name).filter((binding) => binding.declared);
  const fits = ({ init, member }: Binding) =>
    /^resolve(?:Path)?$/.test(member ?? '') && isResolverCall(scan, init);
  return declared.length > 0 && declared.every(fits);
}

function isResolverCall(scan: Scan, node: t.Node | undefined): boolean {
  const [from] = (node && callTo(scan, node, 'createResolver')) ?? [];
  return from !== undefined && isMeta(from, 'url');
}

/** Whether all that the file binds to a name passes; scopes are not told apart, so that doubt means no. */
function boundOnlyTo(scan: Scan, name: string, passes: (init: t.Node) => boolean): boolean {
  return bindingsOf(scan, name).every(
    ({ init, member }) =>
      init !== undefined && init.type !== 'Identifier' && member === undefined && passes(init),
  );
}

function isBound(scan: Scan, name: string): boolean {
  return bindingsOf(scan, name).length > 0;
}

/** The arguments, if the node calls a function of that name, bare or as a member. */
function callTo(scan: Scan, node: t.Node, name: string): t.CallExpression['arguments'] | undefined {
  if (node.type !== 'CallExpression') return undefined;
  return calleeName(scan, node.callee) === name ? node.arguments : undefined;
}

/** The name of a function where it was declared: an import may rename it, a member stands on its own. */
export function calleeName(scan: Scan, callee: t.Node): string | undefined {
  if (callee.type === 'Identifier') return scan.renamed.get(callee.name) ?? callee.name;
  return callee.type === 'MemberExpression' ? memberName(callee) : undefined;
}
