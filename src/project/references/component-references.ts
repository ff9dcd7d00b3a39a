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
import type { SourceText } from '../syntax/source-text.ts';
import { codeReferences, scriptReference } from './module-references.ts';
import { type Offsets, parsed, type Reference, Unparsed } from './reference.ts';
import { styleReferences } from './styles.ts';

/** The references in a single-file component, in order. Throws `Unparsed` if a part cannot be parsed. */
export function componentReferences(source: SourceText, at: Offsets = 'anywhere'): Reference[] {
  const collected: Reference[] = [];
  const problems: Unparsed[] = [];
  const blocks = blocksOf(source, at).filter(({ loc }) => isWanted(at, loc));
  for (const block of blocks) {
    // A problem in one block does not prevent other blocks from being read.
    try {
      for (const reference of blockReferences(source, block, at)) collected.push(reference);
    } catch (error) {
      if (!(error instanceof Unparsed)) throw error;
      problems.push(error);
    }
  }
  const references = collected.sort((a, b) => a.start - b.start);
  const [problem] = problems;
  if (problem) throw new Unparsed(problem.message, problem.at, references);
  return references;
}

function blocksOf(source: SourceText, at: Offsets): readonly Element[] {
  return parsed('the component', source, 0, () => source.blocks(endOfWanted(source.text, at)));
}

/** The end of a leading script if all wanted offsets are in it, otherwise the end of the text. */
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
  return parsed('the script', source, start, () =>
    shifted(codeReferences(source, { code, start, language, at: wanted }), start),
  );
}

/** The offsets in a piece of the text, relative to its start. */
function offsetsWithin(at: readonly number[], from: number, to: number): number[] {
  return at.filter((offset) => offset >= from && offset < to).map((offset) => offset - from);
}

function styleBlockReferences(source: SourceText, block: Element): readonly Reference[] {
  const { code, start } = contentOf(source.text, block);
  const lang = langOf(block) || 'css';
  // Stylus also allows paths without quotes.
  const syntax = lang.startsWith('styl') ? undefined : styleSyntax(lang);
  return syntax ? shifted(styleReferences(code, syntax), start) : refuse(source, block, styleReference);
}

function shifted(list: readonly Reference[], by: number): Reference[] {
  return list.map((reference) => ({ ...reference, start: reference.start + by, end: reference.end + by }));
}

/** Matches `@import ../x` and `url(~/x)`; a fragment is not a path. */
const styleReference =
  /@(?:import|require)\b[^\n;]*?["'\s(](?:[~@.]|#[^\s"')]*\/)|url\(\s*["']?(?:[~@.]|#[^\s"')]*\/)/;

/** Matches `src='../x'` and `include ../x`. */
const templateReference =
  /(?:src|href|poster|require|import)\b[^\n]*["'(](?:\.{1,2}\/|[~@#])|^[ \t]*(?:include|extends)\b\S*[ \t]+(?:\.{1,2}\/|[~@#])/m;

/** Throws `Unparsed` if a block in an unsupported language seems to have a reference. */
function refuse({ path, text }: SourceText, block: Element, reference: RegExp): [] {
  const { code, start } = contentOf(text, block);
  const match = reference.exec(code);
  if (!match) return [];
  const why = `the ${block.tag} is written in ${langOf(block)}, which is not searched`;
  throw new Unparsed(why, positionOf(path, text, start + match.index));
}

type Encode = Reference['encode'];

/** The references in the attributes and expressions of a template. */
function* markupReferences(source: SourceText, template: Element): Generator<Reference> {
  for (const part of templateParts(template)) {
    if (part.kind === 'attribute') yield* attributeReferences(source, part);
    else {
      try {
        yield* expressionReferences(source, part);
      } catch (error) {
        // Expressions with a special grammar hardly ever have references.
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
  const value = valueAt(source, content, { start, end }, encode);
  const { found: references, shift } = parsed('an expression of the template', source, start, () =>
    readExpression(code, (read, shift) => ({
      found: codeReferences(source, { code: read, start, language: 'ts' }),
      shift,
    })),
  );
  return inValue(references, shift, value);
}

/** Attributes that the compiler turns into imports by default. */
const assetAttributes = new Map([
  ['video', ['src', 'poster']],
  ['source', ['src']],
  ['img', ['src']],
  ['image', ['xlink:href', 'href']],
  ['use', ['xlink:href', 'href']],
]);

/** The references in an attribute. */
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

/** Whether a URL may be a file; with a leading slash it may be an address or a file of the bundler. */
function isAsset(url: string): boolean {
  return url.startsWith('.') || isSigned(url) || /^\/[^/]/.test(url);
}

/** The references in `a.png 1x, b.png 2x`; the part of a data URL after its comma is not a candidate. */
function imageCandidates({ content, offsetOf, encode }: WrittenValue): Reference[] {
  const collected: Reference[] = [];
  let insideData = false;
  for (const candidate of content.matchAll(/[^,]+/g)) {
    const [specifier = ''] = candidate[0].trimStart().split(/\s/, 1);
    const at = candidate.index + candidate[0].length - candidate[0].trimStart().length;
    if (isAsset(specifier) && !insideData) {
      const [start, end] = [offsetOf(at), offsetOf(at + specifier.length)];
      collected.push({ kind: 'asset', specifier, start, end, open: false, encode });
    }
    insideData = specifier.startsWith('data:');
  }
  return collected;
}

/** A value with decoded entities, and the offsets of its characters in the file. */
interface WrittenValue extends Span {
  readonly content: string;
  readonly offsetOf: (index: number) => number;
  readonly encode: Encode;
}

function attributeValue(source: SourceText, { content, loc }: Vue.TextNode): WrittenValue {
  // The location of a quoted value includes its quotes.
  const quotes = /^["']/.test(loc.source) ? 1 : 0;
  const [start, end] = [loc.start.offset + quotes, loc.end.offset - quotes];
  return valueAt(source, content, { start, end }, escapeBehind(source.text[start - 1]));
}

function valueAt(
  { path, text }: SourceText,
  content: string,
  { start, end }: Span,
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

/** The references in the code of a value; `shift` is the number of characters inserted before the code. */
function inValue(
  references: readonly Reference[],
  shift: number,
  { offsetOf, encode }: WrittenValue,
): Reference[] {
  return references.map((reference) => ({
    ...reference,
    start: offsetOf(reference.start - shift),
    end: offsetOf(reference.end - shift),
    // The specifier is encoded for the string in the code first, then for the markup around it.
    encode: (specifier) => encode(reference.encode(specifier)),
  }));
}

/** The reference of a value that is one specifier. */
function wholeValue(kind: 'module' | 'asset', { content, start, end, encode }: WrittenValue): Reference {
  return { kind, specifier: content, start, end, open: false, encode };
}

// An ampersand only needs an escape if it may start an entity.
const entityStart = /&(?=[#a-z])/gi;

/** Encodes a specifier in text between tags. */
const escapeInText: Encode = (specifier) => specifier.replace(entityStart, '&amp;');

const inDoubleQuotes: Encode = (specifier) => escapeInText(specifier).replaceAll('"', '&quot;');

const inSingleQuotes: Encode = (specifier) => escapeInText(specifier).replaceAll("'", '&#39;');

const unquoted: Encode = (specifier) =>
  escapeInText(specifier).replace(/[\s"'<=>`]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The encoder for a value after the given character, which may be a quote. */
function escapeBehind(opening: string | undefined): Encode {
  if (opening === '"') return inDoubleQuotes;
  return opening === "'" ? inSingleQuotes : unquoted;
}
