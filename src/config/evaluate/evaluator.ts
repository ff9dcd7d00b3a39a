import type * as t from '@babel/types';
import type { Modules } from '../modules.ts';
import { ConfigProblem } from '../problem.ts';
import type { SourceFile } from '../source.ts';
import {
  type ArrayElement,
  type ArrayValue,
  type Expr,
  type Hop,
  type Member,
  type ObjectValue,
  type Property,
  unknown,
  type Value,
} from '../value.ts';
import { elementOf, listElements } from './elements.ts';
import { evaluate } from './expression.ts';
import { plainMembers } from './find-member.ts';
import { maximumSteps } from './limits.ts';
import { listMembers } from './members.ts';

/** Reads expressions without running them: says what a value is, or why it is not known. */
export interface Evaluator {
  readonly modules: Modules;
  value(expr: Expr, via?: readonly Hop[]): Value;
  /** A part of an expression that is put together from several. */
  operand(expr: Expr): Value;
  /** What is spread into an object or an array. */
  spread(expr: Expr, via: readonly Hop[]): Value;
  members(object: ObjectValue): readonly Member[];
  /** The members by key; null where it matters in which order they come. */
  byKey(object: ObjectValue): ReadonlyMap<string, Property> | null;
  elements(array: ArrayValue): readonly ArrayElement[];
  property(member: Property): Value;
}

/** An evaluator for one config and what it imports: it remembers what it read, and gives up where that has no end. */
export function createEvaluator(modules: Modules): Evaluator {
  let steps = 0;
  const step = (): void => {
    steps += 1;
    if (steps > maximumSteps) throw endless(modules.config);
  };
  // An operand is asked for twice, as a path and as text: without a memory, each `+` would double the work.
  const operands = new Map<t.Node, Value>();
  const spreads = new Map<t.Node, Value>();

  const evaluator: Evaluator = {
    modules,
    value(expr, via = []) {
      step();
      return evaluate(evaluator, expr, via);
    },
    operand: (expr) => remembered(operands, expr, () => evaluator.value(expr)),
    spread(expr, via) {
      step();
      return remembered(spreads, expr, () => evaluate(evaluator, expr, via));
    },
    members(object) {
      const { memo } = object;
      if (!memo.members) {
        memo.members = [{ kind: 'unknown', what: 'a spread of itself', at: object.at }];
        memo.members = listMembers(evaluator, object);
      }
      return memo.members;
    },
    byKey(object) {
      object.memo.byKey ??= plainMembers(evaluator.members(object));
      return object.memo.byKey;
    },
    elements(array) {
      const { memo } = array;
      if (!memo.elements) {
        memo.elements = [elementOf(array, unknown(array.at, 'is spread into itself', array.via))];
        memo.elements = listElements(evaluator, array);
      }
      return memo.elements;
    },
    property(member) {
      member.memo.value ??= propertyValue(evaluator, member);
      return member.memo.value;
    },
  };
  return evaluator;
}

function endless({ path }: SourceFile): ConfigProblem {
  return new ConfigProblem(
    'The config holds the same values so many times over that it cannot be read.',
    { file: path, line: 1, column: 1 },
    'Write out what is put together in many steps from names.',
    '',
  );
}

/** A node that is being read has no value yet: whoever asks for it meets a circle. */
function remembered(known: Map<t.Node, Value>, expr: Expr, read: () => Value): Value {
  let value = known.get(expr.node);
  if (!value) {
    known.set(expr.node, unknown(expr, 'refers to itself'));
    value = read();
    known.set(expr.node, value);
  }
  return value;
}

function propertyValue(evaluator: Evaluator, { node, scope, via }: Property): Value {
  if (node.type === 'ObjectProperty') return evaluator.value({ node: node.value, scope }, via);
  const at = { node, scope };
  return node.kind === 'get' ? unknown(at, 'is a getter', via) : { kind: 'function', at, via };
}
