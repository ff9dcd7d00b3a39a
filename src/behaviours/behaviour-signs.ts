/** Finds signs in code that it relies on a behaviour, other than what happens to fetched data. */

import type * as t from '@babel/types';
import type { Edit } from '../base/edits.ts';
import type { BehaviourRow } from '../catalogue/behaviours.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { isMember, plainKey, visit } from '../config/syntax.ts';
import { isNamed } from '../tree/syntax/code.ts';
import { kebabCase } from '../tree/syntax/component.ts';
import { type DataLinks, isOfFramework, type NameOrigin } from './data-links.ts';

/** A sign in code that it relies on a behaviour. */
export interface Sign {
  readonly of: string;
  /** Code with the sign has at least one text of each list. */
  readonly words: readonly (readonly string[])[];
  /** A component that shows it in a template. */
  readonly tag?: string;
  /** Where a node of a file shows the sign. */
  find(node: t.Node, parent: t.Node | undefined, links: DataLinks): readonly FoundSign[];
}

/** A node that shows a sign, and the edit of it if one text is right. */
interface FoundSign {
  readonly node: t.Node;
  readonly edit?: Edit;
}

/** The places of a sign in a file, with edits where one text is right. */
export function placesOfSign(
  { find, tag }: Sign,
  links: DataLinks,
): { readonly start: number; readonly edit?: Edit | undefined }[] {
  const places: ReturnType<typeof placesOfSign> = [];
  for (const { program } of links.code.parts)
    visit(program, (node, parent) => {
      for (const { node: found, edit } of find(node, parent, links))
        places.push({ start: found.start ?? 0, edit });
    });
  if (tag === undefined || isProjectPath(links.moduleOf(tag))) return places;
  const tags = links.code.tags.filter(({ name }) => name === tag || name === kebabCase(tag));
  return [...places, ...tags.map(({ start }) => ({ start }))];
}

/** The signs of built-in behaviours and those that an edition defines. */
export function signsIn({ names, behaviours }: Catalogue): Sign[] {
  const { templateUtils, watchHook, clearFunction } = names;
  const signs: Sign[] = [
    callSign('reset-data', clearFunction, {}, (origin) => isOfFramework(origin, names)),
    {
      of: 'template-utils',
      words: [[templateUtils]],
      find(node, parent, links) {
        if (!parent || !isNamed(node, templateUtils) || isLabel(node, parent)) return [];
        const origin = links.originOf(node);
        const isTaken = origin.name === templateUtils && isOfFramework(origin, names);
        return isTaken || !links.isDeclared(templateUtils) ? [{ node }] : [];
      },
    },
    {
      of: 'watch-paths',
      words: [[watchHook]],
      find(node, parent) {
        if (node.type !== 'StringLiteral' || node.value !== watchHook || !parent) return [];
        const isKey = 'key' in parent && parent.key === node;
        return isKey || ('arguments' in parent && parent.arguments[0] === node) ? [{ node }] : [];
      },
    },
  ];
  return [...signs.filter(({ of }) => behaviours.has(of)), ...[...behaviours].flatMap(ownSigns)];
}

/** Whether an identifier is a member, a key, or a name in another module. */
function isLabel(node: t.Node, parent: t.Node): boolean {
  if (isMember(parent)) return parent.property === node && !parent.computed;
  const isKey = 'key' in parent && parent.key === node;
  const isImported = 'imported' in parent && parent.imported === node;
  return isKey || isImported || parent.type === 'ExportSpecifier';
}

/** The signs that an edition defines; the functions may be of any package. */
function ownSigns([of, { signs }]: [string, BehaviourRow]): Sign[] {
  if (!signs) return [];
  const isPackage = ({ source }: NameOrigin) => source !== undefined && !isProjectPath(source);
  return [
    ...signs.calls.map((name) => callSign(of, name, signs, isPackage)),
    ...signs.tags.map((tag) => ({
      of,
      words: [[tag, kebabCase(tag)]],
      tag,
      find: (node: t.Node) => (isJsxTag(node, tag) ? [{ node: node.name }] : []),
    })),
  ];
}

function isJsxTag(node: t.Node, tag: string): node is t.JSXOpeningElement {
  return (
    node.type === 'JSXOpeningElement' &&
    node.name.type === 'JSXIdentifier' &&
    node.name.name === tag
  );
}

/** Calls of a function, or the keys in their arguments; `dedupe: true` is a key with a value. */
function callSign(
  of: string,
  name: string,
  { arguments: wanted = [], reads = [], writes = {} }: Partial<NonNullable<BehaviourRow['signs']>>,
  isFrom: (origin: NameOrigin) => boolean,
): Sign {
  const keyIn = (sign: string) => sign.split(': ', 1)[0] ?? '';
  const signOf = (node: t.Node) => {
    if (node.type !== 'ObjectProperty' && node.type !== 'ObjectMethod') return undefined;
    const key = plainKey(node.key) ?? '';
    const value = 'value' in node && 'value' in node.value ? `: ${node.value.value}` : '';
    return wanted.find((sign) => sign === key || sign === key + value);
  };
  // An object may have the newer key as well.
  const isFree = (object: t.Node | undefined, text: string) =>
    object?.type === 'ObjectExpression' &&
    object.properties.every((part) => !('key' in part) || plainKey(part.key) !== keyIn(text));
  return {
    of,
    words: [[name], wanted.map(keyIn), reads].filter(({ length }) => length > 0),
    find(node, _, links) {
      if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return [];
      const origin = links.originOf(node.callee);
      if (origin.name !== name || !isFrom(origin)) return [];
      const found: FoundSign[] = wanted.length === 0 ? [{ node: node.callee }] : [];
      visit(node, (inner, parent) => {
        const sign = signOf(inner);
        if (sign === undefined) return;
        const text = writes[sign];
        const isPlain = inner.type === 'ObjectProperty' && !inner.shorthand && !inner.computed;
        const isSafe = isPlain && text && (keyIn(text) === keyIn(sign) || isFree(parent, text));
        const at = isPlain && !sign.includes(': ') ? inner.key : inner;
        found.push({ node: inner, ...(isSafe && { edit: editAt(at, text) }) });
      });
      return found;
    },
  };
}

function editAt({ start, end }: t.Node, text: string): Edit {
  return { start: start ?? 0, end: end ?? 0, text };
}

/** Whether an import looks like a file of the project. */
function isProjectPath(source = ''): boolean {
  return /^(?:\.|\/|~|@@?\/)/.test(source);
}
