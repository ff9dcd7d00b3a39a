import type * as t from '@babel/types';
import { isRelativePath } from '../../../config/places.ts';
import { walk } from '../../syntax/code.ts';
import { spelledOnly } from '../../syntax/nodes.ts';
import type { Reference, ReferenceKind } from '../reference.ts';
import { type Literal, literalOf } from './literals.ts';
import { bindingsOf, type NamedPlace, type Scan } from './scan.ts';

/**
 * Adds the texts of constants that stand where a file is named. One that is also used for anything else may be data,
 * and is left alone.
 */
export function addConstants(scan: Scan, program: t.Program, isUsedOutside: (name: string) => boolean): void {
  const constants = constantsOf(scan);
  if (constants.size === 0) return;
  const others = usedOtherwise(program, new Set(scan.named.map(({ variable }) => variable)));
  for (const [name, { literal, places }] of constants) {
    const reference = others.has(name) || isUsedOutside(name) ? undefined : referenceOf(literal, places);
    if (reference) scan.references.push(reference);
  }
}

interface Constant {
  readonly literal: Literal;
  readonly places: NamedPlace[];
}

function constantsOf(scan: Scan): ReadonlyMap<string, Constant> {
  const constants = new Map<string, Constant>();
  for (const place of scan.named) {
    const { name } = place.variable;
    const known = constants.get(name);
    const literal = known ? undefined : textOf(scan, name);
    if (known) known.places.push(place);
    else if (literal) constants.set(name, { literal, places: [place] });
  }
  return constants;
}

/** The text of the constant that is all the file has by that name. */
function textOf(scan: Scan, name: string): Literal | undefined {
  const [binding, another] = bindingsOf(scan, name);
  if (binding?.by !== 'const' || !binding.init || another) return undefined;
  const literal = literalOf(scan.code, binding.init);
  return literal?.open ? undefined : literal;
}

/** The names that stand anywhere else than in these nodes and where they are declared. */
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

/** What is exported where it is declared is used by others. */
function exportedBy(node: t.Node): string[] {
  if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'VariableDeclaration') return [];
  return node.declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? id.name : []));
}

function referenceOf(literal: Literal, places: readonly NamedPlace[]): Reference | undefined {
  const { specifier } = literal;
  const kind = commonKind(specifier, places);
  if (!kind) return undefined;
  const beginnings = places.filter(({ rest }) => rest !== 'nothing');
  const open = beginnings.length > 0 && specifier.endsWith('/');
  const isKnown = open || beginnings.every(({ rest }) => rest === 'slash' && !isRoot(specifier));
  return isKnown ? { kind, ...literal, open } : undefined;
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
