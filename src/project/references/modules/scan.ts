import type * as t from '@babel/types';
import { type Binding, type Bindings, bindingsIn } from '../../syntax/bindings.ts';
import type { Reference, ReferenceKind } from '../reference.ts';
import { choicesOf, literalOf } from './literals.ts';
import { type NamedText, namedTextOf } from './named-texts.ts';

/** What may name a file in its arguments. */
export type Call = t.CallExpression | t.NewExpression;

/** How a text is read at its place; nothing where it names no file. */
export type KindOf = (specifier: string) => ReferenceKind | undefined;

/** A place that takes a file, where a variable stands. */
export interface NamedPlace extends NamedText {
  readonly kindOf: KindOf;
}

/** A text that may start with the file's own folder. */
export type Sum = t.BinaryExpression | t.TemplateLiteral;

/** A piece of code while it is searched. */
export interface Scan {
  readonly code: string;
  readonly references: Reference[];
  /** Judged after the walk, when all names are known. */
  readonly calls: Call[];
  /** Places whose text is declared elsewhere, also judged then. */
  readonly named: NamedPlace[];
  /** Texts of several parts, also judged then. */
  readonly sums: Sum[];
  /** What something is added to: its end is not the end of the text. */
  readonly continued: Set<t.Node>;
  /** Nodes that bind names; only read when a call depends on one. */
  readonly binders: t.Node[];
  /** Local names of imports that were renamed. */
  readonly renamed: Map<string, string>;
  /** Starts of literals that only spell "my own folder", which `join` then starts from. */
  readonly bases: Set<number>;
  readonly mentions: {
    readonly createRequire: boolean;
    readonly createResolver: boolean;
    readonly ownFolder: boolean;
  };
  names: Bindings | undefined;
}

/** Nothing is found yet. */
export function startScan(code: string): Scan {
  return {
    code,
    references: [],
    calls: [],
    named: [],
    sums: [],
    continued: new Set(),
    binders: [],
    renamed: new Map(),
    bases: new Set(),
    mentions: {
      createRequire: code.includes('createRequire'),
      createResolver: code.includes('createResolver'),
      ownFolder: /__dirname|__filename|import\.meta/.test(code),
    },
    names: undefined,
  };
}

const asModule: KindOf = () => 'module';

/** Adds the modules that an expression may name. */
export function addModule(scan: Scan, node: t.Node | null | undefined): void {
  if (node) add(scan, asModule, node);
}

/** Adds the strings that an expression may give; what a variable gives is looked up later. */
export function add(scan: Scan, kindOf: KindOf, node: t.Node): void {
  for (const choice of choicesOf(node)) {
    const literal = literalOf(scan.code, choice);
    const kind = literal && kindOf(literal.specifier);
    const named = literal ? undefined : namedTextOf(scan.code, choice);
    if (kind) scan.references.push({ kind, ...literal });
    if (named) scan.named.push({ ...named, kindOf });
  }
}

/** All that the code binds to a name. */
export function bindingsOf(scan: Scan, name: string): readonly Binding[] {
  scan.names ??= bindingsIn(scan.binders);
  return scan.names.get(name) ?? [];
}
