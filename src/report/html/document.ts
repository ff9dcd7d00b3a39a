import { createHash } from 'node:crypto';
import { html, Markup } from './markup.ts';
import script from './page.js?raw';
import { type Section, sectionMarkup } from './section.ts';
import { style } from './style.ts';
import theme from './theme.js?raw';

export interface Page {
  readonly title: string;
  readonly overview: Markup;
  readonly sections: readonly Section[];
}

/** The whole file. It loads nothing, and runs nothing but the scripts that are part of it. */
export function documentOf({ title, overview, sections }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="fw-migrate">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} · fw-migrate</title>
<link rel="icon" href="${icon}">
<style>${new Markup(style)}</style>
<script>${new Markup(theme)}</script>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<header class="top">
<a class="brand" href="#main">fw-migrate</a>
<nav aria-label="Sections"><ul>${sections.map(navItem)}</ul></nav>
<button type="button" class="theme scripted" data-theme-toggle aria-pressed="false">
<span class="unseen">Dark theme</span><span class="sun" aria-hidden="true"></span>
</button>
</header>
<main id="main" tabindex="-1">
${overview}
${sections.map(sectionMarkup)}
</main>
<footer><p>Made by fw-migrate. This page is one file and loads nothing from elsewhere.</p></footer>
<script type="module">${new Markup(script)}</script>
</body>
</html>
`.toString();
}

function navItem({ id, title, count }: Section): Markup {
  return html`<li><a href="#${id}">${title} <span class="count">${count}</span></a></li>`;
}

const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(theme)} ${hashOf(script)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const icon = [
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>",
  "<rect width='16' height='16' rx='4' fill='%234b3fc4'/>",
  "<path d='M3 5h3c3 0 2 6 5 6h2' fill='none' stroke='white' stroke-width='2' stroke-linecap='round'/>",
  '</svg>',
].join('');
