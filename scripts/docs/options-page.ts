import { type Default, fwCatalogue, type Option } from '../../src/catalogue/index.ts';
import { showDefault, showFate } from '../../src/report/explain-text.ts';
import { anchorOf, code, generatedPage, optionAnchor, type Page, table } from './page.ts';

/** `docs/options.md`: every option of both variants, with its defaults and its fate. */
export function optionsPage(): Page {
  const all = [...fwCatalogue.options.values()];
  const changing = all.filter(differs);
  const groups = grouped(all);
  const single = all.filter(({ path }) => groups.get(topOf(path))?.length === 1);
  const large = [...groups].filter(([, list]) => list.length > 1);
  return generatedPage('docs/options.md', [
    '# Options',
    `All ${all.length} options of both variants, with their defaults and what the migration does with them. Long defaults are shortened here; \`fw-migrate explain <option>\` shows them in full. Fields of list entries are written as \`plugins[].src\`. An *implied* default is not documented: it is inferred from how to restore the old behaviour.`,
    'To see the resolved value of an option in your project, including layers, run `fw-migrate effective`.',
    `## What changes\n\nThe ${changing.length} options that the migration changes, or whose default is documented to differ. All others stay the same.`,
    table(
      ['Option', 'Variant B', 'Variant A', 'Migration'],
      changing.map((option) => [
        `[${code(option.path)}](#${optionAnchor(option.path)})`,
        ...cellsOf(option),
      ]),
    ),
    '## All options',
    `Groups: ${large.map(([name]) => `[${name}](#${anchorOf(name)})`).join(', ')}; [other options](#other-options).`,
    ...large.flatMap(([name, list]) => [`### ${code(name)}`, optionTable(list)]),
    '### Other options',
    optionTable(single),
  ]);
}

/** Whether the migration touches an option, or its default is known to be another one. */
function differs({ a, b, fate }: Option): boolean {
  const isKnown = a.kind !== 'not-shown' && b.kind !== 'not-shown';
  return fate.kind !== 'kept' || (isKnown && JSON.stringify(a) !== JSON.stringify(b));
}

function grouped(all: readonly Option[]): ReadonlyMap<string, readonly Option[]> {
  const groups = new Map<string, Option[]>();
  for (const option of all)
    groups.set(topOf(option.path), [...(groups.get(topOf(option.path)) ?? []), option]);
  return groups;
}

function topOf(path: string): string {
  return path.replace(/[.[].*$/, '');
}

function optionTable(list: readonly Option[]): string {
  return table(
    ['Option', 'Description', 'Variant B', 'Variant A', 'Migration'],
    list.map((option) => [
      `<a id="${optionAnchor(option.path)}"></a>${code(option.path)}`,
      option.summary,
      ...cellsOf(option),
    ]),
  );
}

function cellsOf(option: Option): string[] {
  const isGroup = option.a.kind === 'missing' && option.fate.kind === 'kept';
  return [
    defaultCell(option.b),
    defaultCell(option.a),
    isGroup ? 'see its keys' : showFate(option.fate),
  ];
}

const longest = 60;

function defaultCell(value: Default): string {
  if (value.kind === 'computed') return value.how;
  if (value.kind !== 'value' && value.kind !== 'implied') return showDefault(value);
  const text = JSON.stringify(value.value);
  const shown = code(text.length > longest ? `${text.slice(0, longest)}…` : text);
  return value.kind === 'implied' ? `${shown} (implied)` : shown;
}
