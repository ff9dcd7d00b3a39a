import type { Position } from '../../config/problem.ts';
import type { LinePlace } from '../../plan/located.ts';

/** Text that is HTML already. A plain string never is, so that forgetting to escape is hard. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What may stand in a template: text is escaped, markup is not, and what is missing leaves nothing. */
type Child = Markup | string | number | false | undefined | readonly Child[];

/** A template whose values are escaped. Attributes must stand in quotes. */
export function html(strings: TemplateStringsArray, ...children: readonly Child[]): Markup {
  return new Markup(strings.reduce((text, part, index) => text + written(children[index - 1]) + part));
}

function written(child: Child): string {
  if (child instanceof Markup) return child.toString();
  if (child === undefined || child === false) return '';
  if (typeof child === 'object') return child.map(written).join('');
  return escapeHtml(String(child));
}

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for an element or a quoted attribute. Invisible control characters are replaced. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => (/[\n\t]/.test(character) ? character : '�'))
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A part of the page that the navigation leads to. */
export interface PageSection {
  readonly id: string;
  readonly title: string;
  readonly count: number;
  /** One sentence on what is shown. */
  readonly lead: string;
  readonly body: Markup;
}

/** A sentence of ours, whose names in backticks are set as code. */
export function prose(text: string): Markup {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** A command of ours that can be copied: it runs whether or not the package is installed. */
export function command(ours: string): Markup {
  const text = `npx ${ours}`;
  return html`<span class="command"><code>${text}</code>
<button type="button" class="copy" data-copy="${text}" hidden>
<span class="unseen">Copy ${text}</span><span aria-hidden="true">Copy</span>
</button></span>`;
}

/** Where the differences of a file are on the page, by its path before the run. */
export type FileLinks = ReadonlyMap<string, string>;

/** `file:line:column`, leading to what changes in that file. */
export function placeName({ file, line, column }: Position, link?: string): Markup {
  return fileName(html`${file}<span class="position">:${line}:${column}</span>`, link);
}

/** A file as a whole. */
export function fileName(name: Markup | string, link?: string): Markup {
  return link === undefined
    ? html`<span class="place">${name}</span>`
    : html`<a class="place" href="#${link}">${name}</a>`;
}

// As much as can be taken in at a glance; generated code has lines of any length.
const mostShown = 100;

/** A line of code with what stands at a column marked. */
export function codeLine({ text, column }: Pick<LinePlace, 'text' | 'column'>): Markup {
  const at = Math.min(column - 1, text.length);
  const end = at + (/^(?:[\w$]+|['"`][^'"`]*['"`]|.)/s.exec(text.slice(at))?.[0].length ?? 0);
  const before = text.slice(0, at).trimStart();
  const start = before.length > mostShown ? `…${before.slice(-mostShown)}` : before;
  const marked = text.slice(at, end) || ' ';
  const behind = text.slice(end).trimEnd();
  return html`<code>${start}<mark>${clipped(marked)}</mark>${clipped(behind)}</code>`;
}

function clipped(text: string): string {
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}
