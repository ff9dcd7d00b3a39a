import type * as t from '@babel/types';
import { nameOf, namesInPattern } from '../../config/bindings.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import { countOf } from '../syntax/code.ts';
import { assign, bind } from './assign.ts';
import { defineComponent } from './component.ts';
import { evaluate, evaluateOther, noteComparison } from './evaluate.ts';
import { declareData, evaluateFunction, giveBack } from './functions.ts';
import { type FlowModule, importedValue, moduleAt, namespaceOf } from './modules.ts';
import { evaluateName } from './names.ts';
import type { FlowRun } from './run.ts';
import { declarationIn, declareAll, declareHoisted, isFunction, Scope } from './scope.ts';
import { evaluateTemplate } from './template.ts';
import { elementsOf, nothing, other, plain, type Thing, union, type Value } from './values.ts';

/** Goes through a module once. */
export function evaluateModule(run: FlowRun, module: FlowModule) {
  for (const { program, scope } of module.programs) executeAll(run, program.body, scope);
  evaluateTemplate(run, module);
}

export function executeAll(run: FlowRun, statements: readonly t.Node[], scope: Scope) {
  // Functions can be called above their place.
  for (const node of statements) {
    const inner = declarationIn(node);
    if (inner?.type === 'FunctionDeclaration')
      declareNamed(run, inner, new Set([run.function(inner, scope)]), scope);
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
      return executeVariables(run, node, scope);
    case 'FunctionDeclaration':
      return declareNamed(run, node, new Set([evaluateFunction(run, node, scope)]), scope);
    case 'ReturnStatement':
      return executeReturn(run, node, scope);
    case 'BlockStatement':
    case 'StaticBlock':
      return executeAll(run, node.body, blockScope(run, node, node.body, scope));
    case 'IfStatement':
      evaluate(run, node.test, scope);
      return executeEach(run, [node.consequent, node.alternate], scope);
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
      return executeEach(run, [node.block, node.handler, node.finalizer], scope);
    case 'CatchClause':
      return executeCatch(run, node, scope);
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
      return declareNamed(run, node, other, scope);
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
      evaluateOther(run, node, scope);
  }
}

function executeEach(run: FlowRun, nodes: readonly (t.Node | null | undefined)[], scope: Scope) {
  for (const node of nodes) if (node) execute(run, node, scope);
}

/** Gives the name of a function or class its value. */
function declareNamed(
  run: FlowRun,
  { id }: t.FunctionDeclaration | t.ClassDeclaration | t.ClassExpression,
  value: Value,
  scope: Scope,
) {
  if (id) run.add(scope.variable(id.name), value);
}

function executeVariables(run: FlowRun, { declarations }: t.VariableDeclaration, scope: Scope) {
  for (const one of declarations) {
    if (one.init) declareValue(run, one.id, evaluate(run, one.init, scope), scope);
    declareData(run, one, scope);
  }
}

function executeReturn(run: FlowRun, { argument }: t.ReturnStatement, scope: Scope) {
  const value = argument ? evaluate(run, argument, scope) : nothing;
  if (argument && scope.fn) giveBack(run, scope.fn, argument, value, scope);
}

function blockScope(run: FlowRun, node: t.Node, statements: readonly t.Node[], around: Scope): Scope {
  return run.scope(node, () => {
    const own = new Scope(around);
    declareAll(own, statements);
    if (node.type === 'TSModuleDeclaration')
      for (const statement of statements) declareHoisted(own, statement);
    return own;
  });
}

function declareValue(run: FlowRun, id: t.Node, value: Value, scope: Scope) {
  if (id.type === 'Identifier') run.add(scope.variable(id.name), value);
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
  if (node.type === 'ExportDefaultDeclaration') return executeDefault(run, node.declaration, scope);
  const { declaration, source, specifiers } = node;
  if (declaration) {
    execute(run, declaration, scope);
    for (const name of declaredNames(declaration))
      exportValue(run, scope.module, name, scope.find(name) ?? nothing);
  }
  for (const specifier of specifiers) exportSpecifier(run, specifier, source?.value, scope);
}

function exportSpecifier(
  run: FlowRun,
  specifier: t.ExportNamedDeclaration['specifiers'][number],
  source: string | undefined,
  scope: Scope,
) {
  const { module } = scope;
  if (specifier.type === 'ExportSpecifier') {
    const { name } = specifier.local;
    const value =
      source === undefined
        ? evaluateName(run, name, scope)
        : importedValue(run, { source, name }, module.path);
    exportValue(run, module, nameOf(specifier.exported), value);
  } else if (specifier.type === 'ExportNamespaceSpecifier' && source !== undefined) {
    const inner = moduleAt(run, run.files.resolve(source, module.path));
    run.add(module.exported(specifier.exported.name), inner ? namespaceOf(run, inner) : other);
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
  const trees = programs.map(({ program }) => program);
  if (countOf(node.name, trees) > 2) return undefined;
  const constants = trees
    .flatMap(({ body }) => body)
    .flatMap((one) => (one.type === 'VariableDeclaration' && one.kind === 'const' ? one.declarations : []));
  const found = constants.find(({ id }) => id.type === 'Identifier' && id.name === node.name)?.init;
  const value = found ? unwrapTypes(found) : undefined;
  return value?.type === 'ObjectExpression' ? value : undefined;
}

/** What is exported can be called from anywhere. */
function exportValue(run: FlowRun, module: FlowModule, name: string, value: Value) {
  run.add(module.exported(name), value);
  run.openAll(value);
  if (!module.isComponent || name !== 'default' || run.components.has(module)) return;
  // A component that is made in another way than by options that were read.
  const seen = union(value, new Set([run.instance(module, 'instance'), run.instance(module, 'props')]));
  run.escapeFrom(module, seen, 'is used in a component that cannot be analysed');
}

function declaredNames(node: t.Node): string[] {
  if (node.type === 'VariableDeclaration') return node.declarations.flatMap(({ id }) => namesInPattern(id));
  return 'id' in node && node.id?.type === 'Identifier' ? [node.id.name] : [];
}
