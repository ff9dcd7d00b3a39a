import type * as t from '@babel/types';
import type { BehaviourRow, BehaviourSigns } from '../../catalogue/behaviours.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import { readingViewComponents } from '../../catalogue/known-functions.ts';
import type { Names } from '../../catalogue/names.ts';
import { escaped } from '../../catalogue/spelling.ts';
import type { Edit } from '../../config/edits.ts';
import { spanOf } from '../../config/source.ts';
import { isMember } from '../../config/syntax.ts';
import { type ImportedName, isFrom, takenName } from '../syntax/bindings.ts';
import {
  bare,
  type Call,
  childrenOf,
  hasKey,
  isCall,
  isNamed,
  memberName,
  propertyKey,
} from '../syntax/code.ts';
import { type Element, endOfFirstScript, kebabCase, pascalCase } from '../syntax/component.ts';
import { type LinkedCode, linkCode } from '../syntax/linked-code.ts';
import { ifReadable, piecesOf, type SourceText, tagsOf, type UnreadableCode } from '../syntax/source-text.ts';
import { wordFilter } from '../word-filter.ts';
import { type DataCall, dataCall, deepEdits, hasOption } from './data-calls.ts';
import { type DataEvent, type DataFlow, followData } from './data-flow.ts';
import { templatePiece } from './template-script.ts';

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

/** The signs of one behaviour in code. */
interface Signs extends BehaviourSigns {
  readonly of: string;
  /** Objects of the framework that are used. */
  readonly objects: readonly string[];
  /** Hooks that get a listener. */
  readonly hooks: readonly string[];
  /** Whether functions of a module count; the module of a function that the file does not declare is empty. */
  isSource(source: string): boolean;
}

/** What to look for in a file. */
interface Search {
  readonly names: Names;
  /** Whether the file may fetch data. */
  readonly fetches: boolean;
  readonly signs: readonly Signs[];
  /** All functions that count if they are called. */
  readonly functions: ReadonlySet<string>;
}

export function createBehaviourFinder({ names, behaviours }: Catalogue): BehaviourFinder {
  const fetching = [...names.dataFunctions, names.cachedDataFunction];
  const allSigns = [...builtInSigns(names), ...ownSigns(behaviours)].filter(({ of }) => behaviours.has(of));
  const words = [...fetching, ...allSigns.flatMap(leadingWords)];
  const mayName = wordFilter(words);
  const anyName = new RegExp(words.map(escaped).join('|'));
  const searchFor = (text: string): Search | undefined => {
    // The filter is much faster and excludes most texts.
    if (!mayName(text) || !anyName.test(text)) return undefined;
    const signs = allSigns.filter((sign) => mayBeIn(sign, text));
    const functions = new Set([...fetching, ...signs.flatMap(({ calls }) => calls)]);
    return { names, signs, functions, fetches: includesAny(text, fetching) };
  };
  return {
    mayRelyOn(text) {
      const { fetches = false, signs = [] } = searchFor(text) ?? {};
      const ofData = fetches ? dataBehaviours.filter((of) => behaviours.has(of)) : [];
      return [...new Set([...ofData, ...signs.map(({ of }) => of)])];
    },
    placesIn(source) {
      const search = searchFor(source.text);
      return search && (search.fetches || search.signs.length > 0) ? parsedPlaces(source, search) : [];
    },
  };
}

const noSigns = { calls: [], members: [], arguments: [], imports: [], tags: [], objects: [], hooks: [] };

function builtInSigns(names: Names): Signs[] {
  const ofFramework = { ...noSigns, isSource: (source: string) => isFrameworks(source, names) };
  return [
    { ...ofFramework, of: 'reset-data', calls: [names.clearFunction] },
    { ...ofFramework, of: 'reset-data', calls: names.dataFunctions, members: [names.clearMethod] },
    { ...ofFramework, of: 'template-utils', objects: [names.templateUtils] },
    { ...ofFramework, of: 'watch-paths', hooks: [names.watchHook] },
  ];
}

