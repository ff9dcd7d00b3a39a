import { placeAt } from '../../config/places.ts';
import { catalogueOf } from '../catalogue-of.ts';
import { filesSentence, layoutSentences, optionsSentence, referenceDetails } from '../checks-text.ts';
import type { OptionReport, ProjectReport, Report, ValueReport } from '../report.ts';
import { counted } from '../summary.ts';
import { type FileLinks, html, type Markup, type PageSection, placeName, prose } from './markup.ts';

const changeNames = {
  same: 'Same',
  moved: 'Updated path',
  renamed: 'Renamed',
  ended: 'Ended',
  changed: 'Changed',
  unknown: 'Unknown',
} as const satisfies { readonly [change in OptionReport['change']]: string };

/** An option as someone reads it. */
interface ShownOption extends OptionReport {
  /** What became of it, in words. */
  readonly result: string;
  /** Why it differs. */
  readonly why?: string | undefined;
}

/** The resolved value of every option before and after. */
export function optionsSection(report: Report): PageSection | undefined {
  const shown = report.projects
    .filter(({ options }) => options.length > 0)
    .map((project) => ({ project, options: shownOptions(project, report) }));
  const all = shown.flatMap(({ options }) => options);
  if (all.length === 0) return undefined;
  const differing = all.filter(({ change }) => change !== 'same').length;
  const files = filesSentence(report);
  return {
    id: 'options',
    title: 'Options',
    count: differing,
    lead: 'The resolved value of each option before and after, including defaults.',
    body: html`
<div class="tools">
<fieldset class="choice"><legend class="unseen">Which options are shown</legend>
<label>
<input type="radio" name="options" value="differing" checked><span>Changed (${differing})</span>
</label>
<label><input type="radio" name="options" value="all"><span>All (${all.length})</span></label>
</fieldset>
<p role="status" class="result" data-options-shown></p>
</div>
${files !== undefined && html`<p>${files}.</p>`}
${referenceDetails(report).map((text) => html`<p class="muted">${prose(text)}</p>`)}
${shown.map(({ project, options }) => projectOptions(project, options, report))}`,
  };
}

function shownOptions({ options, proof }: ProjectReport, report: Report): ShownOption[] {
  const { srcDir } = catalogueOf(report).path;
  const reasons = new Map(proof.changed.map(({ option, why }) => [option, why]));
  const source = options.find(({ option }) => option === srcDir);
  const sourceBefore = sourceFolder(source?.before);
  const sourceAfter = sourceFolder(source?.after);
  return options.map((option) => {
    const before = withFolders(option.before, sourceBefore);
    const after = withFolders(option.after, sourceAfter);
    // Files that moved along with what their name is read from.
    const isSameText = option.change === 'moved' && textOf(before) === textOf(after);
    return isSameText
      ? { ...option, before, after, change: 'same', result: 'Same files' }
      : { ...option, before, after, result: changeNames[option.change], why: reasons.get(option.option) };
  });
}

/** Where the sources are, seen from the root; undefined if that is unknown. */
function sourceFolder(value: ValueReport | undefined): string | undefined {
  if (value?.kind !== 'value' || typeof value.value !== 'string') return undefined;
  // The older default is the root itself.
  return value.value === '<srcDir>' && value.from === 'default' ? '.' : value.value;
}

/** Defaults name folders as the reference does: `<srcDir>/assets`. People look for the folder. */
function withFolders(value: ValueReport, source: string | undefined): ValueReport {
  if (value.kind !== 'value' || value.from !== 'default') return value;
  const named = (text: string) => folderText(folderText(text, '<rootDir>', '.'), '<srcDir>', source);
  const shown = JSON.parse(JSON.stringify(value.value), (_, item) =>
    typeof item === 'string' ? named(item) : item,
  );
  return { ...value, value: shown };
}

function folderText(text: string, name: string, folder: string | undefined): string {
  if (folder === undefined || !(text === name || text.startsWith(`${name}/`))) return text;
  return placeAt(folder, `.${text.slice(name.length)}`) || '.';
}

function textOf(value: ValueReport): string {
  return value.kind === 'value' ? JSON.stringify(value.value) : value.kind;
}

function projectOptions(project: ProjectReport, options: readonly ShownOption[], report: Report): Markup {
  const sentence = optionsSentence(project);
  const same = options.filter(({ change }) => change === 'same').length;
  return html`
<h3>${project.root || project.config}</h3>
${sentence !== undefined && html`<p>${sentence}</p>`}
${layoutSentences(project, report).map((text) => html`<p class="muted">${prose(text)}</p>`)}
<table class="cards options">
<caption class="unseen">Options of ${project.config}</caption>
<thead><tr>
<th scope="col">Option</th><th scope="col">Before</th><th scope="col">After</th><th scope="col">Result</th>
</tr></thead>
<tbody>${options.map(optionRow)}</tbody>
</table>
${same > 0 && html`<p class="muted hidden-options">${counted(same, 'option')} with the same value not shown.</p>`}`;
}

function optionRow({ option, before, after, change, result, to, why }: ShownOption): Markup {
  return html`<tr data-change="${change}">
<th scope="row"><code>${option}</code></th>
<td data-label="Before">${valueMarkup(before)}</td>
<td data-label="After">${valueMarkup(after)}</td>
<td data-label="Result">
<span class="badge${change === 'changed' && ' differs'}">${result}</span>
${to !== undefined && html`<code>${to}</code>`}
${why !== undefined && html`<span class="source">${why}</span>`}
</td>
</tr>`;
}

function valueMarkup(value: ValueReport): Markup {
  if (value.kind === 'unset') return html`<span class="muted">not set</span>`;
  const source = value.from !== undefined && html`<span class="source">${value.from}</span>`;
  if (value.kind === 'missing') return html`<span class="muted">no such option</span>${source}`;
  if (value.kind === 'unknown') return html`<span class="muted">unknown: ${value.why}</span>\n${source}`;
  return html`<code class="value-text">${JSON.stringify(value.value)}</code>${source}`;
}

type ChangeReport = ProjectReport['changes'][number];

const kindNames = {
  set: 'Set',
  rename: 'Renamed',
  append: 'Extended',
  remove: 'Removed',
  rewrite: 'Rewritten',
} as const satisfies { readonly [kind in ChangeReport['kind']]: string };

/** What transforms change in the configs. */
export function changesSection({ projects, dryRun }: Report, links: FileLinks): PageSection | undefined {
  const changing = projects.filter(({ changes }) => changes.length > 0);
  if (changing.length === 0) return undefined;
  return {
    id: 'changes',
    title: 'Changes',
    count: changing.reduce((sum, { changes }) => sum + changes.length, 0),
    lead: dryRun ? 'The changes that would be made to the configs.' : 'The changes made to the configs.',
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

function changeRow(change: ChangeReport, links: FileLinks): Markup {
  const { option, kind, message, to, transform } = change;
  const text = message || `\`${option}\`${to === undefined ? '' : ` becomes \`${to}\``}`;
  return html`<tr>
<th scope="row"><code>${option}</code></th>
<td data-label="What happens"><span class="badge">${kindNames[kind]}</span> ${prose(text)}</td>
<td data-label="Place before">${placeName(change, links.get(change.file))}</td>
<td data-label="Transform">${transform}</td>
</tr>`;
}
