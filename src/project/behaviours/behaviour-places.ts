import type * as t from '@babel/types';
import type { Behaviour, BehaviourSigns } from '../../catalogue/behaviours.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import { readingViewComponents } from '../../catalogue/known-functions.ts';
import type { Names } from '../../catalogue/names.ts';
import { escaped } from '../../catalogue/spelling.ts';
import type { Edit } from '../../config/edits.ts';
import { spanOf } from '../../config/source.ts';
import { isMember, unwrapTypes } from '../../config/syntax.ts';
import { type ImportedName, importedBy, isFrom, takenName } from '../syntax/bindings.ts';
import { type Call, childrenOf, hasKey, isCall, memberName, propertyKey } from '../syntax/code.ts';
import { kebabCase, pascalCase } from '../syntax/component.ts';
import { type Binding, bare, type LinkedCode, linkCode } from '../syntax/linked-code.ts';
import { ifReadable, piecesOf, type SourceText, tagsOf, type UnreadableCode } from '../syntax/source-text.ts';
import { wordFilter } from '../word-filter.ts';
import { type DataCall, dataCall, deepEdits, hasOption } from './data-calls.ts';
import { type DataEvent, type DataFlow, followData } from './data-flow.ts';
import { linkComponent } from './template-script.ts';

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

/** The names and signs to look for. */
interface Search {
  readonly names: Names;
  /** Whether a text has a name of a built-in behaviour. */
  hasName(text: string): boolean;
  /** The behaviours that an edition defines itself. */
  readonly own: readonly OwnSearch[];
}

interface OwnSearch extends BehaviourSigns {
  readonly of: string;
  readonly word: RegExp;
}

export function createBehaviourFinder({ names, behaviours }: Catalogue): BehaviourFinder {
  const { dataFunctions, cachedDataFunction, clearFunction, templateUtils, watchHook } = names;
  const words = [...dataFunctions, cachedDataFunction, clearFunction, templateUtils, watchHook];
  const mayName = wordFilter(words);
  const anyName = anyOf(words);
  const ownSearches = [...behaviours].flatMap(([of, { signs }]) =>
    signs ? [{ of, ...signs, word: anyOf(signTexts(signs)) }] : [],
  );
  // The filter is much faster and excludes most texts.
  const search: Search = { names, own: ownSearches, hasName: (text) => mayName(text) && anyName.test(text) };
  const ownIn = (text: string) => ownSearches.filter(({ word }) => word.test(text));
  return {
    mayRelyOn(text) {
      const builtIn = search.hasName(text) ? codeBehaviours(names, text) : [];
      return [...builtIn.filter((of) => behaviours.has(of)), ...ownIn(text).map(({ of }) => of)];
    },
    placesIn: (source) =>
      search.hasName(source.text) || ownIn(source.text).length > 0 ? parsedPlaces(source, search) : [],
  };
}

function anyOf(words: readonly string[]): RegExp {
  return new RegExp(words.map(escaped).join('|'));
}

/** The strings of which a text with one of the signs has at least one. */
function signTexts({ calls, imports, tags }: BehaviourSigns): string[] {
  const modules = imports.map((sign) => moduleSign(sign).source);
  return [...calls, ...modules, ...tags.flatMap((tag) => [tag, kebabCase(tag)])];
}

/** Splits `#app { useOld }` into the module and the imported name, if there is one. */
function moduleSign(sign: string): { readonly source: string; readonly name: string | undefined } {
  const [, source = sign, name] = /^(\S+)(?: \{ (\S+) \})?$/.exec(sign) ?? [];
  return { source, name };
}

function mayFetch({ dataFunctions, cachedDataFunction }: Names, text: string): boolean {
  return [...dataFunctions, cachedDataFunction].some((name) => text.includes(name));
}

