/** Splits a file into pieces of code: its scripts, and the expressions in its template as statements that do the same. */

import type * as t from '@babel/types';
import type { Span } from '../base/edits.ts';
import type { Language } from '../catalogue/extensions.ts';
import { parseCode } from '../config/parse.ts';
import { visit } from '../config/syntax.ts';
import {
  camelCase,
  contentOf,
  type Element,
  expressionsIn,
  isMarkup,
  pascalCase,
  scriptLanguage,
  type TemplateExpression,
} from '../tree/syntax/component.ts';
import { ifParsed, programsIn, type SourceText } from '../tree/syntax/source-text.ts';

/** A piece of code; its nodes have their offsets in the file. */
export interface CodePart {
  readonly program: t.Program;
  readonly isTemplate?: boolean | undefined;
  /** The element in which the names hold that a loop or slot declares. */
  readonly element?: Span | undefined;
}

/** The pieces of a file, and the tags of its template. */
interface FileCode {
  readonly parts: readonly CodePart[];
  readonly tags: readonly { readonly name: string; readonly start: number }[];
}

/** The code of a file, without what cannot be parsed. */
export function codeOf(source: SourceText): FileCode {
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
  const shown = templates.flatMap(({ expressions }) => expressions.flatMap(templateParts));
  return {
    parts: [...scripts, ...shown],
    tags: templates.flatMap(({ elements }) =>
      elements.map(({ tag, loc }) => ({ name: tag, start: loc.start.offset })),
    ),
  };
}

/** The piece at an offset; none if it cannot be parsed. */
function partsOf(
  code: string,
  offset: number,
  language: Language,
  use?: Omit<CodePart, 'program'>,
): CodePart[] {
  const program = ifParsed(() => parseCode(code, language).program);
  if (!program) return [];
  visit(program, (node) => {
    node.start = offset + (node.start ?? 0);
    node.end = offset + (node.end ?? 0);
  });
  return [{ program, ...use }];
}

/** A loop or slot declares names; they hold in its element. */
function scopedParts({ loc }: Element, names: string, source: string, start: number): CodePart[] {
  const element = { start: loc.start.offset, end: loc.end.offset };
  const use = { isTemplate: true, element };
  return partsOf(`const [${names}] = ${source}`, start - 'const ['.length, 'ts', use);
}

/** A model is assigned to, and a component is called with its props. */
function templateParts({ element, directive, expression }: TemplateExpression): CodePart[] {
  const { name: kind = '', arg, forParseResult: loop } = directive ?? {};
  const name = camelCase(textOf(arg));
  // `:post` is short for `:post="post"`.
  const text = textOf(expression) || (kind === 'bind' ? name : '');
  const start = (expression ?? arg)?.loc.start.offset ?? 0;
  const around = (before: string, after: string) =>
    partsOf(`${before}${text}${after}`, start - before.length, 'ts', { isTemplate: true });
  if (element && loop) {
    const names = [loop.value, loop.key, loop.index].map(textOf).join();
    return scopedParts(element, names, textOf(loop.source), start);
  }
  if (element && kind === 'slot') return scopedParts(element, text, '[]', start);
  const written = kind === 'model' ? around('', ' = 0') : [];
  if (element && /[A-Z-]/.test(element.tag) && /^(?:model|bind)$/.test(kind)) {
    const component = pascalCase(element.tag);
    const prop = name || (kind === 'model' ? 'modelValue' : '');
    const [before, after] = prop ? [`({ "${prop}": `, ' })'] : ['(', ')'];
    return [...written, ...around(`${component}${before}`, after)];
  }
  // In brackets, an object is not taken for a block; listeners may be statements.
  const [part = around('', '')[0]] = written.length > 0 ? written : around('(', ')');
  return part ? [part] : [];
}

function textOf(expression: TemplateExpression['expression']): string {
  return expression && 'content' in expression && typeof expression.content === 'string'
    ? expression.content
    : '';
}
