/** Follows fetched data: through the names of a file, and by names into other files. */

import type { Position } from '../base/position.ts';
import type { Names } from '../catalogue/names.ts';
import { escaped } from '../catalogue/spelling.ts';
import { pascalCase } from '../tree/syntax/component.ts';
import { openSource } from '../tree/syntax/source-text.ts';
import { type DataLinks, type DataUse, dataLinks, type Link, ownMembers } from './data-links.ts';

/** A call that fetches data. */
export interface DataSource extends Position {
  /** The function that it calls. */
  readonly name: string;
}

/** A key, or one of its members, holds what a call has fetched. */
export interface DataFact {
  readonly key: string;
  readonly path: readonly string[];
  /** Whether it is a new list of it. */
  readonly isNew: boolean;
  readonly call: DataSource;
}

/** A use of what a call has fetched. */
export interface FollowedUse {
  readonly use: DataUse;
  readonly call: DataSource;
}

// Names that refer to each other would go on for ever.
const longestPath = 4;
const mostFacts = 1000;

/** All that holds the data after it went through the links of a file. */
export function spreadFacts(start: readonly DataFact[], links: readonly Link[]): DataFact[] {
  const facts = new Map(start.map((fact) => [factId(fact), fact]));
  // The map grows while it is read.
  for (const [, { key, path, isNew, call }] of facts)
    for (const link of links) {
      const { from } = link;
      const met = from.key === key ? comparePaths(from.path, path) : undefined;
      if (!met || link.path.length + met.missing.length > longestPath) continue;
      const isNewList = from.isNew === true || (isNew && !met.isInside);
      const fact = { key: link.to, path: [...link.path, ...met.missing], isNew: isNewList, call };
      if (facts.size < mostFacts && !facts.has(factId(fact))) facts.set(factId(fact), fact);
    }
  return [...facts.values()];
}

function factId(fact: DataFact): string {
  return JSON.stringify(fact);
}

/** How a path compares with that to the data: which members are missing, or whether it leads inside. */
function comparePaths(path: readonly string[], data: readonly string[]) {
  const length = Math.min(path.length, data.length);
  const isSame = path.slice(0, length).every((name, index) => name === data[index]);
  return isSame ? { missing: data.slice(length), isInside: path.length > length } : undefined;
}

/** The uses of the data that matter. */
export function usesOf(facts: readonly DataFact[], uses: readonly DataUse[]): FollowedUse[] {
  return uses.flatMap((use) =>
    facts.flatMap(({ key, path, isNew, call }) => {
      const { value, kind, isOfRef } = use;
      const met = key === value.key ? comparePaths(value.path, path) : undefined;
      if (!met || met.missing.length > 0 || value.isNew) return [];
      // The members of a new list are those of the data, and a ref may get another value.
      const isUsed = kind === 'write' ? met.isInside || !(isNew || isOfRef) : !met.isInside;
      return isUsed ? { use, call } : [];
    }),
  );
}

/** What other files may get of the data, by names that they have in common. */
export function outgoing(path: string, { functions }: DataLinks, facts: readonly DataFact[]) {
  return facts.filter(({ key }) => {
    const { name, kind } = nameIn(key);
    if (kind === '()') return functions.has(name) && !path.endsWith('.vue');
    return kind === '(…)' ? !functions.has(name) : /^[>']$/.test(kind) && key !== ownMembers;
  });
}

/** The name in a key, and what follows it. */
function nameIn(key: string): { name: string; kind: string } {
  const [, name = '', kind = ''] = /^['<]?(.*?)(\(\)|\(…\)|>|'|@-?\d+)$/.exec(key) ?? [];
  return { name, kind };
}

/** A file that data may go into. */
export interface TargetFile {
  readonly path: string;
  read(): string | undefined;
}

/** A line of another file that may write to data. */
interface FoundWrite extends FollowedUse {
  readonly path: string;
  readonly text: string;
}

/** Follows data from file to file, and returns where it may be written to. */
export function followIntoFiles(
  start: readonly DataFact[],
  files: readonly TargetFile[],
  names: Names,
): FoundWrite[] {
  const found: FoundWrite[] = [];
  const seen = new Set(start.map(factId));
  let arriving = start;
  while (arriving.length > 0) {
    const leaving: DataFact[] = [];
    const tests = new Map(arriving.map(({ key }) => [key, receiverTest(key)]));
    for (const { path, read } of files) {
      const text = read();
      if (text === undefined) continue;
      const named = arriving.filter(({ key }) => tests.get(key)?.(path, text));
      if (named.length === 0) continue;
      const links = dataLinks(openSource(path, text), names);
      const facts = spreadFacts(factsIn(links, named), links.links);
      for (const { use, call } of usesOf(facts, links.uses))
        if (use.kind === 'write' && call.file !== path) found.push({ use, call, path, text });
      leaving.push(...outgoing(path, links, facts));
    }
    arriving = leaving.filter((fact) => !seen.has(factId(fact)) && seen.add(factId(fact)));
  }
  return found;
}

/** Facts as they hold in a file: props are its own members, and its own functions are no others. */
function factsIn({ functions }: DataLinks, facts: readonly DataFact[]): DataFact[] {
  return facts.flatMap((fact) => {
    const { name, kind } = nameIn(fact.key);
    if (kind === '>') return { ...fact, key: ownMembers };
    return kind === "'" || functions.has(name) === (kind === '(…)') ? fact : [];
  });
}

/** A test whether a file may get the data of a key: by its path, or by what is in its text. */
function receiverTest(key: string): (path: string, text: string) => boolean {
  const { name, kind } = nameIn(key);
  if (kind === '>') return (path) => path.endsWith('.vue') && isComponent(path, name);
  if (kind !== '(…)') return (_, text) => text.includes(kind === '()' ? `${name}(` : name);
  const declaration = new RegExp(`(?:function|const)\\s+${escaped(name)}\\b`);
  return (path, text) => !path.endsWith('.vue') && declaration.test(text);
}

/** Whether a component may have a name: `components/cart/Line.vue` is `Line` or `CartLine`. */
function isComponent(path: string, name: string): boolean {
  const parts = path
    .replace(/(?:\/index)?\.vue$/, '')
    .split('/')
    .map(pascalCase);
  return parts.some((_, index) => parts.slice(index).join('') === name);
}
