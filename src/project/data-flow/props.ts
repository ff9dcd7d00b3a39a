import type * as t from '@babel/types';
import { reactiveFunctions } from '../../catalogue/reactivity.ts';
import { plainKey, unwrapTypes } from '../../config/syntax.ts';
import { isNamed, walk } from '../syntax/code.ts';
import type { FlowModule } from './modules.ts';

const propsOfModules = new WeakMap<FlowModule, ReadonlySet<string> | 'unknown'>();

/** The props that a component declares; `unknown` if its text does not tell. */
export function propsOf(module: FlowModule): ReadonlySet<string> | 'unknown' {
  const known = propsOfModules.get(module) ?? readProps(module);
  propsOfModules.set(module, known);
  return known;
}

function readProps({ programs }: FlowModule): ReadonlySet<string> | 'unknown' {
  const types = new Map<string, t.Node>();
  const declared: DeclaredNames[] = [];
  for (const { program } of programs)
    walk(program, (node) => {
      if (node.type === 'TSInterfaceDeclaration' && !node.extends?.length) types.set(node.id.name, node.body);
      if (node.type === 'TSTypeAliasDeclaration') types.set(node.id.name, node.typeAnnotation);
    });
  for (const { program } of programs)
    walk(program, (node) => {
      for (const one of declarationsIn(node))
        declared.push(typeof one === 'string' ? [one] : namesDeclaredBy(one, types));
    });
  const names = declared.flat();
  return names.includes(undefined) ? 'unknown' : new Set(names.flatMap((name) => name ?? []));
}

/** Names, and undefined for one that the text does not tell. */
type DeclaredNames = readonly (string | undefined)[];

/** What a node declares props by: the name of one, or a list or type of them. */
function declarationsIn(node: t.Node): readonly (t.Node | string)[] {
  if (node.type === 'ObjectProperty') return !node.computed && isNamed(node.key, 'props') ? [node.value] : [];
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return [];
  const [first] = node.arguments;
  const role = reactiveFunctions.get(node.callee.name);
  if (role === 'model') return [first?.type === 'StringLiteral' ? first.value : 'modelValue'];
  return role === 'props' ? [node.typeParameters?.params[0], first].flatMap((one) => one ?? []) : [];
}

function namesDeclaredBy(at: t.Node, types: ReadonlyMap<string, t.Node>): DeclaredNames {
  const node = unwrapTypes(at);
  switch (node.type) {
    case 'ObjectExpression':
      return node.properties.map(keyOf);
    case 'TSTypeLiteral':
      return node.members.map(keyOf);
    case 'TSInterfaceBody':
      return node.body.map(keyOf);
    case 'ArrayExpression':
      return node.elements.map((one) => (one?.type === 'StringLiteral' ? one.value : undefined));
    case 'TSTypeReference': {
      const named = node.typeName.type === 'Identifier' ? types.get(node.typeName.name) : undefined;
      return named ? namesDeclaredBy(named, types) : [undefined];
    }
    default:
      return [undefined];
  }
}

function keyOf(member: t.Node): string | undefined {
  return 'key' in member ? plainKey(member.key as t.Node) : undefined;
}
