import type * as t from '@babel/types';
import type { Behaviour } from '../catalogue/behaviours.ts';
import { names } from '../catalogue/names.ts';
import { type Span, spanOf } from '../config/source.ts';
import { unwrapTypes } from '../config/syntax.ts';
import { type FileNames, namesIn, takenName } from './syntax/bindings.ts';
import { hasKey, memberName, settled, spelledOnly, walk } from './syntax/code.ts';
import { type CodePiece, piecesOf, type SourceText } from './syntax/source.ts';

/** What code alone tells that it relies on. */
export type UsedBehaviour = Exclude<Behaviour, 'compiled-templates'>;

/** A place that relies on a behaviour. */
export interface Use {
  readonly of: UsedBehaviour;
  /** Its offset in the file. */
  readonly start: number;
}

const { used } = names;
const clearing = new RegExp(`\\b${used.clearMethod}\\b`);
const all = [...used.dataFunctions, used.clearFunction, used.templateUtils, used.watchHook];
const anyName = new RegExp(all.join('|'));

/** The behaviours that a text can rely on at all: parsing costs far more than this test. */
export function mayUse(text: string): UsedBehaviour[] {
  if (!anyName.test(text)) return [];
  const fetches = used.dataFunctions.some((name) => text.includes(name));
  const found: UsedBehaviour[] = fetches ? ['deep-data'] : [];
  if (text.includes(used.clearFunction) || (fetches && clearing.test(text))) found.push('reset-data');
  if (text.includes(used.templateUtils)) found.push('template-utils');
  if (text.includes(used.watchHook)) found.push('watch-paths');
  return found;
}

/** The places of a script or component that rely on a behaviour, in order. What cannot be parsed has none. */
export function usesIn(source: SourceText): Use[] {
  if (!anyName.test(source.text)) return [];
  const plain = plainDataCalls(source);
  return plain ? plain.map((start) => ({ of: 'deep-data', start })) : parsedUses(source);
}

/** The same, by the tree of the code, which has the last word. */
export function parsedUses(source: SourceText): Use[] {
  const pieces = piecesOf(source, (code) => anyName.test(code) || code.includes(used.clearMethod));
  const file = namesIn(pieces.map(({ program }) => program));
  return pieces.flatMap((piece) => usesOf(file, piece)).sort((a, b) => a.start - b.start);
}

function usesOf(file: FileNames, { program, offsetInFile }: CodePiece): Use[] {
  const uses: Use[] = [];
  const spelled = new Set<t.Node>();
  walk(program, (node) => {
    for (const name of spelledOnly(node)) spelled.add(name);
    if (spelled.has(node)) return;
    for (const [of, at] of relying(file, node)) uses.push({ of, start: offsetInFile(spanOf(at).start) });
  });
  return uses;
}

type Call = t.CallExpression | t.OptionalCallExpression;
type RelyingNodes = readonly (readonly [of: UsedBehaviour, at: t.Node])[];

function relying(file: FileNames, node: t.Node): RelyingNodes {
  switch (node.type) {
    case 'CallExpression':
    case 'OptionalCallExpression':
      return inCall(file, node);
    case 'VariableDeclarator':
      return inDeclaration(file, node);
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return memberName(node) === used.clearMethod && isData(file, node.object)
        ? [['reset-data', node.property]]
        : [];
    case 'ObjectExpression':
      return node.properties
        .filter((property) => hasKey(property, used.watchHook))
        .map((property) => ['watch-paths', property]);
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
      return node.source && isFrameworks(node.source.value) ? inSpecifiers(node.specifiers) : [];
    case 'Identifier':
      return node.name === used.templateUtils && !isOwnObject(file, node.name)
        ? [['template-utils', node]]
        : [];
    default:
      return [];
  }
}

function inCall(file: FileNames, call: Call): RelyingNodes {
  const [first] = call.arguments;
  const found: [UsedBehaviour, t.Node][] = [];
  if (isDataCall(file, call) && !saysDeep(call)) found.push(['deep-data', call.callee]);
  if (calledName(file, call) === used.clearFunction) found.push(['reset-data', call.callee]);
  if (first?.type === 'StringLiteral' && first.value === used.watchHook) found.push(['watch-paths', first]);
  return found;
}

/** Whether the options of a call decide the matter. What is spread behind the option may replace it. */
function saysDeep(call: Call): boolean {
  return call.arguments.map(unwrapTypes).some((options) => {
    if (options.type !== 'ObjectExpression') return false;
    const at = options.properties.findLastIndex((property) => hasKey(property, used.deepOption));
    return at !== -1 && !options.properties.slice(at).some(({ type }) => type === 'SpreadElement');
  });
}

