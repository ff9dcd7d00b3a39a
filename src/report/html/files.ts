import { type Hunk, hunksOf } from '../patch.ts';
import type { FileReport, Report } from '../report.ts';
import { counted } from '../sentences.ts';
import { allFiles, isEdited } from '../summary.ts';
import { diffMarkup } from './diff.ts';
import { type FileLinks, html, type Markup, type PageSection } from './markup.ts';

// What is open at first should be read in one go.
const mostOpen = 3;
const mostOpenLines = 120;
const mostListed = 12;

/** What changes in each file, and which files only change their place. */
export function filesSection(report: Report): PageSection | undefined {
  const files = allFiles(report);
  if (files.length === 0) return undefined;
  const changed = files.filter(isEdited).map((file, index) => {
    return { file, id: idOf(index), hunks: hunksOf(file.diff) };
  });
  const moved = files.filter((file) => !isEdited(file));
  return {
    id: 'files',
    title: 'Files',
    count: files.length,
    lead: filesLead(report, changed.filter(({ file }) => file.from !== undefined).length),
    body: html`${changed.length > 0 && changedMarkup(changed)}${moved.length > 0 && movedMarkup(moved, report)}`,
  };
}

/** Says how the counts of the summary fit together: a file can both move and change. */
function filesLead({ dryRun, summary }: Report, both: number): string {
  const { moved, changed } = summary;
  const would = dryRun ? 'would be ' : '';
  if (changed === 0) return `${counted(moved, 'file')} ${would}moved.`;
  const also = both === 0 ? '' : `, ${both} of them ${would}moved as well`;
  const only =
    moved === both
      ? ''
      : `; ${counted(moved - both, 'other file')} ${dryRun ? 'would only be' : 'only'} moved`;
  return `${counted(changed, 'file')} ${would}changed${also}${only}.`;
}

/** Where the differences of each file are on the page. */
export function fileLinksOf(report: Report): FileLinks {
  const changed = allFiles(report).filter(isEdited);
  return new Map(changed.map(({ path, from = path }, index) => [from, idOf(index)]));
}

function idOf(index: number): string {
  return `file-${index + 1}`;
}

interface ChangedFile {
  readonly id: string;
  readonly file: FileReport;
  readonly hunks: readonly Hunk[];
}

function changedMarkup(changed: readonly ChangedFile[]): Markup {
  return html`
<div class="group-head">
<h3>Changes <span class="count">${changed.length}</span></h3>
<div class="tools scripted">
<fieldset class="choice"><legend class="unseen">How changes are shown</legend>
<label><input type="radio" name="view" value="unified" checked><span>Unified</span></label>
<label><input type="radio" name="view" value="split"><span>Side by side</span></label>
</fieldset>
<button type="button" class="quiet" data-open-all>Open all</button>
<button type="button" class="quiet" data-close-all>Close all</button>
</div>
</div>
${changed.length > 1 && jumpList(changed)}
<div class="files" data-view="unified">${changed.map(changedFile)}</div>`;
}

function jumpList(changed: readonly ChangedFile[]): Markup {
  return html`<nav aria-label="Changed files">
<details class="fold"${changed.length <= mostListed && html` open`}>
<summary>${counted(changed.length, 'file')}</summary>
<ul class="jumps">${changed.map(
    ({ id, file, hunks }) => html`<li><a href="#${id}">${file.path}</a> ${lineCounts(hunks)}</li>`,
  )}</ul>
</details></nav>`;
}

function changedFile({ id, file, hunks }: ChangedFile, index: number): Markup {
  const lines = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const isOpen = index < mostOpen && lines <= mostOpenLines;
  const { path, from, by } = file;
  return html`
<details class="file" id="${id}"${isOpen && html` open`}>
<summary>
<h4>${from !== undefined && html`<span class="from">${from}</span> ${arrow('becomes')} `}${path}</h4>
${lineCounts(hunks)}
</summary>
${by.length > 0 && html`<p class="by"><span class="label">Changed by</span> ${by.join(', ')}</p>`}
${diffMarkup(file, hunks)}
</details>`;
}

function lineCounts(hunks: readonly Hunk[]): Markup {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const added = lines.filter(({ kind }) => kind === 'added').length;
  const removed = lines.filter(({ kind }) => kind === 'removed').length;
  return html`<span class="line-counts">
<span class="added">+${added}</span> <span class="removed">−${removed}</span>
</span>`;
}

function movedMarkup(moved: readonly FileReport[], { dryRun }: Report): Markup {
  return html`
<h3>Only moves <span class="count">${moved.length}</span></h3>
<details class="fold"${moved.length <= mostListed && html` open`}>
<summary>${counted(moved.length, 'file')} ${dryRun ? 'would move' : 'moved'} without changes</summary>
<ul class="only-moved">${moved.map(
    ({ from, path }) => html`<li><span>${from}</span> ${arrow('to')} <span>${path}</span></li>`,
  )}</ul>
</details>`;
}

function arrow(word: string): Markup {
  return html`<span class="arrow"><span class="unseen">${word}</span></span>`;
}
