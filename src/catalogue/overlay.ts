/**
 * Lays an edition over the tables of the default one: its options, folders, aliases and other facts. Its words are
 * replaced by spelling.ts.
 */

import type { Edition, EditionFolder, EditionOption } from './edition.ts';
import {
  aliasesIn,
  type BaseByVariant,
  type DefaultAlias,
  type Facts,
  type FolderKind,
  fwFacts,
} from './facts.ts';
import { fwNames, type Names } from './names.ts';
import {
  type Default,
  type Fate,
  is,
  type Json,
  missing,
  none,
  type OptionRow,
  type PathFact,
  rules,
} from './option.ts';
import { defined } from './shape.ts';

/** Replaces the names of the default edition in the tables with those of another edition. */
export interface Spelling {
  /** A text, with the options that it mentions between backticks. */
  text(text: string): string;
  /** The path of an option: `bundler1.root`. */
  path(path: string): string;
  /** A default, with its keys. */
  json<Value extends Json>(value: Value): Value;
}

/** An edition that contradicts itself or the tables, with the key that does. */
export class EditionProblem extends Error {
  override readonly name = 'EditionProblem';
  readonly key: string;

  constructor(key: string, message: string) {
    super(message);
    this.key = key;
  }
}

/** The names of an edition. Names that it does not give are derived from the name of its package. */
export function overlayNames(names: NonNullable<Edition['names']>, spelling: Spelling): Names {
  const {
    firstVersion: firstVersionA = fwNames.firstVersionA,
    keys: _,
    variants,
    virtual,
    ...otherNames
  } = names;
  const derived = spelling.json(fwNames);
  const newer = Number.parseInt(firstVersionA, 10);
  return {
    ...derived,
    framework: otherNames.package ?? fwNames.framework,
    firstVersionA,
    rangeA: `^${firstVersionA}`,
    generations: { a: newer, b: newer - 1 },
    ...defined(otherNames),
    variants: { ...derived.variants, ...defined(variants ?? {}) },
    virtual: { ...derived.virtual, ...defined(virtual ?? {}) },
  };
}

export function overlayFacts(facts: NonNullable<Edition['facts']>, spelling: Spelling): Facts {
  const {
    sourceDir = fwFacts.sourceDirA,
    folders = {},
    aliases,
    bundlerRoot,
    ...otherFacts
  } = facts;
  return {
    ...fwFacts,
    ...defined(otherFacts),
    modules: {
      ...spelling.json(fwFacts.modules as { readonly [name: string]: Json }),
      ...facts.modules,
    } as Facts['modules'],
    sourceDirA: sourceDir,
    folderKinds: overlayKinds(folders, spelling),
    aliases: {
      a: overlayAliases(fwFacts.aliases.a, aliases?.a ?? {}, spelling),
      b: overlayAliases(fwFacts.aliases.b, aliases?.b ?? {}, spelling),
    },
    bundlerRoot: { ...fwFacts.bundlerRoot, ...defined(bundlerRoot ?? {}) },
  };
}

function overlayKinds(
  folders: { readonly [name: string]: EditionFolder | null },
  spelling: Spelling,
): FolderKind[] {
  const builtIn = fwFacts.folderKinds.flatMap((kind) => {
    const changes = folders[kind.id];
    if (changes === null && kind.option !== undefined)
      throw new EditionProblem(
        `facts.folders.${kind.id}`,
        `the option \`${kind.option}\` configures this folder, so it cannot be removed`,
      );
    if (changes === null) return [];
    const { option, olderOption, listedBy } = kind;
    const spelled: FolderKind = {
      ...kind,
      ...defined({
        option: option && spelling.path(option),
        olderOption: olderOption && spelling.path(olderOption),
        listedBy: listedBy && spelling.path(listedBy),
      }),
    };
    return [changes === undefined ? spelled : overlayKind(spelled, changes)];
  });
  const names = new Set(fwFacts.folderKinds.map(({ id }) => id));
  const amongSources: BaseByVariant = { b: 'source', a: 'source' };
  const added = Object.entries(folders).flatMap(([name, changes]) =>
    names.has(name) || changes === null
      ? []
      : [overlayKind({ id: name, name, base: amongSources }, changes)],
  );
  return [...builtIn, ...added];
}

function overlayKind(kind: FolderKind, { name, base, readFrom }: EditionFolder): FolderKind {
  const isRead = kind.readFrom ?? kind.base;
  return {
    ...kind,
    name: name ?? kind.name,
    base: { ...kind.base, ...defined(base ?? {}) },
    ...(kind.option === undefined ? {} : { readFrom: { ...isRead, ...defined(readFrom ?? {}) } }),
  };
}

function overlayAliases(
  table: readonly DefaultAlias[],
  changes: { readonly [name: string]: string | null },
  spelling: Spelling,
): DefaultAlias[] {
  const spelled = table.map(({ name, place }) => ({
    name: spelling.text(name),
    place: { ...place, path: spelling.text(place.path) },
  }));
  const kept = spelled.filter(({ name }) => !Object.hasOwn(changes, name));
  return [...kept, ...aliasesIn(changes)];
}

