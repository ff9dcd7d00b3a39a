import { posix } from 'node:path';
import type { Names } from '../../catalogue/names.ts';
import { remembered } from '../remembered.ts';
import { camelCase, pascalCase } from '../syntax/component.ts';
import type { DataSource } from './data-call.ts';
import { type FlowModule, moduleAt } from './modules.ts';
import { type FlowFact, type FlowFiles, FlowRun } from './run.ts';
import { evaluateModule } from './statements.ts';
import { holdsResult, type Thing, type Value } from './values.ts';

/** What becomes of the data that a call fetches. */
export interface DataFlow {
  /** Where something inside it is changed in place. */
  readonly mutation: FlowFact | undefined;
  /** Where it goes out of sight. */
  readonly escape: FlowFact | undefined;
  /** Where the data, the error, or something unknown that gets them may tell `null` from `undefined`. */
  readonly comparison: FlowFact | undefined;
}

// The values of a file settle in a handful; more means that they do not.
const mostPasses = 40;

/**
 * Follows data through the file of what gives it, and into others where it leads there. Most data stays in its file:
 * only if it leaves, the others are read.
 */
export function followData(from: DataSource, path: string, names: Names, files: FlowFiles): DataFlow {
  const own = follow(new FlowRun(from, path, names, files, true));
  return own.isLost ? follow(new FlowRun(from, path, names, files, false)) : own;
}

function follow(run: FlowRun): DataFlow & { readonly isLost: boolean } {
  const { path } = run;
  const unknown = (what: string) => {
    const lost: FlowFact = { kind: 'escape', about: 'data', path, offset: 0, what };
    return { mutation: undefined, escape: lost, comparison: lost, isLost: true };
  };
  try {
    if (!moduleAt(run, path)) return unknown('is used in code that cannot be parsed');
    if (!settle(run) || !run.hasOrigin) return unknown('is used in code that cannot be analysed');
  } catch (error) {
    // Code that a tool wrote can nest deeper than the call stack.
    if (error instanceof RangeError) return unknown('is used in code that is nested too deeply');
    throw error;
  }
  const facts = [...run.facts.values()].sort(byPlace(path));
  const first = (kind: FlowFact['kind'], about?: FlowFact['about']) =>
    facts.find((fact) => fact.kind === kind && (about === undefined || fact.about === about));
  return {
    mutation: first('mutation'),
    escape: first('escape', 'data'),
    comparison: first('comparison') ?? first('escape'),
    isLost: run.isLed || first('escape') !== undefined,
  };
}

/** Whether the values came to rest. */
function settle(run: FlowRun): boolean {
  for (let pass = 0; pass < mostPasses; pass += 1) {
    run.begin();
    for (const module of run.modules.values()) evaluateModule(run, module);
    openExports(run);
    openInstances(run);
    if (!run.hasChanged) return true;
  }
  return false;
}

/** Whoever uses an export that hands the data out is looked at too. */
function openExports(run: FlowRun): void {
  for (const module of [...run.modules.values()]) {
    for (const [name, value] of module.exports) {
      if (!holdsResult(value)) continue;
      const words = name === 'default' ? wordsFor(module.path) : [name];
      for (const word of words) {
        const opened = remembered(run.opened, word, () => new Set<Thing>());
        run.add(opened, value);
      }
      const users = words.flatMap((word) => run.files.mentioning(word));
      for (const user of users) if (user !== module.path) lookAt(run, user, module, value);
    }
  }
}

/** Reads a file that may use a value of a module. */
function lookAt(run: FlowRun, user: string, module: FlowModule, value: Value): void {
  if (!moduleAt(run, user)) run.escapeFrom(module, value, `is used in ${user}, which cannot be read`);
}

// A component, or an element that may be one, with a `ref`.
const refToComponent = /<(?:[A-Z]|component\b|\w+-)(?:[^>"']|"[^"]*"|'[^']*')*\s(?:v-bind:|:)?ref=/;

/** Whoever may have a `ref` to a component with options is looked at: it can get at all that those set up. */
function openInstances(run: FlowRun): void {
  for (const module of run.components) {
    const instance: Value = new Set([run.instance(module, 'instance')]);
    if (module.isClosed || !holdsResult(instance)) continue;
    openToChildren(run, module);
    const words = wordsFor(module.path).flatMap((word) => [word, pascalCase(word), kebabCase(word)]);
    const users = new Set(words.flatMap((word) => run.files.mentioning(word)));
    for (const user of users)
      if (refToComponent.test(run.files.open(user)?.text ?? '')) lookAt(run, user, module, instance);
  }
}

/** Components inside of one can get at what it sets up, by `$parent` or `$root`. */
function openToChildren(run: FlowRun, module: FlowModule): void {
  for (const way of ['$parent', '$root']) {
    const texts = run.files.mentioning(way).map((path) => run.files.open(path)?.text ?? '');
    for (const [name, value] of run.instance(module, 'instance').members)
      if (holdsResult(value) && !name.startsWith('$') && texts.some((text) => text.includes(`.${name}`)))
        run.escapeFrom(module, value, `may be used through \`${way}\` of another component`);
  }
}

function kebabCase(name: string): string {
  return name.replace(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

/** What imports and sources call the default export of a file. */
function wordsFor(path: string): string[] {
  const { name, dir } = posix.parse(path);
  const stem = name === 'index' ? posix.basename(dir) : name;
  return [...new Set([stem, camelCase(stem)])];
}

/** Those of the call's own file come first. */
function byPlace(path: string): (a: FlowFact, b: FlowFact) => number {
  return (a, b) =>
    Number(a.path !== path) - Number(b.path !== path) ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : a.offset - b.offset);
}
