import type { LinePlace } from '../../plan/located.ts';
import { html, type Markup } from './markup.ts';

// As much as can be taken in at a glance; generated code has lines of any length.
const around = 100;

/** A line of code with what stands at a column marked. */
export function codeLine({ text, column }: Pick<LinePlace, 'text' | 'column'>): Markup {
  const at = Math.min(column - 1, text.length);
  const end = at + (/^(?:[\w$]+|['"`][^'"`]*['"`]|.)/s.exec(text.slice(at))?.[0].length ?? 0);
  const before = text.slice(0, at).trimStart();
  const marked = text.slice(at, end) || ' ';
  const behind = text.slice(end).trimEnd();
  return html`<code>${clippedStart(before)}<mark>${clippedEnd(marked)}</mark>${clippedEnd(behind)}</code>`;
}

function clippedStart(text: string): string {
  return text.length > around ? `…${text.slice(-around)}` : text;
}

function clippedEnd(text: string): string {
  return text.length > around ? `${text.slice(0, around)}…` : text;
}
