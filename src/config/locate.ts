import type * as t from '@babel/types';
import { findBinding, functionScope, moduleScope, nameOf, wholeModule } from './bindings.ts';
import type { Evaluator } from './evaluate/evaluator.ts';
import { shortText } from './evaluate/short-text.ts';
import { unwrapTypes } from './evaluate/unwrap-types.ts';
import { defaultExport } from './modules.ts';
import { exportMutations, mutations, visit } from './references.ts';
import { problemAt, type SourceFile } from './source.ts';
import { type Expr, likeObject, type ObjectValue, type Value } from './value.ts';

const shapes =
  'fw-migrate reads `export default defineFwConfig({ … })`, a plain object, a `const` that is exported, a function that returns one of these, and `module.exports = …`.';

/** Finds the object that a config file exports, in any of the shapes people write; throws a problem for any other. */
export function locateConfig(evaluator: Evaluator, file: SourceFile, helper: string): ObjectValue {
  const scope = moduleScope(file);
  refuseTwo(file);
  for (const statement of file.program.body.toReversed()) {
    const exported = defaultExport(statement) ?? exportedAsDefault(statement);
    if (exported) {
      const object = objectOf(evaluator, { node: exported, scope }, helper, 0);
      const changes = statement.type === 'ExpressionStatement' ? exportMutations(file) : [];
      return likeObject(object, { changes: [...object.changes, ...changes] });
    }
    const passedOn = defaultPassedOn(statement);
    if (passedOn === undefined) continue;
    const found = evaluator.modules.find(file, passedOn.source, passedOn.name);
    if (typeof found === 'string') throw problemAt(file, statement, `The config ${found}.`, shapes);
    return objectOf(evaluator, found.expr, helper, 0);
  }
  throw problemAt(
    file,
    { start: 0, end: 0 },
    'No config is exported from this file.',
    `Export it: \`export default ${helper}({ … })\`.`,
  );
}

/** The parser does not mind two default exports in TypeScript, but which one counts nobody can say. */
function refuseTwo(file: SourceFile): void {
  const [, second] = file.program.body.filter(({ type }) => type === 'ExportDefaultDeclaration');
  if (second)
    throw problemAt(file, second, 'The file has two default exports.', 'Leave the one that is meant.');
}

/** `export { config as default }`. */
function exportedAsDefault(statement: t.Statement): t.Node | undefined {
  if (statement.type !== 'ExportNamedDeclaration' || statement.source) return undefined;
  for (const specifier of statement.specifiers) {
    if (specifier.type === 'ExportSpecifier' && nameOf(specifier.exported) === 'default')
      return specifier.local;
  }
  return undefined;
}

/** `export { default } from './base'`. */
function defaultPassedOn(statement: t.Statement): { source: string; name: string } | undefined {
  if (statement.type !== 'ExportNamedDeclaration' || !statement.source) return undefined;
  for (const specifier of statement.specifiers) {
    if (specifier.type === 'ExportSpecifier' && nameOf(specifier.exported) === 'default') {
      return { source: statement.source.value, name: specifier.local.name };
    }
  }
  return undefined;
}

// Each step takes one wrapper off; a config behind more of them is a circle.
const maximumSteps = 50;

function objectOf(evaluator: Evaluator, expr: Expr, helper: string, steps: number): ObjectValue {
  const { scope } = expr;
  const node = unwrapTypes(expr.node);
  const at = { node, scope };
  const next = (inner: t.Node, within = scope): ObjectValue =>
    objectOf(evaluator, { node: inner, scope: within }, helper, steps + 1);
  if (steps > maximumSteps) throw unsupported(at, 'refers to itself');

  switch (node.type) {
    case 'AwaitExpression':
      return next(node.argument);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return next(returned(node, at), functionScope(node, scope));
    case 'CallExpression': {
      if (!isHelper(node.callee, at, helper)) break;
      const [argument] = node.arguments;
      if (!argument) throw unsupported(at, `is \`${helper}()\` without an object`);
      return next(argument);
    }
    case 'Identifier': {
      const inner = namedWrapper(evaluator, at, node.name);
      if (!inner) break;
      const object = objectOf(evaluator, inner, helper, steps + 1);
      return likeObject(object, { changes: [...object.changes, ...mutations(scope.file, node.name)] });
    }
    default:
      break;
  }
  return asObject(evaluator, at, helper, steps);
}

