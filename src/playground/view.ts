import type { FollowUp } from '../plan/follow-up.ts';
import { diffMarkup } from '../report/html/diff.ts';
import { html, type Markup, prose } from '../report/html/markup.ts';
import { diffText } from '../report/patch-text.ts';
import { hunksOf } from '../report/read-patch.ts';
import { counted } from '../report/summary.ts';
import type { OptionPair, Played } from './play.ts';

/** What the page shows of a result, as HTML. */
export interface PlaygroundView {
  /** One sentence. */
  readonly summary: string;
  readonly diff: string;
  readonly changes: string;
  readonly followUps: string;
  readonly options: string;
  /** The config afterwards, to copy. */
  readonly code: string;
}

export function viewOf(played: Played): PlaygroundView {
  const { changes, followUps, code } = played;
  return {
    summary: `${counted(changes.length, 'change')}, ${counted(followUps.length, 'follow-up')}`,
    diff: diffOf(played).toString(),
    changes: listOf(
      changes,
      ({ line, transform, message }) => html`<li>${prose(message)}
<span class="muted">(line ${line}, <code>${transform}</code>)</span></li>`,
    ),
    followUps: listOf(followUps, (followUp) => followUpMarkup(followUp, played)),
    options: optionsTable(played).toString(),
    code,
  };
}

function listOf<T>(items: readonly T[], markup: (item: T) => Markup): string {
  return items.length === 0
    ? html`<p class="muted">None.</p>`.toString()
    : html`<ul>${items.map(markup)}</ul>`.toString();
}

function diffOf({ files }: Played): Markup {
  const shown = files.map((file) => diffMarkup({ path: file.path }, hunksOf(diffText(file))));
  return shown.length === 0 ? html`<p class="muted">Nothing changes.</p>` : html`${shown}`;
}

function followUpMarkup({ code, kind, line, message }: FollowUp, { catalogue }: Played): Markup {
  const explanation = catalogue.followUpText(code)?.explanation;
  return html`<li><p><span class="badge ${kind}">${kind}</span> ${prose(message)}
<span class="muted">(line ${line})</span></p>
${explanation !== undefined && html`<details><summary><code>${code}</code></summary><p class="muted">${prose(explanation)}</p></details>`}</li>`;
}

/** What the config sets, and what differs, comes first; the other defaults are folded. */
function optionsTable({ options, catalogue }: Played): Markup {
  const isShown = ({ isSet, differs }: OptionPair) => isSet || differs;
  const rest = options.filter((pair) => !isShown(pair));
  const { a, b } = catalogue.names.variants;
  const table = (pairs: readonly OptionPair[]) => html`<table class="cards options">
<thead><tr><th scope="col">Option</th><th scope="col">Before, in ${b}</th><th scope="col">After, in ${a}</th></tr></thead>
<tbody>${pairs.map(rowOf)}</tbody>
</table>`;
  return html`${table(options.filter(isShown))}
<details class="fold"><summary>${counted(rest.length, 'other option')} with the defaults of the framework</summary>${table(rest)}</details>`;
}

function rowOf({ option, before, after, differs }: OptionPair): Markup {
  return html`<tr class="${differs ? 'differs' : 'same'}"><th scope="row"><code>${option}</code></th>
<td data-label="Before"><code>${before}</code></td><td data-label="After"><code>${after}</code></td></tr>`;
}
