import type * as Vue from '@vue/compiler-dom';
import { readingDirectives, readingViewComponents } from '../../catalogue/known-functions.ts';
import type { Names } from '../../catalogue/names.ts';
import { parseCode } from '../syntax/code.ts';
import {
  attributeOf,
  camelCase,
  contentOf,
  type Element,
  endOfFirstScript,
  isAttribute,
  isElement,
  isInterpolation,
  isMarkup,
  pascalCase,
} from '../syntax/component.ts';
import { type CodePiece, ifReadable, type SourceText, type UnreadableCode } from '../syntax/source-text.ts';

/** Functions that the generated script of a template calls, one for each use of a value. */
export const templateCalls = { read: '$read', pass: '$pass', input: '$input', items: '$items' } as const;

/** The origin of an expression in the generated script. */
interface CopiedCode {
  readonly start: number;
  readonly offsetInFile: number;
  /** Whether it has entities, so that only its start is known. */
  readonly hasEntities: boolean;
}

/** The templates of a component as scripts; those in another file or language are unreadable. */
export function templatePieces(
  source: SourceText,
  { readingComponents }: Names,
  onUnreadable: (code: UnreadableCode) => void,
): CodePiece[] {
  const { text } = source;
  const start = endOfFirstScript(text);
  const blocks = ifReadable(() => source.blocks());
  // Without a leading script, the blocks have already been read.
  if (!blocks && start !== undefined) onUnreadable({ code: text.slice(start), start });
  const readers = new Set([...readingComponents, ...readingViewComponents]);
  const isReader = (tag: string) => readers.has(pascalCase(tag));
  return (blocks ?? [])
    .filter(({ tag }) => tag === 'template')
    .flatMap((block) => {
      const piece = ifReadable(() => templatePiece(block, isReader));
      if (!piece) onUnreadable(contentOf(text, block));
      return piece ?? [];
    });
}

/** Throws what the parser throws. `isReader` says whether a component only reads its props. */
function templatePiece(template: Element, isReader: (tag: string) => boolean): CodePiece {
  if (attributeOf(template, 'src') || !isMarkup(template))
    throw new SyntaxError('a template that is not read');
  const writer = new TemplateWriter(isReader);
  writer.nodes(template.children, false);
  const { program } = parseCode(writer.text, 'ts');
  const offsetInFile = (offset: number) => {
    const from = writer.copied.findLast(({ start }) => start <= offset);
    if (!from) return 0;
    return from.offsetInFile + (from.hasEntities ? 0 : offset - from.start);
  };
  return { program, offsetInFile, isTemplate: true };
}

// The compiler only exports these numbers as types.
const [componentTag, slotTag] = [1, 2];

/**
 * Writes a template as a script that uses its values in the same way: loops as loops, slots and listeners as
 * functions, `v-model` as an assignment, and all other values as arguments. So one analysis serves both.
 */
class TemplateWriter {
  text = '';
  readonly copied: CopiedCode[] = [];
  readonly #isReader: (tag: string) => boolean;

  constructor(isReader: (tag: string) => boolean) {
    this.#isReader = isReader;
  }

  /** Inside an element with `v-model`, a user chooses between the values of inner elements. */
  nodes(nodes: readonly Vue.TemplateChildNode[], isChoice: boolean): void {
    for (const node of nodes) {
      if (isInterpolation(node)) this.#write(templateCalls.read, '(', node.content, ');');
      else if (isElement(node)) this.#element(node, isChoice);
    }
  }

  /** Writes texts unchanged, and expressions with their origin. A line break ends a comment in them. */
  #write(...parts: readonly (string | Vue.ExpressionNode | undefined)[]): void {
    for (const part of parts) {
      if (typeof part === 'string') this.text += part;
      else if (part && 'content' in part) {
        const { content, loc } = part;
        const hasEntities = loc.source !== content;
        this.copied.push({ start: this.text.length, offsetInFile: loc.start.offset, hasEntities });
        this.text += `${content}\n`;
      }
    }
  }

  #element(element: Element, isInChoice: boolean): void {
    const directives = element.props.filter((prop) => !isAttribute(prop));
    const loop = directives.find(({ name }) => name === 'for')?.forParseResult;
    const slot = directives.find(({ name, exp }) => name === 'slot' && exp);
    if (loop) {
      this.#write('for (const ', loop.value ?? '{}', `of ${templateCalls.items}(`, loop.source, ')) {');
      for (const name of [loop.key, loop.index]) if (name) this.#write('let ', name, ';');
    }
    if (slot) this.#write('((', slot.exp, ') => {');
    const isChoice = isInChoice || directives.some(({ name }) => name === 'model');
    for (const directive of directives) this.#directive(directive, element, isChoice);
    this.nodes(element.children, isChoice);
    this.text += `${slot ? '});' : ''}${loop ? '}' : ''}`;
  }

  #directive(directive: Vue.DirectiveNode, element: Element, isChoice: boolean): void {
    const { name, exp, arg } = directive;
    const key = arg && 'content' in arg ? arg : undefined;
    if (name === 'for' || name === 'slot') return;
    if (key && !key.isStatic) this.#write(templateCalls.read, '(', key, ');');
    if (name === 'on') this.#listener(exp);
    else if (name === 'model') this.#model(exp, element);
    else if (name === 'bind') this.#bind(exp, key, element, isChoice);
    else if (readingDirectives.includes(name)) this.#pass(undefined, exp);
    else this.#pass(`v-${name}`, exp);
  }

  /** A listener is a function, or code that runs for an event. */
  #listener(exp: Vue.ExpressionNode | undefined): void {
    const isFunction = exp && 'content' in exp && /^\s*(?:async\s+)?function\b|^\s*\{/.test(exp.content);
    if (isFunction) this.#pass(undefined, exp);
    else if (exp) this.#write('(($event) => {', exp, '});');
  }

  #model(exp: Vue.ExpressionNode | undefined, element: Element): void {
    if (element.tagType === componentTag) this.#pass(element.tag, exp);
    this.#write('(', exp, `) = ${templateCalls.input}();`);
  }

  #bind(
    exp: Vue.ExpressionNode | undefined,
    key: Vue.SimpleExpressionNode | undefined,
    element: Element,
    isChoice: boolean,
  ): void {
    const name = key?.isStatic ? key.content : undefined;
    // `:post-card` is short for `:post-card="postCard"`.
    const value = exp ?? (key && { ...key, content: camelCase(key.content) });
    const { tagType, tag } = element;
    const isOwn = name !== undefined && ['key', 'class', 'style', 'ref', 'is', 'id'].includes(name);
    const isChosen = isChoice && (name === undefined || /^(?:value|(?:true|false)-?value)$/i.test(name));
    if (isChosen) this.#pass('v-model', value);
    else if (isOwn || (tagType !== componentTag && tagType !== slotTag)) this.#pass(undefined, value);
    else this.#pass(tagType === componentTag && this.#isReader(tag) ? undefined : tag, value);
  }

  /** Passes a value to a target, or only reads it. */
  #pass(target: string | undefined, value: Vue.ExpressionNode | undefined): void {
    if (target === undefined) this.#write(templateCalls.read, '(', value, ');');
    else this.#write(templateCalls.pass, `(${JSON.stringify(target)}, `, value, ');');
  }
}
