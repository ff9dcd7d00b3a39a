/** The report as an HTML page, which is one file: its texts come from html/page-texts.ts, its script shows them. */

import { reportMarks } from '../tree/own-files.ts';
import { dataElement, documentOf } from './html/html-document.ts';
import style from './html/page.css?raw';
import script from './html/page.js?raw';
import { type PagePlace, reportTexts } from './html/page-texts.ts';
import { plainLine } from './printing.ts';
import type { Report } from './report.ts';

/** A report as an HTML page with the report as JSON inside; by default for the migrated folder. */
export function htmlOf(report: Report, place: PagePlace = { folder: '.' }): string {
  const texts = reportTexts(report, place);
  const body = [
    '<main></main>',
    '<noscript><p>This page shows its report with JavaScript. Without it, read the same report as Markdown or JSON: <code>fw-migrate report --format markdown</code>.</p></noscript>',
    dataElement(texts, 'id="texts"'),
    dataElement(report, 'class="report"'),
  ].join('\n');
  const date = report.run?.date;
  const title = plainLine(
    `${texts.title}: ${texts.target}${date === undefined ? '' : `, ${date}`}`,
  );
  return documentOf({ title, style, script, head: `${reportMarks.html}\n`, body });
}
