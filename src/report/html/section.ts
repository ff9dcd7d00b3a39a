import { html, type Markup } from './markup.ts';

/** A part of the page that the navigation leads to. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly count: number;
  /** One sentence on what is shown. */
  readonly lead: string;
  readonly body: Markup;
}

export function sectionMarkup({ id, title, lead, body }: Section): Markup {
  return html`
<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p class="lead">${lead}</p>
${body}
</section>`;
}