/** The signs that an edition defines; the functions may be of any package. */
function ownSigns(behaviours: ReadonlyMap<string, BehaviourRow>): Signs[] {
  const isSource = (source: string) => !isProjectPath(source);
  return [...behaviours].flatMap(([of, { signs }]) => (signs ? { ...noSigns, ...signs, of, isSource } : []));
}

/** The texts of which code with a sign has at least one. */
function leadingWords({ calls, ...signs }: Signs): string[] {
  return [...calls, ...wordsWithoutCalls(signs)];
}

function wordsWithoutCalls({ imports, tags, objects, hooks }: Omit<Signs, 'calls'>): string[] {
  const modules = imports.map((sign) => moduleSign(sign).source);
  return [...modules, ...tags, ...tags.map(kebabCase), ...objects, ...hooks];
}

/** The texts that code has in addition to a call, if only a part of the call is a sign. */
function wordsOfParts({ members, arguments: keys }: Signs): string[] {
  return [...members, ...keys.map((key) => argumentSign(key).key)];
}

/** Whether a text may have a sign: parsing is far more expensive than this test. */
function mayBeIn(signs: Signs, text: string): boolean {
  const parts = wordsOfParts(signs);
  const isCalled = includesAny(text, signs.calls) && (parts.length === 0 || includesAny(text, parts));
  return isCalled || includesAny(text, wordsWithoutCalls(signs));
}

function includesAny(text: string, words: readonly string[]): boolean {
  return words.some((word) => text.includes(word));
}

/** Splits `#app { useOld }` into the module and the imported name, if there is one. */
function moduleSign(sign: string): { readonly source: string; readonly name: string | undefined } {
  const [, source = sign, name] = /^(\S+)(?: \{ (\S+) \})?$/.exec(sign) ?? [];
  return { source, name };
}

/** Splits `dedupe: true` into the key and the value, if there is one. */
function argumentSign(sign: string): { readonly key: string; readonly value: string | undefined } {
  const [, key = sign, value] = /^([^:]*)(?:: (.*))?$/.exec(sign) ?? [];
  return { key, value };
}

/** The code of a file, and the search that runs on it. */
interface LinkedFile {
  readonly source: SourceText;
  readonly search: Search;
  readonly code: LinkedCode;
  /** Whether some of the code cannot be parsed. */
  readonly isPartial: boolean;
}

/** Finds the places in the syntax tree, which is exact. */
function parsedPlaces(source: SourceText, search: Search): BehaviourPlace[] {
  const unreadable: UnreadableCode[] = [];
  const isReader = isReadingTag(search.names);
  const readTemplate = (template: Element) => templatePiece(template, isReader);
  const pieces = piecesOf(
    source,
    (part) => unreadable.push(part),
    mayUseTemplate(source, search) ? readTemplate : undefined,
  );
  const file = { source, search, code: linkCode(pieces), isPartial: unreadable.length > 0 };
  const places: BehaviourPlace[] = [];
  for (const node of file.code.nodes) for (const place of placesAt(file, node)) places.push(place);
  return [...places, ...unreadable.flatMap((part) => unreadablePlaces(part, search)), ...tagsIn(file)].sort(
    (a, b) => a.start - b.start,
  );
}

/** Whether the template of a component may use data or have a sign. */
function mayUseTemplate({ path, text }: SourceText, { fetches, signs }: Search): boolean {
  if (!path.endsWith('.vue')) return false;
  if (fetches) return true;
  const rest = text.slice(endOfFirstScript(text) ?? 0);
  return signs.some((sign) => includesAny(rest, [...leadingWords(sign), ...wordsOfParts(sign)]));
}

