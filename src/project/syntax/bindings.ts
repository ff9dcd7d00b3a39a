import type * as t from '@babel/types';
import { unwrapped } from './nodes.ts';

/** What a name is bound to, as far as the place of its declaration tells. */
export interface Binding {
  /** Missing for parameters, functions, imports and whatever else has no value to look at. */
  readonly init: t.Node | undefined;
  /** The member of `init` that a pattern takes. */
  readonly member: string | undefined;
  readonly declared: boolean;
  /** Of a `const`, only the one without a pattern is told apart. */
  readonly by: 'const' | 'import' | 'other';
}

/** All that a file binds to each of its names; scopes are not told apart. */
export type Bindings = ReadonlyMap<string, readonly Binding[]>;

type Names = Map<string, Binding[]>;

const unknown: Binding = { init: undefined, member: undefined, declared: false, by: 'other' };

/** Whether a node binds names: `bindingsIn` takes these. */
export function binds(node: t.Node): boolean {
  switch (node.type) {
    case 'VariableDeclaration':
    case 'ClassDeclaration':
      // `declare const require: …` only tells the compiler what is there anyway.
      return !node.declare;
    case 'ImportDeclaration':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ObjectMethod':
    case 'ClassMethod':
    case 'ClassPrivateMethod':
      return true;
    default:
      return false;
  }
}

/** What the nodes bind. */
export function bindingsIn(binders: readonly t.Node[]): Bindings {
  const names: Names = new Map();
  for (const node of binders) {
    if (node.type === 'VariableDeclaration') bindVariables(names, node);
    else if (node.type === 'ImportDeclaration')
      for (const { local } of node.specifiers) bind(names, local.name, { ...unknown, by: 'import' });
    else if (node.type === 'ClassDeclaration') bindId(names, node);
    else if ('params' in node) bindFunction(names, node as t.Function);
  }
  return names;
}

function bindFunction(names: Names, node: t.Function): void {
  for (const parameter of node.params) bindPattern(names, parameter);
  if (node.type === 'FunctionDeclaration') bindId(names, node);
}

/** What is exported as default may have no name. */
function bindId(names: Names, { id }: t.FunctionDeclaration | t.ClassDeclaration): void {
  if (id) bindPattern(names, id);
}

function bindVariables(names: Names, { kind, declarations }: t.VariableDeclaration): void {
  for (const one of declarations) bindDeclared(names, one, kind === 'const' ? 'const' : 'other');
}

function bindDeclared(names: Names, { id, init }: t.VariableDeclarator, by: Binding['by']): void {
  const value = init ? unwrapped(init) : undefined;
  if (id.type === 'Identifier') bind(names, id.name, { init: value, member: undefined, declared: true, by });
  else if (id.type === 'ObjectPattern') for (const part of id.properties) bindMember(names, part, value);
  else bindPattern(names, id);
}

function bindMember(
  names: Names,
  part: t.ObjectPattern['properties'][number],
  init: t.Node | undefined,
): void {
  const [pattern] = partsOf(part);
  const key = part.type === 'ObjectProperty' && !part.computed ? part.key : undefined;
  if (pattern?.type === 'Identifier' && key?.type === 'Identifier')
    bind(names, pattern.name, { init, member: key.name, declared: true, by: 'other' });
  else bindPattern(names, part);
}

/** Binds all names of a pattern to nothing that is known. */
function bindPattern(names: Names, pattern: t.Node): void {
  if (pattern.type === 'Identifier') bind(names, pattern.name, unknown);
  else for (const part of partsOf(pattern)) if (part) bindPattern(names, part);
}

function partsOf(pattern: t.Node): readonly (t.Node | null)[] {
  switch (pattern.type) {
    case 'ObjectPattern':
      return pattern.properties;
    case 'ArrayPattern':
      return pattern.elements;
    case 'ObjectProperty':
      return [pattern.value];
    case 'AssignmentPattern':
      return [pattern.left];
    case 'RestElement':
      return [pattern.argument];
    case 'TSParameterProperty':
      return [pattern.parameter];
    default:
      return [];
  }
}

function bind(names: Names, name: string, binding: Binding): void {
  const known = names.get(name);
  if (known) known.push(binding);
  else names.set(name, [binding]);
}
