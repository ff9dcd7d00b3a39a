import { parse } from '@babel/parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/config/change.ts';
import { type ConfigDocument, openConfig } from '../../src/config/document.ts';
import { roundsOf } from '../support/sample.ts';
import { type Generated, generate, type NoteSpan, type Prop, Tape } from './support/generate.ts';

const tapes = fc.array(fc.nat({ max: 5039 }), { maxLength: 400, size: 'max' });
// FW_MIGRATE_RUNS=2000 looks fifty times as long.
const scale = roundsOf(40, 100) / 100;
const runs = (count: number) => ({ numRuns: Math.ceil(count * scale) });
const timeout = 60_000 * Math.max(scale, 1);

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
type Tree = { [key: string]: unknown };

/** What is asked of the config, in the terms of the generator. */
type Wish =
  | { readonly kind: 'remove'; readonly prop: Prop }
  | { readonly kind: 'replace'; readonly prop: Prop; readonly value: Json }
  | {
      readonly kind: 'insert';
      readonly into: Prop;
      readonly below: readonly string[];
      readonly value: Json;
    }
  | {
      readonly kind: 'rename';
      readonly prop: Prop;
      readonly into: Prop;
      readonly below: readonly string[];
    }
  | { readonly kind: 'append'; readonly prop: Prop; readonly items: readonly Json[] };

describe('rendering random changes to random configs', () => {
  it(
    'gives the text back when nothing is asked',
    () => {
      fc.assert(
        fc.property(tapes, (numbers) => {
          const config = generate(new Tape(numbers));
          const doc = opened(config);
          expect(doc.render([])).toEqual({ code: config.text, files: [] });
          expect(evaluated(config.text)).toBeTypeOf('object');
          for (const prop of config.props) expect(doc.lookup(prop.path).kind).not.toBe('absent');
        }),
        runs(400),
      );
    },
    timeout,
  );

  it(
    'removes properties, what stands on them, and nothing else',
    () => {
      fc.assert(
        fc.property(tapes, tapes, (numbers, choices) => {
          const config = generate(new Tape(numbers));
          const tape = new Tape(choices);
          const wishes = removals(config, tape);
          explained(config, wishes, tape, (code) => {
            const gone = goneProps(config, wishes);
            checkCommon(config, wishes, code, gone);
            expect(isSubsequence(code, config.text)).toBe(true);
            expect(squeezed(code)).toBe(squeezed(without(config, gone)));
            // A comment in front of a leading comma may be left with an empty line below it.
            if (config.commaFirst) return;
            expect(blankLines(code)).toBeLessThanOrEqual(blankLines(config.text));
            expect(endingInSpace(code)).toEqual(endingInSpace(config.text));
          });
        }),
        runs(1200),
      );
    },
    timeout,
  );

  it(
    'makes changes of every kind at once',
    () => {
      fc.assert(
        fc.property(tapes, tapes, (numbers, choices) => {
          const config = generate(new Tape(numbers));
          const tape = new Tape(choices);
          const wishes = mixed(config, tape);
          explained(config, wishes, tape, (code) =>
            checkCommon(config, wishes, code, goneProps(config, wishes)),
          );
        }),
        runs(1400),
      );
    },
    timeout,
  );
});

function opened(config: Generated): ConfigDocument {
  return openConfig(config.text, { filename: config.filename });
}

function rendered(config: Generated, wishes: readonly Wish[], tape: Tape): { code: string } {
  const doc = opened(config);
  const changes = wishes.map((wish) => changeFor(doc, wish));
  for (const change of changes) expect(doc.obstacle(change)).toBeUndefined();
  const result = doc.render(changes);
  expect(opened(config).render(shuffled(changes, tape)).code).toBe(result.code);
  return result;
}

