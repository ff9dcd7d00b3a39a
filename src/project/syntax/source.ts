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
      const tree = trees.get(key) ?? settle(() => parseCode(code, language));
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
  /** Whether it is of a template, which sees the names of the scripts. */
  readonly isTemplate?: boolean;
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
  const found = (code: string, start: number, read: () => CodePiece): CodePiece[] => {
    const piece = ifReadable(read);
    if (!piece) onUnreadable?.({ code, start });
    return piece ? [piece] : [];
  };
  const script = (code: string, start: number, language: Language | undefined) =>
    found(code, start, () => codePiece(source, code, start, language));
  if (!path.endsWith('.vue')) return script(text, 0, languageOf(path));
  const end = endOfFirstScript(text);
  // Most templates hold nothing that matters, and reading them takes as long as reading the script.
  const isScriptOnly = end !== undefined && !matters(text.slice(end));
  const blocks = ifReadable(() => source.blocks(isScriptOnly ? end : undefined));
  if (!blocks) onUnreadable?.({ code: text, start: 0 });
  return (blocks ?? []).flatMap((block) => {
    const { code, start } = contentOf(text, block);
    if (block.tag === 'script') return matters(code) ? script(code, start, scriptLanguage(block)) : [];
    if (block.tag !== 'template' || !isMarkup(block)) return [];
    return [...templateParts(block)].flatMap((part) => {
      if (part.kind === 'attribute' || !matters(part.code)) return [];
      return found(part.code, part.start, () => expressionPiece(source, part));
    });
  });
}

/** The elements of the templates of a component, by tag, with their offsets. What cannot be parsed has none. */
export function tagsOf(source: SourceText): readonly { readonly tag: string; readonly start: number }[] {
  const blocks = ifReadable(() => source.blocks()) ?? [];
  return blocks
    .filter((block) => block.tag === 'template' && isMarkup(block))
    .flatMap(elementsIn)
    .map(({ tag, loc }) => ({ tag, start: loc.start.offset }));
}

/** What is read, or undefined if a parser gives up on it. */
export function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    // Both parsers throw the one if they cannot go on, and the other if the code nests too deeply.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A script, or one of a component. Throws what the parser throws, or if there is none for the language. */
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
    // Behind an entity that is not understood, the expression as a whole is near enough.
    offsetInFile: (offset) => start + (places ? (places[offset - shift] ?? 0) : offset - shift),
  }));
}
