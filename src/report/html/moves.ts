import { counted } from '../counted.ts';
import type { ProjectReport, Report } from '../report.ts';
import { html, type Markup } from './markup.ts';
import type { Section } from './section.ts';
import { type Entry, entriesOf, type Row, rowsOf } from './trees.ts';

// Of more projects than this nobody wants to see all trees at once.
const mostOpen = 3;

/** The trees before and after, with what moves drawn between them. */
export function movesSection({ projects, dryRun }: Report): Section | undefined {
  const moving = projects.filter(({ moves }) => moves.length > 0);
  if (moving.length === 0) return undefined;
  return {
    id: 'moves',
    title: 'Moves',
    count: moving.reduce((sum, { moves }) => sum + moves.length, 0),
    lead: `Where folders and files are before, and where they ${dryRun ? 'would be' : 'are'} afterwards.`,
    body: html`${moving.map((project, index) => projectMoves(project, index < mostOpen))}`,
  };
}

function projectMoves(project: ProjectReport, isOpen: boolean): Markup {
  const entries = entriesOf(project);
  return html`
<details class="fold project"${isOpen && html` open`}>
<summary>
<h3>${project.root || project.config}</h3> <span class="count">${counted(project.moves.length, 'move')}</span>
</summary>
${drawing(entries)}
${table(entries)}
</details>`;
}

/** Every row is as high as the others, so that the ends of a line are known without a browser. */
function drawing(entries: readonly Entry[]): Markup {
  const before = rowsOf(entries, 'from');
  const after = rowsOf(entries, 'to');
  const rows = Math.max(before.length, after.length);
  const ids = new Map(entries.map((entry, index) => [entry, index]));
  return html`<div class="trees" aria-hidden="true">
<div class="tree before"><p class="label">Before</p><ul>${before.map((row) => treeRow(row, ids))}</ul></div>
<svg class="curves" viewBox="0 0 100 ${rows}" height="${rows * 2}rem" preserveAspectRatio="none">${curves(
    rowOfEach(before),
    rowOfEach(after),
    ids,
  )}</svg>
<div class="tree after"><p class="label">After</p><ul>${after.map((row) => treeRow(row, ids))}</ul></div>
</div>`;
}

/** What finds the parts of one entry in the drawing. */
type Ids = ReadonlyMap<Entry, number>;

function rowOfEach(rows: readonly Row[]): Map<Entry, number> {
  return new Map(rows.flatMap(({ entries }, index) => entries.map((entry) => [entry, index])));
}

/** What moves is drawn over what stays. */
function curves(before: Map<Entry, number>, after: Map<Entry, number>, ids: Ids): Markup[] {
  return [...ids]
    .toSorted(([a], [b]) => Number(isMoving(a)) - Number(isMoving(b)))
    .map(([entry, id]) => {
      const from = (before.get(entry) ?? 0) + 0.5;
      const to = (after.get(entry) ?? 0) + 0.5;
      const line = `M-.5 ${from}C50 ${from} 50 ${to} 100.5 ${to}`;
      return html`<path class="${kindOf(entry)}" data-entry="${id}" d="${line}"/>`;
    });
}

// Deeper folders than this are rare, and indented no further.
const mostDepth = 4;

function treeRow({ name, depth, entries }: Row, ids: Ids): Markup {
  const kind = entries.find(isMoving) ?? entries[0];
  const note = kind && noteOf(kind);
  const own = entries.map((entry) => ids.get(entry)).join(' ');
  const look = `${kind ? kindOf(kind) : 'above'} depth-${Math.min(depth, mostDepth)}`;
  return html`<li class="${look}" data-entry="${own}">
<span class="name" title="${name}">${name}</span>${note && html`<span class="note">${note}</span>`}
</li>`;
}

function isMoving({ from, to }: Entry): boolean {
  return from !== to;
}

function kindOf(entry: Entry): string {
  return isMoving(entry) ? 'moves' : 'stays';
}

function noteOf(entry: Entry): string | undefined {
  if (isMoving(entry) && entry.isFolder) return counted(entry.files, 'file');
  if (entry.isFolder) return `${entry.changed} edited`;
  return entry.changed > 0 ? 'edited' : undefined;
}

/** The same for a narrow screen, and for who listens. */
function table(entries: readonly Entry[]): Markup {
  return html`<table class="move-table">
<caption class="unseen">What moves</caption>
<thead><tr><th scope="col">From</th><th scope="col">To</th><th scope="col">Files</th></tr></thead>
<tbody>${entries
    .filter(isMoving)
    .map(
      ({ from, to, files }) => html`<tr><td>${from}</td><td>${to}</td><td class="number">${files}</td></tr>`,
    )}</tbody>
</table>`;
}
