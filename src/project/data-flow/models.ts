import type * as t from '@babel/types';
import type * as Vue from '@vue/compiler-dom';
import { type Element, isAttribute, isElement } from '../syntax/component.ts';
import { assign } from './assign.ts';
import { isComponent, passTo } from './child-components.ts';
import { evaluate } from './evaluate.ts';
import type { FlowRun } from './run.ts';
import type { Scope } from './scope.ts';
import { argumentOf, boundValue, parseExpression, scopeOf } from './template-expressions.ts';
import { holdsResult, nothing, other, plain, read, union, type Value } from './values.ts';

/** `v-model`: what someone enters or chooses is assigned. */
export function evaluateModel(run: FlowRun, directive: Vue.DirectiveNode, element: Element, scope: Scope) {
  const { exp } = directive;
  const parsed = exp && parseExpression(run, exp, scope);
  const [statement] = parsed?.body ?? [];
  if (!exp || !parsed || statement?.type !== 'ExpressionStatement') return;
  const { expression } = statement;
  const chosen = union(other, choicesOf(run, element, expression, scope));
  assign(run, expression, chosen, expression, parsed.scope);
  if (!isComponent(element)) return;
  const key = argumentOf(directive) ?? 'modelValue';
  passTo(run, element, key, evaluate(run, expression, parsed.scope), exp, scope);
}

/** What someone can choose by an element: one of the values of it and of the options inside it, or a list of them. */
function choicesOf(run: FlowRun, element: Element, site: t.Node, scope: Scope): Value {
  const values = valuesOf(run, element, 'value', scope);
  const isList = choosesList(element);
  return union(
    isList === true ? nothing : values,
    isList === false || !holdsResult(values) ? nothing : run.list(site, 'chosen', values),
    valuesOf(run, element, 'trueValue', scope),
    valuesOf(run, element, 'falseValue', scope),
  );
}

/** Whether someone chooses a list of values; undefined if only running the code would tell. */
function choosesList({ tag, props }: Element): boolean | undefined {
  if (tag !== 'select' && tag !== 'input') return undefined;
  const name = tag === 'select' ? 'multiple' : 'type';
  const given = props.find((prop) => (isAttribute(prop) ? prop.name : boundName(prop, name)) === name);
  if (given && !isAttribute(given)) return undefined;
  return tag === 'select' ? given !== undefined : given?.value?.content === 'checkbox';
}

/** The attribute that a directive binds; all that an object holds may be any. */
function boundName(directive: Vue.DirectiveNode, wanted: string): string | undefined {
  return directive.name === 'bind' ? (argumentOf(directive) ?? wanted) : undefined;
}

// What items are told apart by, and what shows them, is a text or a number.
const namesItem = /\.(?:_?id|uuid|slug|key|code|name|title|label)$/;

/** What an element and those inside it have as an attribute. */
function valuesOf(run: FlowRun, element: Element, name: string, scope: Scope): Value {
  const own = element.props.map((prop) => {
    if (isAttribute(prop) || boundName(prop, name) !== name) return nothing;
    if (prop.exp && 'content' in prop.exp && namesItem.test(prop.exp.content)) return plain;
    const value = boundValue(run, prop, scope);
    return prop.arg ? value : read(value, name);
  });
  const inner = element.children
    .filter(isElement)
    .map((child) => valuesOf(run, child, name, scopeOf(run, child, scope)));
  return union(...own, ...inner);
}
