import { escapeHtml } from './escape-html.ts';

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
export type Child = Markup | string | number | false | undefined | readonly Child[];

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
