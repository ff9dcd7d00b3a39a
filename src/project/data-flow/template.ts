import type * as t from '@babel/types';
import type * as Vue from '@vue/compiler-dom';
import { viewComponents } from '../../catalogue/reactivity.ts';
import {
  camelCase,
  type Element,
  isAttribute,
  isElement,
  isInterpolation,
  pascalCase,
} from '../syntax/component.ts';
import { expressionPiece, ifReadable } from '../syntax/source.ts';
import { assign, bind } from './assign.ts';
import { evaluate, noteComparison, spread } from './evaluate.ts';
import { type FlowImport, type FlowModule, moduleAt } from './modules.ts';
import { evaluateName } from './names.ts';
import { propsOf } from './props.ts';
import type { FlowRun } from './run.ts';
import { Scope } from './scope.ts';
import { execute } from './statements.ts';
import { elementsOf, holdsResult, nothing, other, unwrapped, type Value } from './values.ts';

/** Goes through the template of a component. */
export function evaluateTemplate(run: FlowRun, module: FlowModule) {
  const { template, scope: around } = module;
  const self: Value = new Set([run.instance(module, 'instance')]);
  if (module.hasForeignTemplate)
    for (const value of [...around.names.values(), self])
      run.escapeFrom(module, value, 'is visible to a template that cannot be parsed');
  if (!template) return;
  const scope = run.scope(template, () => new Scope(around, { isTemplate: true, self }));
  for (const child of template.children) evaluateNode(run, child, scope);
}

// The numbers that the compiler gives to kinds of tags.
const componentTag = 1;
const slotTag = 2;

function evaluateNode(run: FlowRun, node: Vue.TemplateChildNode, scope: Scope) {
  if (isUnconnected(node, scope)) return;
  if (isInterpolation(node)) evaluateExpression(run, node.content, scope);
  else if (isElement(node)) evaluateElement(run, node, scope);
}

/** Whether a part of the template uses nothing that the file is looked at for. What a loop declares may be that, too. */
function isUnconnected({ loc }: Vue.TemplateChildNode, scope: Scope): boolean {
  const { mentions } = scope.module;
  if (!mentions || mentions.some((offset) => offset >= loc.start.offset && offset < loc.end.offset))
    return false;
  for (let at: Scope | undefined = scope; at?.isTemplate; at = at.parent) if (at.names.size > 0) return false;
  return true;
}

function evaluateElement(run: FlowRun, element: Element, around: Scope) {
  const directives = element.props.filter((prop) => !isAttribute(prop));
  const scope = run.scope(element, () => new Scope(around));
  const loop = directives.find(({ name }) => name === 'for')?.forParseResult;
  if (loop) {
    const items = elementsOf(unwrapped(evaluateExpression(run, loop.source, around)));
    bindNames(run, loop.value, items, scope);
    for (const alias of [loop.key, loop.index]) bindNames(run, alias, other, scope);
  }
  for (const directive of directives)
    if (directive.name === 'slot') bindNames(run, directive.exp, other, scope);
  if (element.tagType === componentTag && element.props.some(isRefAttribute)) {
    const child = run.modules.get(componentFile(run, element.tag, scope.module) ?? '');
    const instance: Value = child ? new Set([run.instance(child, 'instance')]) : nothing;
    escapeAt(run, instance, element, scope, 'is accessible through a `ref`');
  }
  for (const directive of directives) evaluateDirective(run, directive, element, scope);
  for (const child of element.children) evaluateNode(run, child, scope);
}

/** Directives that only read what they are given. */
const reading = new Set('if else-if else show text html memo once cloak pre'.split(' '));

function evaluateDirective(run: FlowRun, directive: Vue.DirectiveNode, element: Element, scope: Scope) {
  const { name, exp, arg } = directive;
  if (name === 'for' || name === 'slot') return;
  if (name === 'on') {
    const own = run.scope(directive, () => {
      const inner = new Scope(scope);
      inner.declare('$event').add('other');
      return inner;
    });
    return run.openAll(evaluateExpression(run, exp, own));
  }
  const key = arg && 'content' in arg && arg.isStatic ? camelCase(arg.content) : undefined;
  if (name === 'model') return evaluateModel(run, exp, element, key ?? 'modelValue', scope);
  // `:post` is short for `:post="post"`.
  const value =
    exp || key === undefined ? evaluateExpression(run, exp, scope) : evaluateName(run, key, scope);
  if (reading.has(name)) return;
  if (name !== 'bind') return escapeAt(run, value, directive, scope, `is passed to \`v-${name}\``);
  passTo(run, element, arg ? (key ?? '?') : undefined, value, directive, scope);
}

function evaluateModel(
  run: FlowRun,
  exp: Vue.ExpressionNode | undefined,
  element: Element,
  key: string,
  scope: Scope,
) {
  const parsed = exp && parseExpression(run, exp, scope);
  const [statement] = parsed?.body ?? [];
  if (!exp || !parsed || statement?.type !== 'ExpressionStatement') return;
  assign(run, statement.expression, other, statement.expression, parsed.scope);
  if (element.tagType === componentTag)
    passTo(run, element, key, evaluate(run, statement.expression, parsed.scope), exp, scope);
}

/** Attributes that the framework itself reads. */
const ownAttributes = new Set(['key', 'class', 'style', 'ref', 'is', 'id']);

