import type * as t from '@babel/types';
import type { Behaviour, BehaviourSigns } from '../../catalogue/behaviours.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import { readingViewComponents } from '../../catalogue/known-functions.ts';
import type { Names } from '../../catalogue/names.ts';
import type { Edit } from '../../config/edits.ts';
import { spanOf } from '../../config/source.ts';
import { isMember, unwrapTypes } from '../../config/syntax.ts';
import { once } from '../remembered.ts';
import { type FileNames, isFrom, namesIn, takenName } from '../syntax/bindings.ts';
import {
  type Call,
  hasKey,
  isCall,
  memberName,
  propertyKey,
  settled,
  spelledOnly,
  walk,
} from '../syntax/code.ts';
import { pascalCase } from '../syntax/component.ts';
import {
  type CodePiece,
  ifReadable,
  piecesOf,
  type SourceText,
  tagsOf,
  type UnreadableCode,
} from '../syntax/source.ts';
import { wordFilter } from '../word-filter.ts';
import { type DataCall, dataCall, deepEdits, hasOption } from './data-calls.ts';
import { type DataEvent, type DataFlow, followData } from './data-flow.ts';
import { type LinkedCode, linkCode, linkFile } from './linked-code.ts';
import { pathUseIn } from './watch-path.ts';

/** A behaviour that code shows, and not only a template of the build. */
type CodeBehaviour = Exclude<Behaviour, 'compiled-templates'>;

/** A place of a file that relies on a behaviour. */
export interface BehaviourPlace {
  /** The name of the behaviour. */
  readonly of: string;
  /** Its offset in the file. */
  readonly start: number;
  /** Whether nobody has to look at it. */
  readonly isSettled: boolean;
  /** What is known about it, and the offset that shows it. */
  readonly note?: { readonly text: string; readonly offset?: number };
  /** Keeps the older behaviour for a place that needs it; undefined if that cannot be written. */
  readonly edits?: readonly Edit[] | undefined;
  /** What the data is shared by. */
  readonly key?: string | undefined;
}

/** Finds what sources rely on. */
export interface BehaviourFinder {
  /** The behaviours that a text can rely on at all: parsing costs far more than this test. */
  mayRelyOn(text: string): readonly string[];
  /** The places of a script or component that rely on a behaviour, in order. Code that cannot be parsed may have one. */
  placesIn(source: SourceText): readonly BehaviourPlace[];
}

/** What is looked for, and the expressions that tell whether a text has any of it. */
interface Search {
  readonly names: Names;
  readonly behaviours: Catalogue['behaviours'];
  readonly anyName: RegExp;
  /** Rules most texts out, far faster. */
  mayName(text: string): boolean;
  readonly clearing: RegExp;
  /** What an edition looks for, by name. */
  readonly own: readonly OwnSearch[];
}

interface OwnSearch extends BehaviourSigns {
  readonly of: string;
  readonly word: RegExp;
}

export function createBehaviourFinder(catalogue: Catalogue): BehaviourFinder {
  const search = searchFor(catalogue);
  const { own } = search;
  return {
    mayRelyOn(text) {
      const found = own.filter(({ word }) => word.test(text)).map(({ of }) => of);
      return search.mayName(text) && search.anyName.test(text)
        ? [...codeBehaviours(search, text), ...found]
        : found;
    },
    placesIn(source) {
      const { text } = source;
      const isOwn = own.some(({ word }) => word.test(text));
      return isOwn || search.anyName.test(text) ? parsedPlaces(source, search) : [];
    },
  };
}

