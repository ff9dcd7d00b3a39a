import { posix } from 'node:path';
import type * as t from '@babel/types';
import { placeAt } from '../../../config/paths.ts';
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
  /** The code behind each name; `default` is the exported value. */
  readonly names: ReadonlyMap<string, t.Node>;
  readonly values: Map<t.Node, WrittenValue>;
  load(path: TreePath): Program | undefined;
}

/** Reads the config in a file with a parser alone; undefined if it is not an object. `read` reads files. */
export function readWritten(
  path: TreePath,
  read: (path: TreePath) => string | undefined,
): WrittenOptions | undefined {
  const programs = new Map<TreePath, Program | undefined>();
  const load = (file: TreePath): Program | undefined => {
    if (!programs.has(file)) {
      const names = namesIn(read(file));
      programs.set(file, names && { path: file, names, values: new Map(), load });
    }
    return programs.get(file);
  };
  const program = load(path);
  const value = program && evaluateName('default', program);
  return value instanceof Map ? value : undefined;
}

function namesIn(text: string | undefined): Program['names'] | undefined {
  if (text === undefined) return undefined;
  try {
    const { program } = parser().parse(text, {
      sourceType: 'unambiguous',
      plugins: ['typescript', 'deprecatedImportAssert'],
    });
    return new Map(program.body.flatMap(namedBy));
  } catch {
    return undefined;
  }
}

/** The names that a statement declares, imports or exports, with their code. */
function namedBy(statement: t.Statement): [string, t.Node][] {
  switch (statement.type) {
    case 'VariableDeclaration':
      return statement.declarations.flatMap(({ id, init }) =>
        id.type === 'Identifier' && init ? [[id.name, init]] : [],
      );
    case 'FunctionDeclaration':
      return statement.id ? [[statement.id.name, statement]] : [];
    case 'ImportDeclaration':
      return statement.specifiers.map(({ local }) => [local.name, statement]);
    case 'ExportDefaultDeclaration':
      return [['default', statement.declaration]];
    case 'ExportNamedDeclaration':
      if (statement.declaration) return namedBy(statement.declaration);
      return statement.specifiers.flatMap((specifier): [string, t.Node][] => {
        const [name, local] = [
          spelled(specifier.exported),
          'local' in specifier ? specifier.local : undefined,
        ];
        return local && spelled(local) !== name ? [[name, local]] : [];
      });
    case 'ExpressionStatement': {
      const { expression: code } = statement;
      return code.type === 'AssignmentExpression' ? [['default', code.right]] : [];
    }
    default:
      return [];
  }
}

const moduleEnds = ['', '.ts', '.js', '.mjs', '.cjs', '.mts', '/index.ts', '/index.js'];

/** The value of a name, which may be imported. */
function evaluateName(name: string, file: Program): WrittenValue {
  const code = file.names.get(name);
  if (code?.type !== 'ImportDeclaration') return code ? evaluate(code, file) : computed;
  const specifier = code.specifiers.find(({ local }) => local.name === name);
  const imported = specifier?.type === 'ImportSpecifier' ? spelled(specifier.imported) : 'default';
  const place = placeAt(parentOf(file.path), code.source.value);
  const ends = code.source.value.startsWith('.') ? moduleEnds : [];
  const module = ends.map((end) => file.load(place + end)).find((program) => program !== undefined);
  const target = module?.names.get(imported);
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