/** Hands a value to an element; without a key, all that is in it. */
function passTo(
  run: FlowRun,
  element: Element,
  key: string | undefined,
  value: Value,
  at: Vue.DirectiveNode | Vue.ExpressionNode,
  scope: Scope,
) {
  const isComponent = element.tagType === componentTag;
  const isSlot = element.tagType === slotTag;
  if ((!isComponent && !isSlot) || (key !== undefined && ownAttributes.has(key))) return;
  run.openAll(value);
  if (!holdsResult(value)) return;
  const lost = (what: string) => escapeAt(run, value, at, scope, what);
  if (isSlot) return key === 'name' ? undefined : lost('is passed to a slot');
  const child = componentOf(run, element.tag, scope.module);
  if (child === 'reads') return;
  if (!child) return lost(`is passed to \`<${element.tag}>\`, which was not found`);
  const props = run.instance(child, 'props');
  // An attribute that is not a prop is accessible as well, and a prop that is `undefined` has its default.
  const place = placeOf(at, scope);
  noteComparison(run, value, place.at, place.scope);
  if (key === undefined) {
    if (/attrs/i.test(child.source.text))
      return lost(`is passed to \`<${element.tag}>\`, which uses its attributes`);
    return spread(run, props, unwrapped(value));
  }
  const declared = propsOf(child);
  if (key === '?' || (declared !== 'unknown' && !declared.has(key)))
    return lost(`is passed to \`<${element.tag}>\`, which does not declare it`);
  run.add(props.at(key), unwrapped(value));
}

function isRefAttribute(prop: Vue.AttributeNode | Vue.DirectiveNode): boolean {
  if (isAttribute(prop)) return prop.name === 'ref';
  return prop.name === 'bind' && !!prop.arg && 'content' in prop.arg && prop.arg.content === 'ref';
}

/** The file that a tag stands for; undefined if it is none of the repository. */
function componentFile(run: FlowRun, tag: string, module: FlowModule): string | undefined {
  const imported = importedComponent(tag, module);
  if (imported === 'unknown') return undefined;
  return imported
    ? run.files.resolve(imported.source, module.path)
    : run.files.component(pascalCase(tag), module.path);
}

/** What the file itself says that a tag is. */
function importedComponent(
  tag: string,
  { imports, components }: FlowModule,
): FlowImport | 'unknown' | undefined {
  const pascal = pascalCase(tag);
  for (const name of [pascal, '*']) if (components.has(name)) return components.get(name) ?? 'unknown';
  return [pascal, camelCase(tag), tag].map((name) => imports.get(name)).find((one) => one !== undefined);
}

/** The component that a tag stands for; undefined if it is not a file of the repository. */
function componentOf(run: FlowRun, tag: string, module: FlowModule): FlowModule | 'reads' | undefined {
  const { readingComponents } = run.names;
  const child = moduleAt(run, componentFile(run, tag, module));
  const isKnown = [...readingComponents, ...viewComponents].includes(pascalCase(tag));
  if (isKnown && !child && !importedComponent(tag, module)) return 'reads';
  return child?.isComponent ? child : undefined;
}

interface ParsedExpression {
  readonly body: readonly t.Node[];
  readonly scope: Scope;
}

/** Undefined if it cannot be parsed, as in a file that is being written. */
function parseExpression(
  run: FlowRun,
  exp: Vue.ExpressionNode,
  scope: Scope,
  wrap: (code: string) => string = (code) => code,
): ParsedExpression | undefined {
  if (!('content' in exp)) return undefined;
  const { content, loc } = exp;
  const part = { content, code: wrap(content), start: loc.start.offset, end: loc.end.offset };
  const piece = ifReadable(() => expressionPiece(scope.module.source, part));
  if (!piece) run.unreadable(scope, part.start);
  return piece && { body: piece.program.body, scope: run.scope(exp, () => new Scope(scope, { piece })) };
}

function evaluateExpression(run: FlowRun, exp: Vue.ExpressionNode | undefined, scope: Scope): Value {
  const parsed = exp && parseExpression(run, exp, scope);
  let value: Value = nothing;
  for (const node of parsed?.body ?? []) {
    value = nothing;
    if (parsed && node.type === 'ExpressionStatement') value = evaluate(run, node.expression, parsed.scope);
    else if (parsed) execute(run, node, parsed.scope);
  }
  return value;
}

/** Binds the names that a loop or a slot declares. */
function bindNames(run: FlowRun, exp: Vue.ExpressionNode | undefined, value: Value, scope: Scope) {
  // One name alone can be read as it is, which is faster.
  const isName = exp && 'content' in exp && /^\s*[A-Za-z_$][\w$]*\s*$/.test(exp.content);
  const parsed = exp && parseExpression(run, exp, scope, (code) => (isName ? code : `(${code}) => 0`));
  const [statement] = parsed?.body ?? [];
  const node = statement?.type === 'ExpressionStatement' ? statement.expression : undefined;
  if (node?.type === 'Identifier') return bind(run, node, value, scope, true);
  const fn = node?.type === 'ParenthesizedExpression' ? node.expression : node;
  if (fn?.type !== 'ArrowFunctionExpression') return;
  for (const pattern of fn.params) bind(run, pattern, value, scope, true);
}

/** Where a part of a template is, as a node that facts can be noted at. */
function placeOf(
  { loc }: Pick<Vue.Node, 'loc'>,
  scope: Scope,
): { readonly at: t.Node; readonly scope: Scope } {
  const piece = { offsetInFile: (offset: number) => offset };
  const at = { type: 'EmptyStatement', start: loc.start.offset, end: loc.end.offset } as t.EmptyStatement;
  return { at, scope: new Scope(scope, { piece }) };
}

/** A value goes out of sight at a part of a template. */
function escapeAt(run: FlowRun, value: Value, at: Pick<Vue.Node, 'loc'>, around: Scope, what: string) {
  const place = placeOf(at, around);
  run.escape(value, place.at, place.scope, what);
}
