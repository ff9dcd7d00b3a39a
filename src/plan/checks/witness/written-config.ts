import { posix } from 'node:path';
import { parse } from '@babel/parser';
import type * as t from '@babel/types';
import type { TreePath } from '../../../project/snapshot.ts';

/** A text as a config says it; `from` is the folder that the code itself reads it from. */
export interface WrittenPath {
  readonly text: string;
  readonly from?: TreePath;
}

/** A value that only running the config would tell. */
export const computed = 'computed';

/** What the code of a config says about one option: all that may apply, in the order in which it counts. */
export type WrittenValue = WrittenPath | number | typeof computed;

/** A config, read with nothing but a parser: objects, and what is spread, merged or imported into them. */
export interface WrittenConfig {
  values(...keys: readonly string[]): readonly WrittenValue[];
  /** The names and values of an object, or of a list of `{ find, replacement }`. */
  entries(...keys: readonly string[]): readonly (readonly [name: string, value: WrittenValue])[];
  /** The names of all options at the top. */
  readonly keys: readonly string[];
  /** The files that it is read from. */
  readonly files: readonly TreePath[];
}

/** A piece of code, and the file that it is in. */
interface Code {
  readonly node: t.Node;
  readonly file: Program;
}

interface Program {
  readonly path: TreePath;
  readonly names: ReadonlyMap<string, t.Node>;
  readonly result: t.Node | undefined;
}

const unwrapped = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'ParenthesizedExpression',
  'AwaitExpression',
]);

// Deeper ones are made to be deep.
const deepest = 20;

/** Reads the config in a file; `read` gives the texts of files that it imports. */
export function readWritten(path: TreePath, read: (path: TreePath) => string | undefined): WrittenConfig {
  const programs = new Map<TreePath, Program | undefined>();
  const open = (file: TreePath): Program | undefined => {
    if (!programs.has(file)) programs.set(file, programOf(file, read(file)));
    return programs.get(file);
  };
  const start = open(path);
  const top = start?.result ? objectsIn({ node: start.result, file: start }, open, 0) : [];
  const under = (keys: readonly string[]): Code[] =>
    keys.reduce<Code[]>(
      (objects, key) =>
        objects.flatMap((object) => valuesIn(object, key)).flatMap((one) => expanded(one, open)),
      top,
    );
  return {
    keys: top.flatMap(({ node }) => propertiesOf(node).flatMap((one) => keyOf(one) ?? [])),
    values: (...keys) => under(keys).flatMap((code) => listed(code).map((one) => writtenValue(one, open))),
    // What counts first comes last, so that a table made of them keeps it.
    entries: (...keys) =>
      under(keys)
        .toReversed()
        .flatMap((code) => entriesOf(code, open)),
    files: [...programs].flatMap(([file, program]) => (program ? [file] : [])),
  };
}

function programOf(path: TreePath, text: string | undefined): Program | undefined {
  if (text === undefined) return undefined;
  try {
    const { program } = parse(text, { sourceType: 'unambiguous', plugins: ['typescript'] });
    const names = new Map(program.body.flatMap(namedIn));
    const result = program.body.map(exported).findLast((one) => one !== undefined);
    return { path, names, result };
  } catch {
    return undefined;
  }
}

/** The names that a statement declares or imports, and what they stand for. */
function namedIn(statement: t.Statement): [string, t.Node][] {
  const plain = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (plain?.type === 'VariableDeclaration')
    return plain.declarations.flatMap(({ id, init }): [string, t.Node][] =>
      id.type === 'Identifier' && init ? [[id.name, init]] : [],
    );
  if (plain?.type === 'FunctionDeclaration' && plain.id) return [[plain.id.name, plain]];
  if (statement.type !== 'ImportDeclaration') return [];
  return statement.specifiers.map(({ local }) => [local.name, statement]);
}

/** What a module gives others: `export default …`, `module.exports = …`. */
function exported(statement: t.Statement): t.Node | undefined {
  if (statement.type === 'ExportDefaultDeclaration') return statement.declaration;
  const code = statement.type === 'ExpressionStatement' ? statement.expression : undefined;
  return code?.type === 'AssignmentExpression' ? code.right : undefined;
}

type Open = (path: TreePath) => Program | undefined;

/** What a name stands for, and code without what only types it. */
function expanded({ node, file }: Code, open: Open, depth = 0): Code[] {
  if (depth > deepest) return [];
  if (unwrapped.has(node.type)) {
    const inner = 'expression' in node ? node.expression : 'argument' in node ? node.argument : undefined;
    return inner && typeof inner === 'object'
      ? expanded({ node: inner as t.Node, file }, open, depth + 1)
      : [];
  }
  if (node.type !== 'Identifier') return [{ node, file }];
  const known = file.names.get(node.name);
  if (!known) return [{ node, file }];
  if (known.type !== 'ImportDeclaration') return expanded({ node: known, file }, open, depth + 1);
  const imported = importedFile(file.path, known.source.value, open);
  const specifier = known.specifiers.find(({ local }) => local.name === node.name);
  const name =
    specifier?.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
      ? specifier.imported.name
      : 'default';
  const target = name === 'default' ? imported?.result : imported?.names.get(name);
  return imported && target ? expanded({ node: target, file: imported }, open, depth + 1) : [{ node, file }];
}

function importedFile(from: TreePath, source: string, open: Open): Program | undefined {
  if (!source.startsWith('.')) return undefined;
  const place = posix.join(posix.dirname(from), source);
  for (const end of ['', '.ts', '.js', '.mjs', '.cjs', '.mts', '/index.ts', '/index.js']) {
    const found = open(place + end);
    if (found) return found;
  }
  return undefined;
}

