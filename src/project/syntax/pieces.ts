import type * as t from '@babel/types';
import { type Language, languageOf, parseCode } from './code.ts';
import { contentOf, type Element, isMarkup, parseBlocks, scriptLanguage } from './component.ts';
import { placesIn } from './entities.ts';
import { expressionsIn, readExpression, type TemplateExpression } from './template.ts';

/** Some code of a file: all of a script; of a component one of its scripts, or an expression of its template. */
export interface Piece {
  readonly program: t.Program;
  /** Where an offset of the piece is in the file. */
  place(offset: number): number;
}

/** The pieces of a file that matter, as far as they can be parsed. */
export function piecesOf(text: string, path: string, matters: (code: string) => boolean): Piece[] {
  if (!path.endsWith('.vue')) return readable(() => [pieceAt(text, 0, languageOf(path))]);
  return readable(() => parseBlocks(text)).flatMap((block) => {
    if (block.tag === 'script') return readable(() => scriptPieces(text, block, matters));
    return block.tag === 'template' && isMarkup(block) ? templatePieces(text, block, matters) : [];
  });
}

function readable<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch (error) {
    // Both parsers throw the one where they cannot go on, and the other where the code nests too deeply.
    if (error instanceof SyntaxError || error instanceof RangeError) return [];
    throw error;
  }
}

function pieceAt(code: string, start: number, language: Language): Piece {
  return { program: parseCode(code, language).program, place: (offset) => start + offset };
}

function scriptPieces(text: string, block: Element, matters: (code: string) => boolean): Piece[] {
  const { code, start } = contentOf(text, block);
  const language = scriptLanguage(block);
  return language && matters(code) ? [pieceAt(code, start, language)] : [];
}

function templatePieces(text: string, block: Element, matters: (code: string) => boolean): Piece[] {
  return expressionsIn(block)
    .filter(({ code }) => matters(code))
    .flatMap((expression) => readable(() => [expressionPiece(text, expression)]));
}

function expressionPiece(text: string, { content, code, start, end }: TemplateExpression): Piece {
  const written = text.slice(start, end);
  const places = written === content ? undefined : (placesIn(written, content) ?? []);
  return readExpression(code, (read, shift) => ({
    program: parseCode(read, 'ts').program,
    // Behind an entity that is not understood, the expression as a whole is near enough.
    place: (offset) => start + (places ? (places[offset - shift] ?? 0) : offset - shift),
  }));
}
