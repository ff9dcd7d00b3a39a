import type * as t from '@babel/types';
import { requiredModule } from '../../config/scope-bindings.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import type { FileNames } from './bindings.ts';
import { calledName, propertyOf } from './code.ts';

const fileModules = ['fs', 'node:fs', 'fs/promises', 'node:fs/promises', 'fs-extra', 'graceful-fs'];
const patternModules = [
  'glob',
  'fast-glob',
  'globby',
  'tinyglobby',
  'tiny-glob',
  'chokidar',
  'rimraf',
  'del',
];

/** Functions with two paths; for others, the second argument is data or an option. */
const takesTwo = /^(?:rename|copy|copyFile|cp|link|symlink|move|ensureLink|ensureSymlink)(?:Sync)?$/;

/** The arguments of a call that are paths or patterns, relative to the working folder. */
export function fileArguments({ callee, arguments: args }: t.CallExpression, names: FileNames): t.Node[] {
  const from = calledModule(callee, names) ?? '';
  if (fileModules.includes(from)) return args.slice(0, takesTwo.test(calledName(callee)) ? 2 : 1);
  const [first] = args;
  if (!first || !patternModules.includes(from)) return [];
  const cwd = args.flatMap((argument) => propertyOf(argument, 'cwd') ?? []);
  const isWorking = cwd.every((node) => node.type === 'CallExpression' && calledName(node.callee) === 'cwd');
  if (!isWorking) return cwd;
  return first.type === 'ArrayExpression' ? first.elements.flatMap((element) => element ?? []) : [first];
}

/** The module of a function, also if it is a member of the module object. */
export function calledModule(callee: t.Node, { imports, bindings }: FileNames): string | undefined {
  let node = unwrapTypes(callee);
  while (node.type === 'MemberExpression') node = unwrapTypes(node.object);
  if (node.type !== 'Identifier') return requiredModule(node);
  const [binding, another] = bindings.get(node.name) ?? [];
  const required = binding?.init && !another ? requiredModule(binding.init) : undefined;
  return imports.get(node.name)?.source ?? required;
}
