import type * as Vue from '@vue/compiler-dom';
import { type Element, isAttribute, isElement, isInterpolation } from './component.ts';

/** An expression in a template. */
export interface TemplateExpression {
  /** What is written, with entities read. */
  readonly content: string;
  /** The same as code, with what is no code blanked, so that offsets still count from the start of `content`. */
  readonly code: string;
  readonly start: number;
  readonly end: number;
  /** It may be no code after all, since the directive has a grammar of its own. */
  readonly doubtful: boolean;
}

/** The elements and interpolations in a template. */
export function* nodesIn(template: Element): Generator<Element | Vue.InterpolationNode> {
  for (const root of template.children) {
    // A list instead of recursion: markup that a tool wrote can nest deeper than the call stack.
    const pending: Vue.TemplateChildNode[] = [root];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (isInterpolation(node)) yield node;
      else if (isElement(node)) {
        yield node;
        for (const child of node.children) pending.push(child);
      }
    }
  }
}

/** All expressions in a template. */
export function expressionsIn(template: Element): TemplateExpression[] {
  const found: (TemplateExpression | undefined)[] = [];
  for (const node of nodesIn(template)) {
    if (isInterpolation(node)) found.push(interpolated(node));
    else for (const prop of node.props) if (!isAttribute(prop)) found.push(directed(prop));
  }
  return found.filter((expression) => expression !== undefined);
}

/** The code of `{{ … }}`. */
export function interpolated({ content }: Vue.InterpolationNode): TemplateExpression | undefined {
  return expressionAt(content, false, (code) => code);
}

/** The code that a directive has as its value. */
export function directed({ name, exp }: Vue.DirectiveNode): TemplateExpression | undefined {
  if (name === 'for') return expressionAt(exp, true, loopSource);
  return expressionAt(exp, name === 'slot', (code) => code);
}

function expressionAt(
  node: Vue.ExpressionNode | undefined,
  doubtful: boolean,
  codeIn: (content: string) => string,
): TemplateExpression | undefined {
  if (!node || !('content' in node)) return undefined;
  const [start, end] = [node.loc.start.offset, node.loc.end.offset];
  return { content: node.content, code: codeIn(node.content), start, end, doubtful };
}

/** Blanks the names in `item of items`, so that an expression is left whose offsets are still right. */
function loopSource(content: string): string {
  return content.replace(/^[\s\S]*?\s(?:in|of)\s/, (names) => ' '.repeat(names.length));
}

/** Reads an expression, or the statements of a listener; `shift` is how far that moves the code. */
export function readExpression<T>(code: string, read: (code: string, shift: number) => T): T {
  try {
    // The parentheses make `{ a: 1 }` an object; the line break ends a comment.
    return read(`(${code}\n)`, 1);
  } catch {
    return read(code, 0);
  }
}
