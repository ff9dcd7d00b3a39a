/** The text of a file with everything that was parsed from it, so that all steps share one parse. */

import type * as t from '@babel/types';
import { lazy } from '../../base/memo.ts';
import { type Language, languageOf, syntaxOf } from '../../catalogue/extensions.ts';
import { parseUnread } from '../../config/parse.ts';
import { parseJson } from '../json.ts';
import {
  contentOf,
  type Element,
  endOfFirstScript,
  parseBlocks,
  scriptLanguage,
} from './component.ts';

/** The text of a file, which is parsed at most once for all callers. */
export type SourceText = Readonly<ReturnType<typeof openSource>>;

export function openSource(path: string, text: string) {
  const trees = new Map<string, () => t.File>();
  const blocks = new Map<number, () => readonly Element[]>();
  return {
    path,
    text,
    /** The text as JSON; undefined if it is invalid. */
    json: lazy(() => parseJson(text)),
    /** The blocks of a component, up to an offset. Throws what the parser throws. */
    blocks(end = text.length): readonly Element[] {
      const cached = blocks.get(text.length) ?? blocks.get(end);
      const read = cached ?? settle(() => parseBlocks(text.slice(0, end)));
      blocks.set(end, read);
      return read();
    },
    /** The syntax tree of the code at an offset. Throws what the parser throws. */
    parse(code: string, start: number, language: Language): t.File {
      const key = `${start}:${code.length}:${language}`;
      const tree = trees.get(key) ?? settle(() => parseUnread(code, language));
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

/** The scripts of a file that can be parsed. */
export function programsIn(source: SourceText): readonly t.Program[] {
  const { path, text } = source;
  const programsOf = (code: string, start: number, language: Language | undefined): t.Program[] => {
    const file = language && ifParsed(() => source.parse(code, start, language));
    return file ? [file.program] : [];
  };
  if (syntaxOf(path) !== 'component') return programsOf(text, 0, languageOf(path));
  // Parsing a template takes as long as parsing the script.
  const blocks = ifParsed(() => source.blocks(endOfFirstScript(text))) ?? [];
  return blocks
    .filter(({ tag }) => tag === 'script')
    .flatMap((block) => {
      const { code, start } = contentOf(text, block);
      return programsOf(code, start, scriptLanguage(block));
    });
}

/** The result of a parser, or undefined if it fails. */
export function ifParsed<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    // Parsers throw a `SyntaxError` for invalid code, and a `RangeError` for code that is nested too deeply.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
