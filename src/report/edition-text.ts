/** The texts of `edition check` and `edition init`: what an edition changes, and the start of a new one. */

import { type Catalogue, fwCatalogue } from '../catalogue/index.ts';
import template from './edition-template.txt?raw';
import { hanging, heading, type Look, plainLine, present } from './printing.ts';

/** Lists the differences of an edition from the default one, with notes about missing fields. */
export function editionCheckText(catalogue: Catalogue, look: Look): string {
  const { colors, width } = look;
  const { names, edition } = catalogue;
  const facts = Object.entries(edition.facts ?? {});
  const sections = {
    Names: namesText(catalogue),
    Facts: facts.map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    Options: optionsText(catalogue),
    Behaviours: Object.keys(edition.behaviours ?? {}).map((name) => {
      const { what = '', code = '' } = catalogue.behaviours.get(name) ?? {};
      return `${name}: ${what} (${code})`;
    }),
  };
  const lines = [
    heading(names.framework, `${names.variants.b} → ${names.variants.a}`, look),
    ...Object.entries(sections).flatMap(([title, entries]) =>
      entries.length === 0
        ? []
        : [colors.dim(title), ...entries.map((line) => hanging('  ', plainLine(line), width))],
    ),
    ...missingText(catalogue).map((line) => hanging(`${colors.yellow('note')} `, line, width)),
    colors.green('No problems found.'),
  ];
  return `${lines.join('\n')}\n`;
}

function namesText({ names, edition }: Catalogue): string[] {
  const { keys = {} } = edition.names ?? {};
  const shown = Object.entries(names).flatMap(([name, value]) => {
    const former: unknown = Reflect.get(fwCatalogue.names, name);
    return JSON.stringify(former) === JSON.stringify(value)
      ? []
      : [difference(name, former, value)];
  });
  return [
    ...shown,
    ...Object.entries(keys).map(([key, name]) => difference(`key ${key}`, key, name)),
  ];
}

function optionsText({ edition, findOption }: Catalogue): string[] {
  return Object.entries(edition.options ?? {}).map(([path, row]) => {
    if (row === null) return `${path}: removed`;
    const fate = findOption(path)?.fate;
    const what = fate?.kind === 'moved' ? `moves to ${fate.to}` : fate?.kind;
    const isKnown = [...fwCatalogue.options.keys()].includes(path);
    return `${path}: ${isKnown ? 'changed' : 'new'}${what ? `, ${what}` : ''}`;
  });
}

/** Notes about fields that most editions set and this one does not. */
function missingText({ edition, names: { variants } }: Catalogue): string[] {
  const { names = {}, options = {} } = edition;
  return present([
    names.package === undefined &&
      '`names.package` is not set: projects are recognised by the package and config of the default edition.',
    names.package !== undefined &&
      names.variants === undefined &&
      `\`names.variants\` is not set: messages use \`${variants.a}\` and \`${variants.b}\`.`,
    ...Object.entries(options).map(
      ([path, row]) =>
        row?.types &&
        row.summary === undefined &&
        !fwCatalogue.findOption(path) &&
        `\`options.${path}.summary\` is not set: \`explain\` cannot describe the option.`,
    ),
  ]);
}

function difference(name: string, ...sides: readonly [before: unknown, after: unknown]): string {
  const shown = sides.map((value) =>
    typeof value === 'string' ? value : `${JSON.stringify(value)}`,
  );
  return `${name}: ${shown.join(' → ')}`;
}

/** The text that a new edition starts with, by the name of its file. */
export function editionStart(file: string): string {
  const [, stem = 'acme'] = /(?:^|[/\\])([a-z][a-z0-9-]*)[^/\\]*$/i.exec(file) ?? [];
  const name = stem.toLowerCase();
  const label = name.slice(0, 1).toUpperCase() + name.slice(1);
  return template.replaceAll('Acme', label).replaceAll('acme', name);
}
