import type { LinePlace } from '../../plan/located.ts';
import { html, type Markup } from './markup.ts';

/** Where the differences of a file are on the page, by its path before the run. */
export type FileLinks = ReadonlyMap<string, string>;

type Position = Pick<LinePlace, 'file' | 'line' | 'column'>;

/** `file:line:column`, leading to what changes in that file. */
export function placeName({ file, line, column }: Position, link?: string): Markup {
  return linked(html`${file}<span class="position">:${line}:${column}</span>`, link);
}

/** A file as a whole. */
export function fileName(file: string, link?: string): Markup {
  return linked(html`${file}`, link);
}

function linked(name: Markup, link: string | undefined): Markup {
  return link === undefined
    ? html`<span class="place">${name}</span>`
    : html`<a class="place" href="#${link}">${name}</a>`;
}
