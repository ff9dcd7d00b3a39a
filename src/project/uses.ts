import type * as t from '@babel/types';
import type { Behaviour, BehaviourSigns } from '../catalogue/behaviours.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { Names } from '../catalogue/names.ts';
import { spanOf } from '../config/source.ts';
import { isMember, unwrapTypes } from '../config/syntax.ts';
import { type DataCall, hasOption, keyOf, type NamedValues, optionsOf } from './data-flow/data-call.ts';
import { type FileNames, isFrom, namesIn, takenName } from './syntax/bindings.ts';
import {
  type Call,
  countOf,
  hasKey,
  isCall,
  memberName,
  propertyKey,
  settled,
  spelledOnly,
  walk,
} from './syntax/code.ts';
import { partOf } from './syntax/part.ts';
import { type CodePiece, piecesOf, type SourceText, tagsOf, type UnreadableCode } from './syntax/source.ts';
import { wordFilter } from './word-filter.ts';

/** What code alone tells that it relies on. */
type CodeBehaviour = Exclude<Behaviour, 'compiled-templates'>;

/** A place that relies on a behaviour. */
export interface Use {
  /** The name of the behaviour. */
  readonly of: string;
  /** Its offset in the file. */
  readonly start: number;
  /** The nodes to analyse: a call or a listener, or the calls whose data is cleared. */
  readonly subjects?: readonly t.Node[];
  /** Why more cannot be told: code that cannot be parsed, or a function that is not called but handed on. */
  readonly doubt?: UseDoubt;
}

type UseDoubt = 'unreadable' | 'value';

/** Finds what sources rely on. */
export interface UseFinder {
  /** The behaviours that a text can rely on at all: parsing costs far more than this test. */
  mayUse(text: string): readonly string[];
  /** The places of a script or component that rely on a behaviour, in order. What cannot be parsed may have one. */
  usesIn(source: SourceText): readonly Use[];
  /** The calls of a script or component that fetch data, or give what another one has fetched. */
  dataCallsIn(source: SourceText): readonly DataCall[];
}

