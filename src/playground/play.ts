import type { ImportDeclaration } from '@babel/types';
import { transforms } from '../../transforms/index.ts';
import { type Catalogue, createCatalogue, type Edition, editionShape } from '../catalogue/index.ts';
import { applyEdits, type Edit } from '../config/edits.ts';
import { parser } from '../config/source.ts';
import { effectText } from '../plan/effect.ts';
import { type EffectiveOption, isSet } from '../plan/effective/option.ts';
import { resolvedProjects } from '../plan/effective/project.ts';
import type { FollowUp } from '../plan/follow-up.ts';
import type { Migration } from '../plan/migrate.ts';
import { flatTransforms, ownSteps, selectTransforms, stepsOfRun } from '../plan/selection.ts';
import { migrateInSteps } from '../plan/steps.ts';
import { snapshotOf } from '../project/snapshot.ts';
import { valueText } from '../report/effective-text.ts';
import { diffMarkup } from '../report/html/diff.ts';
import { html, type Markup, prose } from '../report/html/markup.ts';
import { diffText, hunksOf } from '../report/patch.ts';
import { counted } from '../report/sentences.ts';
import type { PlaygroundState } from './link.ts';

/** What the page asks for; an empty `edition` is the default one. */
export type PlaygroundInput = Omit<PlaygroundState, 'transform'>;

/** An option as each variant resolves it: before the migration, and after it. */
export interface OptionPair {
  readonly option: string;
  readonly before: string;
  readonly after: string;
  /** Whether the config sets it, before or after. */
  readonly isSet: boolean;
  /** Whether the two differ; a default that only one of the variants is known to have is no difference. */
  readonly differs: boolean;
}

/** What the engine makes of a config. */
export interface Played extends Migration {
  readonly catalogue: Catalogue;
  readonly options: readonly OptionPair[];
}

/** Migrates a config that is a text alone, and resolves its options on both sides. Throws what the user has to fix. */
export function play(input: PlaygroundInput, own: unknown = []): Played {
  const catalogue = createCatalogue(editionFrom(input.edition));
  const filename = `${catalogue.names.configFile}.ts`;
  const steps = stepsOfRun(
    selectTransforms(transforms, { skip: input.skip }),
    ownSteps(flatTransforms(own, 'transform')),
  );
  const { layout, keepDefaults } = input;
  const migration = migrateInSteps(steps, input.config, { filename, layout, keepDefaults, catalogue });
  const resolved = (text: string, variant: 'a' | 'b') =>
    resolvedProjects(snapshotOf({ [filename]: text }), catalogue, variant).projects[0]?.options ?? [];
  const options = pairsOf(resolved(input.config, 'b'), resolved(migration.code, 'a'));
  return { ...migration, catalogue, options };
}

function editionFrom(text: string): Edition | undefined {
  if (text.trim() === '') return undefined;
  let edition: unknown;
  try {
    edition = JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`The edition is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  editionShape(edition, 'edition');
  return edition as Edition;
}

function pairsOf(before: readonly EffectiveOption[], after: readonly EffectiveOption[]): OptionPair[] {
  const [old, now] = [before, after].map((rows) => new Map(rows.map((row) => [row.option, row])));
  const names = new Set([...before, ...after].filter(({ summary }) => !summary).map(({ option }) => option));
  return [...names].map((option) => {
    const rows = [old?.get(option), now?.get(option)];
    const [one = '', other = ''] = rows.map((row) => (row ? valueText(row.value, row.places) : ''));
    const isSetHere = rows.some((row) => row !== undefined && isSet(row.value));
    const isKnown = rows.every((row) => row?.value.kind === 'value');
    const differs = one !== other && (isSetHere || isKnown);
    return { option, before: one, after: other, isSet: isSetHere, differs };
  });
}

/** A result as the page shows it: a sentence, parts of HTML, and the config afterwards to copy. */
export function viewOf(played: Played) {
  const { changes, followUps, code } = played;
  return {
    summary: `${counted(changes.length, 'change')}, ${counted(followUps.length, 'follow-up')}`,
    diff: diffOf(played).toString(),
    changes: listOf(
      changes,
      ({ line, transform, effect }) => html`<li>${prose(effectText(effect, 'planned'))}
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

/** The package that a transform imports. */
const library = 'fw-migrate';

/** The variables of the worker that stand for that package, and for what the module exports. */
export const variables = { library: 'fwMigrate', exported: 'ownTransform' } as const;

/**
 * The module of a user as a script that the worker can load: a page that was opened from disk may not load modules.
 * Throws if something is imported that is not there.
 */
export function scriptFrom(text: string): string {
  const edits: Edit[] = [];
  for (const node of parser().parse(text, { sourceType: 'module' }).program.body) {
    const [start, end] = [node.start ?? 0, node.end ?? 0];
    if (node.type === 'ImportDeclaration') edits.push({ start, end, text: lookUp(node) });
    if (node.type === 'ExportDefaultDeclaration')
      edits.push({ start, end: node.declaration.start ?? end, text: `globalThis.${variables.exported} = ` });
    if (node.type === 'ExportNamedDeclaration' && node.declaration)
      edits.push({ start, end: node.declaration.start ?? end, text: '' });
  }
  return `'use strict'; (() => {\n${applyEdits(text, edits)}\n})();`;
}

/** `import { a as b } from …` as `const { a: b } = …`. */
function lookUp({ specifiers, source, loc }: ImportDeclaration): string {
  if (source.value !== library)
    throw new SyntaxError(
      `Line ${loc?.start.line}: \`${source.value}\` cannot be imported here. A transform on this page imports from '${library}' only.`,
    );
  const names = specifiers.map((one) => {
    if (one.type === 'ImportNamespaceSpecifier') return `...${one.local.name}`;
    if (one.type === 'ImportDefaultSpecifier') return `default: ${one.local.name}`;
    const name = one.imported.type === 'Identifier' ? one.imported.name : JSON.stringify(one.imported.value);
    return `${name}: ${one.local.name}`;
  });
  return `const { ${names.join(', ')} } = globalThis.${variables.library};`;
}
