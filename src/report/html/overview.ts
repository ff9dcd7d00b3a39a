import { apartFrom, catalogueOf, migrateCommand } from '../catalogue-of.ts';
import type { ProjectReport, Report } from '../report.ts';
import { allFollowUps, counted, originText, settingsSentence, shardSentence } from '../summary.ts';
import { command, html, type Markup } from './markup.ts';

/** What happened, in one look: how much, where, and how to undo it. */
export function overview(report: Report): Markup {
  const { dryRun, projects } = report;
  const part = shardSentence(report);
  const settings = settingsSentence(report.settings, report.base);
  return html`
<section id="overview" class="overview" aria-labelledby="title">
<p class="eyebrow"><span class="badge state">${dryRun ? 'Dry run' : 'Done'}</span> Migration report</p>
<h1 id="title">${titleOf(report)}</h1>
<p class="lead">${part !== undefined && html`<strong>${part}</strong> `}${leadOf(report)}</p>
${tiles(report)}
<div class="next">${
    dryRun
      ? html`<p>Nothing was written. To migrate: ${command(migrateCommand(report))}</p>
<p class="muted">To undo a run: <code>fw-migrate undo</code>.</p>`
      : html`<p>To undo: ${command('fw-migrate undo')}</p>`
  }</div>${report.run && html`\n<p class="muted">Made with <code>${report.run.command}</code> (${originText(report.run)}).</p>`}${settings !== undefined && html`\n<p class="muted">${settings}</p>`}
<h2>Projects <span class="count">${projects.length}</span></h2>
${projects.length > 0 ? projectTable(report) : html`<p class="muted">No project was found.</p>`}
</section>`;
}

/** Also the name of the page. */
export function titleOf(report: Report): string {
  const { projects } = report;
  const { a, b } = catalogueOf(report).names.variants;
  return projects.every(({ variant }) => variant === 'a') && projects.length > 0
    ? `Already ${a}`
    : `From ${b} to ${a}`;
}

function leadOf({ dryRun, summary }: Report): string {
  const { moved, changed, decide, verify } = summary;
  const would = dryRun ? 'would be ' : '';
  const done =
    moved + changed === 0
      ? `Nothing ${would || 'was '}moved or changed`
      : `${counted(moved, 'file')} ${would}moved, ${counted(changed, 'file')} ${would}changed`;
  const left = decide + verify;
  return `${done}; ${left === 0 ? 'no follow-ups are' : counted(left, 'follow-up is', 'follow-ups are')} left to you.`;
}

function tiles({ summary, ...report }: Report): Markup {
  const { moved, changed, decide, verify, done } = summary;
  const tile = (count: number, label: string, kind = '') =>
    html`<div class="tile ${kind}"><dt>${label}</dt><dd>${count}</dd></div>`;
  return html`<dl class="tiles">
${tile(moved, 'files moved')}
${tile(changed, 'files changed')}
${tile(decide, 'to decide', decide > 0 ? 'first' : '')}
${tile(verify, 'to verify')}
${done !== undefined && allFollowUps(report).length > 0 && tile(done, 'done since the last run')}
</dl>`;
}

function projectTable(report: Report): Markup {
  return html`<table class="cards projects">
<caption class="unseen">Projects of this run</caption>
<thead><tr>
<th scope="col">Config</th><th scope="col">Variant</th>
<th scope="col" class="number">Moves</th>
<th scope="col" class="number">Changes</th>
<th scope="col" class="number">Follow-ups</th>
</tr></thead>
<tbody>${report.projects.map(
    (project) => html`<tr>
<th scope="row"><span class="place">${project.config}</span></th>
<td data-label="Variant">${variantOf(project, report)}</td>
<td data-label="Moves" class="number">${project.moves.length}</td>
<td data-label="Changes" class="number">${project.changes.length}</td>
<td data-label="Follow-ups" class="number">${project.followUps.length}</td>
</tr>`,
  )}</tbody>
</table>`;
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
