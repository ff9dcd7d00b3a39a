import type * as t from '@babel/types';
import { type Binding, type Bindings, bindingsIn } from '../../syntax/bindings.ts';
import type { Reference, ReferenceKind } from '../reference.ts';
import { literals } from './literals.ts';

/** What may name a file in its arguments. */
export type Call = t.CallExpression | t.NewExpression;

/** A piece of code while it is searched. */
export interface Scan {
  readonly code: string;
  readonly references: Reference[];
  /** Judged after the walk, when all names are known. */
  readonly calls: Call[];
  /** Nodes that bind names; only read when a call depends on one. */
  readonly binders: t.Node[];
  /** Local names of imports that were renamed. */
  readonly renamed: Map<string, string>;
  /** Starts of literals that only spell "my own folder", which `join` then starts from. */
  readonly bases: Set<number>;
  readonly mentions: { readonly createRequire: boolean; readonly createResolver: boolean };
  names: Bindings | undefined;
}

/** Nothing is found yet. */
export function startScan(code: string): Scan {
  return {
    code,
    references: [],
    calls: [],
    binders: [],
    renamed: new Map(),
    bases: new Set(),
    mentions: {
      createRequire: code.includes('createRequire'),
      createResolver: code.includes('createResolver'),
    },
    names: undefined,
  };
}

/** Adds the strings that an expression may give. */
export function add(scan: Scan, kind: ReferenceKind, node: t.Node | null | undefined): void {
  if (!node) return;
  for (const literal of literals(scan.code, node)) scan.references.push({ kind, ...literal });
}

/** All that the code binds to a name. */
export function bindingsOf(scan: Scan, name: string): readonly Binding[] {
  scan.names ??= bindingsIn(scan.binders);
  return scan.names.get(name) ?? [];
}