/** `const { clear } = useFetch(…)` */
function inDeclaration(file: FileNames, { id, init }: t.VariableDeclarator): RelyingNodes {
  if (id.type !== 'ObjectPattern' || !init || !isData(file, init)) return [];
  return id.properties
    .filter((property) => hasKey(property, used.clearMethod))
    .map((property) => ['reset-data', property]);
}

function inSpecifiers(
  specifiers: (t.ImportDeclaration | t.ExportNamedDeclaration)['specifiers'],
): RelyingNodes {
  return specifiers
    .filter((specifier) => takenName(specifier) === used.templateUtils)
    .map((specifier) => ['template-utils', specifier]);
}

/** What the framework calls the function; undefined if it is not the framework's. */
function calledName({ bindings, imports }: FileNames, call: Call): string | undefined {
  const callee = unwrapTypes(call.callee);
  if (callee.type !== 'Identifier') return undefined;
  const imported = imports.get(callee.name);
  if (imported) return isFrameworks(imported.source) ? imported.name : undefined;
  // What the file does not declare is there without an import.
  return bindings.has(callee.name) ? undefined : callee.name;
}

function isDataCall(file: FileNames, node: t.Node): boolean {
  if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return false;
  const name = calledName(file, node);
  return used.dataFunctions.some((one) => one === name);
}

/** What a data function gives, or a variable that has it; another of that name makes it doubtful, and means no. */
function isData(file: FileNames, at: t.Node): boolean {
  const node = settled(at);
  if (node.type !== 'Identifier') return isDataCall(file, node);
  const declared = (file.bindings.get(node.name) ?? []).filter((binding) => binding.declared);
  return (
    declared.length > 0 &&
    declared.every(({ init, member }) => init && !member && isDataCall(file, settled(init)))
  );
}

/** Whether the file has something of its own by that name. A parameter may well be handed the framework's. */
function isOwnObject({ bindings, imports }: FileNames, name: string): boolean {
  const imported = imports.get(name);
  if (imported) return imported.name !== name || !isFrameworks(imported.source);
  return (bindings.get(name) ?? []).some(({ declared, member }) => declared && member === undefined);
}

function isFrameworks(source: string): boolean {
  const modules = [...used.appModules, names.package, `@${names.package}`];
  return modules.some((name) => source === name || source.startsWith(`${name}/`));
}

// Without a parser.

const dataFunction = new RegExp(`(?:${used.dataFunctions.join('|')})(?![\\w$])`, 'g');

/** Names that only a parser can tell what they mean here. */
const others = new RegExp(
  `\\b(?:${[used.deepOption, used.clearMethod, used.clearFunction, used.templateUtils, used.watchHook].join('|')})\\b`,
);

/** What is in front of a call on its line: nothing that could be a comment, a text or markup. */
const infront = /^[\s\w$,:=().{}[\]]*(?:[=(]|\bawait|\breturn)\s*$/;

// Beyond these a parser is faster.
const longestLine = 1_000;
const mostCalls = 200;

/**
 * Where data functions are called, if that is beyond doubt without a parser, which takes fifty times as long: most
 * files just call them. Undefined if there is a doubt.
 */
export function plainDataCalls({ text, path }: Pick<SourceText, 'text' | 'path'>): number[] | undefined {
  if (others.test(text)) return undefined;
  const script = scriptIn(text, path);
  if (!script) return undefined;
  const found: number[] = [];
  for (const { index, 0: name } of text.matchAll(dataFunction)) {
    const line = text.slice(text.lastIndexOf('\n', index) + 1, index);
    if (line.length > longestLine || found.length > mostCalls) return undefined;
    const next = text[index + name.length];
    const isCall = infront.test(line) && (next === '(' || next === '<');
    const isInside = index >= script.start && index < script.end;
    if (!isCall || !isInside || isHidden(text.slice(script.start, index))) return undefined;
    found.push(index);
  }
  return found;
}

/** The only script of a file. */
function scriptIn(text: string, path: string): Span | undefined {
  if (!path.endsWith('.vue')) return { start: 0, end: text.length };
  const start = text.indexOf('<script');
  const end = text.indexOf('</script', start);
  const isOne = text.indexOf('<script', start + 1) === -1;
  // What is in a comment is no script, and another part in front may hold one.
  return start !== -1 && end !== -1 && isOne && !text.includes('<!--')
    ? { start: text.indexOf('>', start), end }
    : undefined;
}

/** Whether a comment or a text of several lines may be open at the end of a code. */
function isHidden(code: string): boolean {
  return code.lastIndexOf('/*') > code.lastIndexOf('*/') || (code.split('`').length - 1) % 2 === 1;
}
