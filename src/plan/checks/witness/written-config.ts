import { posix } from 'node:path';
import type * as t from '@babel/types';
import { parser } from '../../../config/source.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';

/** A text as a config has it; `from` is the folder that the code itself reads it from. */
export interface WrittenText {
  readonly text: string;
  readonly from?: TreePath;
}

/** A value that only running the config would show. */
const computed = 'computed';

export type WrittenValue = WrittenText | WrittenOptions | readonly WrittenValue[] | number | typeof computed;

export type WrittenOptions = ReadonlyMap<string, WrittenValue>;

interface Program {
  readonly path: TreePath;
  readonly names: ReadonlyMap<string, t.Node>;
  readonly result: t.Node | undefined;
  readonly values: Map<t.Node, WrittenValue>;
  /** The file that a relative import leads to. */
  imported(source: string): Program | undefined;
}

/** Reads the config in a file with nothing but a parser; undefined if it is not an object. `read` gives the texts of files. */
export function readWritten(
  path: TreePath,
  read: (path: TreePath) => string | undefined,
): WrittenOptions | undefined {
  const programs = new Map<TreePath, Program | undefined>();
  const open = (file: TreePath): Program | undefined => {
    if (!programs.has(file)) programs.set(file, programOf(file, read(file), open));
    return programs.get(file);
  };
  const start = open(path);
  const value = start?.result && evaluate(start.result, start);
  return value instanceof Map ? value : undefined;
}

const moduleEnds = ['', '.ts', '.js', '.mjs', '.cjs', '.mts', '/index.ts', '/index.js'];

function programOf(
  path: TreePath,
  text: string | undefined,
  open: (path: TreePath) => Program | undefined,
): Program | undefined {
  if (text === undefined) return undefined;
  try {
    const { body } = parser().parse(text, {
      sourceType: 'unambiguous',
      plugins: ['typescript', 'deprecatedImportAssert'],
    }).program;
    const imported = (source: string) => {
      const place = posix.join(posix.dirname(path), source);
      const end = source.startsWith('.') ? moduleEnds.find((ending) => open(place + ending)) : undefined;
      return end === undefined ? undefined : open(place + end);
    };
    const [names, result] = [new Map(body.flatMap(namedIn)), body.flatMap(exported).at(-1)];
    return { path, names, result, values: new Map(), imported };
  } catch {
    return undefined;
  }
}

/** The names that a statement declares or imports, and what they stand for. */
function namedIn(statement: t.Statement): [string, t.Node][] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declared?.type === 'VariableDeclaration')
    return declared.declarations.flatMap(({ id, init }): [string, t.Node][] =>
      id.type === 'Identifier' && init ? [[id.name, init]] : [],
    );
  if (declared?.type === 'FunctionDeclaration' && declared.id) return [[declared.id.name, declared]];
  if (declared?.type !== 'ImportDeclaration') return [];
  return declared.specifiers.map(({ local }) => [local.name, declared]);
}

/** What a module gives others: `export default …`, `export { x as default }`, `module.exports = …`. */
function exported(statement: t.Statement): t.Node[] {
  if (statement.type === 'ExportDefaultDeclaration') return [statement.declaration];
  if (statement.type === 'ExportNamedDeclaration')
    return statement.specifiers.flatMap((one) =>
      one.type === 'ExportSpecifier' && spelled(one.exported) === 'default' ? [one.local] : [],
    );
  const code = statement.type === 'ExpressionStatement' ? statement.expression : undefined;
  return code?.type === 'AssignmentExpression' ? [code.right] : [];
}

/** The value of a name, which another file may export. */
function evaluateName(name: string, file: Program): WrittenValue {
  const known = file.names.get(name);
  if (known?.type !== 'ImportDeclaration') return known ? evaluate(known, file) : computed;
  const specifier = known.specifiers.find(({ local }) => local.name === name);
  const imported = specifier?.type === 'ImportSpecifier' ? specifier.imported : undefined;
  const other = file.imported(known.source.value);
  const target = imported && 'name' in imported ? other?.names.get(imported.name) : other?.result;
  return other && target ? evaluate(target, other) : computed;
}

/** Names that stand for the folder of the file they are in. */
const ownFolder = /^(?:__dirname|import\.meta\.(?:dirname|url|filename)|__filename)$/;

