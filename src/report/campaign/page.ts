import type { Campaign, CampaignRepository } from '../campaign.ts';
import { html, type Markup, type PageSection, prose } from '../html/markup.ts';
import { documentOf } from '../html.ts';
import { campaignSentence, openItems, progressSentence, stateNames, typicalSentence } from './text.ts';

/** The campaign as a page of its own. */
export function campaignPage(campaign: Campaign): string {
  const { codes } = campaign;
  const sections = [repositoriesSection(campaign), ...(codes.length > 0 ? [codesSection(campaign)] : [])];
  return documentOf('Campaign', start(campaign), sections);
}

function start(campaign: Campaign): Markup {
  const { repositories } = campaign;
  const tile = (state: CampaignRepository['state'], label: string, kind = '') =>
    html`<div class="tile ${kind}"><dt>${label}</dt><dd>${
      repositories.filter((one) => one.state === state).length
    }</dd></div>`;
  const progress = progressSentence(campaign);
  return html`
<section id="overview" class="overview" aria-labelledby="title">
<p class="eyebrow"><span class="badge state">Campaign</span> Many repositories</p>
<h1 id="title">${campaignSentence(campaign).split(':')[0] ?? ''}</h1>
<p class="lead">${typicalSentence(campaign)}</p>
<dl class="tiles">
${tile('migrated', 'migrated')}
${tile('open', 'with open follow-ups')}
${tile('to-do', 'to do')}
${tile('refused', 'refused', repositories.some(({ state }) => state === 'refused') ? 'first' : '')}
</dl>
${progress !== undefined && html`<div class="next"><p>${progress}</p></div>`}
</section>`;
}

function repositoriesSection({ repositories, gone = [] }: Campaign): PageSection {
  const hasBefore = repositories.some(({ before }) => before);
  const heads = ['Repository', 'State', 'Projects', 'To decide', 'To verify'];
  const rows = repositories.map(({ name, state, projects, decide, verify, before, why }) => {
    const reasons = why.map((text) => html`<p class="muted">${prose(text)}</p>`);
    const then = before ? `${stateNames[before.state]}, ${openItems(before)} open` : 'new';
    return [
      ...[html`<span class="place">${name}</span>${reasons}`, stateNames[state], projects, decide, verify],
      ...(hasBefore ? [then] : []),
    ];
  });
  return {
    id: 'repositories',
    title: 'Repositories',
    count: repositories.length,
    lead: 'Sorted by urgency.',
    body: html`${table('Repositories of this campaign', [...heads, ...(hasBefore ? ['Before'] : [])], rows)}${
      gone.length > 0 && html`<p class="muted">No longer there: ${gone.join(', ')}</p>`
    }`,
  };
}

function codesSection({ codes }: Campaign): PageSection {
  const heads = ['What', 'Kind', 'Repositories', 'Follow-ups', 'Places'];
  const rows = codes.map(({ title, code, kind, breaksSilently, repositories, followUps, places }) => [
    html`${prose(title)} <code>${code}</code>`,
    html`<span class="badge ${kind}">${kind}</span>${breaksSilently && ' breaks silently'}`,
    ...[repositories, followUps, places],
  ]);
  return {
    id: 'codes',
    title: 'Follow-ups',
    count: codes.length,
    lead: 'Open follow-ups by code: those that break silently first, then the most common.',
    body: table('Open follow-ups by code', heads, rows),
  };
}

type Cell = Markup | string | number;

/** A table whose first column names the rows. On narrow screens a cell shows the name of its column. */
function table(caption: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): Markup {
  const kind = (cell: Cell | undefined) => typeof cell === 'number' && html` class="number"`;
  return html`<table class="cards projects">
<caption class="unseen">${caption}</caption>
<thead><tr>
${heads.map((head, at) => html`<th scope="col"${kind(rows[0]?.[at])}>${head}</th>`)}
</tr></thead>
<tbody>${rows.map(
    ([first, ...cells]) => html`<tr>
<th scope="row">${first}</th>
${cells.map((cell, at) => html`<td data-label="${heads[at + 1]}"${kind(cell)}>${cell}</td>`)}
</tr>`,
  )}</tbody>
</table>`;
}
