import type * as t from '@babel/types';
import { type JsonNode, parseJson } from '../json.ts';
import { once } from '../remembered.ts';
import { type Language, languageOf, parseCode } from './code.ts';
import {
  contentOf,
  type Element,
  elementsIn,
  endOfFirstScript,
  isMarkup,
  parseBlocks,
  placesIn,
  readExpression,
  scriptLanguage,
  type TemplateExpression,
  templateParts,
} from './component.ts';
import { memberPath } from './member-path.ts';

/** The text of a file, which is parsed at most once, however many questions are asked about it. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
  /** The blocks of a component, or of its beginning. Throws what the parser throws. */
  blocks(end?: number): readonly Element[];
  /** The tree of code that is at an offset. Throws what the parser throws. */
  parse(code: string, start: number, language: Language): t.File;
  /** The text as JSON; undefined if it is none. */
  json(): JsonNode | undefined;
}

/** Opens a file for all questions about it. */
export function openSource(path: string, text: string): SourceText {
  const trees = new Map<string, () => t.File>();
  const blocks = new Map<number, () => readonly Element[]>();
  return {
    path,
    text,
    json: once(() => parseJson(text)),
    blocks(end = text.length) {
      const known = blocks.get(text.length) ?? blocks.get(end);
      const read = known ?? settle(() => parseBlocks(text.slice(0, end)));
      blocks.set(end, read);
      return read();
    },
    parse(code, start, language) {
      const key = `${start}:${code.length}:${language}`;
      const tree = trees.get(key) ?? settle(() => memberPath(code) ?? parseCode(code, language));
      trees.set(key, tree);
      return tree();
    },
  };
}

/** Runs it now, and hands out what came of it: a value, or what was thrown. */
function settle<T>(run: () => T): () => T {
  try {
    const value = run();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** Some code of a file: all of a script; of a component one of its scripts, or an expression of its template. */
export interface CodePiece {
  readonly program: t.Program;
  /** Where an offset of the piece is in the file. */
  offsetInFile(offset: number): number;
}

/** Code of a file that cannot be parsed. */
export interface UnreadableCode {
  readonly code: string;
  /** Its offset in the file. */
  readonly start: number;
}

/** The pieces of a file that matter, as far as they can be parsed. */
export function piecesOf(
  source: SourceText,
  matters: (code: string) => boolean,
  onUnreadable?: (code: UnreadableCode) => void,
): readonly CodePiece[] {
  const { path, text } = source;
  const script = (code: string, start: number, language: Language | undefined) => {
    const pieces = codePiece(source, code, start, language);
    if (pieces.length === 0) onUnreadable?.({ code, start });
    return pieces;
  };
  if (!path.endsWith('.vue')) return script(text, 0, languageOf(path));
  const end = endOfFirstScript(text);
  // Most templates hold nothing that matters, and reading them takes as long as reading the script.
  const isScriptOnly = end !== undefined && !matters(text.slice(end));
  const blocks = readable(
    () => source.blocks(isScriptOnly ? end : undefined),
    () => onUnreadable?.({ code: text, start: 0 }),
  );
  return blocks.flatMap((block) => {
    const { code, start } = contentOf(text, block);
    if (block.tag === 'script') return matters(code) ? script(code, start, scriptLanguage(block)) : [];
    if (block.tag !== 'template' || !isMarkup(block)) return [];
    return [...templateParts(block)].flatMap((part) => {
      if (part.kind === 'attribute' || !matters(part.code)) return [];
      const pieces = readable(() => [expressionPiece(source, part)]);
      if (pieces.length === 0) onUnreadable?.({ code: part.code, start: part.start });
      return pieces;
    });
  });
}

/** The elements of the templates of a component, by tag, with their offsets. What cannot be parsed has none. */
export function tagsOf(source: SourceText): readonly { readonly tag: string; readonly start: number }[] {
  const blocks = readable(() => source.blocks());
  return blocks
    .filter((block) => block.tag === 'template' && isMarkup(block))
    .flatMap(elementsIn)
    .map(({ tag, loc }) => ({ tag, start: loc.start.offset }));
}

function readable<T>(read: () => readonly T[], onError?: () => void): readonly T[] {
  try {
    return read();
  } catch (error) {
    // Both parsers throw the one if they cannot go on, and the other if the code nests too deeply.
    if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error;
    onError?.();
    return [];
  }
}

function codePiece(
  source: SourceText,
  code: string,
  start: number,
  language: Language | undefined,
): readonly CodePiece[] {
  if (language === undefined) return [];
  const offsetInFile = (offset: number) => start + offset;
  return readable(() => [{ program: source.parse(code, start, language).program, offsetInFile }]);
}

/** An expression of a template. Throws what the parser throws. */
export function expressionPiece(
  source: SourceText,
  { content, code, start, end }: Pick<TemplateExpression, 'content' | 'code' | 'start' | 'end'>,
): CodePiece {
  const written = source.text.slice(start, end);
  const places = written === content ? undefined : (placesIn(written, content) ?? []);
  return readExpression(code, (read, shift) => ({
    program: source.parse(read, start, 'ts').program,
    // Behind an entity that is not understood, the expression as a whole is near enough.
    offsetInFile: (offset) => start + (places ? (places[offset - shift] ?? 0) : offset - shift),
  }));
}
