import type * as t from '@babel/types';
import { requiredModule } from '../../../config/bindings.ts';
import { isPathModule } from '../../../config/path-expressions.ts';
import { unwrapTypes } from '../../../config/syntax.ts';
import { type FileNames, NameCollector } from '../../syntax/bindings.ts';
import { calledName, isMeta, isSum, memberName, walk } from '../../syntax/code.ts';
import { fileArguments } from '../../syntax/file-calls.ts';

/** Tells which expressions of a file are places on disk, whatever place that is. */
export interface PlaceFinder {
  /** Whether an expression gives a place: `__dirname`, the folder that the command runs in, or what is joined to one. */
  isPlace(node: t.Node): boolean;
  /** The arguments of a call that are read as one path; none if it does something else. */
  pathArguments(call: t.CallExpression): readonly t.Node[];
}

// Longer chains of names are cycles.
const maximumDepth = 20;

export function createPlaceFinder(program: t.Program): PlaceFinder {
  const collector = new NameCollector();
  const functions = new Map<string, t.Function>();
  walk(program, (node) => {
    collector.note(node);
    if (node.type === 'FunctionDeclaration' && node.id) functions.set(node.id.name, node);
    else if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init) {
      const init = unwrapTypes(node.init);
      if (init.type === 'ArrowFunctionExpression' || init.type === 'FunctionExpression')
        functions.set(node.id.name, init);
    }
  });
  const { names } = collector;
  const isPlace = (at: t.Node, depth = 0): boolean => {
    const node = unwrapTypes(at);
    if (depth > maximumDepth) return false;
    if (isSum(node)) return isPlace(node.left, depth + 1);
    switch (node.type) {
      case 'Identifier': {
        const bound = names.bindings.get(node.name) ?? [];
        if (bound.length === 0) return /^__(?:dir|file)name$/.test(node.name);
        return bound.every(({ init, member }) => init && member === undefined && isPlace(init, depth + 1));
      }
      case 'MemberExpression':
        if (['url', 'dirname', 'filename'].some((name) => isMeta(node, name))) return true;
        return /^(?:pathname|href)$/.test(memberName(node) ?? '') && isPlace(node.object, depth + 1);
      case 'TemplateLiteral': {
        const [first] = node.expressions;
        return first !== undefined && node.quasis[0]?.value.cooked === '' && isPlace(first, depth + 1);
      }
      case 'NewExpression': {
        const from = node.arguments[1];
        return calledName(node.callee) === 'URL' && from !== undefined && isPlace(from, depth + 1);
      }
      case 'CallExpression':
        return isPlaceCall(node, depth + 1);
      default:
        return false;
    }
  };
  const isPlaceCall = (call: t.CallExpression, depth: number): boolean => {
    const [first] = call.arguments;
    const name = calledName(call.callee);
    if (name === 'cwd' || pathArguments(call, depth).length > 0) return true;
    return /^(?:fileURLToPath|dirname|normalize)$/.test(name) && first !== undefined && isPlace(first, depth);
  };
  /** What another file of the project gives may well be a folder, where a path is made of it. */
  const isTaken = (node: t.Node): boolean =>
    node.type === 'Identifier' && names.imports.get(node.name)?.source.startsWith('.') === true;
  const pathArguments = (call: t.CallExpression, depth = 0): readonly t.Node[] => {
    const [first, ...rest] = call.arguments;
    if (!first || depth > maximumDepth) return [];
    const name = pathFunction(call.callee, names);
    if (name === 'resolve' && first.type === 'StringLiteral') return call.arguments;
    if (name === 'resolve' || name === 'join') return isPlace(first, depth + 1) || isTaken(first) ? rest : [];
    const helper = call.callee.type === 'Identifier' ? functions.get(call.callee.name) : undefined;
    const result = helper && resultOf(helper);
    return result && isPlace(result, depth + 1) ? [first] : [];
  };
  return {
    isPlace: (node) => isPlace(node),
    pathArguments(call) {
      const joined = pathArguments(call);
      return joined.length > 0 ? joined : fileArguments(call, names).slice(0, 1);
    },
  };
}

/** The name of a function among those for paths: `join`, `path.join`, `path.posix.join`. */
function pathFunction(callee: t.Node, { imports, bindings }: FileNames): string | undefined {
  if (callee.type === 'Identifier') {
    const taken = imports.get(callee.name);
    return taken && isPathModule(taken.source) ? taken.name : undefined;
  }
  if (callee.type !== 'MemberExpression') return undefined;
  const { object } = callee;
  const owner = object.type === 'MemberExpression' && memberName(object) === 'posix' ? object.object : object;
  if (owner.type !== 'Identifier') return undefined;
  const sources = (bindings.get(owner.name) ?? []).map(({ init }) => init && requiredModule(init));
  const isPath = [imports.get(owner.name)?.source, ...sources].some((one) => one && isPathModule(one));
  return isPath ? memberName(callee) : undefined;
}

/** What a function gives, if that is all that it does. */
function resultOf({ body }: t.Function): t.Node | undefined {
  if (body.type !== 'BlockStatement') return body;
  const [only, another] = body.body;
  return only?.type === 'ReturnStatement' && !another ? (only.argument ?? undefined) : undefined;
}
