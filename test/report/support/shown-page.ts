import { escapeHtml } from '../../../src/report/html/html-document.ts';
// @ts-expect-error: the script of the page is checked on its own, with the types of a browser.
import * as script from '../../../src/report/html/page.js';

/** An element as far as the script of a page uses one: it holds texts and elements, and never reads markup. */
export class FakeElement {
  readonly name: string;
  readonly attributes = new Map<string, string>();
  childNodes: (FakeElement | string)[] = [];
  checked = false;
  value = '';
  readonly #listeners = new Map<string, () => void>();
  #parent: FakeElement | undefined;

  constructor(name: string) {
    this.name = name;
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  append(...nodes: (FakeElement | string)[]): void {
    for (const node of nodes) if (typeof node !== 'string') node.#parent = this;
    this.childNodes.push(...nodes);
  }

  replaceChildren(...nodes: (FakeElement | string)[]): void {
    this.childNodes = [];
    this.append(...nodes);
  }

  remove(): void {
    const parent = this.#parent;
    if (parent) parent.childNodes = parent.childNodes.filter((node) => node !== this);
  }

  addEventListener(type: string, listener: () => void): void {
    this.#listeners.set(type, listener);
  }

  get textContent(): string {
    return this.childNodes
      .map((node) => (typeof node === 'string' ? node : node.textContent))
      .join('');
  }

  set textContent(text: string) {
    this.replaceChildren(text);
  }

  /** This element and all in it that have a name, and a class if one is asked for. */
  all(name?: string, look?: string): FakeElement[] {
    const inside = this.childNodes.flatMap((node) =>
      typeof node === 'string' ? [] : node.all(name, look),
    );
    const fits =
      (name === undefined || this.name === name) &&
      (look === undefined || this.attributes.get('class')?.split(' ').includes(look));
    return fits ? [this, ...inside] : inside;
  }

  /** The element as markup, with a line for each block; without the places where a name may be broken. */
  markup(): string {
    if (this.name === 'wbr') return '';
    const start = /^(?:code|span|a|mark|strong|button|input|th|td)$/.test(this.name) ? '' : '\n';
    const attributes = [...this.attributes]
      .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
      .join('');
    const inside = this.childNodes.map((node) =>
      typeof node === 'string' ? escapeHtml(node) : node.markup(),
    );
    return `${start}<${this.name}${attributes}>${inside.join('')}</${this.name}>`;
  }

  fire(type: string): void {
    inPage(() => this.#listeners.get(type)?.());
  }
}

/** What the script of the page finds around it. */
const page = {
  document: { createElement: (name: string) => new FakeElement(name) } as object,
  navigator: { clipboard: { writeText: async () => {} } },
  location: new URL('file:///home/me/shop/report.html'),
  localStorage: { getItem: () => null, setItem: () => {} },
};

function inPage<Result>(run: () => Result): Result {
  const before = Object.keys(page).map(
    (key) => [key, Object.getOwnPropertyDescriptor(globalThis, key)] as const,
  );
  for (const [key, value] of Object.entries(page))
    Object.defineProperty(globalThis, key, { value, configurable: true, writable: true });
  try {
    return run();
  } finally {
    for (const [key, descriptor] of before)
      if (descriptor) Object.defineProperty(globalThis, key, descriptor);
      else Reflect.deleteProperty(globalThis, key);
  }
}

/** The JSON in the script elements of a page that have an attribute. */
export function jsonIn(html: string, attribute: string): unknown[] {
  const pattern = new RegExp(`<script type="application/json" ${attribute}>(.*?)</script>`, 'gs');
  return [...html.matchAll(pattern)].map(([, text = '']) => JSON.parse(text));
}

/** What a page shows. */
export function shownIn(html: string): FakeElement {
  const main = new FakeElement('main');
  Object.assign(page.document, { querySelector: () => main });
  const [report, texts] = ['class="report"', 'id="texts"'].map((part) => jsonIn(html, part)[0]);
  inPage(() => script.start(report, texts));
  return main;
}

/** Opens everything that is folded, also what is folded inside. */
export function openAll(main: FakeElement): FakeElement {
  const opened = new Set<FakeElement>();
  for (;;) {
    const closed = main.all('details').filter((details) => !opened.has(details));
    if (closed.length === 0) return main;
    for (const details of closed) {
      opened.add(details);
      details.fire('toggle');
    }
  }
}
