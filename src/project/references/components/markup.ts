import type * as Vue from '@vue/compiler-dom';
import { positionOf } from '../../../config/problem.ts';
import type { Span } from '../../../config/source.ts';
import { isSigned } from '../../aliases.ts';
import {
  type Element,
  placesIn,
  readExpression,
  type TemplateAttribute,
  type TemplateExpression,
  templateParts,
} from '../../syntax/component.ts';
import type { SourceText } from '../../syntax/source.ts';
import { codeReferences } from '../modules.ts';
import { parsed, type Reference, Unparsed } from '../reference.ts';

type Encode = Reference['encode'];

/** The files that a template names, in attributes and in expressions. */
export function* markupReferences(source: SourceText, template: Element): Generator<Reference> {
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
export function attributeValue(source: SourceText, { content, loc }: Vue.TextNode): WrittenValue {
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
export function inValue(
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
export function wholeValue(
  kind: 'module' | 'asset',
  { content, start, end, encode }: WrittenValue,
): Reference {
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
