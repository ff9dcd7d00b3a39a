/** Finds everything in a source that can be switched off: conditions, parts of them, and rows of tables. */

import { parse } from '@babel/parser';
import type { LogicalExpression, Node } from '@babel/types';

/** A change that a test should notice. */
export interface Mutant {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** What it does, in the words of the source: it names the mutant, whatever line that is in. */
  readonly what: string;
}

/** The mutants of a module. */
export function mutantsOf(file: string, text: string): Mutant[] {
  return file.endsWith('.json') ? rowsOf(file, text) : conditionsOf(file, text);
}

function conditionsOf(file: string, text: string): Mutant[] {
  const mutants: Mutant[] = [];
  const add = ({ start, end }: Node, replacement: string) => {
    if (start == null || end == null) return;
    const shown = text.slice(start, end).replace(/\s+/g, ' ');
    mutants.push({ file, start, end, replacement, what: `\`${shown}\` as \`${replacement}\`` });
  };
  const source = ({ start, end }: Node) => `(${text.slice(start ?? 0, end ?? 0)})`;
  const { program } = parse(text, { sourceType: 'module', plugins: ['typescript'] });
  visit(program, (node, parent) => {
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression')
      for (const value of ['true', 'false']) add(node.test, value);
    if (isCondition(node, parent))
      for (const side of [node.left, node.right]) add(node, source(side));
    for (const row of tableRows(node, parent)) removeRow(row, add, text);
  });
  return mutants;
}

function isCondition(node: Node, parent: Node | undefined): node is LogicalExpression {
  const isLogical = node.type === 'LogicalExpression' && node.operator !== '??';
  return isLogical && parent?.type !== 'ExpressionStatement' && !isDefault(node);
}

/** The elements of a list that is the value of a name, or of a property, as tables are. */
function tableRows(node: Node, parent: Node | undefined): Node[] {
  const isTable = parent?.type === 'VariableDeclarator' || parent?.type === 'ObjectProperty';
  const isList = node.type === 'ArrayExpression' && isTable && node.elements.length > 1;
  return isList ? node.elements.flatMap((row) => row ?? []) : [];
}

/** `a || 'x'` gives a value and decides nothing. */
function isDefault(node: Node): boolean {
  return node.type === 'LogicalExpression' && /Literal$/.test(node.right.type);
}

function removeRow(row: Node, add: (node: Node, replacement: string) => void, text: string): void {
  const after = /^\s*,/.exec(text.slice(row.end ?? 0))?.[0].length ?? 0;
  if (after > 0) add({ ...row, end: (row.end ?? 0) + after }, '');
}

/** Each entry of a table in JSON, or of a table in it, removed. */
function rowsOf(file: string, text: string): Mutant[] {
  const { program } = parse(`(${text})`, { sourceType: 'module', startIndex: -1 } as object);
  const mutants: Mutant[] = [];
  visit(program, (node, parent) => {
    if (node.type !== 'ObjectProperty' || parent?.type !== 'ObjectExpression') return;
    const depth = /^ */.exec(text.slice(text.lastIndexOf('\n', node.start ?? 0) + 1))?.[0].length;
    if (depth !== 2) return;
    const [start, end] = [node.start ?? 0, node.end ?? 0];
    const after = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0;
    if (after === 0) return;
    const what = `without ${text.slice(start, end).split(':')[0]}`;
    mutants.push({ file, start, end: end + after, replacement: '', what });
  });
  return mutants;
}

function visit(
  node: Node,
  see: (node: Node, parent: Node | undefined) => void,
  parent?: Node,
): void {
  see(node, parent);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child.type === 'string' && typeof child.start === 'number')
        visit(child, see, node);
}
