/** The changes of a run as a diff that `git apply` accepts, and tests whether a diff from outside is harmless. */

import { formatPatch, OMIT_HEADERS, type StructuredPatchHunk, structuredPatch } from 'diff';
import type { RenderedFile } from '../config/render.ts';
import type { PlannedFile } from '../plan/plan.ts';
import { present } from './printing.ts';
import type { Report } from './report.ts';
import { allFiles, sum } from './summary.ts';

type Text = NonNullable<PlannedFile['text']>;

/** A patch for `git apply` in the root of the repository. Git ignores a head, but refuses one without files. */
export function patchOf(report: Report, head = ''): string {
  const diffs = present(allFiles(report).map(({ diff, patch = diff }) => patch));
  // The head is joined with the diffs: adding it to a long text would copy the text.
  return diffs.length === 0 ? '' : [head, ...diffs].join('');
}

/** The unified diff of a single file, for `git apply` and `patch -p1`. */
export function diffText({ path, before, after }: RenderedFile): string {
  return hunksText(lineName(`a/${path}`), lineName(`b/${path}`), hunksBetween({ before, after }));
}

/** The git diff of a file: a rename, a change, or both; empty if nothing changes. */
export function patchText(file: PlannedFile, prefix: string): string {
  const from = prefix + file.from;
  const to = prefix + file.to;
  const text = file.text?.before === file.text?.after ? undefined : file.text;
  if (from === to && text === undefined) return '';
  const hunks = text === undefined ? [] : hunksBetween(text);
  return [
    `diff --git ${quoted(`a/${from}`)} ${quoted(`b/${to}`)}\n`,
    file.kind === 'link' ? linkMode : '',
    from === to ? '' : `rename from ${quoted(from)}\nrename to ${quoted(to)}\n`,
    hunksText(lineName(`a/${from}`), lineName(`b/${to}`), hunks),
  ].join('');
}

function hunksText(from: string, to: string, hunks: StructuredPatchHunk[]): string {
  if (hunks.length === 0) return '';
  return `--- ${from}\n+++ ${to}\n${formatPatch({ ...structuredPatch('', '', '', ''), hunks }, OMIT_HEADERS)}`;
}

/** The git diff of a new file, for checkouts that do not have the file. */
export function newFileText({ to, kind }: PlannedFile, text: string, prefix: string): string {
  const path = prefix + to;
  return [
    `diff --git ${quoted(`a/${path}`)} ${quoted(`b/${path}`)}\n`,
    `new file mode ${kind === 'link' ? '120000' : '100644'}\n`,
    hunksText('/dev/null', lineName(`b/${path}`), hunksBetween({ before: '', after: text })),
  ].join('');
}

/**
 * The mode keeps git from replacing a link with a file. Git itself writes the mode in an `index` line, but we
 * have no object names, and GNU patch reads zeros there as a new file.
 */
const linkMode = 'old mode 120000\nnew mode 120000\n';

// With more changed lines the search for the smallest diff takes seconds, and nobody reads the result.
const maxEditLength = 1000;

function hunksBetween({ before, after }: Text): StructuredPatchHunk[] {
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    context: 3,
    maxEditLength,
  });
  if (patch) return patch.hunks;
  // One hunk replaces the whole text.
  const parts = [
    ...structuredPatch('', '', before, '').hunks,
    ...structuredPatch('', '', '', after).hunks,
  ];
  const oldLines = sum(parts.map((hunk) => hunk.oldLines));
  const newLines = sum(parts.map((hunk) => hunk.newLines));
  return [
    { oldStart: 1, oldLines, newStart: 1, newLines, lines: parts.flatMap(({ lines }) => lines) },
  ];
}

/** Adds a tab after a name with spaces, whose end could be read as a date. */
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

/** A name as git quotes it with `core.quotePath` off: non-Latin letters stay readable. */
function quoted(name: string): string {
  // Fast path: nearly all names need no quotes.
  if (/^[\w./ @~+=,[\]-]*$/.test(name)) return name;
  const safe = name.replace(
    /[\p{Cc}\p{Cf}"\\]/gu,
    (character) => escapes[character] ?? octal(character),
  );
  return safe === name ? name : `"${safe}"`;
}

function octal(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

const hunkHeader = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** The hunks in the git diff of one file: the lines of each, with its header first. */
export function hunksOf(diff: string): string[][] {
  const [, ...hunks] = `\n${diff}`.split(/(?<=\n)(?=@@ )/);
  return hunks.map((hunk) => hunk.replace(/\n$/, '').split('\n'));
}

const kinds = ['file', 'link'] as const;

/** Whether a diff changes or moves only its own file: `git apply` trusts the text of the diff. */
export function isDiffOf(diff: string, from: string, to: string, base: string): boolean {
  const text = { before: 'a\n', after: 'b\n' };
  const files = kinds.map((kind) => ({ from, to, kind, by: [] }));
  const examples = files.flatMap((file) => [
    patchText(file, base),
    patchText({ ...file, text }, base),
  ]);
  return isLike(diff, examples);
}

/** Whether a patch creates a file and does nothing else; it may be empty. */
export function isNewFile(patch: string, to: string, base: string): boolean {
  const files = kinds.map((kind) => ({ from: to, to, kind, by: [] }));
  const examples = files.flatMap((file) =>
    ['', 'a\n'].map((text) => newFileText(file, text, base)),
  );
  return isLike(patch, ['', ...examples]);
}

/** Whether a diff is like one of several: the same lines before the hunks, and then only hunks. */
function isLike(diff: string, examples: readonly string[]): boolean {
  const headOf = (text: string) => text.split(/^(?=@@ )/m, 1)[0] ?? '';
  const head = headOf(diff);
  // Reports of earlier versions have this line.
  const written = head.replace(/^similarity index \d{1,3}%\n/m, '');
  return examples.some((text) => headOf(text) === written) && isHunks(diff.slice(head.length));
}

/** Whether hunks are as long as their headers say: further lines could be the diff of another file. */
function isHunks(text: string): boolean {
  const lines = text.split('\n');
  if (lines.pop() !== '' || !lines.every((line) => /^[-+ \\]/.test(line) || hunkHeader.test(line)))
    return false;
  return hunksOf(text).every(([header = '', ...inside]) => {
    const [, oldLines = '1', newLines = '1'] = hunkHeader.exec(header) ?? [];
    const count = (signs: RegExp) => inside.filter((line) => signs.test(line)).length;
    return count(/^[- ]/) === Number(oldLines) && count(/^[+ ]/) === Number(newLines);
  });
}
