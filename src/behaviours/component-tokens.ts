import type { Span } from '../base/edits.ts';
import {
  markupTags,
  readingDirectives,
  readingViewComponents,
} from '../catalogue/known-functions.ts';
import type { Names } from '../catalogue/names.ts';
import { camelCase, pascalCase } from '../tree/syntax/component.ts';
import { CodeTokens } from './code-tokens.ts';

/** Functions that a template seems to call: with a value that it only reads, and for what a user enters. */
export const templateCalls = { read: '$read', input: '$input' } as const;

// Each part ends where the next one may start, so that the time only grows with the length of a text.
const comment = '<!--(?:(?!<!--)[\\s\\S])*?-->';
const attributes = `(?:[^<>"']|"[^"]*"|'[^']*')*`;
const block = new RegExp(`${comment}|<([a-z][\\w-]*)(${attributes})>`, 'gi');
const innerBlock = new RegExp(`${comment}|<(/?)template(?=[\\s/>])(${attributes})>`, 'g');
const markup = new RegExp(
  `${comment}|\\{\\{((?:(?!\\{\\{)[\\s\\S])*?)\\}\\}|<([a-z][^\\s/>]*)(${attributes})>`,
  'gi',
);
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** The code of a file as tokens: of a component, the scripts, and then the tags and expressions of the template. */
export function fileTokens(path: string, text: string, { readingComponents }: Names): CodeTokens {
  const code = new CodeTokens();
  if (!path.endsWith('.vue')) code.add(text, 0);
  const blocks = path.endsWith('.vue') ? blocksIn(text) : [];
  // A block in another file or language is not read.
  if (blocks.some(({ tag, head, end }) => (unread.get(tag)?.test(head) ?? false) || end === -1))
    code.isReadable = false;
  for (const { tag, start, end } of blocks) {
    if (tag !== 'script') continue;
    code.add(text.slice(start, end), start);
    code.push(';', end);
  }
  code.template = code.length;
  const write = templateWriter(code, new Set([...readingComponents, ...readingViewComponents]));
  for (const { tag, start, end } of blocks)
    if (tag === 'template') write(text.slice(0, end), start);
  return code;
}

