import type * as t from '@babel/types';
import { nameOf, namesInPattern } from '../../config/bindings.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import { childrenOf, memberName } from '../syntax/code.ts';
import { evaluateCall, evaluateNew } from './calls.ts';
import { defineComponent } from './component.ts';
import { type FlowModule, importedValue, moduleAt, namespaceOf } from './modules.ts';
import type { FlowRun } from './run.ts';
import { declareAll, declareHoisted, isFunction, Scope } from './scope.ts';
import { evaluateTemplate } from './template.ts';
import {
  Box,
  elementsOf,
  Fn,
  nothing,
  other,
  raw,
  read,
  type Thing,
  union,
  unwrapped,
  type Value,
} from './values.ts';

/** Goes through a module once. */
export function evaluateModule(run: FlowRun, module: FlowModule) {
  for (const { program, scope } of module.programs) executeAll(run, program.body, scope);
  evaluateTemplate(run, module);
}

/** What a name stands for at a place. */
export function evaluateName(run: FlowRun, name: string, scope: Scope): Value {
  const { module } = scope;
  const found = scope.find(name);
  if (found) {
    const imported = found === module.scope.names.get(name) ? module.imports.get(name) : undefined;
    return imported ? union(importedValue(run, imported, module.path), found) : found;
  }
  if (scope.isTemplate) {
    const instance = run.box(module.path, 'instance');
    const own = union(read(new Set([instance]), name), read(new Set([run.box(module.path, 'props')]), name));
    if (own.size > 0) return own;
    if (name === '$props' || name === '$attrs') return new Set([run.box(module.path, 'props')]);
  }
  return freeName(run, name, module.path);
}

/** A name that is declared nowhere: one that the framework finds for the sources, or a global. */
function freeName(run: FlowRun, name: string, from: string): Value {
  const path = run.files.autoImported(name, from);
  const module = path === undefined || path === from ? undefined : moduleAt(run, path);
  const value = module?.exports.get(name) ?? module?.exports.get('default');
  return value ?? run.opened.get(name) ?? other;
}

/** What an expression may stand for. What happens to the data inside it is noted. */
export function evaluate(run: FlowRun, at: t.Node, scope: Scope): Value {
  const node = unwrapTypes(at);
  switch (node.type) {
    case 'Identifier':
      return evaluateName(run, node.name, scope);
    case 'ThisExpression':
      return scope.self;
    case 'Super':
    case 'Import':
    case 'MetaProperty':
    case 'BigIntLiteral':
    case 'RegExpLiteral':
      return other;
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
    case 'NullLiteral':
      return nothing;
    case 'TemplateLiteral':
      for (const part of node.expressions) evaluate(run, part, scope);
      return nothing;
    case 'TaggedTemplateExpression':
      for (const one of [node.tag, ...node.quasi.expressions])
        run.escape(evaluate(run, one, scope), one, scope, 'is used in a tagged template');
      return other;
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return read(evaluate(run, node.object, scope), keyOf(run, node, scope));
    case 'CallExpression':
    case 'OptionalCallExpression':
      return evaluateCall(run, node, scope);
    case 'NewExpression':
      return evaluateNew(run, node, scope);
    case 'AwaitExpression':
      return evaluate(run, node.argument, scope);
    case 'AssignmentExpression':
      return evaluateAssignment(run, node, scope);
    case 'UpdateExpression':
      assign(run, node.argument, nothing, node, scope);
      return nothing;
    case 'UnaryExpression':
      return evaluateUnary(run, node, scope);
    case 'BinaryExpression':
      return evaluateBinary(run, node, scope);
    case 'LogicalExpression':
      return union(evaluate(run, node.left, scope), evaluate(run, node.right, scope));
    case 'ConditionalExpression':
      evaluate(run, node.test, scope);
      return union(evaluate(run, node.consequent, scope), evaluate(run, node.alternate, scope));
    case 'SequenceExpression':
      return node.expressions.map((one) => evaluate(run, one, scope)).at(-1) ?? nothing;
    case 'ArrayExpression':
      return evaluateList(run, node, scope);
    case 'ObjectExpression':
      return evaluateObject(run, node, scope);
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return new Set([evaluateFunction(run, node, scope)]);
    case 'JSXElement':
    case 'JSXFragment':
      return evaluateJsx(run, node, scope);
    default:
      return evaluateOther(run, node, scope);
  }
}