/** A failure is of no use without the texts. */
function explained(
  config: Generated,
  wishes: readonly Wish[],
  tape: Tape,
  check: (code: string) => void,
): void {
  let code = '(not rendered)';
  try {
    code = rendered(config, wishes, tape).code;
    check(code);
  } catch (error) {
    const asked = wishes.map((wish) => JSON.stringify(changeFor(opened(config), wish))).join('\n');
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${reason}\n\n${asked}\n\n---- before\n${config.text}\n---- after\n${code}`);
  }
}

function changeFor({ scopes: [scope] }: ConfigDocument, wish: Wish): Change {
  switch (wish.kind) {
    case 'remove':
      return scope.remove(wish.prop.path);
    case 'replace':
      return scope.set(wish.prop.path, wish.value);
    case 'insert':
      return scope.set([...wish.into.path, ...wish.below], wish.value);
    case 'rename':
      return scope.rename(wish.prop.path, [...wish.into.path, ...wish.below]);
    case 'append':
      return scope.append(wish.prop.path, wish.items);
  }
}

function shuffled<T>(list: readonly T[], tape: Tape): T[] {
  const rest = [...list];
  const result: T[] = [];
  while (rest.length > 0) result.push(...rest.splice(tape.below(rest.length), 1));
  return result.reverse();
}

function removals({ props }: Generated, tape: Tape): Wish[] {
  const count = 1 + tape.below(4);
  const chosen = new Set<Prop>();
  for (let index = 0; index < count; index += 1) {
    const prop = props[tape.below(props.length)];
    if (prop) chosen.add(prop);
  }
  return [...chosen].map((prop) => ({ kind: 'remove', prop }));
}

/** What earlier wishes are about, and where they put something. */
interface Taken {
  readonly touched: Set<Prop>;
  readonly targets: Set<Prop>;
}

const kinds = ['remove', 'replace', 'insert', 'rename', 'rename-here', 'append'] as const;

/** Wishes that do not contradict each other: each has a subtree of its own, but for the children of what is renamed. */
function mixed(config: Generated, tape: Tape): Wish[] {
  const wishes: Wish[] = [];
  const taken: Taken = { touched: new Set(), targets: new Set() };
  const objects = [config.root, ...config.props.filter(({ kind }) => kind === 'object')];
  const count = 1 + tape.below(5);
  for (let index = 0; index < count; index += 1) {
    const prop = config.props[tape.below(config.props.length)] ?? config.root;
    const into = objects[tape.below(objects.length)] ?? config.root;
    const kind = tape.pick<(typeof kinds)[number]>(kinds);
    const made =
      kind === 'insert' || kind === 'rename'
        ? puttingInto(kind, prop, into, index, tape, taken)
        : inPlace(kind, prop, index, tape, taken);
    wishes.push(...made);
  }
  return wishes;
}

function isUntouched(prop: Prop, { touched, targets }: Taken): boolean {
  return (
    ![...touched].some((other) => isAround(other, prop) || isAround(prop, other)) &&
    ![...targets].some((target) => isAround(prop, target))
  );
}

function puttingInto(
  kind: 'insert' | 'rename',
  prop: Prop,
  into: Prop,
  index: number,
  tape: Tape,
  taken: Taken,
): Wish[] {
  const below = tape.pick<readonly string[]>([
    [`new${index}`],
    ['shared', `new${index}`],
    [`a-${index}`, 'b', 'c'],
  ]);
  if ([...taken.touched].some((other) => isAround(other, into)) || !isFree(into, below)) return [];
  if (kind === 'rename' && (isAround(prop, into) || !isUntouched(prop, taken))) return [];
  taken.targets.add(into);
  if (kind === 'insert') return [{ kind, into, below, value: newValue(index, tape) }];
  taken.touched.add(prop);
  return [{ kind, prop, into, below }];
}

function inPlace(
  kind: 'remove' | 'replace' | 'rename-here' | 'append',
  prop: Prop,
  index: number,
  tape: Tape,
  taken: Taken,
): Wish[] {
  if (!isUntouched(prop, taken) || (kind === 'append' && prop.kind !== 'array')) return [];
  // A method has no value to be replaced.
  if (kind === 'replace' && /^(?:method|getter)$/.test(prop.kind)) return [];
  taken.touched.add(prop);
  switch (kind) {
    case 'append':
      return [{ kind, prop, items: [`i${index}`, index] }];
    case 'replace':
      return [{ kind, prop, value: newValue(index, tape) }];
    case 'remove':
      return [{ kind, prop }];
    case 'rename-here':
      return renamedHere(prop, index, tape, taken);
  }
}

/** A new name for a property, and changes of its children at the same time. */
function renamedHere(prop: Prop, index: number, tape: Tape, { targets }: Taken): Wish[] {
  const into = prop.parent ?? prop;
  targets.add(into);
  const wishes: Wish[] = [{ kind: 'rename', prop, into, below: [`new${index}`] }];
  const child = prop.children.find(({ kind }) => kind === 'scalar');
  if (child && tape.chance(2))
    wishes.push({ kind: 'replace', prop: child, value: newValue(index, tape) });
  if (prop.kind === 'object' && tape.chance(3))
    wishes.push({ kind: 'insert', into: prop, below: ['extra'], value: newValue(index, tape) });
  return wishes;
}

function isFree(into: Prop, [key = '', ...rest]: readonly string[]): boolean {
  return rest.length === 0 || !into.children.some((child) => child.key === key);
}

function newValue(index: number, tape: Tape): Json {
  return tape.pick<Json>([
    index,
    `it's "${index}"`,
    false,
    null,
    [`x${index}`, 2],
    { p: `q${index}`, 'r-s': [1, { t: true }] },
    {},
    Array.from({ length: 12 }, (_, item) => `long-item-${item}`),
  ]);
}

