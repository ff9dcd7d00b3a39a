import { groupedBy } from '../../config/grouped.ts';
import { pathFrom } from '../../config/places.ts';
import type { FileReport, ProjectReport, Report } from '../report.ts';
import { counted, stayingSentence } from '../sentences.ts';
import { isEdited, movesOfFiles } from '../summary.ts';
import { html, type Markup, type PageSection, prose } from './markup.ts';

// The trees of further projects open on a click.
const mostOpen = 3;

/** The trees before and after, with what moves drawn between them. */
export function movesSection(report: Report): PageSection | undefined {
  const { projects, dryRun } = report;
  const moving = projects.filter(({ moves }) => moves.length > 0);
  if (moving.length === 0) return undefined;
  return {
    id: 'moves',
    title: 'Moves',
    count: report.summary.moved,
    lead: `Where files and folders were before, and where they ${dryRun ? 'would be' : 'are'} afterwards.`,
    body: html`${moving.map((project, index) => projectMoves(project, report, index < mostOpen))}`,
  };
}

function projectMoves(project: ProjectReport, report: Report, isOpen: boolean): Markup {
  const entries = entriesOf(project);
  const { staying = [] } = project;
  const moved = project.files.filter(({ from }) => from !== undefined);
  const notes = staying.map((one) => html`<li>${prose(stayingSentence(one, report))}</li>`);
  return html`
<details class="fold project"${isOpen && html` open`}>
<summary>
<h3>${project.root || project.config}</h3> <span class="count">${counted(moved.length, 'file')}</span>
</summary>
${drawing(entries)}
${table(entries)}
${notes.length > 0 && html`<ul class="staying">${notes}</ul>`}
</details>`;
}

/** Something that is in both trees: it moves, or it stays and its text changes. */
interface TreeEntry {
  /** Finds its parts in the drawing. */
  readonly id: number;
  readonly from: string;
  readonly to: string;
  readonly isMoving: boolean;
  readonly isFolder: boolean;
  /** Files that it stands for. */
  readonly files: readonly FileReport[];
}

/** What moves in a project, and what changes in its place, by paths from its root. */
function entriesOf(project: ProjectReport): TreeEntry[] {
  const pathOf = (path: string) => pathFrom(project.root, path);
  const staying = project.files.filter(({ from }) => from === undefined);
  const tops = groupedBy(staying, ({ path }) => pathOf(path).split('/')[0] ?? '');
  return [
    ...movesOfFiles(project).map((move) => ({ ...move, from: pathOf(move.from), to: pathOf(move.to) })),
    // Of what stays, the folder in the root stands for all that changes in it.
    ...[...tops].map(([name, files]) => {
      return { from: name, to: name, files, isFolder: files.some(({ path }) => pathOf(path) !== name) };
    }),
  ].map((entry, id) => ({ ...entry, id, isMoving: entry.from !== entry.to }));
}

/** Every row is as high as the others, so that the ends of a line are known without a browser. */
function drawing(entries: readonly TreeEntry[]): Markup {
  const before = rowsOf(entries, 'from');
  const after = rowsOf(entries, 'to');
  const rows = Math.max(before.length, after.length);
  const middles = (tree: readonly TreeRow[]) =>
    new Map(tree.flatMap((row, index) => row.entries.map((entry) => [entry, index + 0.5])));
  const starts = middles(before);
  const ends = middles(after);
  // What moves is drawn over what stays.
  const curves = entries
    .toSorted((a, b) => Number(a.isMoving) - Number(b.isMoving))
    .map((entry) => {
      const from = starts.get(entry);
      const to = ends.get(entry);
      const line = `M-.5 ${from}C50 ${from} 50 ${to} 100.5 ${to}`;
      return html`<path class="${classOf(entry)}" data-entry="${entry.id}" d="${line}"/>`;
    });
  return html`<div class="trees" aria-hidden="true">
<div class="tree before"><p class="label">Before</p><ul>${before.map(rowMarkup)}</ul></div>
<svg class="curves" viewBox="0 0 100 ${rows}" height="${rows * 2}rem" preserveAspectRatio="none">${curves}</svg>
<div class="tree after"><p class="label">After</p><ul>${after.map(rowMarkup)}</ul></div>
</div>`;
}

