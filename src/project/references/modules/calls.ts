import type * as t from '@babel/types';
import { isMeta, isNamed, memberName, unwrapped } from '../../syntax/nodes.ts';
import { addGlobs } from './globs.ts';
import { addJoined, addResolved, addResolvedFrom } from './joined-paths.ts';
import { literals } from './literals.ts';
import { calleeName, isOwnFolder, isOwnResolver, isRequire, isResolveOfResolver } from './own-names.ts';
import { add, type Call, type Scan } from './scan.ts';

const mockMethods = new Map([
  ['vi', new Set(['mock', 'doMock', 'unmock', 'doUnmock', 'importActual', 'importMock'])],
  [
    'jest',
    new Set([
      'mock',
      'doMock',
      'unmock',
      'dontMock',
      'setMock',
      'requireActual',
      'requireMock',
      'createMockFromModule',
      'unstable_mockModule',
    ]),
  ],
]);

/** Adds what a call names, if it is one of those that take a file. */
export function judge(scan: Scan, call: Call): void {
  const callee = unwrapped(call.callee);
  const [first, second] = call.arguments;
  if (!first) return;
  if (call.type === 'NewExpression') {
    if (isNamed(callee, 'URL') && second && isMeta(second, 'url')) addUrl(scan, first);
  } else if (callee.type === 'Import') add(scan, 'module', first);
  else if (callee.type === 'MemberExpression') judgeMethod(scan, call, callee);
  else judgeFunction(scan, call, callee);
}

function judgeMethod(scan: Scan, call: t.CallExpression, callee: t.MemberExpression): void {
  const method = memberName(callee);
  const [first, second] = call.arguments;
  if (method === undefined || !first) return;
  const object = unwrapped(callee.object);
  if (object.type === 'MetaProperty') {
    if (method === 'glob' || method === 'globEager') addGlobs(scan, first, second);
    else if (method === 'resolve') add(scan, 'module', first);
  } else if (object.type === 'Identifier' && mockMethods.get(object.name)?.has(method))
    add(scan, 'module', first);
  else if (method === 'join' && isOwnFolder(scan, first)) addJoined(scan, call.arguments.slice(1));
  else if (method === 'resolve') judgeResolve(scan, call, object);
  else if (method === 'resolvePath' && isOwnResolver(scan, object)) addResolved(scan, [first]);
}

/** `require.resolve`, `path.resolve`, and the `resolve` of a resolver. */
function judgeResolve(scan: Scan, call: t.CallExpression, object: t.Node): void {
  const [first, second] = call.arguments;
  if (!first) return;
  if (isOwnFolder(scan, first)) addResolvedFrom(scan, call.arguments.slice(1));
  else if (isOwnResolver(scan, object)) addResolved(scan, call.arguments);
  // With `paths`, the search starts somewhere else.
  else if (!second && isRequire(scan, object)) add(scan, 'module', first);
}

function judgeFunction(scan: Scan, call: t.CallExpression, callee: t.Node): void {
  const [first] = call.arguments;
  if (!first) return;
  const name = callee.type === 'Identifier' ? calleeName(scan, callee) : undefined;
  if (isRequire(scan, callee)) add(scan, 'module', first);
  else if (name === 'join' && isOwnFolder(scan, first)) addJoined(scan, call.arguments.slice(1));
  else if (name === 'resolve' && isOwnFolder(scan, first)) addResolvedFrom(scan, call.arguments.slice(1));
  else if (callee.type === 'Identifier' && isResolveOfResolver(scan, callee.name))
    addResolved(scan, call.arguments);
}

function addUrl(scan: Scan, node: t.Node): void {
  for (const literal of literals(scan.code, node)) {
    const elsewhere = /^(?:\/|[a-z][a-z\d+.-]+:)/i.test(literal.specifier);
    if (!elsewhere) scan.references.push({ kind: 'path', ...literal });
  }
}
