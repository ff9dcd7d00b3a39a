import type * as Vue from '@vue/compiler-dom';
import { type Element, isAttribute, isElement } from '../../syntax/component.ts';
import {
  directed,
  interpolated,
  nodesIn,
  readExpression,
  type TemplateExpression,
} from '../../syntax/template.ts';
import { codeReferences } from '../modules.ts';
import type { Reference } from '../reference.ts';
import { unparsed } from '../unparsed.ts';
import { addAttribute } from './assets.ts';
import { escapeBehind, inText } from './encoders.ts';
import { addCode, type Component, valueAt } from './values.ts';

/** Adds the files that a template names, in attributes and in expressions. */
export function addMarkup(component: Component, template: Element): void {
  for (const node of nodesIn(template)) {
    if (isElement(node)) for (const prop of node.props) addProp(component, node, prop);
    else addExpression(component, interpolated(node), inText);
  }
}

function addProp(component: Component, element: Element, prop: Vue.AttributeNode | Vue.DirectiveNode): void {
  if (isAttribute(prop)) {
    addAttribute(component, element, prop);
    return;
  }
  const expression = directed(prop);
  if (!expression) return;
  try {
    addExpression(component, expression, escapeBehind(component.text[expression.start - 1]));
  } catch (error) {
    // What has a grammar of its own hardly ever names a file.
    if (!expression.doubtful) throw error;
  }
}

function addExpression(
  component: Component,
  expression: TemplateExpression | undefined,
  outer: Reference['encode'],
): void {
  if (!expression || !mayRefer(component, expression)) return;
  const { content, code, start, end } = expression;
  const value = valueAt(component, content, start, end, outer);
  try {
    const { found, shift } = expressionReferences(code);
    addCode(component, found, shift, value);
  } catch (error) {
    throw unparsed(error, 'an expression of the template', component.path, component.text, start);
  }
}

function mayRefer({ text }: Component, { start, end }: TemplateExpression): boolean {
  return /\b(?:import|require|URL)\b/.test(text.slice(start, end));
}

function expressionReferences(code: string): { found: Reference[]; shift: number } {
  return readExpression(code, (text, shift) => ({ found: codeReferences(text, 'ts'), shift }));
}
