import type { Json } from '../../catalogue/option.ts';
import { placeAt } from '../../config/places.ts';
import type { OptionReport, ProjectReport, Report, ValueReport } from '../report.ts';
import { layoutSentences, optionsSentence } from '../sentences.ts';
import { catalogueOf } from '../summary.ts';
import { type FileLinks, html, type Markup, type PageSection, placeName, prose } from './markup.ts';

/** What became of an option, in the words of the sentence that sums up: the numbers are the same. */
const effectNames = {
  kept: 'Keeps its effect',
  changed: 'Changes on purpose',
  unknown: 'Unknown',
  layer: 'Checked with its layer',
} as const;

type Effect = keyof typeof effectNames;

/** An option as someone reads it. */
interface ShownOption extends OptionReport {
  readonly effect: Effect;
  /** How its text differs, or why its effect does. */
  readonly why?: string | undefined;
}

/** The resolved value of every option before and after. */
export function optionsSection(report: Report): PageSection | undefined {
  const shown = report.projects
    .filter(({ options }) => options.length > 0)
    .map((project) => ({ project, options: shownOptions(project, report) }));
  const all = shown.flatMap(({ options }) => options);
  if (all.length === 0) return undefined;
  const countOf = (effect: Effect) => all.filter((option) => option.effect === effect).length;
  const [changed, unknown] = [countOf('changed'), countOf('unknown')];
  return {
    id: 'options',
    title: 'Options',
    count: all.length,
    lead: 'The resolved value of each option before and after, including defaults.',
    body: html`
<div class="tools">
<fieldset class="choice"><legend class="unseen">Which options are shown</legend>
${changed > 0 && choice('changed', 'Change on purpose', changed, true)}
${unknown > 0 && choice('unknown', 'Unknown', unknown, false)}
${choice('all', 'All', all.length, changed === 0)}
</fieldset>
<p role="status" class="result" data-options-shown></p>
</div>
${shown.map(({ project, options }) => projectOptions(project, options, report))}`,
  };
}

function choice(value: string, label: string, count: number, isChecked: boolean): Markup {
  return html`<label>
<input type="radio" name="options" value="${value}"${isChecked && html` checked`}><span>${label} (${count})</span>
</label>`;
}

function shownOptions({ options, proof }: ProjectReport, report: Report): ShownOption[] {
  const { srcDir } = catalogueOf(report).path;
  const changed = new Map(proof.changed.map(({ option, why }) => [option, why]));
  const unknown = new Set(proof.unknown.map(({ option }) => option));
  const source = options.find(({ option }) => option === srcDir);
  const sourceBefore = sourceFolder(source?.before);
  const sourceAfter = sourceFolder(source?.after);
  return options.map((one) => {
    const before = withFolders(one.before, sourceBefore);
    const after = withFolders(one.after, sourceAfter);
    const shown = { ...one, before, after };
    if (changed.has(one.option)) return { ...shown, effect: 'changed', why: changed.get(one.option) };
    if (unknown.has(one.option)) return { ...shown, effect: 'unknown' };
    const isKept = one.change === 'same' || one.change === 'moved' || one.change === 'renamed';
    if (!isKept) return { ...shown, effect: 'layer' };
    return { ...shown, effect: 'kept', why: howKept(shown) };
  });
}

/** What else there is to say about an option that keeps its effect. */
function howKept({ change, before, after }: OptionReport): string | undefined {
  if (change === 'renamed') return 'under another name';
  if (change === 'same') return undefined;
  // Files may have moved along with what their name is read from.
  return textOf(before) === textOf(after) ? 'same files' : 'same files, new text';
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
  return html`
<h3>${project.root || project.config}</h3>
${sentence !== undefined && html`<p>${sentence}.</p>`}
${layoutSentences(project, report).map((text) => html`<p class="muted">${prose(text)}</p>`)}
<table class="cards options">
<caption class="unseen">Options of ${project.config}</caption>
<thead><tr>
<th scope="col">Option</th><th scope="col">Before</th><th scope="col">After</th><th scope="col">Result</th>
</tr></thead>
<tbody>${options.map(optionRow)}</tbody>
</table>`;
}

function optionRow({ option, before, after, effect, to, why }: ShownOption): Markup {
  return html`<tr data-effect="${effect}">
<th scope="row"><code>${option}</code></th>
<td data-label="Before">${valueMarkup(before, after)}</td>
<td data-label="After">${valueMarkup(after, before)}</td>
<td data-label="Result">
<span class="badge${effect === 'changed' && ' differs'}">${effectNames[effect]}</span>
${to !== undefined && html`<code>${to}</code>`}
${why !== undefined && html`<span class="source">${prose(why)}</span>`}
</td>
</tr>`;
}

function valueMarkup(value: ValueReport, other: ValueReport): Markup {
  if (value.kind === 'unset') return html`<span class="muted">not set</span>`;
  const source = value.from !== undefined && html`<span class="source">${value.from}</span>`;
  if (value.kind === 'missing') return html`<span class="muted">no such option</span>${source}`;
  if (value.kind === 'unknown') return html`<span class="muted">unknown: ${value.why}</span>\n${source}`;
  return html`<code class="value-text">${jsonMarkup(value.value, other)}</code>${source}`;
}

/** A value as JSON; of a list that differs, what the other side does not have is marked. */
function jsonMarkup(value: Json, other: ValueReport): Markup | string {
  if (!Array.isArray(value) || other.kind !== 'value' || !Array.isArray(other.value))
    return JSON.stringify(value);
  const known = new Set(other.value.map((item) => JSON.stringify(item)));
  const items = value.map((item) => JSON.stringify(item));
  const marked = items.map((item, index) => {
    const end = index < items.length - 1 && ', ';
    return known.has(item) ? html`${item}${end}` : html`<mark>${item}</mark>${end}`;
  });
  return html`[${marked}]`;
}

type ChangeReport = ProjectReport['changes'][number];

const kindNames = {
  set: 'Set',
  rename: 'Rename',
  append: 'Extend',
  remove: 'Remove',
  rewrite: 'Rewrite',
} as const satisfies { readonly [kind in ChangeReport['kind']]: string };

/** What transforms change in the configs. */
export function changesSection({ projects, dryRun }: Report, links: FileLinks): PageSection | undefined {
  const changing = projects.filter(({ changes }) => changes.length > 0);
  if (changing.length === 0) return undefined;
  return {
    id: 'changes',
    title: 'Config changes',
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
  const { option, kind, message, transform } = change;
  return html`<tr>
<th scope="row"><code>${option}</code></th>
<td data-label="What happens"><span class="badge">${kindNames[kind]}</span> ${prose(message)}</td>
<td data-label="Place before">${placeName(change, links.get(change.file))}</td>
<td data-label="Transform">${transform}</td>
</tr>`;
}
