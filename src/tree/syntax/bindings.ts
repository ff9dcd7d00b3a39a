/**
 * All declarations of each name in a file, without scopes: enough to know the value of a name that is declared once.
 */

import type * as t from '@babel/types';
import { memo } from '../../base/memo.ts';
import { declarationsIn, parametersOf } from '../../config/scope-bindings.ts';
import type { Binding } from '../../config/source.ts';
import { isFunction, walk } from './code.ts';

/** All bindings of each name in a file; scopes are not distinguished. */
export type FileNames = ReadonlyMap<string, readonly Binding[]>;

/** The names that the code of a file declares. */
export function namesIn(program: t.Program): FileNames {
  const names = new Map<string, Binding[]>();
  walk(program, (node) => {
    const parameters = isFunction(node) ? parametersOf(node) : [];
    for (const [name, binding] of [...declarationsIn(node), ...parameters])
      memo(names, name, (): Binding[] => []).push(binding);
  });
  return names;
}

/** The module of a name, and the name there; undefined if it is not imported. */
export function importOf(name: string, names: FileNames): Binding['imported'] {
  return names.get(name)?.findLast(({ imported }) => imported)?.imported;
}

/** The only binding of a name: a name that is declared twice has no known value. */
export function onlyBinding(name: string, names: FileNames): Binding | undefined {
  const [binding, another] = names.get(name) ?? [];
  return another ? undefined : binding;
}

/** Whether a module is one of the packages, or inside one. */
export function isFrom(source: string, packages: readonly string[]): boolean {
  return packages.some((name) => source === name || source.startsWith(`${name}/`));
}
