import {
  createTwoFilesPatch,
  FILE_HEADERS_ONLY,
  formatPatch,
  OMIT_HEADERS,
  type StructuredPatchHunk,
  structuredPatch,
} from 'diff';
import type { RenderedFile } from '../config/document.ts';
import type { PlannedFile } from '../plan/plan.ts';
import type { Report } from './report.ts';
import { allFiles } from './summary.ts';

type Text = NonNullable<PlannedFile['text']>;

/** The files of a report as one patch for `git apply`, from the root of the git repository. */
export function patchOf(report: Report): string {
  return allFiles(report)
    .map(({ diff }) => diff)
    .join('');
}

/** The unified diff of a single file, as `git apply` and `patch -p1` take it. */
export function diffText({ path, before, after }: RenderedFile): string {
  return createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
}

/** The files as one patch for `git apply`; their order does not matter to git, not even for files that swap places. */
export function patchTextOf(files: readonly PlannedFile[], prefix: string): string {
  return files.map((file) => patchText(file, prefix)).join('');
}

/** A file as git shows it: a rename, a change, or both; empty where nothing changes. */
export function patchText(file: PlannedFile, prefix: string): string {
  const from = prefix + file.from;
  const to = prefix + file.to;
  const text = file.text?.before === file.text?.after ? undefined : file.text;
  if (from === to && text === undefined) return '';
  const hunks = text === undefined ? [] : hunksOf(text);
  return [
    `diff --git ${quoted(`a/${from}`)} ${quoted(`b/${to}`)}\n`,
    file.kind === 'link' ? linkMode : '',
    from === to ? '' : renameHeader(from, to, similarity(text, hunks)),
    hunks.length === 0 ? '' : `--- ${lineName(`a/${from}`)}\n+++ ${lineName(`b/${to}`)}\n${printed(hunks)}`,
  ].join('');
}

/**
 * The mode keeps git from writing through a link's name into a file. Git itself says it in an `index` line, but we have
 * no object names, and GNU patch takes made-up zeros there for a file that is created.
 */
const linkMode = 'old mode 120000\nnew mode 120000\n';

function renameHeader(from: string, to: string, percent: number): string {
  return `similarity index ${percent}%\nrename from ${quoted(from)}\nrename to ${quoted(to)}\n`;
}

/** How much of the longer text is in both; 100 is kept for texts that are the same. */
function similarity(text: Text | undefined, hunks: readonly StructuredPatchHunk[]): number {
  if (text === undefined) return 100;
  const removed = hunks
    .flatMap(({ lines }) => lines.filter((line) => line.startsWith('-')))
    .reduce((sum, line) => sum + line.length, 0);
  const longer = Math.max(text.before.length, text.after.length);
  return Math.min(99, Math.max(0, Math.floor((100 * (text.before.length - removed)) / longer)));
}

// With more changed lines the search for the smallest diff takes seconds, and nobody reads the result.
const maxEditLength = 1000;

function hunksOf({ before, after }: Text): readonly StructuredPatchHunk[] {
  const patch = structuredPatch('', '', before, after, undefined, undefined, { context: 3, maxEditLength });
  return patch?.hunks ?? [replacement(before, after)];
}

/** One hunk that replaces the whole text. */
function replacement(before: string, after: string): StructuredPatchHunk {
  const old = linesOf(before);
  const now = linesOf(after);
  const lines = [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)];
  return {
    oldStart: 1,
    oldLines: old.length,
    newStart: 1,
    newLines: now.length,
    lines: lines.flatMap((line) => (line.endsWith('\n') ? [line.slice(0, -1)] : [line, noNewline])),
  };
}

const noNewline = '\\ No newline at end of file';

/** Only `\n` ends a line for git; a `\r` belongs to the line. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function printed(hunks: readonly StructuredPatchHunk[]): string {
  return formatPatch({ ...structuredPatch('', '', '', ''), hunks: [...hunks] }, OMIT_HEADERS);
}

/** Without a tab after it, the end of a name with spaces could be taken for a date. */
function lineName(name: string): string {
  const safe = quoted(name);
  return safe === name && name.includes(' ') ? `${name}\t` : safe;
}

const escapes: { readonly [character: string]: string } = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

/** A name as git quotes it with `core.quotePath` off: other scripts stay readable. */
function quoted(name: string): string {
  // Fast path: nearly all names need no quotes.
  if (/^[\w./ @~+=,[\]-]*$/.test(name)) return name;
  const safe = name.replace(/[\p{Cc}\p{Cf}"\\]/gu, (character) => escapes[character] ?? octal(character));
  return safe === name ? name : `"${safe}"`;
}

function octal(character: string): string {
  return [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
