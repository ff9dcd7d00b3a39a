import { groupedBy } from '../../config/grouped.ts';
import type { LinePlace } from '../../plan/located.ts';
import { commandFor } from '../commands.ts';
import { isRewritten, isWholeFile, placeNow, placesOf } from '../places.ts';
import type { FollowUpReport, PlaceReport, Report } from '../report.ts';
import { counted } from '../sentences.ts';
import { catalogueOf, groupOf, isOpen } from '../summary.ts';
import {
  codeLine,
  command,
  type FileLinks,
  fileName,
  html,
  type Markup,
  type PageSection,
  placeName,
  prose,
} from './markup.ts';

/** A follow-up with the name of its project. */
interface Item {
  readonly followUp: FollowUpReport;
  readonly project: string;
}

interface Context {
  readonly report: Report;
  readonly links: FileLinks;
  /** A single project need not be named. */
  readonly namesProjects: boolean;
}

/** The follow-ups: what breaks silently, then what must be decided, then what must be looked at. */
export function followUpsSection(report: Report, links: FileLinks): PageSection {
  const items = [
    ...report.projects.map(({ config, followUps }) => ({ project: config, followUps })),
    { project: 'Elsewhere', followUps: report.elsewhere.followUps },
  ].flatMap(({ project, followUps }) => followUps.map((followUp) => ({ followUp, project })));
  const open = items.filter(({ followUp }) => isOpen(followUp));
  const groups = groupedBy(items, ({ followUp }) => groupOf(followUp));
  const projects = [...new Set(items.map(({ project }) => project))];
  const context = { report, links, namesProjects: projects.length > 1 };
  // What comes first is to be decided or verified too.
  const more = groups.has('first') ? 'Also to' : 'To';
  return {
    id: 'follow-ups',
    title: 'Follow-ups',
    count: open.length,
    lead:
      open.length === 0
        ? 'There is nothing left to do manually.'
        : 'What you need to decide or verify. Ticked items are saved in this browser.',
    body: html`
${open.length > 0 && progress(open.length)}
${items.length > 1 && filters(items, projects)}
${groupMarkup('Do these first: ignoring them causes no error', 'first', groups.get('first'), context)}
${groupMarkup(`${more} decide`, 'decide', groups.get('decide'), context)}
${groupMarkup(`${more} verify`, 'verify', groups.get('verify'), context)}
${groupMarkup('Done since the last run', 'gone', groups.get('done'), context)}
<p class="nothing muted" hidden data-nothing>No follow-ups match the filter.</p>`,
  };
}

function progress(total: number): Markup {
  return html`<div class="progress scripted">
<progress id="progress" max="${total}" value="0" aria-labelledby="progress-text"></progress>
<p id="progress-text" role="status">0 of ${total} done</p>
</div>`;
}

function filters(items: readonly Item[], projects: readonly string[]): Markup {
  const codes = [...new Set(items.map(({ followUp }) => followUp.code))].toSorted();
  return html`<form class="filters scripted" aria-label="Filter follow-ups">
<div class="field wide">
<label for="filter-text">Search</label>
<input id="filter-text" name="text" type="search" autocomplete="off" spellcheck="false">
</div>
${select('kind', 'Kind', ['decide', 'verify'])}
${codes.length > 1 && select('code', 'Code', codes)}
${projects.length > 1 && select('project', 'Project', projects)}
<label class="check"><input type="checkbox" name="open"> Hide done</label>
<p role="status" class="result" data-shown>${counted(items.length, 'follow-up')}</p>
</form>`;
}

function select(name: string, label: string, values: readonly string[]): Markup {
  const choices = values.map((value) => html`<option value="${value}">${value}</option>`);
  return html`<div class="field">
<label for="filter-${name}">${label}</label>
<select id="filter-${name}" name="${name}"><option value="">All</option>${choices}</select>
</div>`;
}

function groupMarkup(
  title: string,
  id: string,
  items: readonly Item[] | undefined,
  context: Context,
): Markup | undefined {
  if (!items) return undefined;
  return html`
<div class="group" data-group>
<h3 id="${id}-title">${title} <span class="count">${items.length}</span></h3>
<ol class="follow-ups" aria-labelledby="${id}-title">${items.map((item) => itemMarkup(item, context))}</ol>
</div>`;
}

