import { html, type Markup } from './markup.ts';

/** A sentence of ours, whose names in backticks are set as code. */
export function prose(text: string): Markup {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** A command that can be copied. */
export function command(text: string): Markup {
  return html`<span class="command"><code>${text}</code>
<button type="button" class="copy" data-copy="${text}" hidden>
<span class="unseen">Copy ${text}</span><span aria-hidden="true">Copy</span>
</button></span>`;
}