/** What is not followed must not touch the data. */
function evaluateOther(run: FlowRun, node: t.Node, scope: Scope): Value {
  if (node.type.startsWith('TS')) return nothing;
  for (const child of childrenOf(node)) {
    if (isFunction(child)) evaluateFunction(run, child, scope, other);
    else run.escape(evaluate(run, child, scope), child, scope, 'is used in code that is not followed');
  }
  return other;
}

/** The key of a member; undefined if only running the code would tell. */
function keyOf(
  run: FlowRun,
  node: t.MemberExpression | t.OptionalMemberExpression,
  scope: Scope,
): string | undefined {
  if (!node.computed) return memberName(node) ?? '#private';
  const key = unwrapTypes(node.property);
  if (key.type === 'StringLiteral') return key.value;
  if (key.type === 'NumericLiteral') return String(key.value);
  evaluate(run, key, scope);
  return undefined;
}

function evaluateAssignment(run: FlowRun, node: t.AssignmentExpression, scope: Scope): Value {
  const value = evaluate(run, node.right, scope);
  if (node.operator === '=') {
    assign(run, node.left, value, node, scope);
    return value;
  }
  const isLogical = /^(?:\?\?|\|\||&&)=$/.test(node.operator);
  const before = isLogical ? evaluate(run, node.left, scope) : nothing;
  assign(run, node.left, isLogical ? value : nothing, node, scope);
  return union(before, isLogical ? value : nothing);
}

/** Assigns to a name, a member or a pattern. */
export function assign(run: FlowRun, target: t.Node, value: Value, at: t.Node, scope: Scope) {
  const node = unwrapTypes(target);
  if (node.type === 'Identifier') return assignName(run, node, value, at, scope);
  if (node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression') {
    const object = evaluate(run, node.object, scope);
    return run.write(object, keyOf(run, node, scope), value, at, scope);
  }
  bind(run, node, value, scope);
}

function assignName(run: FlowRun, { name }: t.Identifier, value: Value, at: t.Node, scope: Scope) {
  const variable = scope.find(name);
  if (scope.isTemplate) {
    // In a template the name of a ref means what is in it.
    for (const thing of evaluateName(run, name, scope))
      if (thing instanceof Box && thing.isRef) run.write(new Set([thing]), 'value', value, at, scope);
    if (!variable) return run.add(run.box(scope.module.path, 'instance').at(name), value);
  }
  if (variable) run.add(variable, value);
  else run.escape(value, at, scope, `is assigned to \`${name}\`, which was not found`);
}

function evaluateUnary(run: FlowRun, { operator, argument }: t.UnaryExpression, scope: Scope): Value {
  const node = unwrapTypes(argument);
  const value = evaluate(run, node, scope);
  const isMember = node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression';
  if (operator === 'delete' && isMember)
    run.write(evaluate(run, node.object, scope), undefined, nothing, node, scope);
  else if (operator === 'typeof' || operator === 'delete') noteComparison(run, value, argument, scope);
  return nothing;
}

function evaluateBinary(run: FlowRun, node: t.BinaryExpression, scope: Scope): Value {
  const left = node.left.type === 'PrivateName' ? other : evaluate(run, node.left, scope);
  const right = evaluate(run, node.right, scope);
  if (node.operator === '===' || node.operator === '!==')
    for (const [value, against] of [
      [left, node.right],
      [right, node.left],
    ] as const)
      if (!isPlain(against)) noteComparison(run, value, node, scope);
  if (node.operator === '|>') run.escape(left, node, scope, 'is used in code that is not followed');
  return nothing;
}

/** Whether an expression surely is neither `null` nor `undefined`. */
function isPlain(at: t.Node): boolean {
  return /^(?:String|Numeric|Boolean|Template)Literal$|^(?:Object|Array)Expression$/.test(
    unwrapTypes(at).type,
  );
}

/** The whole data, or the error, is told apart from `null` or `undefined`. */
export function noteComparison(run: FlowRun, value: Value, at: t.Node, scope: Scope) {
  const inside = unwrapped(value);
  if (inside.has('whole')) run.note('comparison', at, scope, 'is compared');
  if (inside.has('error')) run.note('comparison', at, scope, 'is compared', 'error');
}

