import { reportMarks } from '../project/own-files.ts';
import { fileLinksOf, filesSection } from './html/files.ts';
import { followUpsSection } from './html/follow-ups.ts';
import { headMarkup } from './html/head.ts';
import { html, Markup, type PageSection } from './html/markup.ts';
import { movesSection } from './html/moves.ts';
import { changesSection, optionsSection } from './html/options.ts';
import { overview, pageNameOf } from './html/overview.ts';
import script from './html/page.js?raw';
import base from './html/style/base.css?raw';
import files from './html/style/files.css?raw';
import media from './html/style/media.css?raw';
import sections from './html/style/sections.css?raw';
import theme from './html/theme.js?raw';
import type { Report } from './report.ts';

/** A report as a page of its own, to read, tick off and share. */
export function htmlOf(report: Report): string {
  const links = fileLinksOf(report);
  const shown = [
    followUpsSection(report, links),
    movesSection(report),
    optionsSection(report),
    changesSection(report, links),
    filesSection(report),
  ].filter((section) => section !== undefined);
  return documentOf(pageNameOf(report), overview(report), shown);
}

// What is said for other media comes last, and so wins.
const style = [base, sections, files, media].join('\n');

/** The whole file. It loads nothing, and runs nothing but the scripts that are part of it. */
export function documentOf(title: string, start: Markup, parts: readonly PageSection[]): string {
  const links = parts.map(
    ({ id, title: name, count }) =>
      html`<li><a href="#${id}">${name} <span class="count">${count}</span></a></li>`,
  );
  return html`<!doctype html>
<html lang="en">
${headMarkup({ title, style, theme, scripts: [script], marks: new Markup(reportMarks.html) })}
<body>
<a class="skip" href="#main">Skip to the report</a>
<header class="top">
<a class="brand" href="#main">fw-migrate</a>
<nav aria-label="Sections"><ul>${links}</ul></nav>
<button type="button" class="theme scripted" data-theme-toggle aria-pressed="false">
<span class="unseen">Dark theme</span><span class="sun" aria-hidden="true"></span>
</button>
</header>
<main id="main" tabindex="-1">
${start}
${parts.map(sectionMarkup)}
</main>
<footer><p>Made by fw-migrate. This page is one file and loads nothing from elsewhere.</p></footer>
<script type="module">${new Markup(script)}</script>
</body>
</html>
`.toString();
}

function sectionMarkup({ id, title, lead, body }: PageSection): Markup {
  return html`
<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p class="lead">${lead}</p>
${body}
</section>`;
}