/** Code that cannot be parsed counts where it names a function that fetches data, or has a sign. */
function unreadablePlaces({ code, start }: UnreadableCode, { names, signs }: Search): BehaviourPlace[] {
  const ofData = { of: 'deep-data', words: names.dataFunctions };
  const wanted = [ofData, ...signs.map((sign) => ({ of: sign.of, words: leadingWords(sign) }))];
  return wanted.flatMap(({ of, words }) => {
    const word = new RegExp(`(?<![\\w$])(?:${words.map(escaped).join('|')})(?![\\w$])`, 'g');
    return Array.from(code.matchAll(word), ({ index }) =>
      openPlace(of, start + index, 'the code cannot be parsed'),
    );
  });
}

function openPlace(of: string, start: number, text?: string): BehaviourPlace {
  return { of, start, isSettled: false, ...(text !== undefined && { note: { text } }) };
}

/** The tags that an edition looks for; components that the file imports from the project are not meant. */
function tagsIn({ search: { signs }, code, source }: LinkedFile): BehaviourPlace[] {
  const wanted = signs.flatMap(({ of, tags }) =>
    tags.filter((tag) => !isOfProject(code, tag)).map((tag) => ({ of, names: [tag, kebabCase(tag)] })),
  );
  if (wanted.length === 0 || !source.path.endsWith('.vue')) return [];
  return tagsOf(source).flatMap(({ tag, start }) =>
    wanted.filter(({ names }) => names.includes(tag)).map(({ of }) => openPlace(of, start)),
  );
}

/** A node that shows a sign of a behaviour. */
type Shown = readonly [of: string, at: t.Node];

const nothing: readonly never[] = [];

function placesAt(file: LinkedFile, node: t.Node): readonly BehaviourPlace[] {
  if (node.type === 'Identifier') return namePlaces(file, node);
  const { code, search } = file;
  const isHandedOn =
    node.type === 'ExportNamedDeclaration' &&
    node.source &&
    isFrameworks(node.source.value, search.names) &&
    node.specifiers.some((specifier) => search.names.dataFunctions.includes(takenName(specifier)));
  const shown = shownBy(file, node).map(([of, at]) =>
    openPlace(of, code.offsetInFile(node, spanOf(at).start)),
  );
  return isHandedOn ? [handedOn(file, node), ...shown] : shown;
}

function handedOn({ code }: LinkedFile, node: t.Node): BehaviourPlace {
  return openPlace('deep-data', code.offsetInFile(node), 'the function is used as a value');
}

function shownBy(file: LinkedFile, node: t.Node): readonly Shown[] {
  const { signs } = file.search;
  switch (node.type) {
    case 'CallExpression':
    case 'OptionalCallExpression':
      return inArguments(file, node);
    case 'ObjectExpression':
      return signs.flatMap(({ of, hooks }) =>
        node.properties
          .filter((property) => hooks.some((hook) => hasKey(property, hook)))
          .map((property): Shown => [of, property]),
      );
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
      return node.source ? inImport(file, node.source, node.specifiers) : nothing;
    case 'ExportAllDeclaration':
      return inImport(file, node.source, []);
    case 'JSXOpeningElement':
      return inTag(file, node);
    default:
      return nothing;
  }
}

/** Hooks and loaded modules in the arguments of a call. */
function inArguments(file: LinkedFile, { callee, arguments: [first] }: Call): readonly Shown[] {
  if (first?.type !== 'StringLiteral') return nothing;
  const { code, search } = file;
  const isLoad = callee.type === 'Import' || (isNamed(callee, 'require') && !code.bindingOf(callee));
  const hooked = search.signs.filter(({ hooks }) => hooks.includes(first.value));
  return [...hooked.map(({ of }): Shown => [of, first]), ...(isLoad ? inImport(file, first, []) : nothing)];
}