function evaluateList(run: FlowRun, node: t.ArrayExpression, scope: Scope): Value {
  const box = run.box(node);
  let isPlaced = true;
  for (const [index, element] of node.elements.entries()) {
    if (!element) continue;
    if (element.type === 'SpreadElement') {
      isPlaced = false;
      run.add(box.rest, elementsOf(evaluate(run, element.argument, scope)));
    } else run.add(isPlaced ? box.at(String(index)) : box.rest, evaluate(run, element, scope));
  }
  return new Set([box]);
}

function evaluateObject(run: FlowRun, node: t.ObjectExpression, scope: Scope): Value {
  const box = run.box(node);
  const self: Value = new Set([box]);
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') spread(run, box, evaluate(run, property.argument, scope));
    else evaluateProperty(run, property, box, self, scope);
  }
  return self;
}

function evaluateProperty(
  run: FlowRun,
  property: t.ObjectProperty | t.ObjectMethod,
  box: Box,
  self: Value,
  scope: Scope,
) {
  const key = propertyKey(property);
  if (property.computed) evaluate(run, property.key, scope);
  const member = key === undefined ? box.rest : box.at(key);
  if (property.type === 'ObjectProperty') {
    const value = unwrapTypes(property.value);
    const isMethod = value.type === 'FunctionExpression';
    run.add(
      member,
      isMethod ? new Set([evaluateFunction(run, value, scope, self)]) : evaluate(run, value, scope),
    );
    return;
  }
  const fn = evaluateFunction(run, property, scope, self);
  if (property.kind === 'method') run.add(member, new Set([fn]));
  else if (property.kind === 'get') run.add(member, fn.returns);
  else run.add(fn.parameter(0), member);
}

/** The key of a property; undefined if it is computed. */
export function propertyKey({ key, computed }: t.ObjectProperty | t.ObjectMethod): string | undefined {
  const node = unwrapTypes(key);
  if (node.type === 'StringLiteral') return node.value;
  if (node.type === 'NumericLiteral') return String(node.value);
  return node.type === 'Identifier' && !computed ? node.name : undefined;
}

/** Copies the members of a value into a box: what is in them is shared. */
export function spread(run: FlowRun, box: Box, value: Value) {
  for (const thing of value) {
    if (thing instanceof Box && !thing.isRef) {
      for (const [key, member] of thing.members) run.add(box.at(key), member);
      run.add(box.rest, thing.rest);
    } else run.add(box.rest, elementsOf(new Set([thing])));
  }
}

/** A function with its body gone through; `self` is what `this` is in it. */
export function evaluateFunction(run: FlowRun, node: t.Function, around: Scope, self?: Value): Fn {
  const fn = run.function(node, around);
  const isArrow = node.type === 'ArrowFunctionExpression';
  const scope = run.scope(node, () => {
    const { module, piece } = around;
    const own = new Scope(around, {
      module,
      piece,
      fn,
      self: isArrow ? undefined : (self ?? other),
      isTemplate: around.isTemplate,
    });
    if (node.body.type === 'BlockStatement') {
      declareAll(own, node.body.body);
      declareHoisted(own, node.body);
    }
    if (node.type === 'FunctionExpression' && node.id) own.declare(node.id.name).add(fn);
    return own;
  });
  if (!isArrow && self) scope.self = self;
  for (const [index, parameter] of node.params.entries()) bindParameter(run, fn, parameter, index, scope);
  if (!isArrow && usesArguments(node)) {
    const list = run.box(node, 'arguments');
    for (const value of [...fn.parameters, fn.spread]) run.add(list.rest, value);
    run.add(scope.declare('arguments'), new Set([list]));
  }
  if (node.body.type === 'BlockStatement') executeAll(run, node.body.body, scope);
  else giveBack(run, fn, node.body, evaluate(run, node.body, scope), scope);
  return fn;
}

/** What a function returns. Where that becomes the data of the followed call, names for it in there stand for it. */
function giveBack(run: FlowRun, fn: Fn, at: t.Node, value: Value, scope: Scope) {
  run.add(fn.returns, value);
  if (run.handlers.has(fn)) for (const name of rootsOf(run, at)) nameData(run, fn, name, scope);
}

