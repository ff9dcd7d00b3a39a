import type { OptionReport, ProjectReport, Report, ValueReport } from '../report.ts';
import { html, type Markup } from './markup.ts';
import { counted } from './prose.ts';
import type { Section } from './section.ts';

const changeNames = {
  same: 'Same',
  moved: 'Same files, new text',
  renamed: 'Under another name',
  ended: 'Ended',
  changed: 'Changed',
  unknown: 'Not known',
} as const satisfies { readonly [change in OptionReport['change']]: string };

/** What every option amounts to before and after. */
export function optionsSection({ projects }: Report): Section | undefined {
  const withOptions = projects.filter(({ options }) => options.length > 0);
  const options = withOptions.flatMap((project) => project.options);
  if (options.length === 0) return undefined;
  const differing = options.filter(({ change }) => change !== 'same').length;
  return {
    id: 'options',
    title: 'Options',
    count: differing,
    lead: 'What the options amount to before and after, with their defaults.',
    body: html`
<div class="tools">
<fieldset class="choice"><legend class="unseen">Which options are shown</legend>
<label>
<input type="radio" name="options" value="differing" checked><span>Changed (${differing})</span>
</label>
<label><input type="radio" name="options" value="all"><span>All (${options.length})</span></label>
</fieldset>
<p role="status" class="result" data-options-shown></p>
</div>
${withOptions.map(projectOptions)}`,
  };
}

function projectOptions({ root, config, options }: ProjectReport): Markup {
  const same = options.filter(({ change }) => change === 'same').length;
  const notShown = `${counted(same, 'option')} with the same value not shown.`;
  return html`
<h3>${root || config}</h3>
<table class="cards options">
<caption class="unseen">Options of ${config}</caption>
<thead><tr>
<th scope="col">Option</th><th scope="col">Before</th><th scope="col">After</th><th scope="col">Result</th>
</tr></thead>
<tbody>${options.map(optionRow)}</tbody>
</table>
${same > 0 && html`<p class="muted hidden-options">${notShown}</p>`}`;
}

function optionRow({ option, before, after, change, to }: OptionReport): Markup {
  return html`<tr data-change="${change}">
<th scope="row"><code>${option}</code></th>
<td data-label="Before">${valueMarkup(before)}</td>
<td data-label="After">${valueMarkup(after)}</td>
<td data-label="Result">
<span class="badge${change === 'changed' && ' differs'}">${changeNames[change]}</span>
${to !== undefined && html`<code>${to}</code>`}
</td>
</tr>`;
}

function valueMarkup(value: ValueReport): Markup {
  if (value.kind === 'unset') return html`<span class="muted">not set</span>`;
  if (value.kind === 'missing')
    return html`<span class="muted">no such option</span>${value.from !== undefined && source(value.from)}`;
  if (value.kind === 'unknown')
    return html`<span class="muted">not known: ${value.why}</span>
${value.from !== undefined && source(value.from)}`;
  return html`<code class="value-text">${JSON.stringify(value.value)}</code>${source(value.from)}`;
}

function source(from: string): Markup {
  return html`<span class="source">${from}</span>`;
}