function evaluate(node: t.Node, file: Program): WrittenValue {
  const known = file.values.get(node);
  if (known !== undefined) return known;
  // Code may lead back to itself.
  file.values.set(node, computed);
  const value = evaluated(node, file);
  file.values.set(node, value);
  return value;
}

function evaluated(node: t.Node, file: Program): WrittenValue {
  const valueIn = (inner: t.Node | null | undefined) => (inner ? evaluate(inner, file) : computed);
  switch (node.type) {
    case 'StringLiteral':
      return { text: node.value };
    case 'TemplateLiteral':
      return node.expressions.length > 0 ? computed : { text: node.quasis[0]?.value.cooked ?? '' };
    case 'NumericLiteral':
      return node.value;
    case 'Identifier':
      return ownFolder.test(node.name) ? folderOf(file) : evaluateName(node.name, file);
    case 'AwaitExpression':
    case 'ReturnStatement':
      return valueIn(node.argument);
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return valueIn(node.expression);
    case 'ArrayExpression':
      return node.elements.map(valueIn);
    case 'ObjectExpression':
      return objectOf(node, valueIn);
    case 'ConditionalExpression':
      return merged([node.consequent, node.alternate].map(valueIn));
    case 'LogicalExpression':
      return merged([node.left, node.right].map(valueIn));
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration': {
      const { body } = node;
      if (body.type !== 'BlockStatement') return valueIn(body);
      return merged(body.body.filter(({ type }) => type === 'ReturnStatement').map(valueIn));
    }
    case 'MemberExpression':
      return ownFolder.test(spelled(node)) ? folderOf(file) : joined([valueIn(node.object)]);
    case 'NewExpression':
      return joined(node.arguments.toReversed().map(valueIn));
    case 'CallExpression': {
      // `createResolver(import.meta.url).resolve('./x')`, and not `path.resolve(…)`
      const { callee } = node;
      const base = callee.type === 'MemberExpression' ? joined([valueIn(callee.object)]) : computed;
      const values = node.arguments.map(valueIn);
      const place = joined(base === computed ? values : [base, ...values]);
      return place === computed ? merged(values) : place;
    }
    default:
      return computed;
  }
}

function folderOf({ path }: Program): WrittenText {
  return { text: '.', from: parentOf(path) };
}

function spelled(node: t.Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MetaProperty') return `${node.meta.name}.${node.property.name}`;
  if (node.type !== 'MemberExpression' || node.computed) return '';
  return `${spelled(node.object)}.${spelled(node.property)}`;
}

export function isText(value: WrittenValue | undefined): value is WrittenText {
  return typeof value === 'object' && 'text' in value;
}

/** Texts behind the folder of a file; other values are computed. */
function joined(values: readonly WrittenValue[]): WrittenValue {
  const texts = values.filter(isText);
  const from = texts.find((text) => text.from !== undefined)?.from;
  if (from === undefined || texts.length < values.length) return computed;
  return { text: posix.join(...texts.map(({ text }) => text)), from };
}

/** Options of several objects; the first one that has an option counts, and lists are put together. */
function merged(values: readonly WrittenValue[]): WrittenValue {
  const objects = values.filter((value) => value instanceof Map);
  const options = new Map<string, WrittenValue>();
  for (const [key, value] of objects.flatMap((object) => [...object])) {
    const known = options.get(key);
    if (known === undefined) options.set(key, value);
    else if (known instanceof Map) options.set(key, merged([known, value]));
    else if (Array.isArray(known) && Array.isArray(value)) options.set(key, [...known, ...value]);
  }
  return objects.length > 0 ? options : computed;
}

/** What is written in an object itself counts before what is spread into it. */
function objectOf({ properties }: t.ObjectExpression, valueIn: (node: t.Node) => WrittenValue): WrittenValue {
  const spread = properties.flatMap((one) => (one.type === 'SpreadElement' ? [valueIn(one.argument)] : []));
  const own = properties.flatMap((one): [string, WrittenValue][] => {
    if (one.type === 'SpreadElement' || one.computed) return [];
    const value = one.type === 'ObjectProperty' ? valueIn(one.value) : computed;
    if (one.key.type === 'Identifier') return [[one.key.name, value]];
    return one.key.type === 'StringLiteral' ? [[one.key.value, value]] : [];
  });
  return merged([new Map(own), ...spread.toReversed()]);
}