function codeBehaviours(names: Names, text: string): Behaviour[] {
  const fetches = mayFetch(names, text);
  const behaviours: Behaviour[] = fetches ? ['deep-data', 'empty-data', 'empty-error'] : [];
  if (text.includes(names.clearFunction) || (fetches && text.includes(names.clearMethod)))
    behaviours.push('reset-data');
  if (text.includes(names.templateUtils)) behaviours.push('template-utils');
  if (text.includes(names.watchHook)) behaviours.push('watch-paths');
  return behaviours;
}

/** The code of a file, and the search that runs on it. */
interface LinkedFile {
  readonly source: SourceText;
  readonly search: Search;
  /** All code if the file fetches data, otherwise only the parts with a name of the search. */
  readonly code: LinkedCode;
  /** Whether some of the code that may use fetched data cannot be parsed. */
  readonly isPartial: boolean;
}

/** Finds the places in the syntax tree, which is exact. */
function parsedPlaces(source: SourceText, search: Search): BehaviourPlace[] {
  const matters = (code: string) =>
    search.hasName(code) || code.includes(search.names.clearMethod) || search.own.some(isNamedIn(code));
  const unreadable: UnreadableCode[] = [];
  const isComponent = source.path.endsWith('.vue');
  const whole =
    isComponent && mayFetch(search.names, source.text)
      ? ifReadable(() => linkComponent(source, isReadingTag(search.names)))
      : undefined;
  const code = whole ?? linkCode(piecesOf(source, matters, (part) => unreadable.push(part)));
  const file = { source, search, code, isPartial: isComponent && !whole };
  return [...placesOf(file), ...unreadable.flatMap(unreadablePlace(search)), ...tagsIn(file)].sort(
    (a, b) => a.start - b.start,
  );
}

/** Whether code may have a call of a behaviour, or a member of its result. */
function isNamedIn(code: string): (search: OwnSearch) => boolean {
  return ({ word, members }) => word.test(code) || members.some((member) => code.includes(member));
}

/** Code that cannot be parsed counts where it has the name of a function that fetches data. */
function unreadablePlace({ names }: Search): (code: UnreadableCode) => BehaviourPlace[] {
  const word = new RegExp(`(?<![\\w$])(?:${names.dataFunctions.join('|')})(?![\\w$])`);
  return ({ code, start }) => {
    const at = word.exec(code)?.index;
    return at === undefined ? [] : [openPlace('deep-data', start + at, 'the code cannot be parsed')];
  };
}

function openPlace(of: string, start: number, text?: string): BehaviourPlace {
  return { of, start, isSettled: false, ...(text !== undefined && { note: { text } }) };
}

/** The tags that an edition looks for; components that the file imports from the project are not meant. */
function tagsIn({ search: { own }, code, source }: LinkedFile): BehaviourPlace[] {
  const wanted = own.flatMap(({ of, tags }) =>
    tags.filter((tag) => !isOfProject(code, tag)).map((tag) => ({ of, names: [tag, kebabCase(tag)] })),
  );
  if (wanted.length === 0 || !source.path.endsWith('.vue')) return [];
  return tagsOf(source).flatMap(({ tag, start }) =>
    wanted.filter(({ names }) => names.includes(tag)).map(({ of }) => openPlace(of, start)),
  );
}

function placesOf(file: LinkedFile): BehaviourPlace[] {
  const { code } = file;
  const places: BehaviourPlace[] = [];
  for (const node of code.nodes) {
    if (isCall(node)) places.push(...dataPlaces(file, node));
    else if (isHandedOn(file, node))
      places.push(openPlace('deep-data', code.offsetInFile(node), 'the function is used as a value'));
    for (const [of, at] of relying(file, node))
      places.push(openPlace(of, code.offsetInFile(node, spanOf(at).start)));
  }
  return places;
}

