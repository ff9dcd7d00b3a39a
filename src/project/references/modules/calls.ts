import type * as t from '@babel/types';
import { isMeta, memberName, unwrapped } from '../../syntax/nodes.ts';
import { addGlobs } from './globs.ts';
import { addJoined, addResolved, addResolvedFrom } from './joined-paths.ts';
import {
  calleeName,
  isOwnFolder,
  isOwnResolver,
  isRequire,
  isResolveOfResolver,
  isUrl,
} from './own-names.ts';
import { add, addModule, type Call, type KindOf, type Scan } from './scan.ts';

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

/** Without a scheme or a slash in front it is relative. */
const ofUrl: KindOf = (specifier) => (/^(?:\/|[a-z][a-z\d+.-]+:)/i.test(specifier) ? undefined : 'path');

/** The folder that webpack looks for modules in. */
const ofContext: KindOf = (specifier) => (specifier.startsWith('.') ? 'path' : 'module');

/** Adds what a call names, if it is one of those that take a file. */
export function judge(scan: Scan, call: Call): void {
  const callee = unwrapped(call.callee);
  const [first, second] = call.arguments;
  if (!first) return;
  if (call.type === 'NewExpression') {
    if (second && isMeta(second, 'url') && isUrl(scan, callee)) add(scan, ofUrl, first);
  } else if (callee.type === 'Import') addModule(scan, first);
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
    else if (method === 'resolve') addModule(scan, first);
    else if (method === 'webpackContext') add(scan, ofContext, first);
  } else if (object.type === 'Identifier' && mockMethods.get(object.name)?.has(method))
    addModule(scan, first);
  else if (method === 'join' && isOwnFolder(scan, first)) addJoined(scan, call.arguments.slice(1));
  else if (method === 'resolve') judgeResolve(scan, call, object);
  else if (method === 'context' && isRequire(scan, object)) add(scan, ofContext, first);
  else if (method === 'resolvePath' && isOwnResolver(scan, object)) addResolved(scan, [first]);
}

/** `require.resolve`, `path.resolve`, and the `resolve` of a resolver. */
function judgeResolve(scan: Scan, call: t.CallExpression, object: t.Node): void {
  const [first, second] = call.arguments;
  if (!first) return;
  if (isOwnFolder(scan, first)) addResolvedFrom(scan, call.arguments.slice(1));
  else if (isOwnResolver(scan, object)) addResolved(scan, call.arguments);
  // With `paths`, the search starts somewhere else.
  else if (!second && isRequire(scan, object)) addModule(scan, first);
}

function judgeFunction(scan: Scan, call: t.CallExpression, callee: t.Node): void {
  const [first] = call.arguments;
  if (!first) return;
  const name = callee.type === 'Identifier' ? calleeName(scan, callee) : undefined;
  if (isRequire(scan, callee)) addModule(scan, first);
  else if (name === 'join' && isOwnFolder(scan, first)) addJoined(scan, call.arguments.slice(1));
  else if (name === 'resolve' && isOwnFolder(scan, first)) addResolvedFrom(scan, call.arguments.slice(1));
  else if (callee.type === 'Identifier' && isResolveOfResolver(scan, callee.name))
    addResolved(scan, call.arguments);
}
