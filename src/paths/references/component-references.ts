/** Finds the texts of a single-file component that name files: in its scripts, asset attributes, and style blocks. */

import type * as Vue from '@vue/compiler-dom';
import { isSigned } from '../../base/paths.ts';
import { positionOf } from '../../base/position.ts';
import table from '../../catalogue/reference-words.json' with { type: 'json' };
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
} from '../../tree/syntax/component.ts';
import type { SourceText } from '../../tree/syntax/source-text.ts';
import { codeReferences, scriptReference } from './module-references.ts';
import {
  collectReferences,
  type Offsets,
  parsed,
  type Reference,
  shifted,
  Unparsed,
} from './reference.ts';
import { sheetReferences } from './styles.ts';

/** The references in a single-file component, and the blocks that cannot be searched. */
export function componentReferences(
  source: SourceText,
  at: Offsets = 'anywhere',
): (Reference | Unparsed)[] {
  return parsed('the component', source, 0, () => source.blocks(endOfWanted(source.text, at)))
    .filter(({ loc }) => isWanted(at, loc))
    .flatMap((block) => {
      // A problem in one block does not prevent other blocks from being read.
      const { references, problems } = collectReferences(() => blockReferences(source, block, at));
      return [...references, ...problems];
    });
}

/** The end of a leading script if all wanted offsets are in it, otherwise the end of the text. */
function endOfWanted(text: string, at: Offsets): number {
  const end = at === 'anywhere' ? undefined : endOfFirstScript(text);
  return at !== 'anywhere' && end !== undefined && at.every((offset) => offset < end)
    ? end
    : text.length;
}

function isWanted(at: Offsets, { start, end }: Element['loc']): boolean {
  return at === 'anywhere' || at.some((offset) => offset >= start.offset && offset < end.offset);
}

function* blockReferences(
  source: SourceText,
  block: Element,
  at: Offsets,
): Generator<Reference | Unparsed> {
  const src = attributeOf(block, 'src');
  if (src?.content) yield attributeReference('module', src);
  if (block.tag === 'script') yield* scriptReferences(source, block, at);
  else if (block.tag === 'style') {
    const { code, start } = contentOf(source.text, block);
    yield* sheetReferences(source, code, start);
  } else if (block.tag !== 'template') return;
  else if (isMarkup(block)) {
    for (const attribute of attributesIn(block))
      if (isAssetAttribute(attribute)) yield attributeReference('asset', attribute.value);
  } else refuse(source, block, templateReference);
}

function scriptReferences(source: SourceText, block: Element, at: Offsets): readonly Reference[] {
  const { text } = source;
  const { code, start } = contentOf(text, block);
  const language = scriptLanguage(block);
  if (language === undefined) return refuse(source, block, scriptReference);
  const isInside = (offset: number) => offset >= start && offset < start + code.length;
  const wanted = at === 'anywhere' ? at : at.filter(isInside).map((offset) => offset - start);
  return parsed('the script', source, start, () =>
    shifted(codeReferences(source, { code, start, language, at: wanted }), start),
  );
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
const assetAttributes = new Map(Object.entries(table.assets));

/** Whether the compiler turns an attribute into an import. */
function isAssetAttribute({ tag, name, value: { content } }: TemplateAttribute): boolean {
  const isFragment = tag === 'use' && content.startsWith('#');
  // With a leading slash, it may be an address or a file of the bundler.
  const mayBeFile = content.startsWith('.') || isSigned(content) || /^\/[^/]/.test(content);
  return Boolean(assetAttributes.get(tag)?.includes(name)) && mayBeFile && !isFragment;
}

/** The reference of an attribute whose value is one specifier. */
function attributeReference(kind: 'module' | 'asset', { content, loc }: Vue.TextNode): Reference {
  // The location of a quoted value includes its quotes.
  const quotes = /^["']/.test(loc.source) ? 1 : 0;
  const [start, end] = [loc.start.offset + quotes, loc.end.offset - quotes];
  // Entities such as `&amp;` are decoded in the content.
  return {
    kind,
    specifier: content,
    start,
    end,
    open: false,
    isPlain: end - start === content.length,
  };
}
