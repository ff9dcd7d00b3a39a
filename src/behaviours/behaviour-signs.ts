/** Finds signs in code that it relies on a behaviour, other than what happens to fetched data. */

import type * as t from '@babel/types';
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
  /** The nodes that show the sign at a node of a file. */
  find(node: t.Node, parent: t.Node | undefined, links: DataLinks): readonly t.Node[];
}

/** The offsets of a sign in a file. */
export function placesOfSign({ find, tag }: Sign, links: DataLinks): number[] {
  const starts: number[] = [];
  for (const { program } of links.code.parts)
    visit(program, (node, parent) => {
      for (const { start } of find(node, parent, links)) starts.push(start ?? 0);
    });
  if (tag === undefined || isProjectPath(links.moduleOf(tag))) return starts;
  const tags = links.code.tags.filter(({ name }) => name === tag || name === kebabCase(tag));
  return [...starts, ...tags.map(({ start }) => start)];
}

/** The signs of built-in behaviours and those that an edition defines. */
export function signsIn({ names, behaviours }: Catalogue): Sign[] {
  const { templateUtils, watchHook, clearFunction } = names;
  const signs: Sign[] = [
    callSign('reset-data', clearFunction, [], (origin) => isOfFramework(origin, names)),
    {
      of: 'template-utils',
      words: [[templateUtils]],
      find(node, parent, links) {
        if (!parent || !isNamed(node, templateUtils) || isLabel(node, parent)) return [];
        const origin = links.originOf(node);
        const isTaken = origin.name === templateUtils && isOfFramework(origin, names);
        return isTaken || !links.isDeclared(templateUtils) ? [node] : [];
      },
    },
    {
      of: 'watch-paths',
      words: [[watchHook]],
      find(node, parent) {
        if (node.type !== 'StringLiteral' || node.value !== watchHook || !parent) return [];
        const isKey = 'key' in parent && parent.key === node;
        return isKey || ('arguments' in parent && parent.arguments[0] === node) ? [node] : [];
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
    ...signs.calls.map((name) => callSign(of, name, signs.arguments, isPackage)),
    ...signs.tags.map((tag) => ({
      of,
      words: [[tag, kebabCase(tag)]],
      tag,
      find: (node: t.Node) => (isJsxTag(node, tag) ? [node.name] : []),
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
  wanted: readonly string[],
  isFrom: (origin: NameOrigin) => boolean,
): Sign {
  const keys = wanted.map((sign) => sign.split(': '));
  const isWanted = (node: t.Node) =>
    (node.type === 'ObjectProperty' || node.type === 'ObjectMethod') &&
    keys.some(([key, value]) => {
      const given = 'value' in node && 'value' in node.value ? String(node.value.value) : undefined;
      return plainKey(node.key) === key && (value === undefined || given === value);
    });
  return {
    of,
    words: keys.length > 0 ? [[name], keys.map(([key = '']) => key)] : [[name]],
    find(node, _, links) {
      if (node.type !== 'CallExpression' && node.type !== 'OptionalCallExpression') return [];
      const origin = links.originOf(node.callee);
      if (origin.name !== name || !isFrom(origin)) return [];
      const found: t.Node[] = keys.length === 0 ? [node.callee] : [];
      visit(node, (inner) => {
        if (isWanted(inner)) found.push(inner);
      });
      return found;
    },
  };
}

/** Whether an import looks like a file of the project. */
function isProjectPath(source = ''): boolean {
  return /^(?:\.|\/|~|@@?\/)/.test(source);
}
