import type * as t from '@babel/types';
import { placeAt } from '../../config/places.ts';
import { unwrapTypes } from '../../config/syntax.ts';
import type { FileNames } from '../syntax/bindings.ts';
import { calledName, isMeta, memberName } from '../syntax/code.ts';
import type { NearFolder } from './words.ts';

/** What code holds that asks for its own place. */
export const ownPlaceWords = [
  '__dirname',
  '__filename',
  'import.meta.url',
  'import.meta.dirname',
  'import.meta.filename',
] as const;

// Longer chains of names are cycles.
const maximumDepth = 20;

/** The folder that an expression finds from the place of its file: `resolve(__dirname, '..')`, or a constant with that. */
export function nearFolderAt(at: t.Node, names: FileNames, depth = 0): NearFolder | undefined {
  const node = unwrapTypes(at);
  if (depth > maximumDepth) return undefined;
  const next = (one: t.Node | undefined) => one && nearFolderAt(one, names, depth + 1);
  if (node.type === 'Identifier') {
    const [binding, other] = names.bindings.get(node.name) ?? [];
    if (!binding) return ownPlace(node.name);
    return other || binding.member !== undefined ? undefined : next(binding.init);
  }
  if (node.type === 'MemberExpression') {
    if (isMeta(node, 'dirname') || isMeta(node, 'filename')) return ownPlace(`__${memberName(node)}`);
    const found = memberName(node) === 'pathname' ? next(node.object) : undefined;
    return found && { ...found, isFollowed: false };
  }
  return node.type === 'CallExpression' || node.type === 'NewExpression'
    ? calledPlace(node, next)
    : undefined;
}

function calledPlace(
  { callee, arguments: [first, ...rest] }: t.CallExpression | t.NewExpression,
  next: (node: t.Node | undefined) => NearFolder | undefined,
): NearFolder | undefined {
  switch (calledName(callee)) {
    case 'fileURLToPath':
      return first && isMeta(first, 'url') ? ownPlace('__filename') : next(first);
    case 'URL':
      return urlPlace(first, rest[0]);
    case 'dirname':
      return joined(next(first), ['..']);
    case 'join':
    case 'resolve':
      return joined(
        next(first),
        rest.map((one) => (one.type === 'StringLiteral' ? one.value : undefined)),
      );
    default:
      return undefined;
  }
}

/** The file is one step below its folder, whatever its name is. */
const ownFile = 'file';

function ownPlace(name: string): NearFolder | undefined {
  if (name === '__dirname') return { steps: '', isFollowed: true };
  return name === '__filename' ? { steps: ownFile, isFollowed: true } : undefined;
}

/** `new URL('..', import.meta.url)`, or `new URL(import.meta.url)`. */
function urlPlace(path: t.Node | undefined, from: t.Node | undefined): NearFolder | undefined {
  if (path && !from && isMeta(path, 'url')) return ownPlace('__filename');
  const isOwn = path?.type === 'StringLiteral' && from !== undefined && isMeta(from, 'url');
  return isOwn ? { steps: path.value, isFollowed: true } : undefined;
}

function joined(
  from: NearFolder | undefined,
  parts: readonly (string | undefined)[],
): NearFolder | undefined {
  if (!from || parts.includes(undefined)) return undefined;
  return { ...from, steps: placeAt(from.steps, parts.join('/')) };
}
