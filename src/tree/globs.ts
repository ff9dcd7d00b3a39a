/** Tests whether a path matches a pattern, and refuses patterns for which that would take forever. */

import { createRequire } from 'node:module';
import type Picomatch from 'picomatch';
import { lazy } from '../base/memo.ts';
import { longestPath } from '../base/paths.ts';

const require = createRequire(import.meta.url);
const picomatch = lazy(() => require('picomatch') as typeof Picomatch);

/** Whether a path matches. */
export type GlobTest = (path: string) => boolean;

// The library backtracks, so each wildcard and each choice multiplies the time for a path.
const most = { folderStars: 3, starsInName: 3, choices: 1000 } as const;

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
    const matching = picomatch().makeRe(withoutRepeats(pattern), { dot: true, debug: true });
    // A name such as `[id].vue` also matches itself.
    return (path) =>
      path === pattern || (path !== '' && path.length <= longestPath && matching.test(path));
  } catch (error) {
    // The library creates an invalid regular expression for the pattern.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A repeated choice takes exponential time; of plain names, at most one is meant: `*.+(js|ts)`. */
function withoutRepeats(pattern: string): string {
  return pattern.replace(/([*+])\((?=[\w.|-]+\))/g, (_, sign) => (sign === '+' ? '@(' : '?('));
}

function isTame(pattern: string): boolean {
  if (pattern === '' || pattern.length > longestPath || /[*+]\(/.test(withoutRepeats(pattern)))
    return false;
  const names = pattern.replace(/\/\*\*$/, '').split('/');
  // Some tools also accept choices without a sign: `*.(js|ts)`.
  const choices = expandChoices(pattern.replace(/(?<![@?+*!])\((?=[^()]*\|)/g, '@('));
  return (
    names.filter((name) => name.includes('**')).length <= most.folderStars &&
    names.every((name) => (name.match(/\*+/g)?.length ?? 0) <= most.starsInName) &&
    // Choices that are too many, or nested in another way, are left.
    !choices.some((text) => choice.test(text) || text.includes('|'))
  );
}

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
    if (expanded.length + pending.length > most.choices) return [pattern];
  }
  return expanded;
}