function asObject(evaluator: Evaluator, at: Expr, helper: string, steps: number): ObjectValue {
  const value = evaluator.value(at);
  if (value.kind === 'object') {
    // The names on the way to it do not matter: whatever else uses them, this object is the config.
    if (value.form.kind === 'literal') return likeObject(value, { via: [] });
    // A merge call's arguments may be wrapped in the helper themselves: `defu(defineFwConfig({…}), base)`.
    return unwrapParts(evaluator, value, helper, steps);
  }
  if (value.kind === 'unknown' && value.at.node !== at.node && value.at.node.type === 'CallExpression') {
    return objectOf(evaluator, value.at, helper, steps + 1);
  }
  throw unsupported(value.at, value.kind === 'unknown' ? value.why : `is ${kindName(value.kind)}`);
}

function unwrapParts(evaluator: Evaluator, value: ObjectValue, helper: string, steps: number): ObjectValue {
  const unwrap = (part: Value): Value => {
    const { node } = part.at;
    const wrapped = node.type === 'CallExpression' && isHelper(node.callee, part.at, helper);
    return wrapped ? objectOf(evaluator, part.at, helper, steps + 1) : part;
  };
  const { form } = value;
  if (form.kind === 'merged')
    return likeObject(value, { form: { kind: 'merged', layers: form.layers.map(unwrap) } });
  if (form.kind === 'assigned')
    return likeObject(value, { form: { kind: 'assigned', sources: form.sources.map(unwrap) } });
  return value;
}

/** A name that stands for a wrapped config (a call, a function), not for the object itself. */
function namedWrapper(evaluator: Evaluator, { scope }: Expr, name: string): Expr | undefined {
  const found = findBinding(scope, name);
  if (!found) return undefined;
  const { binding } = found;
  if (binding.kind === 'function') return { node: binding.node, scope: found.scope };
  if (binding.kind === 'import') {
    const exported = evaluator.modules.find(scope.file, binding.source, binding.name);
    return typeof exported === 'string' || isPlain(exported.expr.node) ? undefined : exported.expr;
  }
  return binding.kind === 'const' && !isPlain(binding.init)
    ? { node: binding.init, scope: found.scope }
    : undefined;
}

function isPlain(node: t.Node): boolean {
  return unwrapTypes(node).type === 'ObjectExpression';
}

function isHelper(callee: t.Node, at: Expr, helper: string): boolean {
  if (callee.type === 'MemberExpression') {
    return !callee.computed && callee.property.type === 'Identifier' && callee.property.name === helper;
  }
  if (callee.type !== 'Identifier') return false;
  const binding = findBinding(at.scope, callee.name)?.binding;
  if (!binding) return callee.name === helper;
  if (binding.kind === 'import')
    return binding.name === helper || (binding.name === wholeModule && callee.name === helper);
  if (binding.kind === 'member') return binding.key === helper;
  return binding.kind === 'const' && isNamed(binding.init, helper);
}

function isNamed(node: t.Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

/** The one expression a function returns. */
function returned(fn: t.Function, at: Expr): t.Node {
  if (fn.body?.type !== 'BlockStatement') {
    if (fn.body) return fn.body;
    throw unsupported(at, 'is a function without a body');
  }
  const returns: t.ReturnStatement[] = [];
  const nested = new Set<t.Node>();
  visit(fn.body, undefined, (node, parent) => {
    const inside = parent !== undefined && nested.has(parent);
    if (
      inside ||
      node.type.endsWith('FunctionExpression') ||
      node.type === 'FunctionDeclaration' ||
      node.type.endsWith('Method')
    )
      nested.add(node);
    else if (node.type === 'ReturnStatement') returns.push(node);
  });
  const [only] = returns;
  if (returns.length > 1)
    throw unsupported(
      { node: returns[1] ?? fn, scope: at.scope },
      `is one of ${returns.length} values that a function returns`,
    );
  if (!only?.argument) throw unsupported(at, 'is a function that returns nothing');
  // What a block declares would have to be known to read what is returned from inside it.
  if (!fn.body.body.includes(only))
    throw unsupported({ node: only, scope: at.scope }, 'is returned only under a condition');
  return only.argument;
}

function unsupported(at: Expr, why: string) {
  return problemAt(
    at.scope.file,
    at.node,
    `The config ${why}${why.includes('`') ? '' : ` (${shortText(at)})`}, so its options cannot be read.`,
    shapes,
  );
}

function kindName(kind: string): string {
  return kind === 'array' || kind === 'object'
    ? `an ${kind}`
    : `a ${kind === 'scalar' ? 'plain value' : kind}`;
}
