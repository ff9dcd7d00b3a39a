import type * as t from '@babel/types';
import { nameOf, namesInPattern } from '../../config/bindings.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import { walk } from '../syntax/code.ts';
import { assign, bind } from './assign.ts';
import { defineComponent } from './component.ts';
import { evaluate, evaluateOther, noteComparison } from './evaluate.ts';
import { evaluateFunction, giveBack } from './functions.ts';
import { type FlowModule, importedValue, moduleAt, namespaceOf } from './modules.ts';
import { evaluateName } from './names.ts';
import type { FlowRun } from './run.ts';
import { declareAll, declareHoisted, isFunction, Scope } from './scope.ts';
import { evaluateTemplate } from './template.ts';
import { elementsOf, Fn, nothing, other, plain, type Thing, union, type Value } from './values.ts';

/** Goes through a module once. */
export function evaluateModule(run: FlowRun, module: FlowModule) {
  for (const { body, scope } of module.programs) executeAll(run, body, scope);
  evaluateTemplate(run, module);
}

export function executeAll(run: FlowRun, statements: readonly t.Node[], scope: Scope) {
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
      const fn = evaluateFunction(run, node, scope);
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
    case 'TSExportAssignment':
      return run.escape(evaluate(run, node.expression, scope), node, scope, 'is exported');
    case 'TSModuleDeclaration':
      if (node.body.type === 'TSModuleBlock')
        executeAll(run, node.body.body, blockScope(run, node, node.body.body, scope));
      return;
    default:
      if (!node.type.startsWith('TS')) evaluateOther(run, node, scope);
  }
}

function blockScope(run: FlowRun, node: t.Node, statements: readonly t.Node[], around: Scope): Scope {
  return run.scope(node, () => {
    const own = new Scope(around, { module: around.module, piece: around.piece });
    declareAll(own, statements);
    if (node.type === 'TSModuleDeclaration')
      for (const statement of statements) declareHoisted(own, statement);
    return own;
  });
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
    const value = node.type === 'ForOfStatement' ? elementsOf(right) : plain;
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
  const options = module.isComponent ? optionsIn(node, module) : undefined;
  if (options) return defineComponent(run, options, scope);
  exportValue(run, module, 'default', evaluate(run, node, scope));
}

/** The options of a component: an object, or a constant that is one and is used nowhere else. */
function optionsIn(node: t.Node, { programs }: FlowModule): t.ObjectExpression | undefined {
  if (node.type === 'ObjectExpression') return node;
  if (node.type !== 'Identifier') return undefined;
  let mentions = 0;
  for (const { program } of programs)
    walk(program, (one) => {
      if (one.type === 'Identifier' && one.name === node.name) mentions += 1;
    });
  if (mentions > 2) return undefined;
  const constants = programs
    .flatMap(({ program }) => program.body)
    .flatMap((one) => (one.type === 'VariableDeclaration' && one.kind === 'const' ? one.declarations : []));
  const found = constants.find(({ id }) => id.type === 'Identifier' && id.name === node.name)?.init;
  const value = found ? unwrapTypes(found) : undefined;
  return value?.type === 'ObjectExpression' ? value : undefined;
}

/** What is exported can be called from anywhere. */
function exportValue(run: FlowRun, module: FlowModule, name: string, value: Value) {
  run.add(module.exported(name), value);
  for (const thing of value) if (thing instanceof Fn) run.open(thing);
  const at = module.programs[0]?.program;
  if (!module.isComponent || name !== 'default' || !at || run.components.has(module)) return;
  // A component that is made in another way than by options that were read.
  const seen = union(value, new Set([run.instance(module, 'instance'), run.instance(module, 'props')]));
  run.escape(seen, at, module.scope, 'is used in a component that cannot be analysed');
}

function declaredNames(node: t.Node, scope: Scope): [string, Value][] {
  if (node.type === 'VariableDeclaration')
    return node.declarations.flatMap(({ id }) =>
      namesInPattern(id).map((name): [string, Value] => [name, scope.find(name) ?? nothing]),
    );
  const id = 'id' in node && node.id?.type === 'Identifier' ? node.id.name : undefined;
  return id === undefined ? [] : [[id, scope.find(id) ?? nothing]];
}
