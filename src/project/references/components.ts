import type * as Vue from '@vue/compiler-dom';
import { positionOf } from '../../config/problem.ts';
import type { Span } from '../../config/source.ts';
import { isSigned } from '../aliases.ts';
import {
  attributeOf,
  contentOf,
  type Element,
  endOfFirstScript,
  isMarkup,
  langOf,
  placesIn,
  readExpression,
  scriptLanguage,
  type TemplateAttribute,
  type TemplateExpression,
  templateParts,
} from '../syntax/component.ts';
import { styleSyntax } from '../syntax/file-kind.ts';
import type { SourceText } from '../syntax/source.ts';
import { codeReferences, scriptReference } from './modules.ts';
import { type Offsets, parsed, type Reference, Unparsed } from './reference.ts';
import { styleReferences } from './styles.ts';

/** The files that a single-file component names, in order. Throws `Unparsed` if a part cannot be read. */
export function componentReferences(source: SourceText, at: Offsets = 'anywhere'): Reference[] {
  const found: Reference[] = [];
  const problems: Unparsed[] = [];
  const blocks = blocksOf(source, at).filter(({ loc }) => isWanted(at, loc));
  const parts = blocks.flatMap((block) => [blockReferences(source, block, at), genericTypes(source, block)]);
  for (const part of parts) {
    // What cannot be read in one part does not keep the others from being read.
    try {
      for (const reference of part) found.push(reference);
    } catch (error) {
      if (!(error instanceof Unparsed)) throw error;
      problems.push(error);
    }
  }
  const references = found.sort((a, b) => a.start - b.start);
  const [problem] = problems;
  if (problem) throw new Unparsed(problem.message, problem.at, references);
  return references;
}

function blocksOf(source: SourceText, at: Offsets): readonly Element[] {
  return parsed('the component', source, 0, () => source.blocks(endOfWanted(source.text, at)));
}

/** The end of the script that a component starts with, if all that is wanted is in it; else of everything. */
function endOfWanted(text: string, at: Offsets): number {
  const end = at === 'anywhere' ? undefined : endOfFirstScript(text);
  return at !== 'anywhere' && end !== undefined && at.every((offset) => offset < end) ? end : text.length;
}

function isWanted(at: Offsets, { start, end }: Element['loc']): boolean {
  return at === 'anywhere' || at.some((offset) => offset >= start.offset && offset < end.offset);
}

function* blockReferences(source: SourceText, block: Element, at: Offsets): Generator<Reference> {
  const src = attributeOf(block, 'src');
  if (src?.content) yield wholeValue('module', attributeValue(source, src));
  if (block.tag === 'script') yield* scriptReferences(source, block, at);
  else if (block.tag === 'style') yield* styleBlockReferences(source, block);
  else if (block.tag !== 'template') return;
  else if (isMarkup(block)) yield* markupReferences(source, block);
  else refuse(source, block, templateReference);
}

function scriptReferences(source: SourceText, block: Element, at: Offsets): readonly Reference[] {
  const { text } = source;
  const { code, start } = contentOf(text, block);
  const language = scriptLanguage(block);
  if (language === undefined) return refuse(source, block, scriptReference);
  const wanted = at === 'anywhere' ? at : offsetsWithin(at, start, start + code.length);
  const isUsedOutside = (name: string) => isWordIn(text, name, start, code.length);
  return parsed('the script', source, start, () =>
    shifted(codeReferences(source, { code, start, language, at: wanted, isUsedOutside }), start),
  );
}

/** The offsets in a piece of the text, seen from its start. */
function offsetsWithin(at: readonly number[], from: number, to: number): number[] {
  return at.filter((offset) => offset >= from && offset < to).map((offset) => offset - from);
}

/**
 * Whether a name is anywhere outside a script: templates, styles and the second script see the names of a script.
 * The name of an element is none.
 */
function isWordIn(text: string, name: string, start: number, length: number): boolean {
  const word = new RegExp(`(?<![\\w$-]|</?)${name.replaceAll('$', '\\$')}(?![\\w$-])`);
  return word.test(text.slice(0, start)) || word.test(text.slice(start + length));
}