/** The specifiers of an import, or of an export from another module, that show a sign. */
function inImport(
  { search }: LinkedFile,
  source: t.StringLiteral,
  specifiers: (t.ImportDeclaration | t.ExportNamedDeclaration)['specifiers'],
): Shown[] {
  const named = (of: string, name: string): Shown[] =>
    specifiers.filter((specifier) => takenName(specifier) === name).map((specifier) => [of, specifier]);
  return search.signs.flatMap(({ of, imports, objects, isSource }): Shown[] => [
    ...(isSource(source.value) ? objects : []).flatMap((object) => named(of, object)),
    ...imports.map(moduleSign).flatMap((sign): Shown[] => {
      if (sign.source !== source.value) return [];
      return sign.name === undefined ? [[of, source]] : named(of, sign.name);
    }),
  ]);
}

function inTag({ search, code }: LinkedFile, { name }: t.JSXOpeningElement): Shown[] {
  if (name.type !== 'JSXIdentifier' || isOfProject(code, name.name)) return [];
  return search.signs.filter(({ tags }) => tags.includes(name.name)).map(({ of }) => [of, name]);
}

/** The places where a name refers to a function or an object of the search. */
function namePlaces(file: LinkedFile, node: t.Identifier): readonly BehaviourPlace[] {
  const { code, search } = file;
  const binding = code.bindingOf(node);
  const imported = binding ? binding.imported : { name: node.name, source: '' };
  // A parameter may be an object of the framework, but not a function.
  const objects = search.signs.filter(
    ({ objects, isSource }) =>
      objects.includes(node.name) &&
      (imported ? imported.name === node.name && isSource(imported.source) : binding?.init === undefined),
  );
  const places = objects.map(({ of }) => openPlace(of, code.offsetInFile(node)));
  const parent = imported && code.parentOf(node);
  if (!parent) return places;
  if (isCall(parent) && bare(parent.callee) === node)
    return search.functions.has(imported.name) ? [...places, ...callPlaces(file, parent, imported)] : places;
  const name = imported.name === '' && isMember(parent) ? memberName(parent) : imported.name;
  const isAsked = parent.type === 'UnaryExpression' && parent.operator === 'typeof';
  const isFetching =
    search.names.dataFunctions.includes(name ?? '') && isFrameworks(imported.source, search.names);
  return isFetching && !isAsked ? [...places, handedOn(file, node)] : places;
}

function callPlaces(file: LinkedFile, call: Call, { name, source }: ImportedName): BehaviourPlace[] {
  const { code, search } = file;
  const { names } = search;
  const signs = search.signs.filter(({ calls, isSource }) => calls.includes(name) && isSource(source));
  const isFetching = names.dataFunctions.includes(name) || name === names.cachedDataFunction;
  return [
    ...(isFetching && isFrameworks(source, names) ? dataPlaces(file, call, name) : []),
    ...signs.flatMap(({ of, members, arguments: keys }) => {
      if (members.length === 0)
        return argumentsIn(call, keys).map((at) => openPlace(of, code.offsetInFile(call, spanOf(at).start)));
      return membersOf(code, call)
        .filter(({ member }) => members.includes(member ?? ''))
        .map(({ user, at }) => openPlace(of, code.offsetInFile(user, spanOf(at).start)));
    }),
  ];
}

/** The places of a call that fetches data: its mutated or escaping data, and comparisons with `null`. */
function dataPlaces(file: LinkedFile, node: Call, name: string): BehaviourPlace[] {
  const { names } = file.search;
  const call = dataCall(node, name, names, file.code);
  const flow = flowOf(file, node);
  const start = file.code.offsetInFile(node, spanOf(node.callee).start);
  const compared = flow.comparisons.map(({ of, what, offset }) =>
    openPlace(`empty-${of}`, offset, `the ${of} ${what}`),
  );
  if (hasOption(call.options, names.deepOption) === true) return compared;
  const about = { of: 'deep-data', start, ...(call.key !== undefined && { key: call.key }) };
  return [{ ...about, ...judged(flow, call, file) }, ...compared];
}

