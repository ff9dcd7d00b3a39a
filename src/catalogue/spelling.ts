import type { Edition } from './edition.ts';
import { fwNames, type Names, toolNames } from './names.ts';
import { nearest } from './nearest.ts';
import { type Json, mapTexts, type OptionRow } from './option.ts';
import { EditionProblem, overlayNames, type Spelling } from './overlay.ts';

/** The default edition: as it is written. */
export const asWritten: Spelling = { text: (text) => text, path: (path) => path, json: (value) => value };

/** Keys of options, and tools, that an edition calls otherwise, by their names in the tables. */
type KeyNames = { readonly [name: string]: string };

/** Names that have a word of their own, beside those that are made with the framework's. */
function wordsOf(names: Names): ReadonlyMap<string, string> {
  const pairs = (one: Names): string[] => [
    one.configFile,
    one.configHelper,
    one.scope,
    one.buildDir,
    one.envPrefix,
    one.clearFunction,
    ...Object.values(one.variants),
    ...Object.values(one.virtual),
  ];
  const own = [...pairs(names), ...names.dataFunctions];
  const written = pairs(fwNames);
  // Which function took the place of which is known only if as many are listed, and for those that are gone.
  if (names.dataFunctions.length === fwNames.dataFunctions.length) written.push(...fwNames.dataFunctions);
  return new Map(
    written.map((word, index) => [word, names.dataFunctions.includes(word) ? word : (own[index] ?? word)]),
  );
}

/** The spelling with another word for the framework, and others for some names and keys. */
function createSpelling(
  name: string,
  keys: KeyNames,
  words: ReadonlyMap<string, string> = new Map(),
): Spelling {
  const own = new Map(words);
  for (const tool of toolNames) if (keys[tool] !== undefined) own.set(tool, keys[tool]);
  const stems = stemsOf(name);
  // Longer words come first, so that `ui-router` is not taken for `ui`.
  const listed = [...own.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const stem = '(?<![A-Za-z0-9])(?:fw(?![a-z0-9]|-migrate)|FW(?![A-Za-z0-9]))|Fw(?![a-z0-9])';
  const pattern = [...listed.map((word) => `(?<![A-Za-z0-9])${word}(?![A-Za-z0-9])`), stem].join('|');
  const any = new RegExp(pattern, 'g');
  const spell = (text: string) =>
    text === fwNames.package
      ? name
      : text.replace(any, (found, offset: number) => {
          // In front of a capital it begins a name of several words: `fwLink`.
          const isFirst = found === 'fw' && /[A-Z]/.test(text[offset + found.length] ?? '');
          return own.get(found) ?? stems.get(isFirst ? 'fwX' : found) ?? found;
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

/** `fw` as it stands in packages, in names of functions and components, and in variables of the environment. */
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

/** A text as a part of a pattern that matches just it. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The spelling of an edition; `options` are those of the tables. */
export function spellingOf(own: NonNullable<Edition['names']>, options: readonly string[]): Spelling {
  const { keys = {}, package: name = fwNames.package } = own;
  checkKeys(keys, options);
  const stem = createSpelling(name, keys, wordsOfPackage(name));
  const words = wordsOf(overlayNames(own, stem));
  return createSpelling(name, keys, new Map([...wordsOfPackage(name), ...words]));
}

/** Words that follow from the name of a package itself: with `@acme/framework`, the scope is `@acme`. */
function wordsOfPackage(name: string): ReadonlyMap<string, string> {
  const [, scope] = /^(@[^/]+)\//.exec(name) ?? [];
  const [kit = ''] = fwNames.kitModules;
  const words = [[kit, kit.replace(fwNames.package, () => name)]] as const;
  return new Map(scope === undefined ? words : [...words, [fwNames.scope, scope]]);
}

/** Every key that has another name is one of the tables, and no two options of a group get the same name. */
function checkKeys(keys: KeyNames, options: readonly string[]): void {
  const ofOptions = options.flatMap((option) => keysIn(option).map(({ key }) => key));
  const known = new Set<string>([...toolNames, ...ofOptions]);
  for (const key of Object.keys(keys)) {
    const near = nearest(key, known);
    const hint = near ? `: did you mean \`${near}\`?` : '';
    if (!known.has(key))
      throw new EditionProblem(
        `names.keys.${key}`,
        `the default edition has no option with the key \`${key}\`${hint}`,
      );
  }
  const ranks = new Map(Object.keys(keys).map((key, index) => [key, index]));
  const rank = (key: string) => ranks.get(key) ?? -1;
  const taken = new Map<string, string>();
  const inOrder = options.flatMap(keysIn).toSorted((one, other) => rank(one.key) - rank(other.key));
  for (const { group, key } of inOrder) {
    const name = keys[key] ?? key;
    const other = taken.get(`${group}.${name}`) ?? key;
    taken.set(`${group}.${name}`, other);
    if (other !== key)
      throw new EditionProblem(
        `names.keys.${key}`,
        `\`${name}\` is used for both \`${other}\` and \`${key}\`: every key of a group needs a unique name`,
      );
  }
}

/** The keys in the path of an option, each with the group that it is in. */
function keysIn(option: string): { readonly group: string; readonly key: string }[] {
  return Array.from(option.matchAll(/[^.[\]]+/g), ({ 0: key, index }) => ({
    group: option.slice(0, index),
    key,
  }));
}

/** A row with the names of an edition. */
export function spelledRow(row: OptionRow, { text, path, json }: Spelling): OptionRow {
  const stated = <Stated extends OptionRow['a']>(one: Stated): Stated =>
    'value' in one ? { ...one, value: json(one.value) } : one;
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