/** What is looked for, and the expressions that tell whether a text has any of it. */
interface Search {
  readonly names: Names;
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

export function createUseFinder(catalogue: Catalogue): UseFinder {
  const search = searchFor(catalogue);
  const { own } = search;
  const known = new WeakMap<SourceText, NamedPieces>();
  const piecesIn = (source: SourceText): NamedPieces => {
    const pieces = known.get(source) ?? namedPieces(source, search);
    known.set(source, pieces);
    return pieces;
  };
  return {
    mayUse(text) {
      const found = own.filter(({ word }) => word.test(text)).map(({ of }) => of);
      return search.mayName(text) && search.anyName.test(text)
        ? [...codeBehaviours(search, text), ...found]
        : found;
    },
    usesIn(source) {
      const { text } = source;
      const isOwn = own.some(({ word }) => word.test(text));
      if (!isOwn && !search.anyName.test(text)) return [];
      return parsedUses(source, piecesIn(source));
    },
    dataCallsIn: (source) => {
      const { names } = search;
      const functions = [...names.dataFunctions, names.cachedDataFunction];
      if (!functions.some((name) => source.text.includes(name))) return [];
      const { file, pieces } = piecesIn(source);
      return pieces.flatMap((piece) => dataCallsOf(file, piece));
    },
  };
}

/** What the uses of an edition are found by. */
function searchFor({ names, behaviours }: Catalogue): Search {
  const { dataFunctions, clearFunction, clearMethod, templateUtils, watchHook } = names;
  const anyOf = (list: readonly string[]) => list.map((name) => name.replaceAll('$', '\\$')).join('|');
  const words = [...dataFunctions, clearFunction, templateUtils, watchHook];
  return {
    names,
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

function codeBehaviours({ names, clearing }: Search, text: string): CodeBehaviour[] {
  const fetches = names.dataFunctions.some((name) => text.includes(name));
  const found: CodeBehaviour[] = fetches ? ['deep-data'] : [];
  if (text.includes(names.clearFunction) || (fetches && clearing.test(text))) found.push('reset-data');
  if (text.includes(names.templateUtils)) found.push('template-utils');
  if (text.includes(names.watchHook)) found.push('watch-paths');
  return found;
}

/** The same, by the tree of the code, which has the last word. */
function parsedUses(source: SourceText, { file, pieces, unreadable }: NamedPieces): Use[] {
  const uses = pieces.flatMap((piece) => usesOf(file, piece));
  return [...uses, ...unreadable.flatMap(unreadableUse(file.search)), ...tagsIn(source, file)].sort(
    (a, b) => a.start - b.start,
  );
}

/** Code that cannot be parsed may fetch data where it names a function that does. */
function unreadableUse({ names }: Search): (code: UnreadableCode) => Use[] {
  const word = new RegExp(`(?<![\\w$])(?:${names.dataFunctions.join('|')})(?![\\w$])`);
  return ({ code, start }) => {
    const at = word.exec(code)?.index;
    return at === undefined ? [] : [{ of: 'deep-data', start: start + at, doubt: 'unreadable' }];
  };
}

/** The pieces of a file, and what its names stand for. */
interface NamedPieces {
  readonly file: NamedFile;
  readonly pieces: readonly CodePiece[];
  readonly unreadable: readonly UnreadableCode[];
}

function namedPieces(source: SourceText, search: Search): NamedPieces {
  const { clearMethod, cachedDataFunction } = search.names;
  const matters = (code: string) =>
    search.anyName.test(code) ||
    [clearMethod, cachedDataFunction].some((name) => code.includes(name)) ||
    search.own.some(isNamedIn(code));
  const unreadable: UnreadableCode[] = [];
  const part = partOf(source, matters);
  const pieces = piecesOf(source, matters, (code) => unreadable.push(code), part);
  const programs = pieces.map(({ program }) => program);
  const names = namesIn(programs);
  const constantOf = (name: string) => constantNamed(name, names);
  const objectOf = (name: string) => usedOnce(name, constantOf(name), programs);
  return { file: { ...names, search, constantOf, objectOf }, pieces, unreadable };
}

/** Whether code may hold the call of a behaviour, or a member of what it returns. */
function isNamedIn(code: string): (search: OwnSearch) => boolean {
  return ({ word, members }) => word.test(code) || members.some((member) => code.includes(member));
}

/** The components of a template that an edition looks for; what the file takes from the project is another one. */
function tagsIn(source: SourceText, { search: { own }, imports }: NamedFile): Use[] {
  const wanted = own.flatMap(({ of, tags }) =>
    tags
      .filter((tag) => !isOfProject(imports.get(tag)?.source))
      .map((tag) => ({ of, names: [tag, kebab(tag)] })),
  );
  if (wanted.length === 0 || !source.path.endsWith('.vue')) return [];
  return tagsOf(source).flatMap(({ tag, start }) =>
    wanted.filter(({ names }) => names.includes(tag)).map(({ of }) => ({ of, start })),
  );
}

/** The names of a file, and what is looked for in it. */
interface NamedFile extends FileNames, NamedValues {
  readonly search: Search;
}

function usesOf(file: NamedFile, { program, offsetInFile }: CodePiece): Use[] {
  const uses: Use[] = [];
  const spelled = new Set<t.Node>();
  walk(program, (node) => {
    for (const name of spelledOnly(node)) spelled.add(name);
    for (const name of onlyNamed(node)) spelled.add(name);
    if (spelled.has(node)) return;
    if (isHandedOn(file, node))
      uses.push({ of: 'deep-data', start: offsetInFile(spanOf(node).start), doubt: 'value' });
    for (const [of, at, subjects] of relying(file, node))
      uses.push({ of, start: offsetInFile(spanOf(at).start), ...(subjects && { subjects }) });
  });
  return uses;
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

function dataCallsOf(file: NamedFile, piece: CodePiece): DataCall[] {
  const { names } = file.search;
  const functions = [...names.dataFunctions, names.cachedDataFunction];
  const calls: DataCall[] = [];
  walk(piece.program, (node) => {
    if (!isCallOf(file, node, functions)) return;
    const name = calledName(file, node) ?? '';
    const options = optionsOf(node, name, names, file);
    const key = keyOf({ node, name, options }, names, file);
    calls.push({ node, name, options, key, piece });
  });
  return calls;
}

/** The value of a `const` that is the only one of its name. */
function constantNamed(name: string, { bindings }: FileNames): t.Node | undefined {
  const [binding, ...others] = bindings.get(name) ?? [];
  const isSure = others.length === 0 && binding?.by === 'const' && binding.member === undefined;
  return isSure ? binding.init : undefined;
}

/** The object that a name stands for, if it is used once: then nothing else sees what is written into it. */
function usedOnce(
  name: string,
  object: t.Node | undefined,
  programs: readonly t.Program[],
): t.ObjectExpression | undefined {
  // Once where it is declared, and once where it is used.
  return object?.type === 'ObjectExpression' && countOf(name, programs) === 2 ? object : undefined;
}

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
  const isFetching = isCallOf(file, call, names.dataFunctions);
  if (isFetching && hasOption(optionsOf(call, name ?? '', names, file), names.deepOption) !== true)
    found.push(['deep-data', call.callee, [call]]);
  if (name === names.clearFunction) found.push(['reset-data', call.callee, [call]]);
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
