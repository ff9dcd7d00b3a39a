/** Replaces the words of the default edition with those of another one: `fw.config` becomes `nuxt.config`. */

import type { Edition } from './edition.ts';
import { fwNames, toolNames } from './names.ts';
import { type Json, mapTexts, type OptionRow } from './option.ts';
import { EditionProblem, type Spelling } from './overlay.ts';
import { defined, nearest } from './shape.ts';

/** The spelling of the default edition, which changes nothing. */
export const asWritten: Spelling = {
  text: (text) => text,
  path: (path) => path,
  json: (value) => value,
};

type EditionNames = NonNullable<Edition['names']>;

/** The names that an edition gives to keys of options and to tools, by their names in the tables. */
type KeyNames = { readonly [name: string]: string };

/** The names of an edition that replace other words than the framework's name, by the replaced word. */
function wordsOf(names: EditionNames): ReadonlyMap<string, string> {
  const {
    configFile,
    configHelper,
    scope,
    buildDir,
    variants,
    virtual,
    dataFunctions = [],
  } = names;
  const given = { configFile, configHelper, scope, buildDir, ...variants, ...virtual };
  const replaced = { ...fwNames, ...fwNames.variants, ...fwNames.virtual };
  const words = Object.entries(defined(given)).map(
    ([name, word]) => [replaced[name as keyof typeof given], word] as const,
  );
  // Data functions replace each other by position if there are as many; functions that still exist stay.
  const isWhole = dataFunctions.length === fwNames.dataFunctions.length;
  const functions = isWhole
    ? fwNames.dataFunctions.filter((name) => !dataFunctions.includes(name))
    : [];
  const renamed = functions.map(
    (name) => [name, dataFunctions[fwNames.dataFunctions.indexOf(name)] ?? name] as const,
  );
  return new Map([...words, ...renamed]);
}

/** A spelling with a name for the framework, and with replacements for some keys and words. */
function createSpelling(
  name: string,
  keys: KeyNames,
  words: ReadonlyMap<string, string>,
): Spelling {
  const replacements = new Map(words);
  for (const tool of toolNames) if (keys[tool] !== undefined) replacements.set(tool, keys[tool]);
  const stems = stemsOf(name);
  // Longer words come first, so that `ui-router` does not match `ui`.
  const listed = [...replacements.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const stem = '(?<![A-Za-z0-9])(?:fw(?![a-z0-9]|-migrate)|FW(?![A-Za-z0-9]))|Fw(?![a-z0-9])';
  const pattern = [...listed.map((word) => `(?<![A-Za-z0-9])${word}(?![A-Za-z0-9])`), stem].join(
    '|',
  );
  const any = new RegExp(pattern, 'g');
  const spell = (text: string) =>
    text === fwNames.package
      ? name
      : text.replace(any, (match, offset: number) => {
          // Before a capital letter, it starts a name of several words: `fwLink`.
          const isFirst = match === 'fw' && /[A-Z]/.test(text[offset + match.length] ?? '');
          return replacements.get(match) ?? stems.get(isFirst ? 'fwX' : match) ?? match;
        });
  const path = (option: string) => option.replace(/[^.[\]]+/g, (key) => keys[key] ?? spell(key));
  const inCode = (code: string) =>
    code.replace(/^[\w$.[\]-]+(?=:|$)|.+/g, (part) => (isPath(part) ? path(part) : spell(part)));
  return {
    path,
    json: <Value extends Json>(value: Value) => mapTexts(value, spell, spell) as Value,
    text: (text) =>
      text
        .split('`')
        .map((part, index) => (index % 2 === 1 ? inCode(part) : spell(part)))
        .join('`'),
  };
}

function isPath(text: string): boolean {
  return /^[\w$.[\]-]+$/.test(text);
}

/** The forms of `fw` in names of packages, functions, components and environment variables. */
function stemsOf(name: string): ReadonlyMap<string, string> {
  const stem = name.replace(/^@[^/]*\//, '');
  const parts = stem.split(/[^A-Za-z0-9]+/);
  const capital = (part: string) => part.slice(0, 1).toUpperCase() + part.slice(1);
  const [first = '', ...others] = parts;
  return new Map([
    ['fw', stem],
    ['fwX', [first, ...others.map(capital)].join('')],
    ['Fw', parts.map(capital).join('')],
    ['FW', parts.join('_').toUpperCase()],
  ]);
}

/** Escapes a text for use in a regular expression. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The spelling of an edition; `options` are the paths of all options in the tables. */
export function spellingOf(names: EditionNames, options: readonly string[]): Spelling {
  const { keys = {}, package: name = fwNames.package } = names;
  checkKeys(keys, options);
  const spelling = createSpelling(
    name,
    keys,
    new Map([...wordsOfPackage(name), ...wordsOf(names)]),
  );
  const taken = new Map<string, string>();
  for (const option of options) {
    const path = spelling.path(option);
    const other = taken.get(path);
    if (other !== undefined)
      throw new EditionProblem(
        'names.keys',
        `\`${other}\` and \`${option}\` would both be called \`${path}\``,
      );
    taken.set(path, option);
  }
  return spelling;
}

/** Words that follow from the name of a package itself: with `@acme/framework`, the scope is `@acme`. */
function wordsOfPackage(name: string): ReadonlyMap<string, string> {
  const [, scope] = /^(@[^/]+)\//.exec(name) ?? [];
  const [kit = ''] = fwNames.kitModules;
  const words = [[kit, kit.replace(fwNames.package, () => name)]] as const;
  return new Map(scope === undefined ? words : [...words, [fwNames.scope, scope]]);
}

/** Checks that every renamed key is in the tables. */
function checkKeys(keys: KeyNames, options: readonly string[]): void {
  const inTables = new Set<string>([
    ...toolNames,
    ...options.flatMap((option) => option.match(/[^.[\]]+/g) ?? []),
  ]);
  for (const key of Object.keys(keys)) {
    if (inTables.has(key)) continue;
    const near = nearest(key, inTables);
    const problem = `the default edition has no option with the key \`${key}\``;
    throw new EditionProblem(
      `names.keys.${key}`,
      near ? `${problem}: did you mean \`${near}\`?` : problem,
    );
  }
}

/** A row with the names of an edition. */
export function spelledRow(row: OptionRow, { text, path, json }: Spelling): OptionRow {
  const stated = <Stated extends OptionRow['a']>(entry: Stated): Stated =>
    'value' in entry ? { ...entry, value: json(entry.value) } : entry;
  const { fate } = row;
  return {
    ...row,
    a: stated(row.a),
    b: stated(row.b),
    ...(row.oneOf ? { oneOf: json(row.oneOf) } : {}),
    ...(row.former === undefined ? {} : { former: json(row.former) }),
    fate: fate.kind === 'moved' ? { ...fate, to: path(fate.to) } : fate,
    summary: text(row.summary),
  };
}