/** Every object that a piece of code may be merged of. What is written last counts first. */
function objectsIn(code: Code, open: Open, depth: number): Code[] {
  if (depth > deepest) return [];
  return expanded(code, open).flatMap(({ node, file }) => {
    const inside = (list: readonly (t.Node | null | undefined)[]) =>
      list.flatMap((one) => (one ? objectsIn({ node: one, file }, open, depth + 1) : []));
    switch (node.type) {
      case 'ObjectExpression': {
        const spread = node.properties.flatMap((one) => (one.type === 'SpreadElement' ? [one.argument] : []));
        return [{ node, file }, ...inside(spread.toReversed())];
      }
      case 'CallExpression':
        return inside(node.arguments);
      case 'ConditionalExpression':
        return inside([node.consequent, node.alternate]);
      case 'LogicalExpression':
        return inside([node.left, node.right]);
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        return inside(node.body.type === 'BlockStatement' ? returnsOf(node.body) : [node.body]);
      default:
        return [];
    }
  });
}

function returnsOf({ body }: t.BlockStatement): (t.Node | null | undefined)[] {
  return body.flatMap((one) => (one.type === 'ReturnStatement' ? [one.argument] : []));
}

function propertiesOf(node: t.Node): readonly t.ObjectExpression['properties'][number][] {
  return node.type === 'ObjectExpression' ? node.properties : [];
}

function keyOf(property: t.ObjectExpression['properties'][number]): string | undefined {
  if (property.type === 'SpreadElement' || property.computed) return undefined;
  if (property.key.type === 'Identifier') return property.key.name;
  return property.key.type === 'StringLiteral' ? property.key.value : undefined;
}

function valuesIn({ node, file }: Code, key: string): Code[] {
  return propertiesOf(node).flatMap((property) =>
    property.type === 'ObjectProperty' && keyOf(property) === key ? [{ node: property.value, file }] : [],
  );
}

/** The items of a list, of a list with options behind each item the first; else the code itself. */
function listed({ node, file }: Code): Code[] {
  if (node.type !== 'ArrayExpression') return [{ node, file }];
  return node.elements.flatMap((one) => {
    const item = one?.type === 'ArrayExpression' ? one.elements[0] : one;
    return item ? [{ node: item, file }] : [];
  });
}

function entriesOf(code: Code, open: Open): (readonly [string, WrittenValue])[] {
  const { node, file } = code;
  if (node.type === 'ArrayExpression')
    return listed(code).flatMap((item) => {
      const [find] = valuesIn(item, 'find').map((one) => writtenValue(one, open));
      const [target] = valuesIn(item, 'replacement').map((one) => writtenValue(one, open));
      return typeof find === 'object' && target !== undefined ? [[find.text, target] as const] : [];
    });
  return objectsIn(code, open, 0)
    .toReversed()
    .flatMap(({ node: object }) =>
      propertiesOf(object).flatMap((property) => {
        const name = keyOf(property);
        const value =
          property.type === 'ObjectProperty' ? writtenValue({ node: property.value, file }, open) : computed;
        return name === undefined ? [] : [[name, value] as const];
      }),
    );
}

/** Names that stand for the folder of the file they are in. */
const ownFolder = /^(?:__dirname|import\.meta\.(?:dirname|url|filename)|__filename)$/;

/** What a value says: a text, a number, or a path made of the folder of the file and some texts. */
function writtenValue(code: Code, open: Open): WrittenValue {
  const [found] = expanded(code, open);
  if (!found) return computed;
  const { node, file } = found;
  const text = textOf(node);
  if (text !== undefined) return { text };
  if (node.type === 'NumericLiteral') return node.value;
  const parts = pathParts(node, file, open, 0);
  if (!parts?.includes(here)) return computed;
  const texts = parts.filter((part) => part !== here);
  return { text: posix.join('.', ...texts), from: posix.dirname(file.path).replace(/^\.$/, '') };
}

function textOf(node: t.Node): string | undefined {
  if (node.type === 'StringLiteral') return node.value;
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

const here = '\0';

/** The parts that a call joins to a path: `here` for the file's own folder; undefined if one is computed. */
function pathParts(node: t.Node, file: Program, open: Open, depth: number): string[] | undefined {
  const text = textOf(node);
  if (text !== undefined) return [text];
  if (ownFolder.test(spelled(node))) return [here];
  if (depth > deepest) return undefined;
  const joined = (list: readonly t.Node[]): string[] | undefined => {
    const all = list.map((one) => pathParts(one, file, open, depth + 1));
    return all.every((part) => part !== undefined) ? all.flat() : undefined;
  };
  if (node.type === 'Identifier') {
    const [known] = expanded({ node, file }, open);
    return known && known.node !== node && known.file === file
      ? pathParts(known.node, file, open, depth + 1)
      : undefined;
  }
  if (node.type === 'NewExpression') {
    const [first, base] = node.arguments;
    return first && base ? joined([base, first]) : undefined;
  }
  if (node.type === 'MemberExpression') return pathParts(node.object, file, open, depth + 1);
  if (node.type !== 'CallExpression') return undefined;
  const own = node.callee.type === 'MemberExpression' ? node.callee.object : undefined;
  // `createResolver(import.meta.url).resolve('./x')`, and not `path.resolve(…)`
  const base = own ? pathParts(own, file, open, depth + 1) : undefined;
  const rest = joined(node.arguments);
  return rest && [...(base ?? []), ...rest];
}

function spelled(node: t.Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MetaProperty') return `${node.meta.name}.${node.property.name}`;
  if (node.type !== 'MemberExpression' || node.computed) return '';
  return `${spelled(node.object)}.${spelled(node.property)}`;
}
