import { positionOf } from '../../config/problem.ts';
import {
  attributeOf,
  contentOf,
  type Element,
  endOfFirstScript,
  isMarkup,
  langOf,
  scriptLanguage,
} from '../syntax/component.ts';
import type { SourceText } from '../syntax/source.ts';
import { attributeValue, inValue, markupReferences, wholeValue } from './components/markup.ts';
import { codeReferences, scriptReference } from './modules.ts';
import { type Offsets, parsed, type Reference, Unparsed } from './reference.ts';
import { type StyleSyntax, styleReferences } from './styles.ts';

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
  const syntax = styleSyntaxes.get(langOf(block) ?? '');
  return syntax ? shifted(styleReferences(code, syntax), start) : refuse(source, block, styleReference);
}

const styleSyntaxes: ReadonlyMap<string, StyleSyntax> = new Map([
  ['', 'css'],
  ['css', 'css'],
  ['postcss', 'css'],
  ['pcss', 'css'],
  ['scss', 'scss'],
  ['sass', 'sass'],
  ['less', 'less'],
]);

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
