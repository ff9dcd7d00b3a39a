import type * as t from '@babel/types';
import { type JsonNode, parseJson } from '../json.ts';
import { lazy } from '../memo.ts';
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

/** The text of a file, which is parsed at most once for all callers. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
  /** The blocks of a component, up to an offset. Throws what the parser throws. */
  blocks(end?: number): readonly Element[];
  /** The syntax tree of the code at an offset. Throws what the parser throws. */
  parse(code: string, start: number, language: Language): t.File;
  /** The text as JSON; undefined if it is invalid. */
  json(): JsonNode | undefined;
}

export function openSource(path: string, text: string): SourceText {
  const trees = new Map<string, () => t.File>();
  const blocks = new Map<number, () => readonly Element[]>();
  return {
    path,
    text,
    json: lazy(() => parseJson(text)),
    blocks(end = text.length) {
      const cached = blocks.get(text.length) ?? blocks.get(end);
      const read = cached ?? settle(() => parseBlocks(text.slice(0, end)));
      blocks.set(end, read);
      return read();
    },
    parse(code, start, language) {
      const key = `${start}:${code.length}:${language}`;
      const tree = trees.get(key) ?? settle(() => parseCode(code, language));
      trees.set(key, tree);
      return tree();
    },
  };
}

/** Runs a function once, and returns or throws its result on each call. */
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

/** A piece of code: a whole script, one of the scripts of a component, or an expression of its template. */
export interface CodePiece {
  readonly program: t.Program;
  /** Converts an offset in the piece to one in the file. */
  offsetInFile(offset: number): number;
  /** Whether the piece is from a template, which sees the names of the scripts. */
  readonly isTemplate?: boolean;
}

/** Code of a file that cannot be parsed. */
export interface UnreadableCode {
  readonly code: string;
  /** Its offset in the file. */
  readonly start: number;
}

/** The relevant pieces of a file that can be parsed. */
export function piecesOf(
  source: SourceText,
  matters: (code: string) => boolean,
  onUnreadable?: (code: UnreadableCode) => void,
): readonly CodePiece[] {
  const { path, text } = source;
  const parsedPiece = (code: string, start: number, read: () => CodePiece): CodePiece[] => {
    const piece = ifReadable(read);
    if (!piece) onUnreadable?.({ code, start });
    return piece ? [piece] : [];
  };
  const script = (code: string, start: number, language: Language | undefined) =>
    parsedPiece(code, start, () => codePiece(source, code, start, language));
  if (!path.endsWith('.vue')) return script(text, 0, languageOf(path));
  const end = endOfFirstScript(text);
  // Most templates have nothing relevant, and parsing them takes as long as parsing the script.
  const isScriptOnly = end !== undefined && !matters(text.slice(end));
  const blocks = ifReadable(() => source.blocks(isScriptOnly ? end : undefined));
  if (!blocks) onUnreadable?.({ code: text, start: 0 });
  return (blocks ?? []).flatMap((block) => {
    const { code, start } = contentOf(text, block);
    if (block.tag === 'script') return matters(code) ? script(code, start, scriptLanguage(block)) : [];
    if (block.tag !== 'template' || !isMarkup(block)) return [];
    return [...templateParts(block)].flatMap((part) => {
      if (part.kind === 'attribute' || !matters(part.code)) return [];
      return parsedPiece(part.code, part.start, () => expressionPiece(source, part));
    });
  });
}

/** The elements in the templates of a component, with their offsets; none if it cannot be parsed. */
export function tagsOf(source: SourceText): readonly { readonly tag: string; readonly start: number }[] {
  const blocks = ifReadable(() => source.blocks()) ?? [];
  return blocks
    .filter((block) => block.tag === 'template' && isMarkup(block))
    .flatMap(elementsIn)
    .map(({ tag, loc }) => ({ tag, start: loc.start.offset }));
}

/** The result of a parser, or undefined if it fails. */
export function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    // Parsers throw a `SyntaxError` for invalid code, and a `RangeError` for code that is nested too deeply.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A whole script, or one of a component. Throws what the parser throws, or if the language is unknown. */
export function codePiece(
  source: SourceText,
  code: string,
  start: number,
  language: Language | undefined,
): CodePiece {
  if (language === undefined) throw new SyntaxError('a language that is not read');
  const offsetInFile = (offset: number) => start + offset;
  return { program: source.parse(code, start, language).program, offsetInFile };
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
    isTemplate: true,
    // After an unknown entity, the start of the expression is used.
    offsetInFile: (offset) => start + (places ? (places[offset - shift] ?? 0) : offset - shift),
  }));
}