/** Whether a property is another one or holds it. */
function isAround(outer: Prop, inner: Prop): boolean {
  for (let at: Prop | undefined = inner; at; at = at.parent) if (at === outer) return true;
  return false;
}

/** The properties whose text goes from where it stands: asked for, or objects that this empties. */
function goneProps({ props, root }: Generated, wishes: readonly Wish[]): Set<Prop> {
  const gone = new Set<Prop>();
  for (const wish of wishes) {
    const movedOut =
      wish.kind === 'rename' && (wish.into !== wish.prop.parent || wish.below.length > 1);
    if (wish.kind === 'remove' || movedOut) gone.add(wish.prop);
  }
  const kept = new Set(wishes.flatMap((wish) => ('into' in wish ? [wish.into] : [])));
  const replaced = wishes.flatMap((wish) => (wish.kind === 'replace' ? [wish.prop] : []));
  for (const prop of [...props].reverse()) {
    const emptied = prop.children.length > 0 && prop.children.every((child) => gone.has(child));
    if (emptied && prop.loose === 0 && !kept.has(prop) && !replaced.includes(prop)) gone.add(prop);
  }
  gone.delete(root);
  return gone;
}

function checkCommon(
  config: Generated,
  wishes: readonly Wish[],
  code: string,
  gone: ReadonlySet<Prop>,
): void {
  parse(code, { sourceType: 'unambiguous', plugins: ['typescript'] });
  expect(evaluated(code)).toEqual(expectedValue(config, wishes, gone));
  expect(code.startsWith('\uFEFF')).toBe(config.text.startsWith('\uFEFF'));
  expect(code.startsWith('#!')).toBe(config.text.startsWith('#!'));
  const otherEnd = config.eol === '\n' ? /\r/ : /(?<!\r)\n/;
  expect(code).not.toMatch(otherEnd);
  expect(lostNotes(config, wishes, code, gone).map(({ id }) => id)).toEqual([]);
  checkUntouched(config, wishes, code, gone);
  checkCommas(config, code);
}

