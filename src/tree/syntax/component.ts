/** Parses single-file components: their blocks, attributes, and expressions in the template. */

import { createRequire } from 'node:module';
import type * as Vue from '@vue/compiler-dom';
import { lazy } from '../../base/memo.ts';
import type { Language } from '../../catalogue/extensions.ts';

/** A top-level block of a single-file component, or an element in its template. */
export type Element = Vue.ElementNode;

// Like Babel, it loads faster with `require`, and only projects with components need it.
const require = createRequire(import.meta.url);
const compiler = lazy(() => require('@vue/compiler-dom') as typeof Vue);

/** The blocks of a component. Throws a `SyntaxError` with its offset in `pos`, like the parser of scripts. */
export function parseBlocks(text: string): Element[] {
  refuseEndless(text);
  const root = compiler().parse(text, {
    parseMode: 'sfc',
    comments: false,
    // The first error is enough; there may be as many as characters.
    onError: (error) => {
      throw Object.assign(error, { pos: error.loc?.start.offset ?? 0 });
    },
    onWarn: () => {},
  });
  return root.children.filter(isElement);
}

// Far more than people write. The compiler's time grows with the square of each of them.
const maximumLength = 500_000;
const maximumTags = 20_000;
const longLoop = /v-for\s*=\s*(?:"[^"]{1000}|'[^']{1000}|[^\s"'>]{1000})/;

/** Throws a `SyntaxError` for a text for which the compiler would need minutes. */
function refuseEndless(text: string): void {
  if (text.length > maximumLength) throw endless('it is too large', 0);
  let tags = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    tags += 1;
    if (tags > maximumTags) throw endless('it has too many tags', at);
  }
  const loop = text.search(longLoop);
  if (loop !== -1) throw endless('a loop is too long', loop);
}

function endless(why: string, pos: number): SyntaxError {
  return Object.assign(new SyntaxError(why), { pos });
}

/** The end of the leading script of a component; undefined if there is none, or a second script. */
export function endOfFirstScript(text: string): number | undefined {
  if (!/^\s*<script[\s>]/.test(text)) return undefined;
  const end = text.indexOf('</script>') + '</script>'.length;
  return text.includes('<script', end) ? undefined : end;
}

/** The content of a block, and its offset. */
export function contentOf(text: string, { innerLoc }: Element): { code: string; start: number } {
  const start = innerLoc?.start.offset ?? 0;
  return { code: text.slice(start, innerLoc?.end.offset ?? start), start };
}

/** The value of an attribute that is not bound to an expression. */
export function attributeOf(element: Element, name: string): Vue.TextNode | undefined {
  for (const prop of element.props) if (isAttribute(prop) && prop.name === name) return prop.value;
  return undefined;
}

/** The `lang` of a block. */
export function langOf(block: Element): string | undefined {
  return attributeOf(block, 'lang')?.content;
}

/** The language of a script; undefined if it is not supported. */
export function scriptLanguage(block: Element): Language | undefined {
  const lang = langOf(block) || 'js';
  return (['js', 'jsx', 'ts', 'tsx'] as const).find((language) => language === lang);
}

/** Whether a template is plain markup, which the compiler has parsed with the blocks. */
export function isMarkup(block: Element): boolean {
  const lang = langOf(block);
  return !lang || lang === 'html';
}

// The numbers of node types are only known once the compiler is loaded.

function isElement(node: Vue.TemplateChildNode): node is Element {
  return node.type === compiler().NodeTypes.ELEMENT;
}

function isAttribute(prop: Vue.AttributeNode | Vue.DirectiveNode): prop is Vue.AttributeNode {
  return prop.type === compiler().NodeTypes.ATTRIBUTE;
}

/** A plain attribute of an element in a template. */
export interface TemplateAttribute {
  readonly tag: string;
  readonly name: string;
  readonly value: Vue.TextNode;
}

/** The plain attributes in a template that have a value. */
export function attributesIn(template: Element): TemplateAttribute[] {
  return nodesIn(template).flatMap((node) => (isElement(node) ? plainAttributes(node) : []));
}

function plainAttributes({ tag, props }: Element): TemplateAttribute[] {
  return props.flatMap((prop) =>
    isAttribute(prop) && prop.value ? { tag, name: prop.name, value: prop.value } : [],
  );
}

/** An expression in a template, and the directive that it belongs to; shown text belongs to none. */
export interface TemplateExpression {
  readonly element: Element | undefined;
  readonly directive: Vue.DirectiveNode | undefined;
  readonly expression: Vue.ExpressionNode | undefined;
}

/** The elements of a template, and its expressions. */
export function expressionsIn(template: Element) {
  const nodes = nodesIn(template);
  const elements = nodes.filter(isElement);
  const shown = nodes.flatMap((node): TemplateExpression[] =>
    isShownText(node)
      ? [{ element: undefined, directive: undefined, expression: node.content }]
      : [],
  );
  const bound = elements.flatMap((element) =>
    element.props.flatMap((directive): TemplateExpression[] =>
      isAttribute(directive) ? [] : [{ element, directive, expression: directive.exp }],
    ),
  );
  return { elements, expressions: [...shown, ...bound] };
}

/** The nodes inside a template, in order. */
function nodesIn(template: Element): Vue.TemplateChildNode[] {
  const nodes: Vue.TemplateChildNode[] = [];
  // A list instead of recursion, because generated markup can nest deeper than the call stack.
  const pending = template.children.toReversed();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    nodes.push(node);
    if (isElement(node)) for (const child of node.children) pending.push(child);
  }
  return nodes;
}

function isShownText(node: Vue.TemplateChildNode): node is Vue.InterpolationNode {
  return node.type === compiler().NodeTypes.INTERPOLATION;
}

/** `post-card` as `postCard`. */
export function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `post-card` and `postCard` as `PostCard`. */
export function pascalCase(tag: string): string {
  const camel = camelCase(tag);
  return `${camel.slice(0, 1).toUpperCase()}${camel.slice(1)}`;
}

/** `PostCard` as `post-card`. */
export function kebabCase(tag: string): string {
  return tag
    .replace(/(?<=[a-z0-9])[A-Z]|(?<=.)[A-Z](?=[a-z])/g, (letter) => `-${letter}`)
    .toLowerCase();
}