/** What the places of an edition are found by. */
function searchFor({ names, behaviours }: Catalogue): Search {
  const { dataFunctions, cachedDataFunction, clearFunction, clearMethod, templateUtils, watchHook } = names;
  const anyOf = (list: readonly string[]) => list.map((name) => name.replaceAll('$', '\\$')).join('|');
  const words = [...dataFunctions, cachedDataFunction, clearFunction, templateUtils, watchHook];
  return {
    ...{ names, behaviours },
    anyName: new RegExp(anyOf(words)),
    mayName: wordFilter(words),
    clearing: new RegExp(`\\b${clearMethod}\\b`),
    own: [...behaviours].flatMap(([of, { signs }]) =>
      signs ? [{ of, ...signs, word: new RegExp(anyOf(signTexts(signs))) }] : [],
    ),
  };
}

/** What a text holds that has one of the signs. */
function signTexts({ calls, imports, tags }: BehaviourSigns): string[] {
  const modules = imports.map((one) => moduleSign(one).source.replace(/[.*+?^()|[\]{}\\]/g, '\\$&'));
  return [...calls, ...modules, ...tags.flatMap((tag) => [tag, kebab(tag)])];
}

/** `#app { useOld }` as the module and the name that is taken out of it, if only one is meant. */
function moduleSign(sign: string): { readonly source: string; readonly name: string | undefined } {
  const [, source = sign, name] = /^(\S+)(?: \{ (\S+) \})?$/.exec(sign) ?? [];
  return { source, name };
}

/** A component as templates may write it. */
function kebab(tag: string): string {
  return tag.replace(/(?<=[a-z0-9])[A-Z]|(?<=.)[A-Z](?=[a-z])/g, (letter) => `-${letter}`).toLowerCase();
}

function codeBehaviours({ names, behaviours, clearing }: Search, text: string): CodeBehaviour[] {
  const fetches = [...names.dataFunctions, names.cachedDataFunction].some((name) => text.includes(name));
  const found: CodeBehaviour[] = fetches ? ['deep-data', 'empty-data', 'empty-error'] : [];
  if (text.includes(names.clearFunction) || (fetches && clearing.test(text))) found.push('reset-data');
  if (text.includes(names.templateUtils)) found.push('template-utils');
  if (text.includes(names.watchHook)) found.push('watch-paths');
  return found.filter((name) => behaviours.has(name));
}

/** The code of a file, what its names stand for, and what is looked for in it. */
interface NamedFile extends FileNames {
  readonly source: SourceText;
  readonly search: Search;
  /** The code of a file; undefined if a part of it cannot be read. */
  linked(): LinkedCode | undefined;
  /** Its only script, and what is around that. */
  readonly script: { linked(): LinkedCode; readonly around: string } | undefined;
}

/** The tree of the code has the last word. */
function parsedPlaces(source: SourceText, search: Search): BehaviourPlace[] {
  const { clearMethod } = search.names;
  const matters = (code: string) =>
    search.anyName.test(code) || code.includes(clearMethod) || search.own.some(isNamedIn(code));
  const unreadable: UnreadableCode[] = [];
  const pieces = piecesOf(source, matters, (code) => unreadable.push(code));
  const linked = once(() => ifReadable(() => linkFile(source, isReadingTag(search.names))));
  const script = onlyScript(source, pieces);
  const file: NamedFile = {
    ...namesIn(pieces.map(({ program }) => program)),
    source,
    search,
    linked,
    script,
  };
  return [
    ...pieces.flatMap((piece) => placesOf(file, piece)),
    ...unreadable.flatMap(unreadablePlace(search)),
    ...tagsIn(file),
  ].sort((a, b) => a.start - b.start);
}

