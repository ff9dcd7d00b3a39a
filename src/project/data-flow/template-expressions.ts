import type * as t from '@babel/types';
import type * as Vue from '@vue/compiler-dom';
import { camelCase, type Element } from '../syntax/component.ts';
import { expressionPiece, ifReadable } from '../syntax/source.ts';
import { bind } from './assign.ts';
import { evaluate } from './evaluate.ts';
import { evaluateName } from './names.ts';
import type { FlowRun } from './run.ts';
import { Scope } from './scope.ts';
import { execute } from './statements.ts';
import { nothing, type Value } from './values.ts';

/** The scope of an element, with what it declares for itself and what is inside it. */
export function scopeOf(run: FlowRun, element: Element, around: Scope): Scope {
  return run.scope(element, () => new Scope(around));
}

interface ParsedExpression {
  readonly body: readonly t.Node[];
  readonly scope: Scope;
}

/** Undefined if it cannot be parsed, as in a file that is being written. */
export function parseExpression(
  run: FlowRun,
  exp: Vue.ExpressionNode,
  scope: Scope,
  wrap: (code: string) => string = (code) => code,
): ParsedExpression | undefined {
  if (!('content' in exp)) return undefined;
  const { content, loc } = exp;
  const part = { content, code: wrap(content), start: loc.start.offset, end: loc.end.offset };
  const piece = ifReadable(() => expressionPiece(scope.module.source, part));
  if (!piece) run.unreadable(scope, part.start);
  return piece && { body: piece.program.body, scope: run.scope(exp, () => new Scope(scope, { piece })) };
}

export function evaluateExpression(run: FlowRun, exp: Vue.ExpressionNode | undefined, scope: Scope): Value {
  const parsed = exp && parseExpression(run, exp, scope);
  let value: Value = nothing;
  for (const node of parsed?.body ?? []) {
    value = nothing;
    if (parsed && node.type === 'ExpressionStatement') value = evaluate(run, node.expression, parsed.scope);
    else if (parsed) execute(run, node, parsed.scope);
  }
  return value;
}

/** The name behind the colon of a directive; undefined if there is none, or one that is computed. */
export function argumentOf({ arg }: Vue.DirectiveNode): string | undefined {
  return arg && 'content' in arg && arg.isStatic ? camelCase(arg.content) : undefined;
}

/** What a directive is given. `:post` is short for `:post="post"`. */
export function boundValue(run: FlowRun, directive: Vue.DirectiveNode, scope: Scope): Value {
  const key = argumentOf(directive);
  return directive.exp || key === undefined
    ? evaluateExpression(run, directive.exp, scope)
    : evaluateName(run, key, scope);
}

/** Binds the names that a loop or a slot declares. */
export function bindNames(run: FlowRun, exp: Vue.ExpressionNode | undefined, value: Value, scope: Scope) {
  // One name alone can be read as it is, which is faster.
  const isName = exp && 'content' in exp && /^\s*[A-Za-z_$][\w$]*\s*$/.test(exp.content);
  const parsed = exp && parseExpression(run, exp, scope, (code) => (isName ? code : `(${code}) => 0`));
  const [statement] = parsed?.body ?? [];
  const node = statement?.type === 'ExpressionStatement' ? statement.expression : undefined;
  if (node?.type === 'Identifier') return bind(run, node, value, scope, true);
  const fn = node?.type === 'ParenthesizedExpression' ? node.expression : node;
  if (fn?.type !== 'ArrowFunctionExpression') return;
  for (const pattern of fn.params) bind(run, pattern, value, scope, true);
}

/** Where a part of a template is, as a node that facts can be noted at. */
export function placeOf(
  { loc }: Pick<Vue.Node, 'loc'>,
  scope: Scope,
): { readonly at: t.Node; readonly scope: Scope } {
  const piece = { offsetInFile: (offset: number) => offset };
  const at = { type: 'EmptyStatement', start: loc.start.offset, end: loc.end.offset } as t.EmptyStatement;
  return { at, scope: new Scope(scope, { piece }) };
}

/** A value goes out of sight at a part of a template. */
export function escapeAt(run: FlowRun, value: Value, at: Pick<Vue.Node, 'loc'>, around: Scope, what: string) {
  const place = placeOf(at, around);
  run.escape(value, place.at, place.scope, what);
}
