import { createRequire } from 'node:module';
import type Picomatch from 'picomatch';
import { lazy } from '../base/memo.ts';
import { longestPath } from '../base/paths.ts';

const require = createRequire(import.meta.url);
const picomatch = lazy(() => require('picomatch') as typeof Picomatch);

/** Whether a path matches. */
export type GlobTest = (path: string) => boolean;

// The library backtracks, so each wildcard and each choice multiplies the time for a path.
const most = { folderStars: 3, starsInName: 3, choices: 1000, nesting: 3 } as const;

const compiled = new Map<string, GlobTest | undefined>();
const mostCompiled = 1000;

/**
 * Compiles a pattern, which also matches names that start with a dot. Undefined if it is invalid, such as
 * `[user-id]` with its reversed range, or so complex that matching would take too long.
 */
export function compileGlob(pattern: string): GlobTest | undefined {
  if (!compiled.has(pattern)) {
    if (compiled.size >= mostCompiled) compiled.clear();
    compiled.set(pattern, isTame(pattern) ? testOf(pattern) : undefined);
  }
  return compiled.get(pattern);
}

/** Compiles a pattern that also matches the content of matched folders. */
export function compileRule(pattern: string): GlobTest | undefined {
  const [isMatch, isInside] = [compileGlob(pattern), compileGlob(`${pattern}/**`)];
  return isMatch && isInside && ((path) => isMatch(path) || isInside(path));
}

function testOf(pattern: string): GlobTest | undefined {
  try {
    const matching = picomatch().makeRe(pattern, { dot: true, debug: true });
    // A name such as `[id].vue` also matches itself.
    return (path) => path === pattern || (path !== '' && path.length <= longestPath && matching.test(path));
  } catch (error) {
    // The library creates an invalid regular expression for the pattern.
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

/** Whether all groups together have few choices, and none is nested too deeply. */
function hasFewChoices(pattern: string): boolean {
  const groups: number[] = [];
  let product = 1;
  for (const [sign] of pattern.matchAll(/[(){}|,]/g)) {
    const inner = groups.at(-1) ?? 1;
    // A group may also be skipped.
    if (sign === '(' || sign === '{') groups.push(2);
    else if (groups.pop() !== undefined && (sign === '|' || sign === ',')) groups.push(inner + 1);
    else product *= inner;
    if (groups.length > most.nesting || product > most.choices) return false;
  }
  return true;
}

/** Whether repeated choices are plain texts without ambiguous sequences, such as `a` and `aa`. */
function isReadOneWay(choices: readonly string[]): boolean {
  const suffixes = choices.flatMap((start, index) =>
    choices.flatMap((text, otherIndex) =>
      index !== otherIndex && text.startsWith(start) ? [text.slice(start.length)] : [],
    ),
  );
  return (
    choices.every((text) => text !== '' && !/[*?+!@({[]/.test(text)) &&
    suffixes.every((suffix) => !choices.some((text) => text.startsWith(suffix) || suffix.startsWith(text)))
  );
}

// More choices are hardly ever written manually.
const mostChoices = 64;
const choice = /\{([^{},]*,[^{}]*)\}|([@?+*!])\(([^()]*)\)/;

/**
 * Expands `{a,b}`, `@(a|b)` and similar choices; a negated group becomes a star. Returns the pattern itself if
 * there would be too many.
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
      pending.push(...choices.toReversed().map((option) => text.replace(whole, () => option)));
    }
    if (expanded.length + pending.length > mostChoices) return [pattern];
  }
  return expanded;
}