const unread = new Map([
  ['script', /\slang\s*=(?!\s*["']?[jt]sx?\b)/],
  ['template', /\ssrc\s*=|\slang\s*=(?!\s*["']?html\b)/],
]);

/** The content of a block; its end is -1 if it has none. */
interface Block extends Span {
  readonly tag: string;
  readonly head: string;
}

function blocksIn(text: string): Block[] {
  const blocks: Block[] = [];
  block.lastIndex = 0;
  for (let match = block.exec(text); match; match = block.exec(text)) {
    const [whole, tag, head = ''] = match;
    if (tag === undefined) continue;
    const start = match.index + whole.length;
    const isEmpty = head.endsWith('/');
    const end = isEmpty
      ? start
      : tag === 'template'
        ? endOfTemplate(text, start)
        : text.indexOf(`</${tag}`, start);
    blocks.push({ tag, head, start, end });
    block.lastIndex = end === -1 ? text.length : end;
  }
  return blocks;
}

/** The end of a template, which may contain others. */
function endOfTemplate(text: string, start: number): number {
  let depth = 1;
  innerBlock.lastIndex = start;
  for (let match = innerBlock.exec(text); match; match = innerBlock.exec(text)) {
    const [, slash, head = ''] = match;
    if (slash !== undefined && !head.endsWith('/')) depth += slash === '' ? 1 : -1;
    if (depth === 0) return match.index;
  }
  return -1;
}

/** A value in a template, which may have entities. */
interface Value {
  readonly text: string;
  readonly start: number;
}

/**
 * Makes a writer of the expressions of a template, from an offset to the end of a text, as a script that uses their
 * values in the same way: loops as loops, slots as functions, `v-model` as an assignment, and other values as
 * arguments. So one analysis serves both.
 */
function templateWriter(
  code: CodeTokens,
  readers: ReadonlySet<string>,
): (text: string, start: number) => void {
  const write = ({ start }: Value, ...parts: readonly (string | Value)[]) => {
    for (const part of [...parts, ';']) {
      if (typeof part === 'string') code.push(part, start);
      else code.add(decoded(part.text), part.start, part.text.includes('&'));
    }
  };
  /** Passes a value to a function or component. */
  const pass = (target: string, value: Value) => write(value, target, '(', value, ')');
  const writeDirective = (kind: string, tag: string, value: Value) => {
    const [, item = '', list = ''] =
      /^\s*([\s\S]*?)\s+(?:in|of)\s+([\s\S]*)$/.exec(value.text) ?? [];
    if (kind === 'on') write(value, '{', value, '}');
    else if (kind === 'slot') write(value, '(', value, ')', '=>', '{', '}');
    else if (kind === 'model') {
      if (!markupTags.has(tag) && tag !== 'slot') pass(`<${tag}>`, value);
      write(value, value, '=', templateCalls.input);
    } else if (kind !== 'for')
      pass(readingDirectives.includes(kind) ? templateCalls.read : `v-${kind}`, value);
    else {
      const [, first = item] = /^\(([\s\S]*?)(?:,\s*[\w$]+\s*){0,2}\)$/.exec(item) ?? [];
      const each = { text: first, start: value.start };
      const all = { text: list, start: value.start + value.text.length - list.length };
      write(value, 'for', '(', 'const', each, 'of', all, ')');
    }
  };
  const writeElement = (tag: string, attributes: string, start: number) => {
    for (const match of attributes.matchAll(attribute)) {
      const [whole, name = '', double, single, plain] = match;
      const text = double ?? single ?? plain;
      const end = start + match.index + whole.length - Number(plain === undefined);
      const value = { text: text ?? '', start: end - (text?.length ?? 0) };
      const [, directive = '', sign = '', argument = ''] =
        /^(?:v-([\w-]+):?|([:@#.]))?([^.]*)/.exec(name) ?? [];
      const kind = directive || { ':': 'bind', '.': 'bind', '@': 'on', '#': 'slot' }[sign];
      if (kind === 'bind') {
        const short = { text: camelCase(argument), start: start + match.index };
        pass(targetOf(tag, argument, readers), text === undefined ? short : value);
      } else if (kind !== undefined && text !== undefined) writeDirective(kind, tag, value);
    }
  };
  return (text, from) => {
    markup.lastIndex = from;
    for (let match = markup.exec(text); match; match = markup.exec(text)) {
      const [whole, shown, tag, attributes = ''] = match;
      const end = match.index + whole.length;
      if (shown !== undefined) pass(templateCalls.read, { text: shown, start: match.index + 2 });
      if (tag === undefined) continue;
      code.push(`<${tag}`, match.index);
      code.push(';', end);
      writeElement(tag, attributes, end - 1 - attributes.length);
    }
  };
}

/** What gets the value of an attribute. A user may choose between the values of options. */
function targetOf(tag: string, name: string, readers: ReadonlySet<string>): string {
  if (['key', 'class', 'style', 'ref', 'is', 'id'].includes(name)) return templateCalls.read;
  if (markupTags.has(tag))
    return /^(?:|value|(?:true|false)-?value)$/i.test(name) ? 'v-model' : templateCalls.read;
  return readers.has(pascalCase(tag)) ? templateCalls.read : `<${tag}>`;
}

const entities: Readonly<Record<string, string>> = {
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    lowbar: '_',
    UnderBar: '_',
    dollar: '$',
    nbsp: ' ',
  },
};

/** Decodes the entities that may be part of code. */
function decoded(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (_, hex?: string, decimal?: string, name = '') =>
      hex || decimal
        ? String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal))
        : (entities[name] ?? ' '),
  );
}
