import { posix } from 'node:path';
import type * as t from '@babel/types';
import { parser } from '../../../config/source.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';

/** A string in a config; `from` is the folder that the code resolves it from. */
export interface WrittenText {
  readonly text: string;
  readonly from?: TreePath;
}

/** A value that cannot be determined without running the config. */
const computed = 'computed';

export type WrittenValue = WrittenText | WrittenOptions | readonly WrittenValue[] | number | typeof computed;

export type WrittenOptions = ReadonlyMap<string, WrittenValue>;

interface Program {
  readonly path: TreePath;
  readonly names: ReadonlyMap<string, t.Node>;
  readonly result: t.Node | undefined;
  readonly values: Map<t.Node, WrittenValue>;
  /** The file that a relative import resolves to. */
  imported(source: string): Program | undefined;
}

/** Reads the config in a file with a parser alone; undefined if it is not an object. `read` reads files. */
export function readWritten(
  path: TreePath,
  read: (path: TreePath) => string | undefined,
): WrittenOptions | undefined {
  const programs = new Map<TreePath, Program | undefined>();
  const load = (file: TreePath): Program | undefined => {
    if (!programs.has(file)) programs.set(file, programOf(file, read(file), load));
    return programs.get(file);
  };
  const start = load(path);
  const value = start?.result && evaluate(start.result, start);
  return value instanceof Map ? value : undefined;
}

const moduleEnds = ['', '.ts', '.js', '.mjs', '.cjs', '.mts', '/index.ts', '/index.js'];

function programOf(
  path: TreePath,
  text: string | undefined,
  load: (path: TreePath) => Program | undefined,
): Program | undefined {
  if (text === undefined) return undefined;
  try {
    const { body } = parser().parse(text, {
      sourceType: 'unambiguous',
      plugins: ['typescript', 'deprecatedImportAssert'],
    }).program;
    const imported = (source: string) => {
      const place = posix.join(posix.dirname(path), source);
      const end = source.startsWith('.') ? moduleEnds.find((ending) => load(place + ending)) : undefined;
      return end === undefined ? undefined : load(place + end);
    };
    const [names, result] = [new Map(body.flatMap(namedIn)), body.flatMap(exported).at(-1)];
    return { path, names, result, values: new Map(), imported };
  } catch {
    return undefined;
  }
}

/** The names that a statement declares or imports, with their values. */
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

/** The value that a module exports: `export default …`, `export { x as default }`, `module.exports = …`. */
function exported(statement: t.Statement): t.Node[] {
  if (statement.type === 'ExportDefaultDeclaration') return [statement.declaration];
  if (statement.type === 'ExportNamedDeclaration')
    return statement.specifiers.flatMap((item) =>
      item.type === 'ExportSpecifier' && spelled(item.exported) === 'default' ? [item.local] : [],
    );
  const code = statement.type === 'ExpressionStatement' ? statement.expression : undefined;
  return code?.type === 'AssignmentExpression' ? [code.right] : [];
}

/** The value of a name, which may be imported. */
function evaluateName(name: string, file: Program): WrittenValue {
  const declared = file.names.get(name);
  if (declared?.type !== 'ImportDeclaration') return declared ? evaluate(declared, file) : computed;
  const specifier = declared.specifiers.find(({ local }) => local.name === name);
  const imported = specifier?.type === 'ImportSpecifier' ? specifier.imported : undefined;
  const module = file.imported(declared.source.value);
  const target = imported && 'name' in imported ? module?.names.get(imported.name) : module?.result;
  return module && target ? evaluate(target, module) : computed;
}

/** Names that stand for the folder of their file. */
const ownFolder = /^(?:__dirname|import\.meta\.(?:dirname|url|filename)|__filename)$/;

function evaluate(node: t.Node, file: Program): WrittenValue {
  const memo = file.values.get(node);
  if (memo !== undefined) return memo;
  // Set first, because code may refer to itself.
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

/** Joins strings to the folder of a file; any other value is computed. */
function joined(values: readonly WrittenValue[]): WrittenValue {
  const texts = values.filter(isText);
  const from = texts.find((text) => text.from !== undefined)?.from;
  if (from === undefined || texts.length < values.length) return computed;
  return { text: posix.join(...texts.map(({ text }) => text)), from };
}

/** Merges objects: the first object with an option wins, and lists are concatenated. */
function merged(values: readonly WrittenValue[]): WrittenValue {
  const objects = values.filter((value) => value instanceof Map);
  const options = new Map<string, WrittenValue>();
  for (const [key, value] of objects.flatMap((object) => [...object])) {
    const current = options.get(key);
    if (current === undefined) options.set(key, value);
    else if (current instanceof Map) options.set(key, merged([current, value]));
    else if (Array.isArray(current) && Array.isArray(value)) options.set(key, [...current, ...value]);
  }
  return objects.length > 0 ? options : computed;
}

/** Properties of the object itself win over spread ones. */
function objectOf({ properties }: t.ObjectExpression, valueIn: (node: t.Node) => WrittenValue): WrittenValue {
  const spread = properties.flatMap((property) =>
    property.type === 'SpreadElement' ? [valueIn(property.argument)] : [],
  );
  const ownEntries = properties.flatMap((property): [string, WrittenValue][] => {
    if (property.type === 'SpreadElement' || property.computed) return [];
    const value = property.type === 'ObjectProperty' ? valueIn(property.value) : computed;
    if (property.key.type === 'Identifier') return [[property.key.name, value]];
    return property.key.type === 'StringLiteral' ? [[property.key.value, value]] : [];
  });
  return merged([new Map(ownEntries), ...spread.toReversed()]);
}
