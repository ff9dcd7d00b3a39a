import type * as t from '@babel/types';
import type { Catalogue } from '../../catalogue/index.ts';
import { revealingNames } from '../../catalogue/known-functions.ts';
import type { Names } from '../../catalogue/names.ts';
import { escaped } from '../../catalogue/spelling.ts';
import type { Edit } from '../../config/edits.ts';
import { groupedBy } from '../../config/grouped.ts';
import { spanOf } from '../../config/source.ts';
import { isMember } from '../../config/syntax.ts';
import { memo } from '../memo.ts';
import { type ImportedName, takenName } from '../syntax/bindings.ts';
import { bare, type Call, isCall, memberName } from '../syntax/code.ts';
import { kebabCase } from '../syntax/component.ts';
import { LinkedCode } from '../syntax/linked-code.ts';
import {
  ifReadable,
  piecesOf,
  type SourceText,
  tagsOf,
  templateTextOf,
  type UnreadableCode,
} from '../syntax/source-text.ts';
import { wordTest } from '../word-filter.ts';
import { isFrameworks, isOfProject, type Sign, shownKeys, shownParts, signsIn } from './behaviour-signs.ts';
import { dataCall, deepEdits, hasOption } from './data-calls.ts';
import { type DataEvent, type DataFlow, followData } from './data-flow.ts';
import { templatePieces } from './template-script.ts';

/** A place in a file that relies on a behaviour. */
export interface BehaviourPlace {
  /** The name of the behaviour. */
  readonly of: string;
  /** Its offset in the file. */
  readonly start: number;
  /** Whether the place needs no review. */
  readonly isSettled: boolean;
  /** A fact about the place, and the offset that shows it. */
  readonly note?: { readonly text: string; readonly offset?: number };
  /** Edits that keep the older behaviour; undefined if they cannot be written. */
  readonly edits?: readonly Edit[] | undefined;
  /** The key that calls share the data by. */
  readonly key?: string | undefined;
}

/** Finds places that rely on a behaviour. */
export interface BehaviourFinder {
  /** The behaviours that a text can rely on at all: parsing is far more expensive than this test. */
  mayRelyOn(text: string): readonly string[];
  /** The places of a script or component in order, including unparsable code that may have one. */
  placesIn(source: SourceText): readonly BehaviourPlace[];
}

/** The behaviours of data, which depend on what happens to the data. */
const dataBehaviours: readonly string[] = ['deep-data', 'empty-data', 'empty-error'];

/** What to look for in a file. */
interface Search {
  readonly names: Names;
  /** The functions whose data is followed; none if the file cannot call them. */
  readonly fetching: readonly string[];
  /** The signs that the file may have, by key. */
  readonly signs: ReadonlyMap<string, readonly Sign[]>;
}

export function createBehaviourFinder(catalogue: Catalogue): BehaviourFinder {
  const { names, behaviours } = catalogue;
  const fetching = [...names.dataFunctions, names.cachedDataFunction];
  const allSigns = signsIn(catalogue);
  const words = [...fetching, ...allSigns.flatMap((sign) => sign.words[0] ?? [])];
  const hasWord = wordTest(words);
  const searchFor = (text: string): Search | undefined => {
    if (!hasWord(text)) return undefined;
    const signs = allSigns.filter((sign) => sign.words.every((list) => includesAny(text, list)));
    return {
      names,
      fetching: includesAny(text, fetching) ? fetching : [],
      signs: groupedBy(signs, ({ key }) => key),
    };
  };
  return {
    mayRelyOn(text) {
      const search = searchFor(text);
      const ofData = search?.fetching.length ? dataBehaviours.filter((of) => behaviours.has(of)) : [];
      const ofSigns = [...(search?.signs.values() ?? [])].flat().map(({ of }) => of);
      return [...new Set([...ofData, ...ofSigns])];
    },
    placesIn(source) {
      const search = searchFor(source.text);
      return search && search.fetching.length + search.signs.size > 0 ? parsedPlaces(source, search) : [];
    },
  };
}

function includesAny(text: string, words: readonly string[]): boolean {
  return words.some((word) => text.includes(word));
}

/** The code of a file, and the search that runs on it. */
interface SearchedFile {
  readonly source: SourceText;
  readonly search: Search;
  readonly code: LinkedCode;
  /** The code that cannot be parsed. */
  readonly unreadable: UnreadableCode[];
  /** The uses of the data of each call so far; they are looked for again once the template is read. */
  readonly flows: Map<Call, DataFlow>;
}