/** Runs the config: it is of our own making, and running it shares nothing with the code that is tested. */
function evaluated(code: string): unknown {
  const script = code
    .replace(/^\uFEFF/, '')
    .replace(/^#!.*/, '')
    .replace(/^import .*$/m, '')
    .replace(/ satisfies FwConfig/, '')
    .replace('(async () => {', '(() => {')
    .replace(/export default |module\.exports = /, 'return ');
  const called = (config: unknown): unknown => (typeof config === 'function' ? config() : config);
  return settledValue(called(new Function('defineFwConfig', script)(called)));
}

/** Functions as what they return, getters as what they give. */
function settledValue(value: unknown): unknown {
  if (typeof value === 'function')
    return { returns: /return ['"](\w+)['"]/.exec(String(value))?.[1] };
  if (Array.isArray(value)) return value.map(settledValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, settledValue(item)]));
}

/** The changes made to the plain value. */
function expectedValue(
  config: Generated,
  wishes: readonly Wish[],
  gone: ReadonlySet<Prop>,
): unknown {
  const value = evaluated(config.text) as Tree;
  const moved: [into: readonly string[], value: unknown][] = [];
  for (const wish of wishes) {
    if (wish.kind === 'replace') parentIn(value, wish.prop)[wish.prop.key] = wish.value;
    else if (wish.kind === 'insert') put(value, [...wish.into.path, ...wish.below], wish.value);
    else if (wish.kind === 'append') {
      const holder = parentIn(value, wish.prop);
      holder[wish.prop.key] = [...(holder[wish.prop.key] as unknown[]), ...wish.items];
    }
  }
  for (const wish of wishes) {
    if (wish.kind !== 'rename') continue;
    moved.push([[...wish.into.path, ...wish.below], parentIn(value, wish.prop)[wish.prop.key]]);
  }
  for (const prop of [...gone].reverse()) {
    const holder = parentIn(value, prop);
    if (holder) delete holder[prop.key];
  }
  for (const wish of wishes)
    if (wish.kind === 'rename') delete parentIn(value, wish.prop)?.[wish.prop.key];
  for (const [path, item] of moved) put(value, path, item);
  return value;
}

function parentIn(value: Tree, prop: Prop): Tree {
  return prop.path.slice(0, -1).reduce<Tree>((at, key) => (at?.[key] ?? {}) as Tree, value);
}

function put(value: Tree, path: readonly string[], item: unknown): void {
  let at = value;
  for (const key of path.slice(0, -1)) {
    at[key] ??= {};
    at = at[key] as Tree;
  }
  at[path.at(-1) ?? ''] = item;
}

function lostNotes(
  { notes, root }: Generated,
  wishes: readonly Wish[],
  code: string,
  gone: ReadonlySet<Prop>,
): NoteSpan[] {
  const moved = new Set(wishes.flatMap((wish) => (wish.kind === 'rename' ? [wish.prop] : [])));
  const replaced = new Set(wishes.flatMap((wish) => (wish.kind === 'replace' ? [wish.prop] : [])));
  const mayGo = ({ owner, inside }: NoteSpan): boolean => {
    if (owner && gone.has(owner) && !moved.has(owner)) return true;
    for (let at = inside; at && at !== root; at = at.parent) {
      if (replaced.has(at)) return true;
      if (moved.has(at)) return false;
      if (gone.has(at)) return true;
    }
    return false;
  };
  return notes.filter((note) => !code.includes(note.id) && !mayGo(note));
}

/** What was not asked for stands there as before, in the same order. */
function checkUntouched(
  config: Generated,
  wishes: readonly Wish[],
  code: string,
  gone: ReadonlySet<Prop>,
): void {
  const touched = new Set([
    ...gone,
    ...wishes.flatMap((wish) => ('prop' in wish ? [wish.prop] : [wish.into])),
    ...wishes.flatMap((wish) => ('into' in wish ? [wish.into] : [])),
  ]);
  let from = 0;
  for (const prop of config.props) {
    if (
      [...touched].some(
        (other) => other !== config.root && (isAround(other, prop) || isAround(prop, other)),
      )
    )
      continue;
    const text = config.text.slice(prop.start, prop.end);
    const at = code.indexOf(text, from);
    expect([text, at >= 0]).toEqual([text, true]);
    if (prop.children.length === 0) from = at + text.length;
  }
}

/** Lists over several lines end as their author ends them. */
function checkCommas({ text, trailing, commaFirst }: Generated, code: string): void {
  const bare = withoutComments(code);
  // A config on one line says nothing about its author's habit.
  const before = withoutComments(text);
  if (!trailing && /[^,{[(\s]\s*\n\s*[}\]]/.test(before)) expect(bare).not.toMatch(/,\s*[}\]]/);
  if (trailing && !commaFirst && /,\s*\n\s*[}\]]/.test(text)) {
    expect(bare.replaceAll(/\([^()]*\) \{[^{}]*\}/g, 'fn')).not.toMatch(
      /[^,{[(\s]\s*\n\s*[}\]](?!\))/,
    );
  }
}

function withoutComments(code: string): string {
  const { comments } = parse(code, { sourceType: 'unambiguous', plugins: ['typescript'] });
  let result = code;
  for (const { start, end } of [...(comments ?? [])].reverse()) {
    if (typeof start === 'number' && typeof end === 'number')
      result = result.slice(0, start) + result.slice(end);
  }
  return result;
}

/** The text without properties and the comments that stand on them. */
function without({ text, notes }: Generated, gone: ReadonlySet<Prop>): string {
  const spans = [...gone, ...notes.filter(({ owner }) => owner && gone.has(owner))];
  return [...text]
    .map((character, offset) =>
      spans.some(({ start, end }) => offset >= start && offset < end) ? '' : character,
    )
    .join('');
}

/** All but the white space and the commas, which follow from what is between them. */
function squeezed(text: string): string {
  return text.replaceAll(/[\s,]/g, '');
}

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const character of part) {
    at = whole.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function endingInSpace(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => /\S[ \t]+$/.test(line));
}

function blankLines(text: string): number {
  return text.split(/\r?\n/).filter((line) => line.trim() === '').length;
}