function itemMarkup({ followUp, project }: Item, context: Context): Markup {
  const { id, code, kind, message, note } = followUp;
  const [, ...others] = placesOf(followUp);
  const known = catalogueOf(context.report).followUpText(code);
  const title = known?.title ?? code;
  const isGone = !isOpen(followUp);
  return html`
<li class="follow-up${isGone && ' gone'}" id="follow-up-${id}"
data-kind="${kind}" data-code="${code}" data-project="${project}">
<div class="head">${!isGone && tick(id, title)}<h4>${prose(title)}</h4></div>
${tags(followUp, context.namesProjects ? project : undefined)}
<p class="message">${prose(message)}</p>${note !== undefined && html`\n<p class="message">Note: ${note}</p>`}
${placesMarkup(followUp, context)}
${others.length > 0 && othersMarkup(others, code, context)}
${known && explanation(known.explanation, commandFor(context.report, `explain ${code}`))}
</li>`;
}

function tick(id: string, title: string): Markup {
  const label = `Done: ${title.replaceAll('`', '')}`;
  return html`<input type="checkbox" class="scripted" data-done="${id}" aria-label="${label}">`;
}

function tags({ kind, status, code, option }: FollowUpReport, project: string | undefined): Markup {
  return html`<p class="tags"><span class="badge ${kind}">${kind}</span>
${status && html`<span class="badge ${status}">${status}</span>`}
<code>${code}</code>
${option !== undefined && html`<code class="option">${option}</code>`}
${project !== undefined && html`<span>${project}</span>`}
</p>`;
}

/** Where it is now with its line, and where it is on the other side of the run. */
function placesMarkup(followUp: FollowUpReport, { report, links }: Context): Markup {
  const { code } = followUp;
  const { dryRun } = report;
  const now = placeNow(followUp, report);
  const other = followUp.after && placeNow(followUp, { dryRun: !dryRun });
  return html`<p class="where">${nameOf(now, code, links.get(followUp.file))}${
    other &&
    html` <span><span class="label">${dryRun ? 'after the run' : 'before'}</span> ${nameOf(other, code)}</span>`
  }${followUp.evidence[0] && reasonMarkup(followUp.evidence[0])}</p>${!isWholeFile(code, now) && linesMarkup(followUp, report)}`;
}

function nameOf(place: LinePlace, code: string, link?: string): Markup {
  return isWholeFile(code, place) ? fileName(place.file, link) : placeName(place, link);
}

/** After a run also the line before it, which shows what the follow-up is about. */
function linesMarkup(place: PlaceReport, report: Report): readonly (Markup | undefined)[] {
  const now = placeNow(place, report);
  const hasChanged = !report.dryRun && place.after !== undefined && place.text !== now.text;
  return hasChanged ? [lineMarkup(place, 'before'), lineMarkup(now, 'now')] : [lineMarkup(now)];
}

function lineMarkup(place: LinePlace, label?: string): Markup | undefined {
  if (place.text.trim() === '') return undefined;
  const name = `Line ${place.line} of ${place.file}`;
  return html`<pre class="line-of-code" tabindex="0" role="group" aria-label="${name}">${
    label && html`<span class="label">${label}</span>`
  }${codeLine(place)}</pre>`;
}

// More places than this are looked through one by one, not at a glance.
const mostPlaces = 3;

/** The places other than its own. */
function othersMarkup(places: readonly PlaceReport[], code: string, { report, links }: Context): Markup {
  return html`<details class="fold evidence"${places.length <= mostPlaces && html` open`}>
<summary>${counted(places.length, 'more place')}</summary>
<ul>${places.map((one) => {
    const now = placeNow(one, report);
    const name = nameOf(now, code, links.get(one.file));
    if (isWholeFile(code, now)) return html`<li>${name}</li>`;
    return isRewritten(one, report)
      ? html`<li>${name} <span class="label">before</span> ${codeLine(one)}${reasonMarkup(one)}</li>`
      : html`<li>${name} ${codeLine(now)}${reasonMarkup(one)}</li>`;
  })}</ul>
</details>`;
}

/** What is known about a place. */
function reasonMarkup({ reason }: PlaceReport): Markup | undefined {
  return reason === undefined ? undefined : html` <span class="muted">${prose(reason)}</span>`;
}

function explanation(text: string, explain: string): Markup {
  return html`<details class="fold">
<summary>What this means</summary>
<p>${prose(text)}</p>
<p class="muted">On the command line: ${command(explain)}</p>
</details>`;
}
