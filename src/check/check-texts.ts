/**
 * Checks that a changed file differs from its original only at the planned edits, can still be parsed, and loses no
 * comment.
 */

import { applyEdits, type ChangedText, changedPart, type MadeEdit } from '../base/edits.ts';
import { positionOf } from '../base/position.ts';
import { type Language, languageOf, syntaxOf } from '../catalogue/extensions.ts';
import { parseUnread } from '../config/parse.ts';
import { styleComment } from '../paths/references/styles.ts';
import type { Defect } from '../plan/defect.ts';
import type { PlannedFile } from '../plan/plan.ts';
import { parseJson } from '../tree/json.ts';
import type { TreePath } from '../tree/snapshot.ts';
import { contentOf, parseBlocks, scriptLanguage } from '../tree/syntax/component.ts';
import { importHeader } from '../tree/syntax/import-header.ts';
import { ifParsed } from '../tree/syntax/source-text.ts';
import { isYaml } from '../tree/yaml.ts';

/** The result of the check of texts. */
export interface TextProof {
  /** How many texts were compared with their recorded edits. */
  readonly compared: number;
  /** Texts without recorded edits, written by a codemod or a second pass: only their syntax was checked. */
  readonly unrecorded: readonly TreePath[];
}

/** A mistake in a planned text, with its offset in the original. */
interface TextMistake {
  readonly message: string;
  readonly offset: number;
}

/** Checks every text that a plan changes against its recorded edits. */
export function checkTexts(
  files: readonly PlannedFile[],
): TextProof & { readonly defects: readonly Defect[] } {
  const texts = files.flatMap((file) =>
    file.text && file.kind === 'file' ? { file, text: file.text } : [],
  );
  const isWritten = (words: string) =>
    texts.some(({ text }) => text.edits?.some((edit) => wordsOf(edit.text).includes(words)));
  return {
    defects: texts.flatMap(({ file, text }) =>
      mistakesIn(file, text, isWritten).map(({ message, offset }): Defect => {
        const { line } = positionOf(file.from, text.before, offset);
        return { about: 'text', file: file.from, line, message };
      }),
    ),
    compared: texts.filter(({ text }) => text.edits).length,
    unrecorded: texts.flatMap(({ file, text }) => (text.edits ? [] : [file.from])),
  };
}

/** The mistakes in one planned text. */
function mistakesIn(
  { from: path, by }: PlannedFile,
  text: ChangedText,
  isWritten: (words: string) => boolean,
): TextMistake[] {
  const { before, after, edits } = text;
  if (!edits) {
    // A transform may write a text without recorded edits.
    const hasTransform = by.some((id) => !['references', 'framework', 'tooling'].includes(id));
    if (!hasTransform) return [{ message: 'it would change without a recorded edit', offset: 0 }];
    return staysReadable(path, before, after) ? [] : [unreadable(0)];
  }
  const stray = editMistake(before, after, edits);
  if (stray) return [stray];
  const risky = edits.filter((edit) => !isInQuotes(text, edit));
  const [first] = risky;
  const broken = first && !staysReadable(path, before, after) ? [unreadable(first.start)] : [];
  return [...lineMistakes(before, after), ...broken, ...lostComments(path, text, risky, isWritten)];
}

function unreadable(offset: number): TextMistake {
  return { message: 'it could be parsed before, but not after the run', offset };
}

/** Whether a text is the original with exactly the recorded edits applied, which are in the order of the text. */
function editMistake(
  before: string,
  after: string,
  edits: readonly MadeEdit[],
): TextMistake | undefined {
  const message = 'it would change outside the planned edits';
  let [at, written] = [0, 0];
  const end = { start: before.length, end: before.length, text: '' };
  for (const edit of [...edits, end]) {
    const kept = before.slice(at, edit.start);
    const isOrdered = at <= edit.start && edit.start <= edit.end && edit.end <= before.length;
    if (!isOrdered || !after.startsWith(kept + edit.text, written))
      return { message, offset: at + changedPart(kept, after.slice(written)).start };
    written += kept.length + edit.text.length;
    at = edit.end;
  }
  return written === after.length ? undefined : { message, offset: at };
}

