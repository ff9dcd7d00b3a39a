import type { AppliedChange } from '../../plan/migrate.ts';
import type { ProjectReport, Report } from '../report.ts';
import { html, type Markup } from './markup.ts';
import { type FileLinks, placeName } from './place.ts';
import { prose } from './prose.ts';
import type { Section } from './section.ts';

const kindNames = {
  set: 'Set',
  rename: 'Renamed',
  append: 'Extended',
  remove: 'Removed',
  rewrite: 'Rewritten',
} as const satisfies { readonly [kind in AppliedChange['kind']]: string };

/** What transforms change in the configs. */
export function changesSection({ projects, dryRun }: Report, links: FileLinks): Section | undefined {
  const changing = projects.filter(({ changes }) => changes.length > 0);
  if (changing.length === 0) return undefined;
  return {
    id: 'changes',
    title: 'Changes',
    count: changing.reduce((sum, { changes }) => sum + changes.length, 0),
    lead: dryRun ? 'What would be written into the configs.' : 'What was written into the configs.',
    body: html`${changing.map((project) => projectChanges(project, links))}`,
  };
}

function projectChanges({ root, config, changes }: ProjectReport, links: FileLinks): Markup {
  return html`
<h3>${root || config}</h3>
<table class="cards changes">
<caption class="unseen">Changes of ${config}</caption>
<thead><tr>
<th scope="col">Option</th><th scope="col">What happens</th>
<th scope="col">Place before</th><th scope="col">Transform</th>
</tr></thead>
<tbody>${changes.map((change) => changeRow(change, links))}</tbody>
</table>`;
}

function changeRow(change: AppliedChange, links: FileLinks): Markup {
  const { option, kind, message, to, transform } = change;
  const text = message || `\`${option}\`${to === undefined ? '' : ` becomes \`${to}\``}`;
  return html`<tr>
<th scope="row"><code>${option}</code></th>
<td data-label="What happens"><span class="badge">${kindNames[kind]}</span> ${prose(text)}</td>
<td data-label="Place before">${placeName(change, links.get(change.file))}</td>
<td data-label="Transform">${transform}</td>
</tr>`;
}
