/** Splits a file into pieces of code: its scripts, and the expressions in its template with what each is for. */

import type * as t from '@babel/types';
import type { Span } from '../base/edits.ts';
import type { Language } from '../catalogue/extensions.ts';
import type { Names } from '../catalogue/names.ts';
import { parseCode } from '../config/parse.ts';
import { visit } from '../config/syntax.ts';
import {
  camelCase,
  contentOf,
  expressionsIn,
  isMarkup,
  pascalCase,
  scriptLanguage,
  type TemplateExpression,
} from '../tree/syntax/component.ts';
import { ifParsed, programsIn, type SourceText } from '../tree/syntax/source-text.ts';

/** A piece of code: a script, or an expression in a template. Its nodes have their offsets in the file. */
export interface CodePart {
  readonly program: t.Program;
  readonly use?: TemplateUse | undefined;
}

/** What a template does with an expression. */
interface TemplateUse {
  /** The element in which the names hold that a loop or slot declares. */
  readonly element?: Span;
  /** Whether a user may change the value. */
  readonly isModel?: boolean;
  /** The prop that gets the value; the name is empty for all props of an object. */
  readonly prop?: { readonly component: string; readonly name: string } | undefined;
}

/** The code of a file: its pieces, and the tags of its template. */
export interface FileCode {
  readonly parts: readonly CodePart[];
  readonly tags: readonly { readonly name: string; readonly start: number }[];
}

/** The code of a file, without what cannot be parsed. */
export function codeOf(source: SourceText, { clearMethod }: Names): FileCode {
  const { path, text } = source;
  if (!path.endsWith('.vue'))
    return { parts: programsIn(source).map((program) => ({ program })), tags: [] };
  const blocks = ifParsed(() => source.blocks()) ?? [];
  const scripts = blocks.flatMap((block) => {
    const { code, start } = contentOf(text, block);
    const language = block.tag === 'script' ? scriptLanguage(block) : undefined;
    return language ? partsOf(code, start, language) : [];
  });
  const templates = blocks
    .filter((block) => block.tag === 'template' && isMarkup(block))
    .map(expressionsIn);
  return {
    parts: [
      ...scripts,
      ...templates.flatMap(({ expressions }) =>
        expressions.flatMap((one) => templateParts(one, clearMethod)),
      ),
    ],
    tags: templates.flatMap(({ elements }) =>
      elements.map(({ tag, loc }) => ({ name: tag, start: loc.start.offset })),
    ),
  };
}

/** The piece at an offset; none if it cannot be parsed. */
function partsOf(code: string, offset: number, language: Language, use?: TemplateUse): CodePart[] {
  const file = ifParsed(() => parseCode(code, language));
  if (!file) return [];
  visit(file.program, (node) => {
    node.start = offset + (node.start ?? 0);
    node.end = offset + (node.end ?? 0);
  });
  return [{ program: file.program, use }];
}

/** What an expression contains that calls, compares or changes something; others only show members. */
const mayDoMore = /[(=]|\+\+|--|\bdelete\b/;

function templateParts(
  { element, directive, expression }: TemplateExpression,
  clearMethod: string,
): CodePart[] {
  const { name: kind = '', arg, forParseResult: loop } = directive ?? {};
  const isModel = kind === 'model';
  const name = camelCase(textOf(arg)) || (isModel ? 'modelValue' : '');
  // `:post` is short for `:post="post"`.
  const text = textOf(expression) || (kind === 'bind' ? name : '');
  const start = (expression ?? arg)?.loc.start.offset ?? 0;
  if (element && (loop || kind === 'slot')) {
    const names = loop ? [loop.value, loop.key, loop.index].map(textOf).join() : text;
    const code = `const [${names}] = ${loop ? textOf(loop.source) : '[]'}`;
    const span = { start: element.loc.start.offset, end: element.loc.end.offset };
    return partsOf(code, start - 'const ['.length, 'ts', { element: span });
  }
  const isPassed = element && /[A-Z-]/.test(element.tag) && (isModel || kind === 'bind');
  const prop = isPassed ? { component: pascalCase(element.tag), name } : undefined;
  if (!isModel && !prop && !mayDoMore.test(text) && !text.includes(clearMethod)) return [];
  // In brackets, an object is not taken for a block; listeners may be statements.
  const [part = partsOf(text, start, 'ts', {})[0]] = partsOf(`(${text})`, start - 1, 'ts', {
    isModel,
    prop,
  });
  return part ? [part] : [];
}

function textOf(expression: TemplateExpression['expression']): string {
  return expression && 'content' in expression && typeof expression.content === 'string'
    ? expression.content
    : '';
}