export type Rows = Map<string, OptionRow>;

function isWithin(option: string, group: string): boolean {
  return option === group || option.startsWith(`${group}.`) || option.startsWith(`${group}[]`);
}

/** Adds, changes and removes the rows of an edition. Options that every run reads cannot be removed. */
export function overlayRows(
  rows: Rows,
  changed: NonNullable<Edition['options']>,
  needs: ReadonlySet<string>,
): void {
  for (const [path, changes] of Object.entries(changed)) {
    if (changes === null) removeRows(rows, path, needs);
    else rows.set(path, overlayRow(rows.get(path), changes, `options.${path}`));
  }
  for (const [path, { fate }] of rows) if (fate.kind === 'moved') checkMove(rows, path, fate.to);
}

function removeRows(rows: Rows, path: string, needs: ReadonlySet<string>): void {
  const at = `options.${path}`;
  const inner = [...rows.keys()].filter((option) => isWithin(option, path));
  if (inner.length === 0) throw new EditionProblem(at, `there is no option \`${path}\` to remove`);
  const needed = inner.find((option) => needs.has(option));
  if (needed !== undefined)
    throw new EditionProblem(at, `every run needs \`${needed}\`, so it cannot be removed`);
  for (const option of inner) rows.delete(option);
}

/**
 * A row with the changes of an edition, or the row of a new option:
 * `{ "default": { "b": true, "a": false } }` → the older default `true`, which `--keep-defaults` writes.
 */
function overlayRow(row: OptionRow | undefined, changes: EditionOption, at: string): OptionRow {
  const { types, default: defaults, keys, paths, keepDefault, summary, followUp } = changes;
  const fate = overlayFate(row, changes, at);
  const isGone = isEnding(fate);
  const { former: before, ...base } = row ?? newRow(fate);
  // The older default is kept by writing it, unless the newer variant has the same, or no such option.
  const isStated = defaults?.b !== undefined && defaults.a !== undefined;
  const changed = isStated && isSame(defaults.a, defaults.b) ? undefined : defaults?.b;
  const former =
    keepDefault === null || isGone ? undefined : (keepDefault ?? (isStated ? changed : before));
  if (!row && !types) throw new EditionProblem(`${at}.types`, 'a new option needs `types`');
  const named = paths && pathFacts(paths);
  return {
    ...base,
    fate,
    isNewFate: isGone && row?.fate.kind !== fate.kind,
    hasNewPaths: named !== undefined && named.length > 0 && base.paths.length === 0,
    ...(row && isEnding(row.fate) && !isGone && { a: base.b }),
    ...(defaults && { a: stated(defaults.a), b: stated(defaults.b) }),
    ...(isGone && defaults?.a === undefined && { a: missing }),
    ...defined({ types, oneOf: changes.oneOf, keys, paths: named, former, summary, followUp }),
  };
}

function newRow(fate: Fate): OptionRow {
  return { types: [], a: none, b: none, fate, keys: 'any', paths: [], summary: '' };
}

/** The places of paths in a value, each with its rule by name. */
export function pathFacts(paths: NonNullable<EditionOption['paths']>): PathFact[] {
  return Object.entries(paths).map(([at, rule]) => ({ at, rule: rules[rule] }));
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function isEnding({ kind }: Fate): boolean {
  return kind === 'removed' || kind === 'moved';
}

function stated(value: Json | undefined): Default {
  return value === undefined ? none : is(value);
}

/** The fate of an option with these changes; without a row, of a new one. */
export function overlayFate(row: OptionRow | undefined, changes: EditionOption, at: string): Fate {
  const { movedTo, merge = 'target-wins', fate, paths = {}, keepDefault, followUp } = changes;
  const builtIn = row?.fate.kind === 'moved' ? row.fate : undefined;
  const isFixed = builtIn?.merge === 'target-wins' && fate !== undefined && fate !== 'kept';
  if (isFixed || (builtIn && movedTo !== undefined))
    throw new EditionProblem(
      `${at}.${isFixed ? 'fate' : 'movedTo'}`,
      'this option already has a built-in migration: remove the option with `null`, or drop this field',
    );
  if (movedTo !== undefined) return { kind: 'moved', to: movedTo, merge };
  if (fate !== undefined) return { kind: fate };
  if (row) return row.fate;
  if (Object.keys(paths).length > 0) return { kind: 'rebased' };
  return { kind: keepDefault == null && followUp === undefined ? 'kept' : 'manual' };
}

/** Checks that an option moves to an option that stays. */
function checkMove(rows: Rows, path: string, to: string): void {
  const target = rows.get(to);
  const isInList = [path, to].some((option) => option.includes('[]'));
  if (target && !isEnding(target.fate) && !isInList) return;
  const problem = `it cannot move to \`${to}\`: choose an option that stays and is not in a list`;
  throw new EditionProblem(`options.${path}`, problem);
}