function nameData(run: FlowRun, fn: Fn, name: string, scope: Scope) {
  for (let at: Scope | undefined = scope; at && at.fn === fn; at = at.parent) {
    const variable = at.names.get(name);
    if (variable) return run.add(variable, raw);
  }
}

/** The names that an expression takes its value from; functions that it is given are handlers as well. */
function rootsOf(run: FlowRun, at: t.Node): string[] {
  const node = unwrapTypes(at);
  switch (node.type) {
    case 'Identifier':
      return [node.name];
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return rootsOf(run, node.object);
    case 'AwaitExpression':
    case 'SpreadElement':
      return rootsOf(run, node.argument);
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap((one) => rootsOf(run, one));
    case 'LogicalExpression':
      return [node.left, node.right].flatMap((one) => rootsOf(run, one));
    case 'ObjectExpression':
      return node.properties.flatMap((one) => rootsOf(run, one.type === 'ObjectProperty' ? one.value : one));
    case 'ArrayExpression':
      return node.elements.flatMap((one) => (one ? rootsOf(run, one) : []));
    case 'CallExpression':
    case 'OptionalCallExpression':
      for (const one of node.arguments) if (isFunction(one)) run.handle(one);
      return [node.callee, ...node.arguments].flatMap((one) => rootsOf(run, one));
    default:
      return [];
  }
}

const withArguments = new WeakMap<t.Node, boolean>();

function usesArguments(node: t.Function): boolean {
  const known = withArguments.get(node);
  if (known !== undefined) return known;
  const pending: t.Node[] = [node.body];
  let found = false;
  for (let at = pending.pop(); at && !found; at = pending.pop()) {
    found = at.type === 'Identifier' && at.name === 'arguments';
    if (!isFunction(at) || at.type === 'ArrowFunctionExpression') pending.push(...childrenOf(at));
  }
  withArguments.set(node, found);
  return found;
}

function bindParameter(run: FlowRun, fn: Fn, parameter: t.Node, index: number, scope: Scope) {
  if (parameter.type === 'RestElement') {
    const list = run.box(parameter);
    for (const [at, value] of fn.parameters.entries())
      if (at >= index) run.add(list.at(String(at - index)), value);
    run.add(list.rest, fn.spread);
    run.add(list.rest, other);
    return bind(run, parameter.argument, new Set([list]), scope, true);
  }
  const pattern = parameter.type === 'TSParameterProperty' ? parameter.parameter : parameter;
  bind(run, pattern, union(fn.parameter(index), fn.spread), scope, true);
}

/** Gives the names of a pattern what they take out of a value. */
export function bind(run: FlowRun, pattern: t.Node, value: Value, scope: Scope, isNew = false) {
  switch (pattern.type) {
    case 'Identifier':
      if (isNew) return run.add(scope.names.get(pattern.name) ?? scope.declare(pattern.name), value);
      return assignName(run, pattern, value, pattern, scope);
    case 'AssignmentPattern':
      // Of `null` and `undefined`, only the latter is replaced.
      noteComparison(run, value, pattern, scope);
      return bind(run, pattern.left, union(value, evaluate(run, pattern.right, scope)), scope, isNew);
    case 'ObjectPattern':
      return bindMembers(run, pattern, value, scope, isNew);
    case 'ArrayPattern':
      for (const [index, element] of pattern.elements.entries()) {
        if (element?.type === 'RestElement') {
          const rest = run.box(element);
          run.add(rest.rest, elementsOf(value));
          bind(run, element.argument, new Set([rest]), scope, isNew);
        } else if (element) bind(run, element, read(value, String(index)), scope, isNew);
      }
      return;
    default:
      assign(run, pattern, value, pattern, scope);
  }
}

function bindMembers(run: FlowRun, pattern: t.ObjectPattern, value: Value, scope: Scope, isNew: boolean) {
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') {
      const rest = run.box(property);
      spread(run, rest, value);
      bind(run, property.argument, new Set([rest]), scope, isNew);
      continue;
    }
    const key = propertyKey(property);
    if (property.computed) evaluate(run, property.key, scope);
    bind(run, property.value, read(value, key), scope, isNew);
  }
}

