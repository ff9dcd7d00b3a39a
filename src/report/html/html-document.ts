/** Builds a page that is one file, loads nothing, and runs only its own script. */

import { createHash } from 'node:crypto';

/** The parts of a page that is one file. */
export interface PageParts {
  readonly title: string;
  readonly style: string;
  /** A module, which runs when the page is loaded. */
  readonly script: string;
  /** Markup, with every text from a project escaped. */
  readonly body: string;
  readonly head?: string;
  /** The URL scheme of the workers that the page may start. */
  readonly worker?: string;
}

/** Builds a page that is one file: it loads nothing and runs only its own script. */
export function documentOf(parts: PageParts): string {
  const { title, style, script, body, head = '' } = parts;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${head}<meta http-equiv="Content-Security-Policy" content="${policyOf(parts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)} · fw-migrate</title>
<link rel="icon" href="${icon}">
<style>${style}</style>
</head>
<body>
${body}
<script type="module">${script}</script>
</body>
</html>
`;
}

function policyOf({ style, script, worker }: PageParts): string {
  return [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    ...(worker ? [`worker-src ${worker}`] : []),
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

const entities: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for an element or a quoted attribute, and replaces invisible control characters. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => (/[\n\t]/.test(character) ? character : '�'))
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/**
 * A value in a script element, as JSON on one line. Escapes keep it from ending the element, from controlling a
 * terminal that prints the page, and from sending commands to a service that logs it.
 */
export function dataElement(value: unknown, attribute: string): string {
  const text = JSON.stringify(value).replace(/[<\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|#(?=#)/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
  return `<script type="application/json" ${attribute}>${text}</script>`;
}
