import type * as t from '@babel/types';
import { isRelativePath } from '../../../config/places.ts';
import { remembered } from '../../remembered.ts';
import { walk } from '../../syntax/code.ts';
import { spelledOnly } from '../../syntax/nodes.ts';
import type { Reference, ReferenceKind } from '../reference.ts';
import { bindingsOf, type NamedCode } from './own-folder.ts';
import { type CodeString, type NamedString, stringOf } from './strings.ts';

/** A place that takes a file and has a variable. */
export interface NamedPlace extends NamedString {
  /** How a text is read at this place; undefined if it names no file. */
  kindOf(specifier: string): ReferenceKind | undefined;
}

/**
 * The texts of constants that are used to name a file. One that is also used for anything else may be data, and is
 * left alone.
 */
export function constantReferences(
  file: NamedCode,
  program: t.Program,
  places: readonly NamedPlace[],
  isUsedOutside: (name: string) => boolean,
): Reference[] {
  const byName = new Map<string, NamedPlace[]>();
  for (const place of places) remembered(byName, place.variable.name, (): NamedPlace[] => []).push(place);
  const texts = [...byName.keys()].flatMap((name) => {
    const text = constantText(file, name);
    return text ? [[name, text] as const] : [];
  });
  if (texts.length === 0) return [];
  const others = usedOtherwise(program, new Set(places.map(({ variable }) => variable)));
  return texts
    .filter(([name]) => !others.has(name) && !isUsedOutside(name))
    .flatMap(([name, text]) => referenceOf(text, byName.get(name) ?? []) ?? []);
}

/** The text of the constant that is all the file has by that name. */
function constantText(file: NamedCode, name: string): CodeString | undefined {
  const [binding, another] = bindingsOf(file, name);
  if (binding?.by !== 'const' || !binding.init || another) return undefined;
  const text = stringOf(file.code, binding.init);
  return text?.open ? undefined : text;
}

/** The names that are anywhere else than in these nodes and their declarations. */
function usedOtherwise(program: t.Program, known: ReadonlySet<t.Node>): ReadonlySet<string> {
  const names = new Set<string>();
  const passed = new Set(known);
  walk(program, (node) => {
    for (const name of spelledOnly(node)) passed.add(name);
    if (node.type === 'VariableDeclarator') passed.add(node.id);
    for (const name of exportedBy(node)) names.add(name);
    if (node.type === 'Identifier' && !passed.has(node)) names.add(node.name);
  });
  return names;
}

/** What is exported with its declaration is used by others. */
function exportedBy(node: t.Node): string[] {
  if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'VariableDeclaration') return [];
  return node.declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? id.name : []));
}

function referenceOf(text: CodeString, places: readonly NamedPlace[]): Reference | undefined {
  const { specifier } = text;
  const kind = commonKind(specifier, places);
  if (!kind) return undefined;
  const beginnings = places.filter(({ rest }) => rest !== 'nothing');
  const open = beginnings.length > 0 && specifier.endsWith('/');
  const isKnown = open || beginnings.every(({ rest }) => rest === 'slash' && !isRoot(specifier));
  return isKnown ? { kind, ...text, open } : undefined;
}

/** Only what starts with a dot is read alike in all places. */
function commonKind(specifier: string, places: readonly NamedPlace[]): ReferenceKind | undefined {
  const [kind, ...others] = new Set(places.map(({ kindOf }) => kindOf(specifier)));
  if (others.length === 0) return kind;
  return isRelativePath(specifier) ? 'path' : undefined;
}

/** What is in such a folder goes to other places than the folder itself: only the whole path would tell. */
function isRoot(folder: string): boolean {
  return /^[~@]{1,2}$|(?:^|\/)\.{1,2}$/.test(folder);
}