function flowOf({ code, isPartial, search }: LinkedFile, call: Call): DataFlow {
  const flow = isPartial ? undefined : ifReadable(() => followData(call, code, search.names));
  const unreadable = { offset: 0, what: 'is used in code that cannot be read' };
  return flow ?? { escape: unreadable, comparisons: [] };
}

/** Whether a component only reads its props. */
function isReadingTag({ readingComponents }: Names): (tag: string) => boolean {
  const readers = new Set([...readingComponents, ...readingViewComponents]);
  return (tag) => readers.has(pascalCase(tag));
}

function judged(
  { mutation, escape: lost }: DataFlow,
  call: DataCall,
  file: LinkedFile,
): Pick<BehaviourPlace, 'isSettled' | 'note' | 'edits'> {
  const noted = ({ what, offset }: DataEvent, about: string) => ({ text: `${about} ${what}`, offset });
  if (mutation) {
    const edits = deepEdits(call, file.source.text, file.code, file.search.names);
    return { isSettled: false, edits, note: noted(mutation, 'nested data') };
  }
  if (lost) return { isSettled: false, note: noted(lost, 'the data') };
  return { isSettled: true, note: { text: 'the data is only read' } };
}

/** The nodes of a call that are reported: the callee, or properties in the arguments. */
function argumentsIn(call: Call, keys: readonly string[]): t.Node[] {
  if (keys.length === 0) return [call.callee];
  return call.arguments.flatMap(propertiesIn).filter((property) => keys.some(isAmong(property)));
}

/** The properties of the objects in an argument, at any depth. */
function propertiesIn(node: t.Node): t.ObjectProperty[] {
  const inner = childrenOf(node).flatMap(propertiesIn);
  return node.type === 'ObjectProperty' ? [node, ...inner] : inner;
}

/** Whether a property has the key of a sign, and its value if the sign has one. */
function isAmong(property: t.ObjectProperty): (sign: string) => boolean {
  const { value } = property;
  const text =
    value.type === 'BooleanLiteral' || value.type === 'NumericLiteral' || value.type === 'StringLiteral'
      ? String(value.value)
      : undefined;
  return (sign) => {
    const { key, value: wanted } = argumentSign(sign);
    return hasKey(property, key) && (wanted === undefined || wanted === text);
  };
}

/** A use of a member of a value. */
interface MemberUse {
  readonly member: string | undefined;
  /** The expression or declaration with the member, and the node of the member itself. */
  readonly user: t.Node;
  readonly at: t.Node;
}

/** The members of a call's result that are used, also if the result is in a variable. */
function membersOf(code: LinkedCode, value: t.Node): MemberUse[] {
  const user = code.parentOf(value);
  if (user && isMember(user))
    return bare(user.object) === value ? [{ member: memberName(user), user, at: user.property }] : [];
  if (user?.type !== 'VariableDeclarator') return [];
  if (user.id.type === 'ObjectPattern')
    return user.id.properties.flatMap((at) =>
      at.type === 'ObjectProperty' ? { member: propertyKey(at), user, at } : [],
    );
  const variable = isCall(value) ? code.bindingOf(user.id) : undefined;
  return variable?.init === value ? variable.references.flatMap((name) => membersOf(code, name)) : [];
}

/** Whether a component is imported from a file of the project. */
function isOfProject(code: LinkedCode, tag: string): boolean {
  return isProjectPath(code.topLevel(tag)?.imported?.source ?? '');
}

/** Whether an import looks like a file of the project. */
function isProjectPath(source: string): boolean {
  return /^(?:\.|\/|~|@@?\/)/.test(source);
}

/** Whether a module is the framework's; a name that the file does not declare is an auto-import. */
function isFrameworks(source: string, names: Names): boolean {
  return (
    source === '' || isFrom(source, [names.virtual.imports, names.virtual.app, names.package, names.scope])
  );
}
