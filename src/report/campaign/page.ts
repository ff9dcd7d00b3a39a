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
  return {
    id: 'repositories',
    title: 'Repositories',
    count: repositories.length,
    lead: 'Sorted by urgency.',
    body: html`<table class="cards projects">
<caption class="unseen">Repositories of this campaign</caption>
<thead><tr>
<th scope="col">Repository</th><th scope="col">State</th>
<th scope="col" class="number">Projects</th>
<th scope="col" class="number">To decide</th>
<th scope="col" class="number">To verify</th>
${hasBefore && html`<th scope="col">Before</th>`}
</tr></thead>
<tbody>${repositories.map((one) => repositoryRow(one, hasBefore))}</tbody>
</table>${gone.length > 0 && html`<p class="muted">No longer there: ${gone.join(', ')}</p>`}`,
  };
}

function repositoryRow(
  { name, state, projects, decide, verify, before, why }: CampaignRepository,
  hasBefore: boolean,
) {
  const then = before ? `${stateNames[before.state]}, ${openItems(before)} open` : 'new';
  return html`<tr>
<th scope="row"><span class="place">${name}</span>${why.map((text) => html`<p class="muted">${prose(text)}</p>`)}</th>
<td data-label="State">${stateNames[state]}</td>
<td data-label="Projects" class="number">${projects}</td>
<td data-label="To decide" class="number">${decide}</td>
<td data-label="To verify" class="number">${verify}</td>
${hasBefore && html`<td data-label="Before">${then}</td>`}
</tr>`;
}

function codesSection({ codes }: Campaign): PageSection {
  return {
    id: 'codes',
    title: 'Follow-ups',
    count: codes.length,
    lead: 'Open follow-ups by code: those that break silently first, then the most common.',
    body: html`<table class="cards projects">
<caption class="unseen">Open follow-ups by code</caption>
<thead><tr>
<th scope="col">What</th><th scope="col">Kind</th>
<th scope="col" class="number">Repositories</th>
<th scope="col" class="number">Follow-ups</th>
<th scope="col" class="number">Places</th>
</tr></thead>
<tbody>${codes.map(
      (one) => html`<tr>
<th scope="row">${prose(one.title)} <code>${one.code}</code></th>
<td data-label="Kind"><span class="badge ${one.kind}">${one.kind}</span>${one.breaksSilently && ' breaks silently'}</td>
<td data-label="Repositories" class="number">${one.repositories}</td>
<td data-label="Follow-ups" class="number">${one.followUps}</td>
<td data-label="Places" class="number">${one.places}</td>
</tr>`,
    )}</tbody>
</table>`,
  };
}
