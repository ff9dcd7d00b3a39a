import { isSass, type StyleSyntax } from './syntax.ts';

/** Which of the strings directly inside a statement or a pair of brackets name files. */
export type Role =
  /** A statement of which nothing has been read yet. */
  | 'start'
  | 'none'
  /** A selector that starts with a colon: none yet, but `:import(` may follow. */
  | 'colon'
  /** The one that comes first: `@use`, `url(`. */
  | 'first'
  /** The one that comes first, or behind a `not`. */
  | 'source'
  /** The one that comes first, and one behind each comma. */
  | 'list'
  /** Those behind the word `from`. */
  | 'from'
  /** The first argument, which may have a name: `load-css($url: "x")`. */
  | 'argument'
  | 'each'
  | 'last'
  /** None, and `//` is no comment: the inside of a `url(` without quotes. */
  | 'bare-url'
  /** None, and a closing brace ends it. */
  | 'interpolation';

/** Stands for any string among the tokens. */
export const STRING = '"';

const RULES = new Map<string, Role>([
  ['import', 'list'],
  ['use', 'first'],
  ['forward', 'first'],
  ['plugin', 'first'],
  ['config', 'first'],
  ['reference', 'first'],
  ['source', 'source'],
  ['value', 'from'],
]);

/** Rules whose `url()` is a name or an address, never a file. */
const ADDRESS_RULES = new Set(['namespace', 'document', '-moz-document']);

const EXPECTS_AT_ONCE = new Set<Role>(['first', 'source', 'list', 'argument', 'each', 'last']);

/** The role of a statement that starts with an at-rule; nothing if the rule names no file. */
export function roleOfRule(name: string, syntax: StyleSyntax): Role | undefined {
  if ((name === 'use' || name === 'forward') && !isSass(syntax)) return undefined;
  if (name === 'import' && syntax === 'css') return 'first';
  return RULES.get(name);
}

/** Whether the `url()` in a rule names no file. */
export function takesAddresses(rule: string): boolean {
  return ADDRESS_RULES.has(rule);
}

/** The role of a statement that starts with another token. */
export function roleOfStatement(firstToken: string): Role {
  if (firstToken === 'composes') return 'from';
  return firstToken === ':' ? 'colon' : 'none';
}

/** The role of the brackets behind the name of a function. */
export function roleOfFunction(name: string, around: Role, rule: string, syntax: StyleSyntax): Role {
  if (name === 'image-set' || name === '-webkit-image-set') return 'each';
  if (name === 'data-uri' && syntax === 'less') return 'last';
  if (name === 'load-css' && isSass(syntax)) return 'argument';
  if (name === 'import' && around === 'colon') return 'first';
  // Tailwind: `@import "tailwindcss" source("../src")`.
  if (name === 'source' && (rule === 'import' || rule === 'tailwind')) return 'first';
  return 'none';
}

/** Whether a string that comes first names a file. */
export function expectsAtOnce(role: Role): boolean {
  return EXPECTS_AT_ONCE.has(role);
}

/** Whether a string behind a token names a file, if one did or did not so far. */
export function expectsAfter(token: string, role: Role, expects: boolean): boolean {
  if (role === 'each' || role === 'last') return true;
  if (role === 'list') return token === ',';
  if (role === 'from') return token === 'from';
  if (role === 'source') return expects && token === 'not';
  if (role === 'argument') return expects && token !== ',' && token !== STRING;
  return false;
}
