import type * as t from '@babel/types';
import { lazy } from '../../base/memo.ts';
import { type JsonNode, parseJson } from '../json.ts';
import { type Language, languageOf, parseCode } from './code.ts';
import { contentOf, type Element, endOfFirstScript, parseBlocks, scriptLanguage } from './component.ts';

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

/** A piece of code: a whole script, or one of the scripts or the template of a component. */
export interface CodePiece {
  readonly program: t.Program;
  /** Converts an offset in the piece to one in the file. */
  offsetInFile(offset: number): number;
}

/** The scripts of a file that can be parsed. */
export function piecesOf(source: SourceText): readonly CodePiece[] {
  const { path, text } = source;
  const parsedPiece = (code: string, start: number, language: Language | undefined): CodePiece[] => {
    const piece = ifReadable(() => codePiece(source, code, start, language));
    return piece ? [piece] : [];
  };
  if (!path.endsWith('.vue')) return parsedPiece(text, 0, languageOf(path));
  // Parsing a template takes as long as parsing the script.
  const blocks = ifReadable(() => source.blocks(endOfFirstScript(text))) ?? [];
  return blocks
    .filter(({ tag }) => tag === 'script')
    .flatMap((block) => {
      const { code, start } = contentOf(text, block);
      return parsedPiece(code, start, scriptLanguage(block));
    });
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
function codePiece(
  source: SourceText,
  code: string,
  start: number,
  language: Language | undefined,
): CodePiece {
  if (language === undefined) throw new SyntaxError('a language that is not read');
  const offsetInFile = (offset: number) => start + offset;
  return { program: source.parse(code, start, language).program, offsetInFile };
}
