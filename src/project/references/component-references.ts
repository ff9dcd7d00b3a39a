import type * as Vue from '@vue/compiler-dom';
import type { Span } from '../../base/edits.ts';
import { positionOf } from '../../base/position.ts';
import { isSigned } from '../aliases.ts';
import {
  attributeOf,
  attributesIn,
  contentOf,
  type Element,
  endOfFirstScript,
  isMarkup,
  langOf,
  scriptLanguage,
  type TemplateAttribute,
} from '../syntax/component.ts';
import type { SourceText } from '../syntax/source-text.ts';
import { codeReferences, scriptReference } from './module-references.ts';
import { type Offsets, parsed, type Reference, shifted, Unparsed } from './reference.ts';
import { sheetReferences } from './styles.ts';

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
      collected.push(...error.found);
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
  if (src?.content) yield wholeValue('module', attributeValue(src));
  if (block.tag === 'script') yield* scriptReferences(source, block, at);
  else if (block.tag === 'style') yield* styleBlockReferences(source, block);
  else if (block.tag !== 'template') return;
  else if (isMarkup(block)) yield* attributesIn(block).flatMap(attributeReferences);
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
  return sheetReferences(source, code, start);
}

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

/** Attributes that the compiler turns into imports by default. */
const assetAttributes = new Map([
  ['video', ['src', 'poster']],
  ['source', ['src']],
  ['img', ['src']],
  ['image', ['xlink:href', 'href']],
  ['use', ['xlink:href', 'href']],
]);

/** The references in an attribute. */
function attributeReferences({ tag, name, value }: TemplateAttribute): readonly Reference[] {
  const isFragment = tag === 'use' && value.content.startsWith('#');
  const isFile = assetAttributes.get(tag)?.includes(name) && isAsset(value.content) && !isFragment;
  return isFile ? [wholeValue('asset', attributeValue(value))] : [];
}

/** Whether a URL may be a file; with a leading slash it may be an address or a file of the bundler. */
function isAsset(url: string): boolean {
  return url.startsWith('.') || isSigned(url) || /^\/[^/]/.test(url);
}

/** A value with decoded entities, and its span in the file. */
interface WrittenValue extends Span {
  readonly content: string;
}

function attributeValue({ content, loc }: Vue.TextNode): WrittenValue {
  // The location of a quoted value includes its quotes.
  const quotes = /^["']/.test(loc.source) ? 1 : 0;
  return { content, start: loc.start.offset + quotes, end: loc.end.offset - quotes };
}

/** Whether a value has no entities, so that its offsets are those of the file. */
function isPlainValue({ content, start, end }: WrittenValue): boolean {
  return end - start === content.length;
}

/** The reference of a value that is one specifier. */
function wholeValue(kind: 'module' | 'asset', value: WrittenValue): Reference {
  const { content: specifier, start, end } = value;
  return { kind, specifier, start, end, open: false, isPlain: isPlainValue(value) };
}
