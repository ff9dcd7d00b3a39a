import { reactivityModules } from '../../catalogue/reactivity.ts';
import { namesInPattern } from '../../config/bindings.ts';
import { isFrom } from '../syntax/bindings.ts';
import { copyingFunctions } from './methods.ts';
import { importedValue, moduleAt } from './modules.ts';
import type { FlowRun } from './run.ts';
import type { Scope } from './scope.ts';
import { nothing, other, read, union, unwrapped, type Value } from './values.ts';

/** What a name stands for at a place. In a template, the name of a ref stands for what is in it. */
export function evaluateName(run: FlowRun, name: string, scope: Scope): Value {
  const value = namedValue(run, name, scope);
  return scope.isTemplate ? union(scope.findsLocally(name) ? value : nothing, unwrapped(value)) : value;
}

export function namedValue(run: FlowRun, name: string, scope: Scope): Value {
  const { module } = scope;
  const found = scope.find(name);
  const imported = found && scope.importOf(name);
  if (found) return imported ? union(importedValue(run, imported, module.path), found) : found;
  if (scope.isTemplate) {
    const instance = run.instance(module, 'instance');
    const props: Value = new Set([run.instance(module, 'props')]);
    const all = name === '$props' || name === '$attrs' ? props : nothing;
    const own = union(read(new Set([instance]), name), read(props, name), all);
    if (own.size > 0) return own;
  }
  return freeName(run, name, module.path);
}

/** A name that is declared nowhere: one that the framework finds for the sources, or a global. */
function freeName(run: FlowRun, name: string, from: string): Value {
  const path = run.files.autoImported(name, from);
  const module = path === from ? undefined : moduleAt(run, path);
  const value = module?.exports.get(name) ?? module?.exports.get('default');
  return value ?? run.opened.get(name) ?? other;
}

/** What the framework, the view library or the language calls a function; undefined for any other one. */
export function knownName(run: FlowRun, name: string, scope: Scope): string | undefined {
  if (!scope.find(name)) return isOwnName(run, name, scope) ? undefined : name;
  const imported = scope.importOf(name);
  if (!imported) return undefined;
  const { virtual, package: own, scope: packages } = run.names;
  const modules = [...reactivityModules, virtual.imports, virtual.app, own, packages];
  if (isFrom(imported.source, modules)) return imported.name;
  return copyingFunctions.has(imported.name) || imported.source === 'klona' ? 'structuredClone' : undefined;
}

/** Whether a name stands for an export of another file of the project, or for what a call of one returns. */
export function isElsewhere(run: FlowRun, name: string, scope: Scope): boolean {
  if (isExportElsewhere(run, name, scope)) return true;
  const statements = scope.module.programs.flatMap(({ program }) => program.body);
  return statements.some((statement) => {
    if (statement.type !== 'VariableDeclaration') return false;
    const init = statement.declarations.find(({ id }) => namesInPattern(id).includes(name))?.init;
    const made = init?.type === 'AwaitExpression' ? init.argument : init;
    if (made?.type !== 'CallExpression' || made.callee.type !== 'Identifier') return false;
    return isExportElsewhere(run, made.callee.name, scope);
  });
}

function isExportElsewhere(run: FlowRun, name: string, scope: Scope): boolean {
  if (!scope.find(name)) return isOwnName(run, name, scope);
  const imported = scope.importOf(name);
  return imported !== undefined && run.files.resolve(imported.source, scope.module.path) !== undefined;
}

/** Whether a name that a file does not declare is one of its component or of the project. */
function isOwnName(run: FlowRun, name: string, { isTemplate, module: { path } }: Scope): boolean {
  if (isTemplate && ['instance', 'props'].some((one) => run.box(path, one).members.has(name))) return true;
  return !run.names.dataFunctions.includes(name) && run.files.autoImported(name, path) !== undefined;
}
