import type * as Vue from '@vue/compiler-dom';
import { type Element, isAttribute, isElement, isInterpolation } from '../syntax/component.ts';
import { componentFile, isComponent, passTo } from './child-components.ts';
import { evaluateModel } from './models.ts';
import type { FlowModule } from './modules.ts';
import type { FlowRun } from './run.ts';
import { Scope } from './scope.ts';
import {
  argumentOf,
  bindNames,
  boundValue,
  escapeAt,
  evaluateExpression,
  scopeOf,
} from './template-expressions.ts';
import { elementsOf, other, type Thing, unwrapped, type Value } from './values.ts';

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
  const scope = scopeOf(run, element, around);
  const loop = directives.find(({ name }) => name === 'for')?.forParseResult;
  if (loop) {
    const items = elementsOf(unwrapped(evaluateExpression(run, loop.source, around)));
    bindNames(run, loop.value, items, scope);
    for (const alias of [loop.key, loop.index]) bindNames(run, alias, other, scope);
  }
  for (const directive of directives)
    if (directive.name === 'slot') bindNames(run, directive.exp, other, scope);
  if (isComponent(element) && element.props.some(isRefAttribute)) evaluateRef(run, element, scope);
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
  if (name === 'model') return evaluateModel(run, directive, element, scope);
  const value = boundValue(run, directive, scope);
  if (reading.has(name)) return;
  if (name !== 'bind') return escapeAt(run, value, directive, scope, `is passed to \`v-${name}\``);
  passTo(run, element, arg ? (argumentOf(directive) ?? '?') : undefined, value, directive, scope);
}

/** Whoever has a `ref` to a component has all of it, or only its props if it is closed. */
function evaluateRef(run: FlowRun, element: Element, scope: Scope) {
  const child = run.modules.get(componentFile(run, element.tag, scope.module) ?? '');
  const seen = new Set<Thing>();
  if (child && !child.isClosed) seen.add(run.instance(child, 'instance'));
  if (child && scope.module.source.text.includes('$props')) seen.add(run.instance(child, 'props'));
  escapeAt(run, seen, element, scope, 'is accessible through a `ref`');
}

function isRefAttribute(prop: Vue.AttributeNode | Vue.DirectiveNode): boolean {
  if (isAttribute(prop)) return prop.name === 'ref';
  return prop.name === 'bind' && !!prop.arg && 'content' in prop.arg && prop.arg.content === 'ref';
}
