import { createRequire } from 'node:module';
import type * as Vue from '@vue/compiler-dom';
import type { Language } from './code.ts';

/** A top-level element of a single-file component, or one in its template. */
export type Element = Vue.ElementNode;

// As for Babel: `require` is the faster way to load it, and only projects with components need it.
const require = createRequire(import.meta.url);
let vue: typeof Vue | undefined;

function compiler(): typeof Vue {
  vue ??= require('@vue/compiler-dom') as typeof Vue;
  return vue;
}

/** The blocks of a component. Throws a `SyntaxError` with its place in `pos`, as the parser of scripts does. */
export function parseBlocks(text: string): Element[] {
  refuseEndless(text);
  const root = compiler().parse(text, {
    parseMode: 'sfc',
    comments: false,
    // The first one is all that is needed; there may be as many as there are characters.
    onError: (error) => {
      throw Object.assign(error, { pos: error.loc?.start.offset ?? 0 });
    },
    onWarn: () => {},
  });
  return root.children.filter(isElement);
}

// Far more than a person writes. The time that the compiler takes grows with the square of each of them.
const maximumLength = 500_000;
const maximumTags = 20_000;
const longLoop = /v-for\s*=\s*(?:"[^"]{1000}|'[^']{1000}|[^\s"'>]{1000})/;

/** Throws a `SyntaxError` for a text that the compiler would read for minutes. */
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

/** What stands between the tags of a block, and where. */
export function contentOf(text: string, { innerLoc }: Element): { code: string; start: number } {
  const start = innerLoc?.start.offset ?? 0;
  return { code: text.slice(start, innerLoc?.end.offset ?? start), start };
}

/** The value of an attribute that is not bound to an expression. */
export function attributeOf(element: Element, name: string): Vue.TextNode | undefined {
  for (const prop of element.props) if (isAttribute(prop) && prop.name === name) return prop.value;
  return undefined;
}

/** What a block says that it is written in. */
export function langOf(block: Element): string | undefined {
  return attributeOf(block, 'lang')?.content;
}

/** The language of a script; nothing if it is one that cannot be read. */
export function scriptLanguage(block: Element): Language | undefined {
  const lang = langOf(block);
  switch (lang) {
    case undefined:
    case '':
    case 'js':
      return 'js';
    case 'jsx':
    case 'ts':
    case 'tsx':
      return lang;
    default:
      return undefined;
  }
}

/** Whether a template is plain markup, which the compiler has read along with the blocks. */
export function isMarkup(block: Element): boolean {
  const lang = langOf(block);
  return !lang || lang === 'html';
}

// The numbers behind the names are only known once the compiler is loaded.

/** Whether it is an element, and not a text between elements. */
export function isElement(node: Vue.TemplateChildNode): node is Element {
  return node.type === compiler().NodeTypes.ELEMENT;
}

/** Whether it is `{{ … }}`. */
export function isInterpolation(node: Vue.TemplateChildNode): node is Vue.InterpolationNode {
  return node.type === compiler().NodeTypes.INTERPOLATION;
}

/** Whether it is a plain attribute, and not a directive. */
export function isAttribute(prop: Vue.AttributeNode | Vue.DirectiveNode): prop is Vue.AttributeNode {
  return prop.type === compiler().NodeTypes.ATTRIBUTE;
}
