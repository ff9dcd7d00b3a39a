import type * as t from '@babel/types';
import type { Names } from '../../catalogue/names.ts';
import { spanOf } from '../../config/source.ts';
import { dottedName, unwrapTypes } from '../../config/syntax.ts';
import { remembered } from '../remembered.ts';
import type { ScriptPart } from '../syntax/part.ts';
import type { SourceText } from '../syntax/source.ts';
import type { DataSource } from './data-call.ts';
import type { FlowModule } from './modules.ts';
import type { Scope } from './scope.ts';
import {
  Box,
  Fn,
  holds,
  isRef,
  isUnknown,
  makeReactive,
  nothing,
  other,
  raw,
  type Thing,
  union,
  type Value,
} from './values.ts';

/** What the analysis may ask about other files. Paths are those of the repository. */
export interface FlowFiles {
  open(path: string): SourceText | undefined;
  /** The file that an import in another file names; undefined if it is none of the repository. */
  resolve(specifier: string, from: string): string | undefined;
  /** The file whose export of that name sources can use without an import. */
  autoImported(name: string, from: string): string | undefined;
  /** The file of a component that templates can use without an import. */
  component(tag: string, from: string): string | undefined;
  /** Files of sources whose text has the word. */
  mentioning(word: string): readonly string[];
}

/** Something that happens to the data. */
export interface FlowFact {
  readonly kind: 'mutation' | 'escape' | 'comparison';
  readonly about: 'data' | 'error';
  readonly path: string;
  readonly offset: number;
  /** What happens there, to stand behind a name: "is passed to `save()`". */
  readonly what: string;
}

/** What an assignment writes to, as someone would say it. */
function targetOf(at: t.Node): string {
  const name = at.type === 'AssignmentExpression' ? dottedName(unwrapTypes(at.left)) : '';
  return name === '' ? 'something that cannot be analysed' : `\`${name}\`, which cannot be analysed`;
}

/** A value on its way to all that it is written to. */
interface Write {
  readonly value: Value;
  readonly at: t.Node;
  readonly scope: Scope;
  /** Where it was written already. */
  readonly seen: Map<Box, Set<string | undefined>>;
}

/** One call whose data is followed, through as many files as it takes. */
export class FlowRun {
  readonly names: Names;
  readonly files: FlowFiles;
  readonly modules = new Map<string, FlowModule>();
  /** Exports that hold data, by name: whoever uses that name is looked at. */
  readonly opened = new Map<string, Set<Thing>>();
  readonly facts = new Map<string, FlowFact>();
  readonly #boxes = new Map<t.Node | string, Map<string, Box>>();
  readonly #functions = new Map<t.Node, Fn>();
  readonly #scopes = new Map<t.Node | object, Scope>();
  /** Instances of components, and their props: functions in them may come from elsewhere. */
  readonly instances = new Set<Box>();
  /** Files that define a component by options: whoever has its instance sees what it sets up. */
  readonly components = new Set<FlowModule>();
  /** Functions that give the followed call its data. */
  readonly handlers = new Set<Fn>();
  hasChanged = false;
  /** Whether a function of another file gives the data. */
  isLed = false;
  /** Whether the followed call was met. */
  hasOrigin = false;
  readonly #source: DataSource;
  /** The file of the call. */
  readonly path: string;
  /** Whether only that file is looked at: data that goes to others counts as lost sight of. */
  readonly isAlone: boolean;

  constructor(source: DataSource, path: string, names: Names, files: FlowFiles, isAlone: boolean) {
    this.#source = source;
    this.path = path;
    this.names = names;
    this.files = files;
    this.isAlone = isAlone;
  }

  /** The part of its file that the data of the call can get to by names; undefined if that is everything. */
  get part(): ScriptPart | undefined {
    const { piece } = this.#source;
    return 'mentions' in piece ? piece : undefined;
  }

