import { parseJson } from './json.ts';
import type { TreePath } from './snapshot.ts';
import { type Language, languageOf, parseCode } from './syntax/code.ts';
import { contentOf, markupComments, parseBlocks, scriptLanguage } from './syntax/component.ts';
import {
  type CommentForm,
  type CommentSyntax,
  commentSyntaxOf,
  type Todo,
  todoText,
  wholeLines,
} from './todo-comments.ts';

/** Where a comment goes, and how it reads there. */
interface TodoLine {
  /** The line that it stands above, counted from 1. */
  readonly above: number;
  /** With its indentation and its end. */
  readonly text: string;
}

// Generated code; a comment in there would be gone with the next build.
const longestText = 1_000_000;
const mostTries = 100;

/**
 * Finds the place for a comment about a line of a text: above it, or as near above as a comment is one and changes
 * nothing. Undefined if the file allows none, or if that cannot be known.
 */
export function placeTodo(path: TreePath, text: string, line: number, todo: Todo): TodoLine | undefined {
  const syntax = commentSyntaxOf(path);
  if (syntax === undefined || text.length > longestText) return undefined;
  const { forms, isComment } = syntaxes[syntax];
  const lines = wholeLines(text);
  const eol = lines[0]?.endsWith('\r\n') ? '\r\n' : '\n';
  const start = firstFree(lines);
  if (start > lines.length) return undefined;
  let above = Math.max(start, Math.min(line, lines.length));
  for (let tries = 0; above >= start && tries < mostTries; tries += 1, above -= 1) {
    while (above > start && isDirective(lines[above - 2] ?? '')) above -= 1;
    const target = lines[above - 1] ?? '';
    const [indent = ''] = /^[ \t]*/.exec(target) ?? [];
    const offset = lines.slice(0, above - 1).join('').length + indent.length;
    for (const form of forms) {
      const comment = todoText(todo, form);
      const place = { above, text: `${indent}${comment}${eol}` };
      const after = text.slice(0, offset - indent.length) + place.text + text.slice(offset - indent.length);
      if (isComment({ path, lines, above, form, after, start: offset, end: offset + comment.length }))
        return place;
    }
  }
  return undefined;
}

/** What must stay the first line of its file stays so. */
function firstFree([first = '']: readonly string[]): number {
  return /^\uFEFF|^#!|^<\?xml|^<!doctype|^@charset|^# *(?:syntax|escape|check) *=/i.test(first) ? 2 : 1;
}

/** A comment that speaks to a tool about the line below it. */
function isDirective(line: string): boolean {
  return (
    /^\s*(?:\/\/|\/?\*|#|<!--|\{\/\*)/.test(line) &&
    /ignore|disable|expect-error|next-line|renovate/i.test(line)
  );
}

/** A comment that might be written. */
interface Attempt {
  readonly path: TreePath;
  readonly lines: readonly string[];
  readonly above: number;
  readonly form: CommentForm;
  /** The text with the comment in it, and where that is. */
  readonly after: string;
  readonly start: number;
  readonly end: number;
}

/** How comments are written in a file, and whether one is a comment there, as whoever reads the file sees it. */
const syntaxes: Readonly<
  Record<CommentSyntax, { readonly forms: readonly CommentForm[]; isComment(attempt: Attempt): boolean }>
> = {
  script: {
    forms: ['slashes'],
    isComment: ({ path, after, start, end }) => isScriptComment(after, languageOf(path), start, end),
  },
  component: { forms: ['slashes', 'markup', 'block'], isComment: isComponentComment },
  style: { forms: ['block'], isComment: ({ after, start }) => hasMatchAt(after, styleComment, start) },
  sass: { forms: ['slashes'], isComment: ({ after, start }) => hasMatchAt(after, styleComment, start) },
  json: {
    forms: ['slashes'],
    isComment: ({ after, start }) => hasMatchAt(after, jsonComment, start) && parseJson(after) !== undefined,
  },
  html: {
    forms: ['markup'],
    isComment: ({ after, start }) => ifReadable(() => markupComments(after, 'html').includes(start)),
  },
  yaml: { forms: ['hash'], isComment: isYamlLine },
  lines: { forms: ['hash'], isComment: isPlainLine },
};

function ifReadable(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

function isScriptComment(code: string, language: Language, start: number, end: number): boolean {
  return ifReadable(
    () => parseCode(code, language).comments?.some((one) => one.start === start && one.end === end) ?? false,
  );
}

function isComponentComment({ after, start, end, form }: Attempt): boolean {
  if (form === 'markup') return ifReadable(() => markupComments(after, 'sfc').includes(start));
  return ifReadable(() =>
    parseBlocks(after).some((block) => {
      const { code, start: offset } = contentOf(after, block);
      if (start < offset || end > offset + code.length) return false;
      const language = scriptLanguage(block);
      if (block.tag === 'style') return form === 'block' && hasMatchAt(code, styleComment, start - offset);
      if (block.tag !== 'script' || form !== 'slashes' || language === undefined) return false;
      return isScriptComment(code, language, start - offset, end - offset);
    }),
  );
}

// Skips quoted text; the capture group is the comment itself.
const styleComment =
  /"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|\burl\([^)"']*|(\/\*[\s\S]*?\*\/|\/\/.*)/g;
const jsonComment = /"(?:\\.|[^"\\\n])*"|(\/\*[\s\S]*?\*\/|\/\/.*)/g;

function hasMatchAt(text: string, pattern: RegExp, start: number): boolean {
  return [...text.matchAll(pattern)].some(
    ({ index, 1: comment }) => comment !== undefined && index === start,
  );
}

/** In files that are read line by line, a line that goes on must not be torn apart, nor a text of several lines. */
function isPlainLine({ lines, above }: Attempt): boolean {
  if (lines.some((line) => /"""|'''|<</.test(line))) return false;
  return !/\\\s*$/.test(lines[above - 2] ?? '') && !/^\t/.test(lines[above - 1] ?? '');
}

const blockScalar = /(?:^|[\s:-])[|>][+-]?\d?[+-]?\s*(?:#.*)?$/;
const yamlNode = /^\s*(?:-(?:\s|$)|[^\s#"'][^#]*?:(?:\s|$)|"[^"]*"\s*:|'[^']*'\s*:)/;

/** A line that starts a key or an item, and is not a part of a text of several lines. */
function isYamlLine({ lines, above }: Attempt): boolean {
  if (lines.some(hasOpenQuote) || !yamlNode.test(lines[above - 1] ?? '')) return false;
  let indent = indentOf(lines[above - 1] ?? '');
  for (let index = above - 2; index >= 0; index -= 1) {
    const line = lines[index] ?? '';
    if (line.trim() === '' || indentOf(line) >= indent) continue;
    if (blockScalar.test(line.trimEnd())) return false;
    indent = indentOf(line);
  }
  return true;
}

function hasOpenQuote(line: string): boolean {
  const isOdd = (quote: string) => (line.split(quote).length - 1) % 2 === 1;
  return isOdd('"') || (/(?:^|[\s:,[{-])'/.test(line) && isOdd("'"));
}

function indentOf(line: string): number {
  return line.search(/\S|$/);
}