/** Blocks that are in another file, or in another language. */
const foreignBlock = /<(?:script|template)(?:[^>"']|"[^"]*"|'[^']*')*\s(?:src|lang="(?!ts|html))/;

/** Most templates do not use the data, and reading one takes as long as reading the script. */
function onlyScript({ path, text }: SourceText, pieces: readonly CodePiece[]): NamedFile['script'] {
  const [piece, ...others] = pieces;
  const isOnly = others.length === 0 && text.indexOf('<script') === text.lastIndexOf('<script');
  // Entities and escapes can spell any name.
  if (!piece || !path.endsWith('.vue') || !isOnly || foreignBlock.test(text) || /&#|\\u/.test(text))
    return undefined;
  const [start, end] = [piece.offsetInFile(0), piece.offsetInFile(piece.program.end ?? 0)];
  if (!/<script[^>]*>$/.test(text.slice(0, start))) return undefined;
  return { linked: once(() => linkCode([piece], undefined)), around: text.slice(0, start) + text.slice(end) };
}

/** Whether code may hold the call of a behaviour, or a member of what it returns. */
function isNamedIn(code: string): (search: OwnSearch) => boolean {
  return ({ word, members }) => word.test(code) || members.some((member) => code.includes(member));
}

/** Whether a component only reads its props. */
function isReadingTag({ readingComponents }: Names): (tag: string) => boolean {
  const known = new Set([...readingComponents, ...readingViewComponents]);
  return (tag) => known.has(pascalCase(tag));
}

/** Code that cannot be parsed may fetch data where it names a function that does. */
function unreadablePlace({ names }: Search): (code: UnreadableCode) => BehaviourPlace[] {
  const word = new RegExp(`(?<![\\w$])(?:${names.dataFunctions.join('|')})(?![\\w$])`);
  return ({ code, start }) => {
    const at = word.exec(code)?.index;
    return at === undefined ? [] : [open('deep-data', start + at, 'the code cannot be parsed')];
  };
}

function open(of: string, start: number, text?: string): BehaviourPlace {
  return { of, start, isSettled: false, ...(text !== undefined && { note: { text } }) };
}

/** The components of a template that an edition looks for; what the file takes from the project is another one. */
function tagsIn({ search: { own }, imports, source }: NamedFile): BehaviourPlace[] {
  const wanted = own.flatMap(({ of, tags }) =>
    tags
      .filter((tag) => !isOfProject(imports.get(tag)?.source))
      .map((tag) => ({ of, names: [tag, kebab(tag)] })),
  );
  if (wanted.length === 0 || !source.path.endsWith('.vue')) return [];
  return tagsOf(source).flatMap(({ tag, start }) =>
    wanted.filter(({ names }) => names.includes(tag)).map(({ of }) => open(of, start)),
  );
}

function placesOf(file: NamedFile, { program, offsetInFile }: CodePiece): BehaviourPlace[] {
  const places: BehaviourPlace[] = [];
  const spelled = new Set<t.Node>();
  walk(program, (node) => {
    for (const name of [...spelledOnly(node), ...onlyNamed(node)]) spelled.add(name);
    if (spelled.has(node)) return;
    if (isHandedOn(file, node))
      places.push(open('deep-data', offsetInFile(spanOf(node).start), 'the function is used as a value'));
    if (isCall(node)) places.push(...dataPlaces(file, node, offsetInFile));
    for (const [of, at, subjects] of relying(file, node)) {
      const start = offsetInFile(spanOf(at).start);
      places.push({ of, start, ...outcomeOf(file, of, subjects ?? []) });
    }
  });
  return places;
}

/** What is known about a place that is not about the data itself. */
function outcomeOf(
  file: NamedFile,
  of: string,
  subjects: readonly t.Node[],
): Pick<BehaviourPlace, 'isSettled' | 'note'> {
  const [subject] = subjects;
  if (of === 'watch-paths' && subject) {
    const use = pathUseIn(subject);
    const text = use === 'unused' ? 'the listener ignores the path' : 'the listener handles absolute paths';
    return use ? { isSettled: true, note: { text } } : { isSettled: false };
  }
  if (of !== 'reset-data') return { isSettled: false };
  const calls = subjects.filter(isCall);
  if (calls.length === 0)
    return { isSettled: false, note: { text: 'it is unknown who uses the data that is cleared' } };
  const doubts = calls.flatMap((call) => clearedDoubt(file, call) ?? []);
  const text = 'nothing distinguishes `null` from `undefined` after the data is cleared';
  return doubts[0] ? { isSettled: false, note: doubts[0] } : { isSettled: true, note: { text } };
}

/** What speaks against clearing the data of a call without a look. */
function clearedDoubt(file: NamedFile, node: Call): BehaviourPlace['note'] {
  const { defaultOption } = file.search.names;
  const call = dataCall(node, calledName(file, node) ?? '', file.search.names, codeOf(file));
  const hasDefault = hasOption(call.options, defaultOption);
  if (hasDefault === true) return { text: `the call has a \`${defaultOption}\`` };
  if (hasDefault === 'unknown') return { text: 'the options of the call cannot be read' };
  const {
    escape: lost,
    comparisons: [comparison],
  } = flowOf(file, call);
  if (comparison) return { text: `the ${comparison.of} ${comparison.what}`, offset: comparison.offset };
  return lost && { text: `the data ${lost.what}`, offset: lost.offset };
}

/** What a call that fetches data is asked about: whether its data is mutated, and whether it may be empty. */
function dataPlaces(file: NamedFile, node: Call, offsetInFile: CodePiece['offsetInFile']): BehaviourPlace[] {
  const { names } = file.search;
  const name = calledName(file, node);
  const isCached = name === names.cachedDataFunction;
  if (name === undefined || !(isCached || names.dataFunctions.includes(name))) return [];
  const call = dataCall(node, name, names, codeOf(file));
  const flow = flowOf(file, call);
  const start = offsetInFile(spanOf(node.callee).start);
  const compared = flow.comparisons
    .filter(({ what }) => what.includes('`null`'))
    .map(({ of, what, offset }) => open(`empty-${of}`, offset, `the ${of} ${what}`));
  if (hasOption(call.options, names.deepOption) === true) return compared;
  const about = { of: 'deep-data', start, ...(call.key !== undefined && { key: call.key }) };
  return [{ ...about, ...judged(flow, call, file, offsetInFile) }, ...compared];
}

function judged(
  { mutation, escape: lost }: DataFlow,
  call: DataCall,
  { source: { text }, search: { names } }: NamedFile,
  offsetInFile: CodePiece['offsetInFile'],
): Pick<BehaviourPlace, 'isSettled' | 'note' | 'edits'> {
  const noted = ({ what, offset }: DataEvent, about: string) => ({ text: `${about} ${what}`, offset });
  if (mutation) {
    const edits = deepEdits(call, { text, offsetInFile }, names);
    return { isSettled: false, edits, note: noted(mutation, 'nested data') };
  }
  if (lost) return { isSettled: false, note: noted(lost, 'the data') };
  return { isSettled: true, note: { text: 'the data is only read' } };
}

function codeOf({ script, linked }: NamedFile): LinkedCode | undefined {
  return script ? script.linked() : linked();
}

function flowOf({ linked, script, search: { names } }: NamedFile, { node }: DataCall): DataFlow {
  const inScript = script && ifReadable(() => followData(node, script.linked(), names));
  const isMentioned = (name: string) => script?.around.includes(name) || script?.around.includes(kebab(name));
  if (inScript && !inScript.names.some(isMentioned)) return inScript;
  const code = linked();
  const flow = code && ifReadable(() => followData(node, code, names));
  const unknown: DataEvent = { offset: 0, what: 'is used in code that cannot be read' };
  return flow ?? { mutation: undefined, escape: unknown, comparisons: [], names: [] };
}

/** Names that are called, declared, or only asked for their type: nobody gets the function. */
function onlyNamed(node: t.Node): t.Node[] {
  if (node.type === 'TSDeclareFunction') return node.id ? [node.id] : [];
  if (node.type === 'VariableDeclaration') return node.declare ? node.declarations.map(({ id }) => id) : [];
  if (node.type === 'TSTypeQuery') return [node.exprName];
  if (node.type === 'UnaryExpression') return node.operator === 'typeof' ? [node.argument] : [];
  const callee = isCall(node) ? unwrapTypes(node.callee) : undefined;
  return callee?.type === 'Identifier' ? [callee] : [];
}

/** Whether a function that fetches data is used as a value, or as a member of its module. */
function isHandedOn(file: NamedFile, node: t.Node): boolean {
  const { names } = file.search;
  const isFetching = (name: string | undefined) => name !== undefined && names.dataFunctions.includes(name);
  if (node.type === 'Identifier') return isFetching(frameworksName(file, node.name));
  if (node.type === 'ExportNamedDeclaration')
    return (
      node.source != null &&
      isFrameworks(node.source.value, names) &&
      node.specifiers.some((specifier) => isFetching(takenName(specifier)))
    );
  if (!isMember(node)) return false;
  const imported = node.object.type === 'Identifier' ? file.imports.get(node.object.name) : undefined;
  return imported?.name === '' && isFrameworks(imported.source, names) && isFetching(memberName(node));
}

type RelyingNodes = readonly (readonly [of: string, at: t.Node, subjects?: readonly t.Node[] | undefined])[];

function relying(file: NamedFile, node: t.Node): RelyingNodes {
  const { names } = file.search;
  switch (node.type) {
    case 'CallExpression':
    case 'OptionalCallExpression':
      return inCall(file, node);
    case 'VariableDeclarator':
      return inDeclaration(file, node);
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return membersOf(file, memberName(node), node.object).map(([of, calls]) => [of, node.property, calls]);
    case 'ObjectExpression':
      return node.properties
        .filter((property) => hasKey(property, names.watchHook))
        .map((property) => ['watch-paths', property, [property]]);
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
      return node.source ? inImport(file, node.source, node.specifiers) : [];
    case 'ExportAllDeclaration':
      return inImport(file, node.source, []);
    case 'JSXOpeningElement':
      return inTag(file, node);
    case 'Identifier':
      return node.name === names.templateUtils && !isOwnObject(file, node.name)
        ? [['template-utils', node]]
        : [];
    default:
      return [];
  }
}

function inCall(file: NamedFile, call: Call): RelyingNodes {
  const { names, own } = file.search;
  const [first] = call.arguments;
  const name = calledName(file, call);
  const found: [string, t.Node, (readonly t.Node[])?][] = [];
  if (name === names.clearFunction) found.push(['reset-data', call.callee]);
  if (first?.type === 'StringLiteral' && first.value === names.watchHook)
    found.push(['watch-paths', first, [call]]);
  if (own.length === 0) return found;
  const called = anyCalledName(file, call);
  for (const { of, calls, members } of own)
    if (members.length === 0 && called !== undefined && calls.includes(called)) found.push([of, call.callee]);
  const isLoad = call.callee.type === 'Import' || called === 'require';
  return isLoad && first?.type === 'StringLiteral' ? [...found, ...inImport(file, first, [])] : found;
}

function inTag({ search, imports }: NamedFile, { name }: t.JSXOpeningElement): RelyingNodes {
  if (name.type !== 'JSXIdentifier' || isOfProject(imports.get(name.name)?.source)) return [];
  return search.own.filter(({ tags }) => tags.includes(name.name)).map(({ of }) => [of, name]);
}

type RelyingMember = readonly [of: string, calls?: readonly t.Node[]];

/** The behaviours that a member of a value belongs to, because of the functions that returned it. */
function membersOf(file: NamedFile, member: string | undefined, object: t.Node): RelyingMember[] {
  const { names, own } = file.search;
  if (member === undefined) return [];
  const cleared = member === names.clearMethod ? callsOf(file, object, names.dataFunctions) : [];
  const others = own.filter(
    ({ members, calls }) =>
      members.includes(member) && callsOf(file, object, calls, anyCalledName).length > 0,
  );
  return [
    ...(cleared.length > 0 ? [['reset-data', cleared] as const] : []),
    ...others.map(({ of }) => [of] as const),
  ];
}

/** `const { clear } = useFetch(…)` */
function inDeclaration(file: NamedFile, { id, init }: t.VariableDeclarator): RelyingNodes {
  if (id.type !== 'ObjectPattern' || !init) return [];
  return id.properties.flatMap((property) =>
    property.type === 'ObjectProperty'
      ? membersOf(file, propertyKey(property), init).map(([of, calls]) => [of, property, calls] as const)
      : [],
  );
}

/** What an import, or an export of another module, takes out of it. */
function inImport(
  { search: { names, own } }: NamedFile,
  source: t.StringLiteral,
  specifiers: (t.ImportDeclaration | t.ExportNamedDeclaration)['specifiers'],
): RelyingNodes {
  const utils = isFrameworks(source.value, names)
    ? specifiers.filter((specifier) => takenName(specifier) === names.templateUtils)
    : [];
  const found = own.flatMap(({ of, imports }) =>
    imports.map(moduleSign).flatMap((sign): [string, t.Node][] => {
      if (sign.source !== source.value) return [];
      if (sign.name === undefined) return [[of, source]];
      return specifiers.filter((one) => takenName(one) === sign.name).map((one) => [of, one]);
    }),
  );
  return [...utils.map((specifier) => ['template-utils', specifier] as const), ...found];
}

/** What the framework calls the function; undefined if it is not the framework's. */
function calledName(file: NamedFile, call: Call): string | undefined {
  const callee = unwrapTypes(call.callee);
  return callee.type === 'Identifier' ? frameworksName(file, callee.name) : undefined;
}

function frameworksName({ bindings, imports, search }: NamedFile, name: string): string | undefined {
  const imported = imports.get(name);
  if (imported) return isFrameworks(imported.source, search.names) ? imported.name : undefined;
  // What the file does not declare is there without an import.
  return bindings.has(name) ? undefined : name;
}

/** The same for a function of any package: only what the project has itself is another one. */
function anyCalledName(file: NamedFile, call: Call): string | undefined {
  const callee = unwrapTypes(call.callee);
  const imported = callee.type === 'Identifier' ? file.imports.get(callee.name) : undefined;
  if (!imported) return calledName(file, call);
  return isOfProject(imported.source) ? undefined : imported.name;
}

/** Whether a module is a file of the project, as far as the text tells. */
function isOfProject(source: string | undefined): boolean {
  return source !== undefined && /^(?:\.|\/|~|@@?\/)/.test(source);
}

function isCallOf(
  file: NamedFile,
  node: t.Node,
  functions: readonly string[],
  nameOf = calledName,
): node is Call {
  const name = isCall(node) ? nameOf(file, node) : undefined;
  return name !== undefined && functions.includes(name);
}

/** The calls of some functions that gave a value, or that of a variable; one of another kind makes it doubtful. */
function callsOf(file: NamedFile, at: t.Node, functions: readonly string[], nameOf = calledName): t.Node[] {
  const node = settled(at);
  if (node.type !== 'Identifier') return isCallOf(file, node, functions, nameOf) ? [node] : [];
  const declared = (file.bindings.get(node.name) ?? []).filter((binding) => binding.declared);
  const calls = declared.flatMap(({ init, member }) => (init && !member ? [settled(init)] : []));
  const areAll =
    calls.length === declared.length && calls.every((call) => isCallOf(file, call, functions, nameOf));
  return areAll ? calls : [];
}

/** Whether the file has something of its own by that name. A parameter may well be handed the framework's. */
function isOwnObject({ bindings, imports, search }: NamedFile, name: string): boolean {
  const imported = imports.get(name);
  if (imported) return imported.name !== name || !isFrameworks(imported.source, search.names);
  return (bindings.get(name) ?? []).some(({ declared, member }) => declared && member === undefined);
}

function isFrameworks(source: string, names: Names): boolean {
  return isFrom(source, [names.virtual.imports, names.virtual.app, names.package, names.scope]);
}