// Deeper folders than this are rare, and indented no further.
const mostDepth = 4;

function rowMarkup({ name, depth, entries }: TreeRow): Markup {
  const main = entries.find(({ isMoving }) => isMoving) ?? entries[0];
  const note = main && noteOf(main);
  const ids = entries.map(({ id }) => id).join(' ');
  const look = `${main ? classOf(main) : 'above'} depth-${Math.min(depth, mostDepth)}`;
  return html`<li class="${look}" data-entry="${ids}">
<span class="name" title="${name}">${name}</span>${note && html`<span class="note">${note}</span>`}
</li>`;
}

function classOf({ isMoving }: TreeEntry): string {
  return isMoving ? 'moves' : 'stays';
}

function noteOf({ isMoving, isFolder, files }: TreeEntry): string | undefined {
  if (isMoving && isFolder) return counted(files.length, 'file');
  const edited = files.filter(isEdited).length;
  if (isFolder) return `${edited} edited`;
  return edited > 0 ? 'edited' : undefined;
}

/** The same for narrow screens and screen readers. */
function table(entries: readonly TreeEntry[]): Markup {
  const rows = entries
    .filter(({ isMoving }) => isMoving)
    .map(
      ({ from, to, files }) =>
        html`<tr><td>${from}</td><td>${to}</td><td class="number">${files.length}</td></tr>`,
    );
  return html`<table class="move-table">
<caption class="unseen">What moves</caption>
<thead><tr><th scope="col">From</th><th scope="col">To</th><th scope="col" class="number">Files</th></tr></thead>
<tbody>${rows}</tbody>
</table>`;
}

/** A line of a tree. Entries may meet in one place; a folder above some has none itself. */
interface TreeRow {
  readonly name: string;
  readonly depth: number;
  readonly entries: readonly TreeEntry[];
}

interface TreeNode {
  readonly name: string;
  readonly children: readonly TreeNode[];
  readonly entries: readonly TreeEntry[];
  readonly isFolder: boolean;
}

/** The lines of a tree: folders first, and what lies alone in a folder on one line with it. */
function rowsOf(entries: readonly TreeEntry[], side: 'from' | 'to'): TreeRow[] {
  const rowsUnder = (nodes: readonly TreeNode[], depth: number): TreeRow[] =>
    nodes.flatMap(({ name, isFolder, children, entries: own }) => [
      { name: isFolder ? `${name}/` : name, depth, entries: own },
      ...rowsUnder(children, depth + 1),
    ]);
  return rowsUnder(nodesOf(entries.map((entry) => ({ entry, names: entry[side].split('/') }))), 0);
}

/** The top of a tree of entries, each with the names of the folders to it and its own. */
function nodesOf(
  placed: readonly { readonly entry: TreeEntry; readonly names: readonly string[] }[],
): TreeNode[] {
  return [...groupedBy(placed, ({ names }) => names[0] ?? '')]
    .map(([name, group]) => {
      const entries = group.filter(({ names }) => names.length === 1).map(({ entry }) => entry);
      const below = group.filter(({ names }) => names.length > 1);
      const children = nodesOf(below.map(({ entry, names }) => ({ entry, names: names.slice(1) })));
      const [only, ...others] = children;
      if (only && others.length === 0 && entries.length === 0)
        return { ...only, name: `${name}/${only.name}` };
      return { name, children, entries, isFolder: below.length > 0 || entries.some((one) => one.isFolder) };
    })
    .toSorted((a, b) => Number(b.isFolder) - Number(a.isFolder) || (a.name < b.name ? -1 : 1));
}
