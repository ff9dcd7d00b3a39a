import { commandPlace, migrateCommand, undoCommand } from '../commands.ts';
import { present } from '../plain.ts';
import type { ProjectReport, Report, ReportPart, RunReport } from '../report.ts';
import {
  apartFrom,
  counted,
  countsLine,
  filesSentence,
  referenceDetails,
  settingsSentence,
} from '../sentences.ts';
import { allFollowUps, catalogueOf, isEdited, isOpen } from '../summary.ts';
import { command, html, type Markup, prose } from './markup.ts';

/** What happened, in one look: how much, where, and how to undo it. */
export function overview(report: Report): Markup {
  const { dryRun, projects } = report;
  const settings = settingsSentence(report.settings, report.base);
  return html`
<section id="overview" class="overview" aria-labelledby="title">
<p class="eyebrow"><span class="badge state">${dryRun ? 'Dry run' : 'Done'}</span> Migration report</p>
<h1 id="title">${unbroken(titleOf(report), report)}</h1>
${report.run && origin(report.run)}
<p class="lead">${countsLine(report)}</p>
${tiles(report)}
<div class="next">${
    dryRun
      ? html`<p>Nothing was written. To migrate, run this${commandPlace(report)}: ${command(migrateCommand(report))}</p>
<p class="muted">To undo a run: <code>npx ${undoCommand(report)}</code></p>`
      : html`<p>To undo it, run this${commandPlace(report)}: ${command(undoCommand(report))}</p>`
  }</div>${settings !== undefined && html`\n<p class="muted">${settings}</p>`}
${verified(report)}
<h2>Projects <span class="count">${projects.length}</span></h2>
${projects.length > 0 ? projectTable(report) : html`<p class="muted">No project was found.</p>`}
</section>`;
}

/** What was checked about the files of all projects. */
function verified(report: Report): Markup | undefined {
  const sentence = filesSentence(report);
  if (sentence === undefined) return undefined;
  const details = referenceDetails(report).map((text) => html`<p class="muted">${prose(text)}</p>`);
  return html`<div class="next"><p>${sentence}.</p>${
    details.length > 0 && html`<details class="fold"><summary>What was checked</summary>${details}</details>`
  }</div>`;
}

/** When and with what the report was made. */
function origin({ date, version, commit, command: made }: RunReport): Markup {
  const facts = present([
    date && html`<time datetime="${date}">${date}</time>`,
    `fw-migrate ${version}`,
    commit && `commit ${commit.slice(0, 12)}`,
  ]);
  return html`<p class="origin muted">${facts.map((fact) => html`${fact} · `)}<code>${made}</code></p>`;
}

/** What was migrated, and from what to what. */
export function titleOf(report: Report): string {
  const { run, projects } = report;
  const { a, b } = catalogueOf(report).names.variants;
  const isDone = projects.every(({ variant }) => variant === 'a') && projects.length > 0;
  const name = run?.name || rootsText(projects.map(({ root }) => root));
  if (name === '') return isDone ? `Already ${a}` : `From ${b} to ${a}`;
  return isDone ? `${name}: already ${a}` : `${name}: from ${b} to ${a}`;
}

/** Projects by their folders, as many as a title takes. */
function rootsText([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first || '.'} and ${counted(others.length, 'other project')}`;
}

/** A heading whose names of variants stay on one line. */
function unbroken(title: string, report: Report): string {
  const { a, b } = catalogueOf(report).names.variants;
  return [a, b].reduce((text, name) => text.replaceAll(name, name.replaceAll(' ', '\u00A0')), title);
}

/** The name of the page in a row of tabs or in a list of bookmarks. */
export function pageNameOf(report: Report): string {
  const date = report.run?.date;
  return titleOf(report) + (date === undefined ? '' : `, ${date}`);
}

function tiles({ summary, ...report }: Report): Markup {
  const { moved, changed, decide, verify, done } = summary;
  const { dryRun } = report;
  const tile = (count: number, label: string, kind = '') =>
    html`<div class="tile ${kind}"><dt>${label}</dt><dd>${count}</dd></div>`;
  return html`<dl class="tiles">
${tile(moved, dryRun ? 'files to move' : 'files moved')}
${tile(changed, dryRun ? 'files to change' : 'files changed')}
${tile(decide, 'to decide', decide > 0 ? 'first' : '')}
${tile(verify, 'to verify')}
${done !== undefined && allFollowUps(report).length > 0 && tile(done, 'done since the last run')}
</dl>`;
}

/** The columns add up to the tiles. */
function projectTable(report: Report): Markup {
  const { elsewhere, dryRun } = report;
  const columns = [...(dryRun ? planned : done), 'To decide', 'To verify'];
  const hasMore = elsewhere.files.length + elsewhere.followUps.length > 0;
  return html`<table class="cards projects">
<caption class="unseen">Projects of this run</caption>
<thead><tr>
<th scope="col">Config</th><th scope="col">Variant</th>
${columns.map((name) => html`<th scope="col" class="number">${name}</th>`)}
</tr></thead>
<tbody>${report.projects.map((project) => partRow(project.config, variantOf(project, report), project, columns))}${
    hasMore && partRow('Elsewhere', 'in no project', elsewhere, columns)
  }</tbody>
</table>`;
}

const planned = ['Files to move', 'Files to change'] as const;
const done = ['Files moved', 'Files changed'] as const;

function partRow(name: string, variant: string, part: ReportPart, columns: readonly string[]): Markup {
  const open = part.followUps.filter(isOpen);
  const decide = open.filter(({ kind }) => kind === 'decide').length;
  const counts = [
    part.files.filter(({ from }) => from !== undefined).length,
    part.files.filter(isEdited).length,
    decide,
    open.length - decide,
  ];
  return html`<tr>
<th scope="row"><span class="place">${name}</span></th>
<td data-label="Variant">${variant}</td>
${counts.map((count, index) => html`<td data-label="${columns[index]}" class="number">${count}</td>`)}
</tr>`;
}

function variantOf({ variant, isRefused, moves, changes }: ProjectReport, report: Report): string {
  const { variants } = catalogueOf(report).names;
  const [a, b] = [apartFrom(variants.b, variants.a), apartFrom(variants.a, variants.b)];
  if (isRefused) return 'not migrated';
  const isTouched = moves.length + changes.length > 0;
  switch (variant) {
    case 'a':
      return isTouched ? `runs as ${a}` : `already ${a}`;
    case 'b':
      return isTouched ? `${b} → ${a}` : `${b}, also valid in ${a}`;
    case 'unknown':
      return isTouched ? 'unknown, paths not changed' : 'unknown, not changed';
  }
}
