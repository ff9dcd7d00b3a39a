/**
 * Finds the object that a config file exports, behind helper calls, functions and names:
 * `export default defineFwConfig({ … })`.
 */

import type * as t from '@babel/types';
import { evaluate, evaluatePart, spreadMembers } from './evaluate.ts';
import { exportMutations, mutations } from './identifier-uses.ts';
import {
  calledFunction,
  exportsOf,
  findBinding,
  findExport,
  functionScope,
  moduleScope,
} from './scope-bindings.ts';
import { type Expr, problemAt, type Scope, type SourceFile, spanOf } from './source.ts';
import { dottedName, isMember, memberKey, unwrapTypes, visit } from './syntax.ts';
import {
  type Member,
  type ObjectValue,
  shortText,
  type UnknownMember,
  type Value,
  withChanges,
} from './value.ts';

function shapes({ modules }: SourceFile): string {
  const helper = modules.catalogue.names.configHelper;
  return `The config must be \`export default ${helper}({ … })\`, a plain object, an exported \`const\`, a function that returns one of these, or \`module.exports = …\`.`;
}

/** Finds the object that a config file exports in any common shape. Throws a problem for other shapes. */
export function locateConfig(file: SourceFile): ObjectValue {
  const { modules, program } = file;
  // The parser accepts two default exports in TypeScript, but it is unclear which one is meant.
  const [, second] = program.body.filter(({ type }) => type === 'ExportDefaultDeclaration');
  if (second)
    throw problemAt(file, second, 'The file has two default exports.', 'Keep only one of them.');
  const exported = exportsOf(file).get('default');
  if (!exported)
    throw problemAt(
      file,
      { start: 0, end: 0 },
      'This file does not export a config.',
      `Export it: \`export default ${modules.catalogue.names.configHelper}({ … })\`.`,
    );
  if ('type' in exported) {
    const object = objectOf({ node: exported, scope: moduleScope(file) }, 0);
    // Most configs are ES modules, whose uses of names need not be listed.
    return file.text.includes('module.exports') ? changed(object, exportMutations(file)) : object;
  }
  const resolved = findExport(file, exported.source, exported.name);
  if (typeof resolved !== 'string') return objectOf(resolved.expr, 0);
  const statement = program.body.find(
    (node) => 'source' in node && node.source?.value === exported.source,
  );
  throw problemAt(file, statement ?? program, `The config ${resolved}.`, shapes(file));
}

// Each step removes one wrapper; a config with more wrappers refers to itself.
const maximumSteps = 50;

function objectOf(expr: Expr, steps: number): ObjectValue {
  const { scope } = expr;
  const node = unwrapTypes(expr.node);
  const at = { node, scope };
  if (steps > maximumSteps) throw unsupported(at, 'refers to itself');
  const unwrap = (inner: t.Node, within = scope) =>
    objectOf({ node: inner, scope: within }, steps + 1);

  switch (node.type) {
    case 'AwaitExpression':
      return unwrap(node.argument);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return unwrap(returned(node, at), functionScope(node, scope));
    case 'CallExpression': {
      if (!isHelperCall(at)) break;
      const [argument] = node.arguments;
      if (!argument) throw unsupported(at, `is \`${helperOf(scope)}()\` without an object`);
      return unwrap(argument);
    }
    case 'Identifier': {
      const inner = namedConfig(at, node.name);
      if (!inner) break;
      return changed(objectOf(inner, steps + 1), mutations(scope.file, node.name));
    }
    default:
      break;
  }
  return asObject(at, steps);
}

/** A config with the statements that change it, as far as they can be read. */
function changed(config: ObjectValue, changes: readonly UnknownMember[]): ObjectValue {
  const start = ({ at }: UnknownMember) => spanOf(at.node).start;
  const ordered = changes.toSorted((a, b) => start(a) - start(b));
  return withChanges(
    config,
    ordered.flatMap((change) => laterMembers(config, change)),
  );
}

/**
 * What a statement of the file sets, read like later entries of the config: `css: […]` of `config.css = […]`, `...x` of
 * `Object.assign(config, x)`. Other code may set any value.
 */
