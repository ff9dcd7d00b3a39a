import { createRequire } from 'node:module';
import type Picomatch from 'picomatch';
import { longestPath } from '../config/places.ts';
import { once } from './remembered.ts';

const require = createRequire(import.meta.url);
const picomatch = once(() => require('picomatch') as typeof Picomatch);

/** Whether a path matches. */
export type GlobTest = (path: string) => boolean;

// The library goes back and tries again, so that each wildcard and each choice multiplies the time that a path may take.
const most = { folderStars: 3, starsInName: 3, choices: 1000, nesting: 3 } as const;

const compiled = new Map<string, GlobTest | undefined>();
const mostCompiled = 1000;

/**
 * Reads a pattern of a project, which also matches names that start with a dot. Undefined if it is no pattern, such as
 * `[user-id]` with its range that runs backwards, or so wild that it would take too long to match.
 */
export function compileGlob(pattern: string): GlobTest | undefined {
  if (!compiled.has(pattern)) {
    if (compiled.size >= mostCompiled) compiled.clear();
    compiled.set(pattern, isTame(pattern) ? testOf(pattern) : undefined);
  }
  return compiled.get(pattern);
}

/** The same for a pattern that also covers what is inside what it matches. */
export function compileRule(pattern: string): GlobTest | undefined {
  const [isMatch, isInside] = [compileGlob(pattern), compileGlob(`${pattern}/**`)];
  return isMatch && isInside && ((path) => isMatch(path) || isInside(path));
}

function testOf(pattern: string): GlobTest | undefined {
  try {
    const isMatch = picomatch()(pattern, { dot: true, debug: true });
    return (path) => path.length <= longestPath && isMatch(path);
  } catch (error) {
    // What the library makes of the pattern is no regular expression.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isTame(pattern: string): boolean {
  if (pattern === '' || pattern.length > longestPath) return false;
  const names = pattern.replace(/\/\*\*$/, '').split('/');
  return (
    names.filter((name) => name.includes('**')).length <= most.folderStars &&
    names.every((name) => (name.match(/\*+|\+\(/g)?.length ?? 0) <= most.starsInName) &&
    hasFewChoices(pattern) &&
    [...pattern.matchAll(/[*+]\((.*?)(?:\)|$)/g)].every(([, list = '']) => isReadOneWay(list.split('|')))
  );
}

/** Whether the choices are not too many, all groups together, and none of them is too deep in others. */
function hasFewChoices(pattern: string): boolean {
  const open: number[] = [];
  let product = 1;
  for (const [sign] of pattern.matchAll(/[(){}|,]/g)) {
    const inner = open.at(-1) ?? 1;
    // A group may also be left out.
    if (sign === '(' || sign === '{') open.push(2);
    else if (open.pop() !== undefined && (sign === '|' || sign === ',')) open.push(inner + 1);
    else product *= inner;
    if (open.length > most.nesting || product > most.choices) return false;
  }
  return true;
}

/** Whether choices that repeat are plain texts of which no sequence can be read in two ways, as `a` and `aa` can. */
function isReadOneWay(choices: readonly string[]): boolean {
  const rests = choices.flatMap((start, index) =>
    choices.flatMap((text, other) =>
      index !== other && text.startsWith(start) ? [text.slice(start.length)] : [],
    ),
  );
  return (
    choices.every((text) => text !== '' && !/[*?+!@({[]/.test(text)) &&
    rests.every((rest) => !choices.some((text) => text.startsWith(rest) || rest.startsWith(text)))
  );
}

// More are hardly ever written by hand.
const mostChoices = 64;
const choice = /\{([^{},]*,[^{}]*)\}|([@?+*!])\(([^()]*)\)/;

/**
 * The patterns that `{a,b}`, `@(a|b)` and its like stand for, with a star for all but some. The pattern alone if there
 * would be too many.
 */
export function expandChoices(pattern: string): readonly string[] {
  if (pattern.length > longestPath) return [pattern];
  const expanded: string[] = [];
  const pending = [pattern];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [whole, list, sign = '', group = ''] = choice.exec(next) ?? [];
    if (whole === undefined) expanded.push(next);
    else {
      const choices = list?.split(',') ?? (sign === '!' ? ['*'] : group.split('|'));
      if (sign === '?' || sign === '*') choices.push('');
      const text = next;
      pending.push(...choices.toReversed().map((one) => text.replace(whole, () => one)));
    }
    if (expanded.length + pending.length > mostChoices) return [pattern];
  }
  return expanded;
}