/** The places of a call that fetches data: its mutated or escaping data, and comparisons with `null`. */
function dataPlaces(file: LinkedFile, node: Call): BehaviourPlace[] {
  const { names } = file.search;
  const name = calledName(file, node);
  const isCached = name === names.cachedDataFunction;
  if (name === undefined || !(isCached || names.dataFunctions.includes(name))) return [];
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

/** Whether a function that fetches data is used as a value, or as a member of its module. */
function isHandedOn(file: LinkedFile, node: t.Node): boolean {
  const { code, search } = file;
  const isFetching = (name: string | undefined) =>
    name !== undefined && search.names.dataFunctions.includes(name);
  if (node.type === 'Identifier') {
    const parent = code.parentOf(node);
    const isCalled = parent && isCall(parent) && unwrapTypes(parent.callee) === node;
    const isAsked = parent?.type === 'UnaryExpression' && parent.operator === 'typeof';
    return isFetching(frameworksName(file, node)) && !isCalled && !isAsked;
  }
  if (node.type === 'ExportNamedDeclaration')
    return (
      node.source != null &&
      isFrameworks(node.source.value, search.names) &&
      node.specifiers.some((specifier) => isFetching(takenName(specifier)))
    );
  if (!isMember(node)) return false;
  const imported = importOf(code.bindingOf(node.object));
  return imported?.name === '' && isFrameworks(imported.source, search.names) && isFetching(memberName(node));
}

type RelyingNodes = readonly (readonly [of: string, at: t.Node])[];

function relying(file: LinkedFile, node: t.Node): RelyingNodes {
  const { names } = file.search;
  switch (node.type) {
    case 'CallExpression':
    case 'OptionalCallExpression':
      return inCall(file, node);
    case 'VariableDeclarator':
      return inDeclaration(file, node);
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return membersOf(file, memberName(node), node.object).map((of) => [of, node.property]);
    case 'ObjectExpression':
      return node.properties
        .filter((property) => hasKey(property, names.watchHook))
        .map((property) => ['watch-paths', property]);
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
      return node.source ? inImport(file, node.source, node.specifiers) : [];
    case 'ExportAllDeclaration':
      return inImport(file, node.source, []);
    case 'JSXOpeningElement':
      return inTag(file, node);
    case 'Identifier':
      return node.name === names.templateUtils && !isOwnObject(file, node) ? [['template-utils', node]] : [];
    default:
      return [];
  }
}

function inCall(file: LinkedFile, call: Call): RelyingNodes {
  const { names, own } = file.search;
  const [first] = call.arguments;
  const name = calledName(file, call);
  const hits: [string, t.Node][] = [];
  if (name === names.clearFunction) hits.push(['reset-data', call.callee]);
  if (first?.type === 'StringLiteral' && first.value === names.watchHook) hits.push(['watch-paths', first]);
  if (own.length === 0) return hits;
  const called = anyCalledName(file, call);
  for (const { of, calls, members, arguments: keys } of own)
    if (members.length === 0 && called !== undefined && calls.includes(called))
      hits.push(...signsIn(call, keys).map((node): [string, t.Node] => [of, node]));
  const isLoad = call.callee.type === 'Import' || called === 'require';
  return isLoad && first?.type === 'StringLiteral' ? [...hits, ...inImport(file, first, [])] : hits;
}

/** The nodes of a call that are reported: the callee, or properties in the arguments. */
function signsIn(call: Call, keys: readonly string[]): t.Node[] {
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
    const [, key = sign, wanted] = /^([^:]*)(?:: (.*))?$/.exec(sign) ?? [];
    return hasKey(property, key) && (wanted === undefined || wanted === text);
  };
}

function inTag({ search, code }: LinkedFile, { name }: t.JSXOpeningElement): RelyingNodes {
  if (name.type !== 'JSXIdentifier' || isOfProject(code, name.name)) return [];
  return search.own.filter(({ tags }) => tags.includes(name.name)).map(({ of }) => [of, name]);
}

/** The behaviours that a member of a value belongs to, because of the function that returned it. */
function membersOf(file: LinkedFile, member: string | undefined, object: t.Node): string[] {
  const { names, own } = file.search;
  if (member === undefined) return [];
  const isCleared = member === names.clearMethod && isResultOf(file, object, names.dataFunctions, calledName);
  const ownBehaviours = own.filter(
    ({ members, calls }) => members.includes(member) && isResultOf(file, object, calls, anyCalledName),
  );
  return [...(isCleared ? ['reset-data'] : []), ...ownBehaviours.map(({ of }) => of)];
}