function laterMembers({ form }: ObjectValue, change: UnknownMember): readonly Member[] {
  const { node: use, scope } = change.at;
  const statement = scope.file.program.body.findLast(
    (candidate) => spanOf(candidate).start <= spanOf(use).start,
  );
  if (statement?.type !== 'ExpressionStatement' || form.kind !== 'literal') return [change];
  const { expression } = statement;
  if (expression.type === 'CallExpression') {
    const [target, ...sources] = expression.arguments;
    if (target !== use || dottedName(expression.callee) !== 'Object.assign') return [change];
    return sources.flatMap((node) => spreadMembers(evaluatePart({ node, scope })));
  }
  if (expression.type !== 'AssignmentExpression' || expression.operator !== '=') return [change];
  const { left, right } = expression;
  if (!isMember(left) || unwrapTypes(left.object) !== use) return [change];
  const key = memberKey(left);
  if (key === undefined) return [change];
  const name = left.property as t.Expression;
  const node: t.ObjectProperty = {
    ...left,
    type: 'ObjectProperty',
    key: name,
    value: right,
    shorthand: false,
  };
  const owner = form.node;
  return [{ kind: 'property', key, node, owner, scope, via: [], isAssigned: true, memo: {} }];
}

function asObject(at: Expr, steps: number): ObjectValue {
  const value = evaluate(at);
  if (
    value.kind === 'unknown' &&
    value.at.node !== at.node &&
    value.at.node.type === 'CallExpression'
  )
    return objectOf(value.at, steps + 1);
  if (value.kind !== 'object')
    throw unsupported(
      value.at,
      value.kind === 'unknown' ? value.why : `is ${kindName(value.kind)}`,
    );
  // The arguments of a merge call may be wrapped in the helper themselves.
  const unwrap = (part: Value): Value =>
    isHelperCall(part.at) ? objectOf(part.at, steps + 1) : part;
  const { form } = value;
  if (form.kind !== 'literal')
    return { ...value, form: { ...form, sources: form.sources.map(unwrap) }, memo: {} };
  // Other uses of its names do not matter: this object is the config.
  return { ...value, via: [], memo: {} };
}

/** The expression behind a name that stands for the config. */
function namedConfig({ scope }: Expr, name: string): Expr | undefined {
  const declaration = findBinding(scope, name);
  if (!declaration) return undefined;
  const { init, member, imported, why } = declaration.binding;
  if (why !== undefined) return undefined;
  if (imported) {
    const exported = findExport(scope.file, imported.source, imported.name);
    if (typeof exported === 'string') return undefined;
    return unwrapTypes(exported.expr.node).type === 'ObjectExpression' ? undefined : exported.expr;
  }
  return init && !member ? { node: init, scope: declaration.scope } : undefined;
}

/** Whether an expression calls the helper that configs are wrapped in, under any imported name. */
function isHelperCall({ node, scope }: Expr): boolean {
  if (node.type !== 'CallExpression') return false;
  const { name = '', source } = calledFunction(node.callee, scope) ?? {};
  const { configHelper, configHelperModules: from } = scope.file.modules.catalogue.names;
  const isFrom = source === undefined || from.length === 0 || from.includes(source);
  return isFrom && name.split('.').at(-1) === configHelper;
}

/** The only expression that a function returns. */
function returned(fn: t.Function, at: Expr): t.Node {
  if (fn.body?.type !== 'BlockStatement') {
    if (fn.body) return fn.body;
    throw unsupported(at, 'is a function without a body');
  }
  const returns = returnsIn(fn.body);
  const [only, second] = returns;
  const count = `is one of ${returns.length} values that a function returns`;
  if (second) throw unsupported({ node: second, scope: at.scope }, count);
  if (!only?.argument) throw unsupported(at, 'is a function that returns nothing');
  // A value returned inside a block may use declarations of that block, which are not read.
  if (!fn.body.body.includes(only))
    throw unsupported({ node: only, scope: at.scope }, 'is returned only under a condition');
  return only.argument;
}

/** The return statements of a function, without those of functions inside it. */
function returnsIn(body: t.BlockStatement): t.ReturnStatement[] {
  const returns: t.ReturnStatement[] = [];
  const nested = new Set<t.Node>();
  visit(body, (node, parent) => {
    const isInside = parent !== undefined && nested.has(parent);
    if (isInside || /(?:FunctionExpression|FunctionDeclaration|Method)$/.test(node.type))
      nested.add(node);
    else if (node.type === 'ReturnStatement') returns.push(node);
  });
  return returns;
}

function unsupported(at: Expr, why: string) {
  const shown = why.includes('`') ? '' : ` (${shortText(at)})`;
  const summary = `The config ${why}${shown}, so its options cannot be read.`;
  return problemAt(at.scope.file, at.node, summary, shapes(at.scope.file));
}

function helperOf(scope: Scope): string {
  return scope.file.modules.catalogue.names.configHelper;
}

function kindName(kind: string): string {
  if (kind === 'array') return 'an array';
  return `a ${kind === 'scalar' ? 'plain value' : kind}`;
}