/** Finds the places in the syntax tree, which is exact. */
function parsedPlaces(source: SourceText, search: Search): BehaviourPlace[] {
  const unreadable: UnreadableCode[] = [];
  const onUnreadable = (part: UnreadableCode) => unreadable.push(part);
  const code = new LinkedCode(piecesOf(source, onUnreadable));
  const file: SearchedFile = { source, search, code, unreadable, flows: new Map() };
  if (mayUseTemplate(file)) {
    code.add(templatePieces(source, search.names, onUnreadable));
    file.flows.clear();
  }
  const places: BehaviourPlace[] = [];
  for (const node of code.nodes) for (const place of placesAt(file, node)) places.push(place);
  return [...places, ...unreadable.flatMap((part) => unreadablePlaces(part, search)), ...tagsIn(file)].sort(
    (a, b) => a.start - b.start,
  );
}

/**
 * Whether the template of a component may use the data, or have a sign: most of the work is to parse it. A name
 * may also be in kebab-case, have escaped characters, or be in another file.
 */
function mayUseTemplate(file: SearchedFile): boolean {
  const { source, search, code } = file;
  if (!source.path.endsWith('.vue')) return false;
  const template = templateTextOf(source);
  const signs = [...search.signs.values()].flat();
  const words = [
    ...search.fetching,
    ...signs.flatMap((sign) => sign.words.flat()),
    ...revealingNames,
    'this',
  ];
  if (/\\u|&#|&(?:lowbar|UnderBar|dollar);|<template(?=\s)[^<]*\ssrc\b/.test(template)) return true;
  const flows = code.nodes.flatMap((node) => (fetchedBy(file, node) ? flowOf(file, node as Call) : []));
  const plain = (text: string) => text.replaceAll('-', '').toLowerCase();
  const names = flows.flatMap((flow) => flow.names.map(plain));
  return includesAny(template, words) || includesAny(plain(template), names);
}

/** Code that cannot be parsed counts where it names a function that fetches data, or has a sign. */
function unreadablePlaces({ code, start }: UnreadableCode, { names, signs }: Search): BehaviourPlace[] {
  const ofSigns = [...signs.values()].flat().map(({ of, words: [list = []] }) => ({ of, list }));
  return [{ of: 'deep-data', list: names.dataFunctions }, ...ofSigns].flatMap(({ of, list }) => {
    const word = new RegExp(`(?<![\\w$])(?:${list.map(escaped).join('|')})(?![\\w$])`, 'g');
    return Array.from(code.matchAll(word), ({ index }) =>
      openPlace(of, start + index, 'the code cannot be parsed'),
    );
  });
}

function openPlace(of: string, start: number, text?: string): BehaviourPlace {
  return { of, start, isSettled: false, ...(text !== undefined && { note: { text } }) };
}

/** The tags that an edition looks for; components that the file imports from the project are not meant. */
function tagsIn({ search: { signs }, code, source }: SearchedFile): BehaviourPlace[] {
  const wanted = new Map(
    [...signs.keys()].flatMap((key) => {
      const [, tag = ''] = /^tag (.*)/.exec(key) ?? [];
      return tag === '' || isOfProject(code, tag) ? [] : [tag, kebabCase(tag)].map((name) => [name, key]);
    }),
  );
  return (wanted.size === 0 ? [] : tagsOf(source)).flatMap(({ tag, start }) =>
    (signs.get(wanted.get(tag) ?? '') ?? []).map(({ of }) => openPlace(of, start)),
  );
}

function placesAt(file: SearchedFile, node: t.Node): readonly BehaviourPlace[] {
  const { code, search } = file;
  if (node.type === 'Identifier') return namePlaces(file, node);
  const shown = search.signs.size === 0 ? [] : shownKeys(node, code, search.names);
  const places = shown.flatMap(([key, at]) =>
    (search.signs.get(key) ?? []).map(({ of }) => openPlace(of, code.offsetInFile(node, spanOf(at).start))),
  );
  const isHandedOn =
    node.type === 'ExportNamedDeclaration' &&
    node.source &&
    isFrameworks(node.source.value, search.names) &&
    node.specifiers.some((specifier) => search.names.dataFunctions.includes(takenName(specifier)));
  if (isHandedOn) return [handedOn(file, node), ...places];
  return isCall(node) ? [...places, ...callPlaces(file, node)] : places;
}

function handedOn({ code }: SearchedFile, node: t.Node): BehaviourPlace {
  return openPlace('deep-data', code.offsetInFile(node), 'the function is used as a value');
}

/** The module and the name there that a name refers to; undefined if the file declares it. */
function importedBy(code: LinkedCode, node: t.Node): ImportedName | undefined {
  if (node.type !== 'Identifier') return undefined;
  const binding = code.bindingOf(node);
  return binding ? binding.imported : { name: node.name, source: '' };
}

/** The places where a name refers to an object of the framework, or to a function that is not called. */
function namePlaces({ code, search, ...file }: SearchedFile, node: t.Identifier): readonly BehaviourPlace[] {
  const imported = importedBy(code, node);
  const objects = search.signs.get(`object ${node.name}`) ?? [];
  const isObject = imported
    ? imported.name === node.name && isFrameworks(imported.source, search.names)
    : // A parameter may be an object of the framework, but not a function.
      code.bindingOf(node)?.init === undefined;
  const places = isObject ? objects.map(({ of }) => openPlace(of, code.offsetInFile(node))) : [];
  const parent = imported && code.parentOf(node);
  if (!parent || (isCall(parent) && bare(parent.callee) === node)) return places;
  const name = imported.name === '' && isMember(parent) ? memberName(parent) : imported.name;
  const isAsked = parent.type === 'UnaryExpression' && parent.operator === 'typeof';
  const isFetching =
    search.names.dataFunctions.includes(name ?? '') && isFrameworks(imported.source, search.names);
  return isFetching && !isAsked ? [...places, handedOn({ code, search, ...file }, node)] : places;
}

/** The framework's name of the function that fetches data in a call. */
function fetchedBy({ code, search }: SearchedFile, node: t.Node): string | undefined {
  const { name = '', source = '' } = (isCall(node) && importedBy(code, bare(node.callee))) || {};
  return search.fetching.includes(name) && isFrameworks(source, search.names) ? name : undefined;
}

function callPlaces(file: SearchedFile, call: Call): BehaviourPlace[] {
  const { code, search } = file;
  const { name = '', source = '' } = importedBy(code, bare(call.callee)) ?? {};
  const fetching = fetchedBy(file, call);
  const places = (search.signs.get(`call ${name}`) ?? []).flatMap(({ of, call: sign }) =>
    (sign?.isSource(source) ? shownParts(call, sign, code) : []).map(({ user, at }) =>
      openPlace(of, code.offsetInFile(user, spanOf(at).start)),
    ),
  );
  return fetching === undefined ? places : [...dataPlaces(file, call, fetching), ...places];
}

/** The places of a call that fetches data: its mutated or escaping data, and comparisons with `null`. */
function dataPlaces(file: SearchedFile, node: Call, name: string): BehaviourPlace[] {
  const { code, source, search } = file;
  const call = dataCall(node, name, search.names, code);
  const { events } = flowOf(file, node);
  const first = (wanted: DataEvent['kind']) => events.find(({ kind }) => kind === wanted);
  const compared = events.flatMap(({ kind, what, offset }) =>
    kind === 'empty-data' || kind === 'empty-error'
      ? openPlace(kind, offset, `the ${kind.slice('empty-'.length)} ${what}`)
      : [],
  );
  if (hasOption(call.options, search.names.deepOption) === true) return compared;
  const start = code.offsetInFile(node, spanOf(node.callee).start);
  const about = { of: 'deep-data', start, ...(call.key !== undefined && { key: call.key }) };
  const mutation = first('mutation');
  const event = mutation ?? first('escape');
  if (!event) return [{ ...about, isSettled: true, note: { text: 'the data is only read' } }, ...compared];
  const note = { text: `${mutation ? 'nested' : 'the'} data ${event.what}`, offset: event.offset };
  const edits = mutation && { edits: deepEdits(call, source.text, code, search.names) };
  return [{ ...about, isSettled: false, ...edits, note }, ...compared];
}

function flowOf({ code, unreadable, search, flows }: SearchedFile, call: Call): DataFlow {
  return memo(flows, call, () => {
    const flow = unreadable.length > 0 ? undefined : ifReadable(() => followData(call, code, search.names));
    const event: DataEvent = { kind: 'escape', offset: 0, what: 'is used in code that cannot be read' };
    return flow ?? { events: [event], names: [] };
  });
}