function evaluateJsx(run: FlowRun, node: t.JSXElement | t.JSXFragment, scope: Scope): Value {
  const name = node.type === 'JSXElement' ? node.openingElement.name : undefined;
  const isPlain = !name || (name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name));
  const attributes = node.type === 'JSXElement' ? node.openingElement.attributes : [];
  const parts = [
    ...attributes.map((one) => (one.type === 'JSXSpreadAttribute' ? one.argument : one.value)),
    ...node.children,
  ];
  for (const one of parts) {
    const inner =
      one?.type === 'JSXExpressionContainer' || one?.type === 'JSXSpreadChild' ? one.expression : one;
    if (!inner || inner.type === 'JSXText' || inner.type === 'JSXEmptyExpression') continue;
    const value = evaluate(run, inner, scope);
    for (const thing of value) if (thing instanceof Fn) run.open(thing);
    // Listeners get events, and what an element shows is only read.
    if (!isPlain) run.escape(value, inner, scope, 'is passed to a component');
  }
  return nothing;
}

// Statements.

function executeAll(run: FlowRun, statements: readonly t.Node[], scope: Scope) {
  // Functions can be called above their place.
  for (const node of statements) {
    const inner =
      node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration'
        ? node.declaration
        : node;
    if (inner?.type === 'FunctionDeclaration' && inner.id)
      run.add(
        scope.find(inner.id.name) ?? scope.declare(inner.id.name),
        new Set([run.function(inner, scope)]),
      );
  }
  for (const node of statements) execute(run, node, scope);
}

function blockScope(run: FlowRun, node: t.Node, statements: readonly t.Node[], around: Scope): Scope {
  return run.scope(node, () => {
    const own = new Scope(around, { module: around.module, piece: around.piece });
    declareAll(own, statements);
    return own;
  });
}

/** Goes through a statement. */
export function execute(run: FlowRun, node: t.Node, scope: Scope) {
  switch (node.type) {
    case 'ExpressionStatement':
      evaluate(run, node.expression, scope);
      return;
    case 'VariableDeclaration':
      for (const { id, init } of node.declarations)
        if (init) declareValue(run, id, evaluate(run, init, scope), scope);
      return;
    case 'FunctionDeclaration': {
      const fn = evaluateFunction(run, node, scope, other);
      if (node.id) run.add(scope.find(node.id.name) ?? scope.declare(node.id.name), new Set([fn]));
      return;
    }
    case 'ReturnStatement':
      if (node.argument) {
        const value = evaluate(run, node.argument, scope);
        if (scope.fn) giveBack(run, scope.fn, node.argument, value, scope);
      }
      return;
    case 'BlockStatement':
    case 'StaticBlock':
      return executeAll(run, node.body, blockScope(run, node, node.body, scope));
    case 'IfStatement':
      evaluate(run, node.test, scope);
      execute(run, node.consequent, scope);
      if (node.alternate) execute(run, node.alternate, scope);
      return;
    case 'ForStatement':
    case 'ForOfStatement':
    case 'ForInStatement':
      return executeLoop(run, node, scope);
    case 'WhileStatement':
    case 'DoWhileStatement':
      evaluate(run, node.test, scope);
      return execute(run, node.body, scope);
    case 'SwitchStatement':
      return executeSwitch(run, node, scope);
    case 'TryStatement':
      execute(run, node.block, scope);
      if (node.handler) executeCatch(run, node.handler, scope);
      if (node.finalizer) execute(run, node.finalizer, scope);
      return;
    case 'LabeledStatement':
      return execute(run, node.body, scope);
    case 'ThrowStatement':
      return run.escape(evaluate(run, node.argument, scope), node, scope, 'is thrown');
    case 'ExportNamedDeclaration':
    case 'ExportDefaultDeclaration':
      return executeExport(run, node, scope);
    case 'ClassDeclaration':
    case 'ClassExpression':
      evaluateOther(run, node, scope);
      if (node.id) run.add(scope.find(node.id.name) ?? scope.declare(node.id.name), other);
      return;
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'EmptyStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'DebuggerStatement':
      return;
    default:
      if (!node.type.startsWith('TS') || node.type === 'TSExportAssignment') evaluateOther(run, node, scope);
  }
}

