import type { ReactiveRole } from '../../catalogue/reactivity.ts';
import { callBack, type FlowCall, functionsIn } from './calls.ts';
import { currentInstance } from './component.ts';
import { spread } from './evaluate.ts';
import type { FlowRun } from './run.ts';
import {
  Box,
  Fn,
  isRef,
  makeReactive,
  nothing,
  other,
  read,
  resultsOf,
  union,
  unwrapped,
  type Value,
} from './values.ts';

/** What a function of the view library gives. */
export function reactiveCall(run: FlowRun, call: FlowCall, role: ReactiveRole): Value {
  const { node, given, scope } = call;
  const [first, second] = given;
  const value = first?.value ?? nothing;
  switch (role) {
    case 'ref':
      return refTo(run, call, unwrapped(value));
    case 'same':
      makeReactive(value);
      return value;
    case 'value':
      return union(unwrapped(value), resultsOf(value));
    case 'computed':
      return computedRef(run, call, value);
    case 'to-ref':
      return second
        ? linked(run, call, value, second.node.type === 'StringLiteral' ? second.node.value : undefined)
        : union(refTo(run, call, union(unwrapped(value), resultsOf(value))), refsIn(value));
    case 'to-refs':
      return linkedMembers(run, call, value);
    case 'watch':
      return watched(run, call);
    case 'props':
      return new Set([run.instance(scope.module, 'props')]);
    case 'props-with-defaults': {
      const props = run.instance(scope.module, 'props');
      if (second) spread(run, props, second.value);
      return new Set([props]);
    }
    case 'model': {
      const key = first?.node.type === 'StringLiteral' ? first.node.value : 'modelValue';
      const props: Value = new Set([run.instance(scope.module, 'props')]);
      const ref = run.box(node, 'model', true);
      run.add(ref.at('value'), union(read(props, key), other));
      // The parent gets what is written.
      ref.setter = other;
      return new Set([ref]);
    }
    case 'instance':
      return currentInstance(run, scope);
    default:
      return role === 'read' ? nothing : other;
  }
}

function refTo(run: FlowRun, { node }: FlowCall, value: Value): Value {
  const ref = run.box(node, 'ref', true);
  makeReactive(value);
  run.add(ref.at('value'), value);
  return new Set([ref]);
}

function refsIn(value: Value): Value {
  return new Set([...value].filter(isRef));
}

function computedRef(run: FlowRun, call: FlowCall, value: Value): Value {
  const ref = run.box(call.node, 'computed', true);
  const options = new Set([...value].filter((thing) => thing instanceof Box));
  run.add(ref.at('value'), union(resultsOf(value), resultsOf(read(options, 'get'))));
  ref.setter = union(ref.setter, read(options, 'set'));
  if (value.has('other') || value.size === 0) run.add(ref.at('value'), other);
  return new Set([ref]);
}

/** A ref to a member: writing to it writes to the member. */
function linked(run: FlowRun, { node }: FlowCall, of: Value, key: string | undefined): Value {
  const ref = run.box(node, `link ${key ?? ''}`, true);
  ref.link = { of: union(ref.link?.of ?? nothing, of), key };
  run.add(ref.at('value'), read(of, key));
  return new Set([ref]);
}

function linkedMembers(run: FlowRun, call: FlowCall, value: Value): Value {
  const refs = run.box(call.node, 'refs');
  const inner = unwrapped(value);
  const keys = new Set(
    [...inner].flatMap((thing) => (thing instanceof Box ? [...thing.members.keys()] : [])),
  );
  for (const key of keys)
    run.add(refs.at(key), union(linked(run, call, inner, key), refsIn(read(inner, key))));
  // What may be under any key of an object has a ref under any key.
  const open = new Set([...inner].filter((thing) => !(thing instanceof Box) || thing.rest.size > 0));
  if (open.size > 0) run.add(refs.rest, linked(run, call, open, undefined));
  return new Set([refs]);
}

function watched(run: FlowRun, { node, given, scope }: FlowCall): Value {
  const [source, callback, options] = given;
  if (!source) return nothing;
  for (const fn of functionsIn(options ? [source, options] : [source])) run.open(fn);
  const seen = new Set<Value>();
  const lists = run.box(node, 'sources');
  for (const thing of source.value) {
    const one: Value = new Set([thing]);
    // A list of sources gives a list of values.
    if (thing instanceof Box && !thing.isRef) {
      for (const [key, member] of thing.members)
        run.add(lists.at(key), union(unwrapped(member), resultsOf(member)));
      run.add(lists.rest, union(unwrapped(thing.rest), resultsOf(thing.rest)));
      seen.add(new Set([lists]));
    }
    seen.add(thing instanceof Fn ? unwrapped(thing.returns) : unwrapped(one));
  }
  const values = union(...seen);
  callBack(run, callback, [values, values, other], scope);
  return nothing;
}
