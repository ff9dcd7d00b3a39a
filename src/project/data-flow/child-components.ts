import type * as Vue from '@vue/compiler-dom';
import { viewComponents } from '../../catalogue/reactivity.ts';
import { camelCase, type Element, isElement, pascalCase } from '../syntax/component.ts';
import { noteComparison, spread } from './evaluate.ts';
import { type FlowImport, type FlowModule, moduleAt } from './modules.ts';
import { propsOf } from './props.ts';
import type { FlowRun } from './run.ts';
import type { Scope } from './scope.ts';
import { escapeAt, placeOf } from './template-expressions.ts';
import { holdsResult, unwrapped, type Value } from './values.ts';

// The numbers that the compiler gives to kinds of tags.
const componentTag = 1;
const slotTag = 2;

export function isComponent({ tagType }: Element): boolean {
  return tagType === componentTag;
}

/** Attributes that the framework itself reads. */
const ownAttributes = new Set(['key', 'class', 'style', 'ref', 'is', 'id']);

/** Hands a value to an element; without a key, all that is in it. */
export function passTo(
  run: FlowRun,
  element: Element,
  key: string | undefined,
  value: Value,
  at: Vue.DirectiveNode | Vue.ExpressionNode,
  scope: Scope,
) {
  const isSlot = element.tagType === slotTag;
  if ((!isComponent(element) && !isSlot) || (key !== undefined && ownAttributes.has(key))) return;
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
    if (usesAttributes(child)) return lost(`is passed to \`<${element.tag}>\`, which uses its attributes`);
    return spread(run, props, unwrapped(value));
  }
  const declared = propsOf(child);
  if (key === '?' || (declared !== 'unknown' && !declared.has(key)))
    return lost(`is passed to \`<${element.tag}>\`, which does not declare it`);
  run.add(props.at(key), unwrapped(value));
}

/** Whether attributes that are no props are used by a component, or passed on to the one that it consists of. */
function usesAttributes({ source, template }: FlowModule): boolean {
  return /attrs/i.test(source.text) || !!template?.children.some((one) => isElement(one) && isComponent(one));
}

/** The file that a tag stands for; undefined if it is none of the repository. */
export function componentFile(run: FlowRun, tag: string, module: FlowModule): string | undefined {
  const imported = importedComponent(tag, module);
  if (imported === 'unknown') return undefined;
  return imported
    ? run.files.resolve(imported.source, module.path)
    : run.files.component(pascalCase(tag), module.path);
}

/** What the file itself says that a tag is. */
function importedComponent(
  tag: string,
  { imports, components, scope }: FlowModule,
): FlowImport | 'unknown' | undefined {
  const pascal = pascalCase(tag);
  for (const name of [pascal, '*']) if (components.has(name)) return components.get(name) ?? 'unknown';
  const own = [pascal, camelCase(tag), tag].find((name) => scope.names.has(name));
  return own === undefined ? undefined : (imports.get(own) ?? 'unknown');
}

/** The component that a tag stands for; undefined if it is not a file of the repository. */
function componentOf(run: FlowRun, tag: string, module: FlowModule): FlowModule | 'reads' | undefined {
  const { readingComponents } = run.names;
  const child = moduleAt(run, componentFile(run, tag, module));
  const isKnown = [...readingComponents, ...viewComponents].includes(pascalCase(tag));
  if (isKnown && !child && !importedComponent(tag, module)) return 'reads';
  return child?.isComponent ? child : undefined;
}
