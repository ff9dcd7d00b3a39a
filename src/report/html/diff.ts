import type { FileReport } from '../report.ts';
import { type Token, tokenLines } from './highlight.ts';
import { html, type Markup } from './markup.ts';
import type { Hunk, PatchLine } from './patch-lines.ts';
import { type Stretch, wordMarks } from './word-marks.ts';

/** The hunks of a file, line below line. The script of the page can set them side by side. */
export function diffMarkup({ path, from = path }: FileReport, hunks: readonly Hunk[]): Markup {
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
        html`<div data-old="${old}" data-new="${now}"><code>${tokens.map(tokenMarkup)}</code></div>`,
    )}</div>`;
  const removed = lines.filter(({ kind }) => kind === 'removed');
  const added = lines.filter(({ kind }) => kind === 'added');
  const marks = removed.map(({ text }, index) => added[index] && wordMarks(text, added[index].text));
  return html`<div class="changed">${removed.map(
    ({ old, tokens }, index) =>
      html`<del data-old="${old}"><code>${markedTokens(tokens, marks[index]?.old)}</code></del>`,
  )}${added.map(
    ({ new: now, tokens }, index) =>
      html`<ins data-new="${now}"><code>${markedTokens(tokens, marks[index]?.new)}</code></ins>`,
  )}</div>`;
}

function markedTokens(tokens: readonly Token[], stretches: readonly Stretch[] = []): Markup[] {
  let at = 0;
  return tokens.map(({ text, scope }) => {
    const start = at;
    at += text.length;
    return coloured(scope, piecesOf(text, start, stretches));
  });
}

/** The parts of a token, with those that lie in a stretch marked. */
function piecesOf(text: string, start: number, stretches: readonly Stretch[]): (Markup | string)[] {
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

function tokenMarkup({ text, scope }: Token): Markup {
  return coloured(scope, [text]);
}

/** The few colours there are, by what the highlighter calls a piece of code. */
const colours: { readonly [scope: string]: string } = {
  keyword: 'keyword',
  literal: 'value',
  number: 'value',
  string: 'string',
  regexp: 'string',
  comment: 'comment',
  quote: 'comment',
  title: 'name',
  attr: 'name',
  attribute: 'name',
  name: 'keyword',
  built_in: 'name',
  'selector-class': 'name',
  'selector-id': 'name',
  'selector-tag': 'keyword',
  variable: 'name',
};

function coloured(scope: string, children: readonly (Markup | string)[]): Markup {
  const colour = Object.hasOwn(colours, scope) ? colours[scope] : undefined;
  return colour === undefined ? html`${children}` : html`<span class="${colour}">${children}</span>`;
}