/** The behaviours of destructured members: `const { clear } = useFetch(…)`. */
function inDeclaration(file: LinkedFile, { id, init }: t.VariableDeclarator): RelyingNodes {
  if (id.type !== 'ObjectPattern' || !init) return [];
  return id.properties.flatMap((property) =>
    property.type === 'ObjectProperty'
      ? membersOf(file, propertyKey(property), init).map((of) => [of, property] as const)
      : [],
  );
}

/** The specifiers of an import, or of an export from another module, that rely on a behaviour. */
function inImport(
  { search: { names, own } }: LinkedFile,
  source: t.StringLiteral,
  specifiers: (t.ImportDeclaration | t.ExportNamedDeclaration)['specifiers'],
): RelyingNodes {
  const utils = isFrameworks(source.value, names)
    ? specifiers.filter((specifier) => takenName(specifier) === names.templateUtils)
    : [];
  const ownImports = own.flatMap(({ of, imports }) =>
    imports.map(moduleSign).flatMap((sign): [string, t.Node][] => {
      if (sign.source !== source.value) return [];
      if (sign.name === undefined) return [[of, source]];
      return specifiers.filter((part) => takenName(part) === sign.name).map((specifier) => [of, specifier]);
    }),
  );
  return [...utils.map((specifier) => ['template-utils', specifier] as const), ...ownImports];
}

/** The framework's name of the called function; undefined if the function is not the framework's. */
function calledName(file: LinkedFile, call: Call): string | undefined {
  return frameworksName(file, unwrapTypes(call.callee));
}

function frameworksName({ code, search }: LinkedFile, node: t.Node): string | undefined {
  if (node.type !== 'Identifier') return undefined;
  const binding = code.bindingOf(node);
  // A name that the file does not declare is an auto-import.
  if (!binding) return node.name;
  const imported = importOf(binding);
  return imported && isFrameworks(imported.source, search.names) ? imported.name : undefined;
}

/** The name of a called function of any package; undefined if it is imported from the project. */
function anyCalledName(file: LinkedFile, call: Call): string | undefined {
  const imported = importOf(file.code.bindingOf(unwrapTypes(call.callee)));
  if (!imported) return calledName(file, call);
  return isProjectPath(imported.source) ? undefined : imported.name;
}

/** Whether a component is imported from a file of the project. */
function isOfProject(code: LinkedCode, tag: string): boolean {
  return isProjectPath(importOf(code.topLevel(tag))?.source ?? '');
}

/** Whether an import looks like a file of the project. */
function isProjectPath(source: string): boolean {
  return /^(?:\.|\/|~|@@?\/)/.test(source);
}

function importOf(binding: Binding | undefined): ImportedName | undefined {
  return binding && importedBy(binding.declaration, binding.name);
}

/** Whether an expression, or the variable that it names, is the result of one of the functions. */
function isResultOf(
  file: LinkedFile,
  at: t.Node,
  functions: readonly string[],
  nameOf: typeof calledName,
): boolean {
  const node = bare(at);
  const call = node.type === 'Identifier' ? file.code.bindingOf(node)?.init : node;
  return call !== undefined && isCall(call) && functions.includes(nameOf(file, call) ?? '');
}

/** Whether the file declares an object of that name itself. A parameter may be the framework's. */
function isOwnObject({ code, search }: LinkedFile, node: t.Identifier): boolean {
  const binding = code.bindingOf(node);
  const imported = importOf(binding);
  if (imported) return imported.name !== node.name || !isFrameworks(imported.source, search.names);
  return (
    binding?.declaration.type === 'VariableDeclaration' &&
    binding.declaration.declarations.some(({ id }) => id.type === 'Identifier' && id.name === node.name)
  );
}

function isFrameworks(source: string, names: Names): boolean {
  return isFrom(source, [names.virtual.imports, names.virtual.app, names.package, names.scope]);
}