  /** Whether an expression is what gives the followed data: the file may have been parsed again since that was found. */
  isOrigin(node: t.Node, { module, piece }: Scope): boolean {
    if (module.path !== this.path || this.#source.node.type !== node.type) return false;
    const [own, other] = [spanOf(this.#source.node), spanOf(node)];
    return (
      own.end - own.start === other.end - other.start &&
      this.#source.piece.offsetInFile(own.start) === piece.offsetInFile(other.start)
    );
  }

  /** The box that a place makes; a place may make several, which have names. */
  box(site: t.Node | string, name = '', isRef = false): Box {
    const own = remembered(this.#boxes, site, () => new Map<string, Box>());
    return remembered(own, name, () => new Box(isRef));
  }

  /** The object that a place makes of members. */
  record(site: t.Node): Box {
    const box = this.box(site);
    box.isRecord = true;
    return box;
  }

  /** The instance of a component, or its props. */
  instance(module: FlowModule, name: 'instance' | 'props'): Box {
    const box = this.box(module.path, name);
    box.isReactive = true;
    this.instances.add(box);
    return box;
  }

  function(node: t.Function, scope: Scope): Fn {
    return remembered(this.#functions, node, () => new Fn(node, scope));
  }

  scope(site: t.Node | object, make: () => Scope): Scope {
    return remembered(this.#scopes, site, make);
  }

  add(target: Set<Thing>, value: Value) {
    for (const thing of value) {
      if (target.has(thing)) continue;
      target.add(thing);
      this.hasChanged = true;
    }
  }

  note(kind: FlowFact['kind'], at: t.Node, scope: Scope, what: string, about: FlowFact['about'] = 'data') {
    const offset = scope.piece.offsetInFile(spanOf(at).start);
    this.#keep({ kind, about, path: scope.module.path, offset, what });
  }

  #keep(fact: FlowFact) {
    remembered(this.facts, `${fact.kind} ${fact.about} ${fact.path} ${fact.offset}`, () => fact);
  }

  /** A new list, map or set of a place, with all that is in it. */
  list(site: t.Node, name: string, ...values: readonly Value[]): Value {
    const box = this.box(site, name);
    for (const value of values) this.add(box.rest, value);
    return new Set([box]);
  }

  /** Begins to go through the code again: only what is still so when nothing changes any more is a fact. */
  begin() {
    this.hasChanged = false;
    this.facts.clear();
  }

  /** What a function returns is the data, and so is what it is given. */
  handle(node: t.Function) {
    const fn = this.#functions.get(node);
    if (!fn) return;
    this.addHandler(fn);
    this.add(fn.parameter(0), raw);
  }

  /** What a function returns is the data. */
  addHandler(fn: Fn) {
    if (this.handlers.has(fn)) return;
    this.handlers.add(fn);
    this.hasChanged = true;
  }

  /** Code that cannot be read may do anything with what it sees. */
  unreadable(scope: Scope, offset: number) {
    const { path } = scope.module;
    const what = 'is visible to code that cannot be parsed';
    for (const about of ['data', 'error'] as const) this.#keep({ kind: 'escape', about, path, offset, what });
  }

  /** A value goes where it cannot be followed. */
  escape(value: Value, at: t.Node, scope: Scope, what: string) {
    for (const about of ['data', 'error'] as const)
      if (holds(value, about)) this.note('escape', at, scope, what, about);
    this.#expose(value);
  }

  /** A value goes out of sight anywhere in a module. */
  escapeFrom(module: FlowModule, value: Value, what: string) {
    const [first] = module.programs;
    if (first) this.escape(value, first.program, module.scope, what);
  }

  /** Code that is not followed may put anything into the boxes that it gets, and call functions with anything. */
  #expose(value: Value) {
    this.openAll(value);
    for (const thing of value) {
      if (!(thing instanceof Box) || thing.rest.has('other')) continue;
      thing.rest.add('other');
      this.hasChanged = true;
      for (const member of thing.members.values()) this.#expose(member);
      this.#expose(thing.rest);
    }
  }

  /** Code that is not followed may call the functions in a value, with anything. */
  openAll(value: Value) {
    for (const thing of value) if (thing instanceof Fn) this.open(thing);
  }

  open(fn: Fn) {
    if (fn.isOpen) return;
    fn.isOpen = true;
    for (const parameter of [...fn.parameters, fn.spread]) this.add(parameter, other);
    this.hasChanged = true;
  }

  /** `object.key = value`; undefined is any key. */
  write(object: Value, key: string | undefined, value: Value, at: t.Node, scope: Scope) {
    this.#writeTo(object, key, { value, at, scope, seen: new Map() });
  }

  #writeTo(object: Value, key: string | undefined, write: Write) {
    const { value, at, scope, seen } = write;
    // What is put into what will be the data stays in it.
    if (isUnknown(object) && !object.has('raw')) this.#loseSight(write);
    for (const thing of object) {
      if (thing === 'whole' || thing === 'part') this.note('mutation', at, scope, 'is mutated');
      else if (thing instanceof Fn) this.escape(value, at, scope, 'is assigned to a property of a function');
      else if (thing instanceof Box) {
        const keys = remembered(seen, thing, () => new Set<string | undefined>());
        // Refs may hold each other.
        if (keys.has(key)) continue;
        keys.add(key);
        if (thing.isRef) this.#writeRef(thing, key, write);
        else this.#writeBox(thing, key, write);
      }
    }
  }

  #writeRef(ref: Box, key: string | undefined, write: Write) {
    const inner = ref.members.get('value') ?? nothing;
    if (key !== 'value' && inner.size > 0) this.#writeTo(inner, key, write);
    if (key !== 'value' && key !== undefined) return;
    if (ref.link) this.#writeTo(ref.link.of, ref.link.key, write);
    for (const setter of ref.setter) {
      if (setter instanceof Fn) this.add(setter.parameter(0), write.value);
      else this.#loseSight(write);
    }
    makeReactive(write.value);
    this.add(ref.at('value'), this.#kept(write.value));
  }

  #writeBox(box: Box, key: string | undefined, write: Write) {
    // A ref in a reactive object, or in an instance, gets the value itself.
    const members = key === undefined ? [...box.members.values()] : [box.members.get(key) ?? nothing];
    for (const thing of union(...members, box.rest))
      if (isRef(thing)) this.#writeTo(new Set([thing]), 'value', write);
    this.#keepIn(box, key === undefined ? box.rest : box.at(key), write.value);
  }

  /** Puts a value among others of a list, map or set. */
  put(box: Box, value: Value) {
    this.#keepIn(box, box.rest, value);
  }

  #keepIn(box: Box, place: Set<Thing>, value: Value) {
    if (box.isReactive) makeReactive(value);
    this.add(place, box.isReactive ? this.#kept(value) : value);
  }

  /** What is written to is unknown. */
  #loseSight({ value, at, scope }: Write) {
    this.escape(this.#kept(value), at, scope, `is stored in ${targetOf(at)}`);
  }

  /** What will be the data, and is kept elsewhere before, is another way to the data. */
  #kept(value: Value): Value {
    if (!holds(value, 'raw')) return value;
    const found = new Set<Thing>();
    for (const thing of value) {
      found.add(thing === 'raw' ? 'part' : thing);
      if (thing instanceof Box)
        for (const member of [...thing.members.values(), thing.rest])
          if (member.has('raw')) this.add(member, new Set<Thing>(['part']));
    }
    return found;
  }
}