// Characters without special meaning around a string, an attribute or a tag in any language.
const plain = /^[\w@~#./*%\- ]*$/;

/**
 * Whether an edit fills a pair of quotes with text that can neither end them nor have a special meaning: then
 * the file can still be parsed.
 */
function isInQuotes(
  { before }: Pick<ChangedText, 'before'>,
  { start, end, text }: MadeEdit,
): boolean {
  const quote = before[start - 1];
  if (quote !== before[end] || (quote !== '"' && quote !== "'" && quote !== '`')) return false;
  return plain.test(text) && plain.test(before.slice(start, end));
}

const mark = '\uFEFF';

/** Changes of the byte order mark, the line endings or the last line break. */
function lineMistakes(before: string, after: string): TextMistake[] {
  const mistakes: TextMistake[] = [];
  const report = (message: string, offset = 0) => mistakes.push({ message, offset });
  if (before.startsWith(mark) !== after.startsWith(mark))
    report('its byte order mark would change');
  const [windows, unix] = [/\r\n/, /(?<!\r)\n/];
  const isAdded = (end: RegExp, only: RegExp) =>
    only.test(before) && !end.test(before) && end.test(after);
  if (isAdded(unix, windows)) report('it uses `\\r\\n` line endings, and a `\\n` would be added');
  if (isAdded(windows, unix)) report('it uses `\\n` line endings, and a `\\r\\n` would be added');
  if (lastBreak(before) !== lastBreak(after))
    report('its final line ending would change', before.length);
  return mistakes;
}

function lastBreak(text: string): string {
  return /\r?\n$/.exec(text.slice(-2))?.[0] ?? '';
}

/** Whether a text can be parsed afterwards, if it could be parsed before. */
function staysReadable(path: TreePath, before: string, after: string): boolean {
  switch (syntaxOf(path)) {
    case 'script': {
      const language = languageOf(path);
      // Texts that only differ in the specifiers of the imports at their start parse alike.
      if (withoutSpecifiers(before) === withoutSpecifiers(after)) return true;
      return canBeParsed(after, language) || !canBeParsed(before, language);
    }
    case 'component':
      return isComponent(after) || !isComponent(before);
    case 'style':
      return outline(before) === outline(after);
    case 'yaml':
      return isYaml(after) || !isYaml(before);
    default:
      return parseJson(after) !== undefined || parseJson(before) === undefined;
  }
}

/** A script with empty specifiers in the imports at its start. */
function withoutSpecifiers(code: string): string {
  const edits = importHeader(code).map(({ start, end }) => ({ start, end, text: "''" }));
  return applyEdits(code, edits);
}

function canBeParsed(code: string, language: Language): boolean {
  return ifParsed(() => parseUnread(code, language)) !== undefined;
}

function isComponent(text: string): boolean {
  const blocks = ifParsed(() => parseBlocks(text)) ?? [];
  return (
    blocks.length > 0 &&
    blocks.every((block) => {
      const language = block.tag === 'script' ? scriptLanguage(block) : undefined;
      return language === undefined || canBeParsed(contentOf(text, block).code, language);
    })
  );
}

/**
 * The characters that give a style sheet its structure, without quoted text, comments, and rules without a block, of
 * which a run may add some.
 */
function outline(text: string): string {
  const bare = text.replace(styleComment, (match) => (match.startsWith('url(') ? '(' : ''));
  return bare.replace(/[^{}();@"']/g, '').replaceAll('@;', '');
}

const codeComment = /\/\*.*?\*\/|<!--.*?-->|\/\/[^\r\n]*/gs;
const lineComment = /(?<=^|\s)#[^\r\n]*/g;

/**
 * Comments that edits remove although their code stays, and that no new text contains. A comment goes with removed
 * code, so only an edit that removes nothing else can lose one.
 */
function lostComments(
  path: TreePath,
  { before, after }: ChangedText,
  edits: readonly MadeEdit[],
  isWritten: (words: string) => boolean,
): TextMistake[] {
  const isCode = /^(?:script|component|style|json)$|rc$/.test(syntaxOf(path) ?? path);
  const comment = isCode ? codeComment : lineComment;
  const countIn = (text: string, words: string) => wordsOf(text).split(words).length;
  return edits.flatMap((edit) => {
    // An edit may write the start or the end of its text again.
    const cut = changedPart(before.slice(edit.start, edit.end), edit.text);
    const start = edit.start + cut.start;
    const removed = before.slice(start, edit.start + cut.end);
    if (/[^\s,;]/.test(removed.replace(comment, ''))) return [];
    return Array.from(removed.matchAll(comment)).flatMap(({ 0: text, index }) => {
      const words = wordsOf(text);
      // The same comment may occur several times.
      const isKept = countIn(after, words) >= countIn(before, words);
      if (words === '' || isKept || isWritten(words)) return [];
      const [line = ''] = text.split(/\r?\n/);
      return [
        { message: `a comment would be lost: \`${line.slice(0, 60)}\``, offset: start + index },
      ];
    });
  });
}

/** The characters of a comment without white space and comment marks. */
function wordsOf(text: string): string {
  return text.replace(/[\s/*]+/g, '');
}