/** The names of a declaration are those of the nearest block or function that declares them. */
function declareValue(run: FlowRun, id: t.Node, value: Value, scope: Scope) {
  if (id.type === 'Identifier') run.add(scope.find(id.name) ?? scope.declare(id.name), value);
  else bind(run, id, value, scope);
}

function executeLoop(
  run: FlowRun,
  node: t.ForStatement | t.ForOfStatement | t.ForInStatement,
  around: Scope,
) {
  const declared = node.type === 'ForStatement' ? node.init : node.left;
  const scope = blockScope(run, node, declared ? [declared] : [], around);
  if (node.type === 'ForStatement') {
    if (node.init?.type === 'VariableDeclaration') execute(run, node.init, scope);
    else if (node.init) evaluate(run, node.init, scope);
    if (node.test) evaluate(run, node.test, scope);
    if (node.update) evaluate(run, node.update, scope);
  } else {
    const right = evaluate(run, node.right, scope);
    const value = node.type === 'ForOfStatement' ? elementsOf(right) : nothing;
    if (node.left.type === 'VariableDeclaration')
      for (const { id } of node.left.declarations) declareValue(run, id, value, scope);
    else assign(run, node.left, value, node, scope);
  }
  execute(run, node.body, scope);
}

function executeSwitch(run: FlowRun, node: t.SwitchStatement, around: Scope) {
  const statements = node.cases.flatMap(({ consequent }) => consequent);
  const scope = blockScope(run, node, statements, around);
  const value = evaluate(run, node.discriminant, scope);
  for (const { test } of node.cases) {
    if (test) noteComparison(run, union(value, evaluate(run, test, scope)), test, scope);
  }
  executeAll(run, statements, scope);
}

function executeCatch(run: FlowRun, { param, body }: t.CatchClause, around: Scope) {
  const scope = blockScope(run, body, body.body, around);
  if (param) bind(run, param, other, scope, true);
  executeAll(run, body.body, scope);
}

function executeExport(
  run: FlowRun,
  node: t.ExportNamedDeclaration | t.ExportDefaultDeclaration,
  scope: Scope,
) {
  const { module } = scope;
  if (node.type === 'ExportDefaultDeclaration') return executeDefault(run, node.declaration, scope);
  const { declaration, source } = node;
  if (declaration) {
    execute(run, declaration, scope);
    for (const [name, value] of declaredNames(declaration, scope)) exportValue(run, module, name, value);
  }
  for (const specifier of node.specifiers) {
    if (specifier.type === 'ExportNamespaceSpecifier') {
      const path = source ? run.files.resolve(source.value, module.path) : undefined;
      const inner = path === undefined ? undefined : moduleAt(run, path);
      run.add(module.exported(specifier.exported.name), inner ? namespaceOf(run, inner) : other);
    } else if (specifier.type === 'ExportSpecifier') {
      const { name } = specifier.local;
      const value = source
        ? importedValue(run, { source: source.value, name }, module.path)
        : evaluateName(run, name, scope);
      exportValue(run, module, nameOf(specifier.exported), value);
    }
  }
}

function executeDefault(run: FlowRun, declaration: t.Node, scope: Scope) {
  const { module } = scope;
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') {
    execute(run, declaration, scope);
    const value = isFunction(declaration) ? new Set<Thing>([run.function(declaration, scope)]) : other;
    return exportValue(run, module, 'default', value);
  }
  const node = unwrapTypes(declaration);
  const isOptions = module.isComponent && node.type === 'ObjectExpression';
  if (isOptions) return defineComponent(run, node, scope);
  exportValue(run, module, 'default', evaluate(run, node, scope));
}

/** What is exported can be called from anywhere. */
function exportValue(run: FlowRun, module: FlowModule, name: string, value: Value) {
  run.add(module.exported(name), value);
  for (const thing of value) if (thing instanceof Fn) run.open(thing);
}

function declaredNames(node: t.Node, scope: Scope): [string, Value][] {
  if (node.type === 'VariableDeclaration')
    return node.declarations.flatMap(({ id }) =>
      namesInPattern(id).map((name): [string, Value] => [name, scope.find(name) ?? nothing]),
    );
  const id = 'id' in node && node.id?.type === 'Identifier' ? node.id.name : undefined;
  return id === undefined ? [] : [[id, scope.find(id) ?? nothing]];
}
