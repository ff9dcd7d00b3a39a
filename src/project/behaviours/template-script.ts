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
  writer.nodes(template.children);
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

  nodes(nodes: readonly Vue.TemplateChildNode[]): void {
    for (const node of nodes) {
      if (isInterpolation(node)) this.#pass(undefined, node.content);
      else if (isElement(node)) this.#element(node);
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

  #element(element: Element): void {
    const directives = element.props.filter((prop) => !isAttribute(prop));
    const loop = directives.find(({ name }) => name === 'for')?.forParseResult;
    const slot = directives.find(({ name, exp }) => name === 'slot' && exp);
    if (loop) {
      this.#write('for (const ', loop.value ?? '{}', `of ${templateCalls.items}(`, loop.source, ')) {');
      for (const name of [loop.key, loop.index]) if (name) this.#write('let ', name, ';');
    }
    if (slot) this.#write('((', slot.exp, ') => {');
    for (const directive of directives) this.#directive(directive, element);
    this.nodes(element.children);
    this.text += `${slot ? '});' : ''}${loop ? '}' : ''}`;
  }

  #directive({ name, exp, arg }: Vue.DirectiveNode, element: Element): void {
    const key = arg && 'content' in arg ? arg : undefined;
    if (name === 'for' || name === 'slot') return;
    if (key && !key.isStatic) this.#pass(undefined, key);
    if (name === 'on') this.#listener(exp);
    else if (name === 'model') this.#model(exp, element);
    else if (name === 'bind') this.#bind(exp, key, element);
    else if (readingDirectives.includes(name)) this.#pass(undefined, exp);
    else this.#pass(`\`v-${name}\``, exp);
  }

  /** A listener is a function, or code that runs for an event. */
  #listener(exp: Vue.ExpressionNode | undefined): void {
    const isFunction = exp && 'content' in exp && /^\s*(?:async\s+)?function\b|^\s*\{/.test(exp.content);
    if (isFunction) this.#pass(undefined, exp);
    else if (exp) this.#write('(($event) => {', exp, '});');
  }

  #model(exp: Vue.ExpressionNode | undefined, element: Element): void {
    if (element.tagType === componentTag) this.#pass(`\`<${element.tag}>\``, exp);
    this.#write('(', exp, `) = ${templateCalls.input}();`);
  }

  #bind(
    exp: Vue.ExpressionNode | undefined,
    key: Vue.SimpleExpressionNode | undefined,
    element: Element,
  ): void {
    const name = key?.isStatic ? key.content : undefined;
    // `:post-card` is short for `:post-card="postCard"`.
    const value = exp ?? (key && { ...key, content: camelCase(key.content) });
    this.#pass(this.#targetOf(name, element), value);
  }

  /** What gets the value of a bound attribute; undefined if it is only read. */
  #targetOf(name: string | undefined, { tag, tagType }: Element): string | undefined {
    // A user may choose the value of such an element, and `v-model` then gets it.
    const mayBeChosen =
      /^(?:option|input)$/.test(tag) && /^(?:(?:true|false)-?)?value$/i.test(name ?? 'value');
    if (mayBeChosen) return '`v-model`';
    if (name !== undefined && ['key', 'class', 'style', 'ref', 'is', 'id'].includes(name)) return undefined;
    if (tagType === slotTag) return 'a slot';
    return tagType === componentTag && !this.#isReader(tag) ? `\`<${tag}>\`` : undefined;
  }

  /** Passes a value to a target, or only reads it. */
  #pass(target: string | undefined, value: Vue.ExpressionNode | undefined): void {
    if (target === undefined) this.#write(templateCalls.read, '(', value, ');');
    else this.#write(templateCalls.pass, `(${JSON.stringify(target)}, `, value, ');');
  }
}