const genericOpening = 'function _<';

/** The files that `<script setup generic="T extends import('…').X">` names. */
function* genericTypes(source: SourceText, block: Element): Generator<Reference> {
  const generic = block.tag === 'script' ? attributeOf(block, 'generic') : undefined;
  if (!generic || !scriptReference.test(generic.content)) return;
  const value = attributeValue(source, generic);
  const start = value.start - genericOpening.length;
  // The line break ends a comment.
  const code = `${genericOpening}${value.content}\n>() {}`;
  yield* parsed('the generic types of the script', source, start, () =>
    inValue(codeReferences(source, { code, start, language: 'ts' }), genericOpening.length, value),
  );
}

function styleBlockReferences(source: SourceText, block: Element): readonly Reference[] {
  const { code, start } = contentOf(source.text, block);
  const lang = langOf(block) || 'css';
  // Stylus takes paths without quotes as well.
  const syntax = lang.startsWith('styl') ? undefined : styleSyntax(lang);
  return syntax ? shifted(styleReferences(code, syntax), start) : refuse(source, block, styleReference);
}

function shifted(found: readonly Reference[], by: number): Reference[] {
  return found.map((reference) => ({ ...reference, start: reference.start + by, end: reference.end + by }));
}

/** `@import ../x`, `url(~/x)`; a fragment is not a path. */
const styleReference =
  /@(?:import|require)\b[^\n;]*?["'\s(](?:[~@.]|#[^\s"')]*\/)|url\(\s*["']?(?:[~@.]|#[^\s"')]*\/)/;

/** `src='../x'`, `include ../x`. */
const templateReference =
  /(?:src|href|poster|require|import)\b[^\n]*["'(](?:\.{1,2}\/|[~@#])|^[ \t]*(?:include|extends)\b\S*[ \t]+(?:\.{1,2}\/|[~@#])/m;

/** Throws `Unparsed` if a block in a language that is not searched holds what looks like a reference. */
function refuse({ path, text }: SourceText, block: Element, reference: RegExp): [] {
  const { code, start } = contentOf(text, block);
  const found = reference.exec(code);
  if (!found) return [];
  const why = `the ${block.tag} is written in ${langOf(block)}, which is not searched`;
  throw new Unparsed(why, positionOf(path, text, start + found.index));
}

type Encode = Reference['encode'];

/** The files that a template names, in attributes and in expressions. */
function* markupReferences(source: SourceText, template: Element): Generator<Reference> {
  for (const part of templateParts(template)) {
    if (part.kind === 'attribute') yield* attributeReferences(source, part);
    else {
      try {
        yield* expressionReferences(source, part);
      } catch (error) {
        // What has a grammar of its own hardly ever names a file.
        if (!part.doubtful) throw error;
      }
    }
  }
}

function expressionReferences(source: SourceText, expression: TemplateExpression): readonly Reference[] {
  const { text } = source;
  const { kind, content, code, start, end } = expression;
  if (!/\b(?:import|require|URL)\b/.test(text.slice(start, end))) return [];
  const encode = kind === 'interpolation' ? escapeInText : escapeBehind(text[start - 1]);
  const value = valueAt(source, content, start, end, encode);
  const { found, shift } = parsed('an expression of the template', source, start, () =>
    readExpression(code, (read, shift) => ({
      found: codeReferences(source, { code: read, start, language: 'ts' }),
      shift,
    })),
  );
  return inValue(found, shift, value);
}

/** What the compiler turns into imports unless it is told otherwise. */
const assetAttributes = new Map([
  ['video', ['src', 'poster']],
  ['source', ['src']],
  ['img', ['src']],
  ['image', ['xlink:href', 'href']],
  ['use', ['xlink:href', 'href']],
]);

/** The files that an attribute names. */
function attributeReferences(
  source: SourceText,
  { tag, name, value }: TemplateAttribute,
): readonly Reference[] {
  if (assetAttributes.get(tag)?.includes(name)) {
    const isFragment = tag === 'use' && value.content.startsWith('#');
    return isAsset(value.content) && !isFragment ? [wholeValue('asset', attributeValue(source, value))] : [];
  }
  const isList = name === 'srcset' && (tag === 'img' || tag === 'source');
  return isList ? imageCandidates(attributeValue(source, value)) : [];
}

/** The compiler leaves addresses to the browser; what has a slash in front may be one, or a file of the bundler's. */
function isAsset(url: string): boolean {
  return url.startsWith('.') || isSigned(url) || /^\/[^/]/.test(url);
}

/** `a.png 1x, b.png 2x`; of a data URL the part behind its comma is not a candidate. */
function imageCandidates({ content, offsetOf, encode }: WrittenValue): Reference[] {
  const found: Reference[] = [];
  let insideData = false;
  for (const candidate of content.matchAll(/[^,]+/g)) {
    const [specifier = ''] = candidate[0].trimStart().split(/\s/, 1);
    const at = candidate.index + candidate[0].length - candidate[0].trimStart().length;
    if (isAsset(specifier) && !insideData) {
      const [start, end] = [offsetOf(at), offsetOf(at + specifier.length)];
      found.push({ kind: 'asset', specifier, start, end, open: false, encode });
    }
    insideData = specifier.startsWith('data:');
  }
  return found;
}

/** A value with its entities read, and the way back to where each of its characters is written. */
interface WrittenValue extends Span {
  readonly content: string;
  readonly offsetOf: (index: number) => number;
  readonly encode: Encode;
}

/** The value of an attribute. */
function attributeValue(source: SourceText, { content, loc }: Vue.TextNode): WrittenValue {
  // The place of a quoted value includes its quotes.
  const quotes = /^["']/.test(loc.source) ? 1 : 0;
  const [start, end] = [loc.start.offset + quotes, loc.end.offset - quotes];
  return valueAt(source, content, start, end, escapeBehind(source.text[start - 1]));
}

function valueAt(
  { path, text }: SourceText,
  content: string,
  start: number,
  end: number,
  encode: Encode,
): WrittenValue {
  const written = text.slice(start, end);
  let places: readonly number[] | undefined;
  const offsetOf = (index: number) => {
    if (written === content) return start + index;
    places ??= placesIn(written, content);
    if (!places)
      throw new Unparsed('the template contains an unknown HTML entity', positionOf(path, text, start));
    return start + (places[index] ?? written.length);
  };
  return { content, start, end, encode, offsetOf };
}

/** What the code in a value names; `shift` is how far the code was moved before it was read. */
function inValue(
  found: readonly Reference[],
  shift: number,
  { offsetOf, encode }: WrittenValue,
): Reference[] {
  return found.map((reference) => ({
    ...reference,
    start: offsetOf(reference.start - shift),
    end: offsetOf(reference.end - shift),
    // First for the string of the code, then for the markup around the code.
    encode: (specifier) => encode(reference.encode(specifier)),
  }));
}

/** What a value names as a whole. */
function wholeValue(kind: 'module' | 'asset', { content, start, end, encode }: WrittenValue): Reference {
  return { kind, specifier: content, start, end, open: false, encode };
}

// An ampersand only needs an escape where an entity could be read.
const entityStart = /&(?=[#a-z])/gi;

/** Between tags. */
const escapeInText: Encode = (specifier) => specifier.replace(entityStart, '&amp;');

const inDoubleQuotes: Encode = (specifier) => escapeInText(specifier).replaceAll('"', '&quot;');

const inSingleQuotes: Encode = (specifier) => escapeInText(specifier).replaceAll("'", '&#39;');

const unquoted: Encode = (specifier) =>
  escapeInText(specifier).replace(/[\s"'<=>`]/g, (character) => `&#${character.charCodeAt(0)};`);

/** For a value that starts behind a character: only a quote there has to be escaped, or all that ends a bare value. */
function escapeBehind(opening: string | undefined): Encode {
  if (opening === '"') return inDoubleQuotes;
  return opening === "'" ? inSingleQuotes : unquoted;
}
