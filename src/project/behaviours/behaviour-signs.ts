import type * as t from '@babel/types';
import type { BehaviourRow } from '../../catalogue/behaviours.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import type { Names } from '../../catalogue/names.ts';
import { isMember } from '../../config/syntax.ts';
import { isFrom, takenName } from '../syntax/bindings.ts';
import { bare, type Call, childrenOf, hasKey, isCall, memberName, propertyKey } from '../syntax/code.ts';
import { kebabCase } from '../syntax/component.ts';
import type { LinkedCode } from '../syntax/linked-code.ts';

/** A sign in code that it relies on a behaviour. */
export interface Sign {
  readonly of: string;
  /** The sign as text: `call clearFwData`, `object templateUtils`, `tag OldLink`, `hook builder:watch`. */
  readonly key: string;
  /** Code with the sign has at least one text of each list. */
  readonly words: readonly (readonly string[])[];
  /** The parts of a call that count; undefined for any other sign. */
  readonly call?: CallSign;
}

interface CallSign {
  /** Members of the result that are used. */
  readonly members: readonly string[];
  /** Keys in the arguments, or keys and values: `dedupe: true`. */
  readonly arguments: readonly string[];
  /** Whether functions of a module count; the module of a function that the file does not declare is empty. */
  isSource(source: string): boolean;
}

/** The signs of built-in behaviours and those that an edition defines. */
export function signsIn({ names, behaviours }: Catalogue): Sign[] {
  const isSource = (source: string) => isFrameworks(source, names);
  const clearing = { members: [names.clearMethod], arguments: [], isSource };
  const signs: Sign[] = [
    callSign('reset-data', names.clearFunction, { members: [], arguments: [], isSource }),
    ...names.dataFunctions.map((name) => callSign('reset-data', name, clearing)),
    { of: 'template-utils', key: `object ${names.templateUtils}`, words: [[names.templateUtils]] },
    { of: 'watch-paths', key: `hook ${names.watchHook}`, words: [[names.watchHook]] },
  ];
  return [...signs.filter(({ of }) => behaviours.has(of)), ...[...behaviours].flatMap(ownSigns)];
}

/** The signs that an edition defines; the functions may be of any package. */
function ownSigns([of, { signs }]: [string, BehaviourRow]): Sign[] {
  if (!signs) return [];
  const { calls, tags, arguments: keys } = signs;
  const isSource = (source: string) => !isProjectPath(source);
  return [
    ...calls.map((name) => callSign(of, name, { members: [], arguments: keys, isSource })),
    ...tags.map((tag) => ({ of, key: `tag ${tag}`, words: [[tag, kebabCase(tag)]] })),
  ];
}

function callSign(of: string, name: string, call: CallSign): Sign {
  const parts = [...call.members, ...call.arguments.map((sign) => argumentSign(sign).key)];
  return { of, key: `call ${name}`, words: parts.length > 0 ? [[name], parts] : [[name]], call };
}

/** Splits `dedupe: true` into the key and the value, if there is one. */
function argumentSign(sign: string): { readonly key: string; readonly value: string | undefined } {
  const [, key = sign, value] = /^([^:]*)(?:: (.*))?$/.exec(sign) ?? [];
  return { key, value };
}

/** The key of a sign that a node may show, and the part of the node that shows it. */
type ShownKey = readonly [key: string, at: t.Node];

/** The keys of the imported names, hooks and tags that a node shows. */
export function shownKeys(node: t.Node, code: LinkedCode, names: Names): readonly ShownKey[] {
  switch (node.type) {
    case 'CallExpression':
    case 'OptionalCallExpression': {
      const [first] = node.arguments;
      return first?.type === 'StringLiteral' ? [[`hook ${first.value}`, first]] : [];
    }
    case 'ObjectExpression':
      return node.properties.flatMap((property): ShownKey[] =>
        property.type === 'SpreadElement' ? [] : [[`hook ${propertyKey(property)}`, property]],
      );
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
      return isFrameworks(node.source?.value, names)
        ? node.specifiers.map((specifier) => [`object ${takenName(specifier)}`, specifier])
        : [];
    case 'JSXOpeningElement':
      return node.name.type === 'JSXIdentifier' && !isOfProject(code, node.name.name)
        ? [[`tag ${node.name.name}`, node.name]]
        : [];
    default:
      return [];
  }
}

/** The parts of a call that show a sign: the callee, members of the result, or properties in the arguments. */
export function shownParts(
  call: Call,
  { members, arguments: keys }: CallSign,
  code: LinkedCode,
): MemberUse[] {
  if (members.length > 0) return membersOf(code, call).filter(({ member }) => members.includes(member ?? ''));
  if (keys.length === 0) return [{ member: undefined, user: call, at: call.callee }];
  return call.arguments
    .flatMap(propertiesIn)
    .filter((property) => keys.some(isAmong(property)))
    .map((at) => ({ member: undefined, user: call, at }));
}

/** The properties of the objects in an argument, at any depth. */
function propertiesIn(node: t.Node): t.ObjectProperty[] {
  const inner = childrenOf(node).flatMap(propertiesIn);
  return node.type === 'ObjectProperty' ? [node, ...inner] : inner;
}

/** Whether a property has the key of a sign, and its value if the sign has one. */
function isAmong(property: t.ObjectProperty): (sign: string) => boolean {
  const { value } = property;
  const text =
    value.type === 'BooleanLiteral' || value.type === 'NumericLiteral' || value.type === 'StringLiteral'
      ? String(value.value)
      : undefined;
  return (sign) => {
    const { key, value: wanted } = argumentSign(sign);
    return hasKey(property, key) && (wanted === undefined || wanted === text);
  };
}

/** A use of a member of a value. */
interface MemberUse {
  readonly member: string | undefined;
  /** The expression or declaration with the member, and the node of the member itself. */
  readonly user: t.Node;
  readonly at: t.Node;
}

/** The members of a call's result that are used, also if the result is in a variable. */
function membersOf(code: LinkedCode, value: t.Node): MemberUse[] {
  const user = code.parentOf(value);
  if (user && isMember(user))
    return bare(user.object) === value ? [{ member: memberName(user), user, at: user.property }] : [];
  if (user?.type !== 'VariableDeclarator') return [];
  if (user.id.type === 'ObjectPattern')
    return user.id.properties.flatMap((at) =>
      at.type === 'ObjectProperty' ? { member: propertyKey(at), user, at } : [],
    );
  const variable = isCall(value) ? code.bindingOf(user.id) : undefined;
  return variable?.init === value ? variable.references.flatMap((name) => membersOf(code, name)) : [];
}

/** Whether a component is imported from a file of the project. */
export function isOfProject(code: LinkedCode, tag: string): boolean {
  return isProjectPath(code.topLevel(tag)?.imported?.source ?? '');
}

/** Whether an import looks like a file of the project. */
function isProjectPath(source: string): boolean {
  return /^(?:\.|\/|~|@@?\/)/.test(source);
}

/** Whether a module is the framework's; a name that the file does not declare is an auto-import. */
export function isFrameworks(source: string | undefined, names: Names): boolean {
  const { virtual, package: name, scope } = names;
  return source === '' || isFrom(source ?? '', [virtual.imports, virtual.app, name, scope]);
}
