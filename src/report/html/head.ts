import { createHash } from 'node:crypto';
import { html, Markup } from './markup.ts';

/** What the head of a page is made of. */
export interface PageHead {
  readonly title: string;
  readonly style: string;
  /** Runs before anything is drawn. */
  readonly theme: string;
  /** The other scripts of the page. */
  readonly scripts: readonly string[];
  /** What the page may load beside its own parts: a scheme, by directive. */
  readonly allowed?: { readonly script?: string; readonly worker?: string };
  readonly marks?: Markup;
}

/** The head of a page that is one file: it loads nothing, and runs nothing but the scripts that are part of it. */
export function headMarkup(head: PageHead): Markup {
  const { title, style, theme, marks } = head;
  return html`<head>
<meta charset="utf-8">${marks && html`\n${marks}`}
<meta http-equiv="Content-Security-Policy" content="${policyOf(head)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} · fw-migrate</title>
<link rel="icon" href="${icon}">
<style>${new Markup(style)}</style>
<script>${new Markup(theme)}</script>
</head>`;
}

function policyOf({ style, theme, scripts, allowed = {} }: PageHead): string {
  return [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ['script-src', ...[theme, ...scripts].map(hashOf), ...(allowed.script ? [allowed.script] : [])].join(' '),
    ...(allowed.worker ? [`worker-src ${allowed.worker}`] : []),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const icon = [
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>",
  "<rect width='16' height='16' rx='4' fill='%234b3fc4'/>",
  "<path d='M3 5h3c3 0 2 6 5 6h2' fill='none' stroke='white' stroke-width='2' stroke-linecap='round'/>",
  '</svg>',
].join('');
