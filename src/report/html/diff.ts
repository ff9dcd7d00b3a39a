import { diffWordsWithSpace } from 'diff';
import type { Span } from '../../config/source.ts';
import type { Hunk, PatchLine } from '../patch.ts';
import type { FileReport } from '../report.ts';
import { type Token, tokenLines } from './highlight.ts';
import { html, type Markup } from './markup.ts';

/** The hunks of a file, line below line. The script of the page can set them side by side. */
export function diffMarkup(
  { path, from = path }: Pick<FileReport, 'path' | 'from'>,
  hunks: readonly Hunk[],
): Markup {
  return html`<div class="diff" role="group" tabindex="0" aria-label="Changes in ${path}">${hunks.map(
    (hunk) =>
      html`<p class="hunk">${hunk.header}</p>${blocksOf(colouredLines(hunk, from, path)).map(blockMarkup)}`,
  )}</div>`;
}

interface ColouredLine extends PatchLine {
  readonly tokens: readonly Token[];
}

/** Each side is coloured for itself, because only a whole side is code. */
function colouredLines({ lines }: Hunk, from: string, to: string): ColouredLine[] {
  const side = (left: PatchLine['kind'], path: string) => {
    const own = lines.filter(({ kind }) => kind !== left);
    const tokens = tokenLines(
      own.map(({ text }) => text),
      path,
    );
    return new Map(own.map((line, index) => [line, tokens[index] ?? []]));
  };
  const before = side('added', from);
  const after = side('removed', to);
  return lines.map((line) => ({ ...line, tokens: after.get(line) ?? before.get(line) ?? [] }));
}

/** Lines in a row that all stay, or that replace each other. */
function blocksOf(lines: readonly ColouredLine[]): ColouredLine[][] {
  const blocks: ColouredLine[][] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (last && (last[0]?.kind === 'same') === (line.kind === 'same')) last.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

function blockMarkup(lines: readonly ColouredLine[]): Markup {
  if (lines[0]?.kind === 'same')
    return html`<div class="same">${lines.map(
      ({ old, new: now, tokens }) =>
        html`<div data-old="${old}" data-new="${now}"><code>${tokensMarkup(tokens)}</code></div>`,
    )}</div>`;
  const removed = lines.filter(({ kind }) => kind === 'removed');
  const added = lines.filter(({ kind }) => kind === 'added');
  const marks = removed.map(({ text }, index) => added[index] && changedWords(text, added[index].text));
  return html`<div class="changed">${removed.map(
    ({ old, tokens }, index) =>
      html`<del data-old="${old}"><code>${tokensMarkup(tokens, marks[index]?.old)}</code></del>`,
  )}${added.map(
    ({ new: now, tokens }, index) =>
      html`<ins data-new="${now}"><code>${tokensMarkup(tokens, marks[index]?.new)}</code></ins>`,
  )}</div>`;
}

// Longer lines are not read word by word, and comparing them takes long.
const longest = 400;

/** What differs between a line and the one that takes its place; undefined if they hardly share anything. */
function changedWords(before: string, after: string): { old: Span[]; new: Span[] } | undefined {
  if (before.length > longest || after.length > longest) return undefined;
  const marks = { old: [] as Span[], new: [] as Span[] };
  const at = { old: 0, new: 0 };
  let shared = 0;
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    if (!added && !removed) shared += value.trim().length;
    if (!added) at.old += value.length;
    if (!removed) at.new += value.length;
    if (removed) marks.old.push({ start: at.old - value.length, end: at.old });
    if (added) marks.new.push({ start: at.new - value.length, end: at.new });
  }
  return shared * 2 >= Math.max(before.trim().length, after.trim().length) ? marks : undefined;
}

function tokensMarkup(tokens: readonly Token[], stretches: readonly Span[] = []): Markup[] {
  let end = 0;
  return tokens.map(({ text, colour }) => {
    end += text.length;
    const pieces = piecesOf(text, end - text.length, stretches);
    return colour === undefined ? html`${pieces}` : html`<span class="${colour}">${pieces}</span>`;
  });
}

/** The parts of a token, with those that lie in a stretch marked. */
function piecesOf(text: string, start: number, stretches: readonly Span[]): (Markup | string)[] {
  const pieces: (Markup | string)[] = [];
  let done = 0;
  for (const stretch of stretches) {
    const from = Math.max(done, stretch.start - start);
    const to = Math.min(text.length, stretch.end - start);
    if (from >= to) continue;
    pieces.push(text.slice(done, from), html`<mark>${text.slice(from, to)}</mark>`);
    done = to;
  }
  return [...pieces, text.slice(done)];
}
