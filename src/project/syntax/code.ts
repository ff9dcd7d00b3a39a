import { createRequire } from 'node:module';
import type * as Babel from '@babel/parser';
import type * as t from '@babel/types';
import type * as Oxc from 'oxc-parser';
import { lenient, parser } from '../../config/source.ts';
import { mayNestDeeply } from './nesting.ts';

/** How a piece of code is read; `dts` has declarations only. */
export type Language = 'js' | 'jsx' | 'ts' | 'tsx' | 'dts';

/** The language that the extension of a file stands for. */
export function languageOf(path: string): Language {
  if (/\.d\.(?:[^./]+\.)?[cm]?ts$/.test(path)) return 'dts';
  if (/\.[cm]?ts$/.test(path)) return 'ts';
  return path.endsWith('.tsx') ? 'tsx' : path.endsWith('.jsx') ? 'jsx' : 'js';
}

const common: Babel.ParserPlugin[] = [
  'decorators',
  'decoratorAutoAccessors',
  'explicitResourceManagement',
  'deprecatedImportAssert',
  'deferredImportEvaluation',
  'sourcePhaseImports',
];
const plainJsx: Babel.ParserPlugin[] = ['jsx', ...common];
const typed: Babel.ParserPlugin[] = ['typescript', ...common];
const typedJsx: Babel.ParserPlugin[] = ['typescript', 'jsx', ...common];
const declarations: Babel.ParserPlugin[] = [['typescript', { dts: true }], ...common];

// `<T>x` and JSX exclude each other; the file's extension does not always tell which one is meant.
const dialects: Readonly<Record<Language, readonly [Babel.ParserPlugin[], Babel.ParserPlugin[]]>> = {
  js: [plainJsx, typedJsx],
  jsx: [plainJsx, typedJsx],
  ts: [typed, typedJsx],
  tsx: [typedJsx, typed],
  dts: [declarations, typed],
};

/** Parses a piece of code, if need be in the other dialect. Throws what the parser throws. */
export function parseCode(code: string, language: Language): t.File {
  const [first, second] = dialects[language];
  const attempt = attemptParse(code, first, language);
  if (!(attempt instanceof Error) && !attempt.errors?.length) return attempt;
  const other = attemptParse(code, second, language);
  if (!(other instanceof Error) && !other.errors?.length) return other;
  // After a mistake that it recovers from (a name declared twice), the parser has every string in place.
  if (!(attempt instanceof Error)) return attempt;
  if (!(other instanceof Error)) return other;
  throw attempt;
}

function attemptParse(
  code: string,
  plugins: Babel.ParserPlugin[],
  language: Language,
): Babel.ParseResult<t.File> | Error {
  const sourceType = language === 'js' || language === 'jsx' ? 'unambiguous' : 'module';
  try {
    return parser().parse(code, { ...lenient, sourceType, plugins, errorRecovery: true });
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

const require = createRequire(import.meta.url);
let oxc: typeof Oxc | false | undefined;

/** What a static import or export names, with its quotes. */
export interface StaticSpecifier {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/**
 * What the static imports and exports of code name. This parser checks the code, but makes no tree of it, and takes a
 * fifth of the time of one that does. Undefined if it finds a mistake, if it does not run on this machine, or if
 * the code might be too much for it: then the other parser decides.
 */
export function staticSpecifiers(code: string, language: Language): StaticSpecifier[] | undefined {
  const parser = mayNestDeeply(code, language) ? false : quickParser();
  const sourceType = language === 'js' || language === 'jsx' ? 'unambiguous' : 'module';
  const result = parser ? parser.parseSync('module', code, { lang: language, sourceType }) : undefined;
  if (!result || result.errors.length > 0) return undefined;
  const { staticImports, staticExports } = result.module;
  const exported = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest ?? []),
  );
  return [...staticImports.map(({ moduleRequest }) => moduleRequest), ...exported];
}

/** It is made of machine code, which npm leaves out where there is none for the machine. */
function quickParser(): typeof Oxc | false {
  if (oxc === undefined) {
    try {
      oxc = require('oxc-parser') as typeof Oxc;
    } catch {
      oxc = false;
    }
  }
  return oxc;
}

/**
 * Visits every node, parents before their children, with a list instead of recursion: generated code nests deeper
 * than the call stack.
 */
export function walk(root: t.Node, visit: (node: t.Node) => void): void {
  const pending: t.Node[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    visit(node);
    pushChildren(pending, node);
  }
}

/** The nodes directly below a node. */
export function childrenOf(node: t.Node): t.Node[] {
  const children: t.Node[] = [];
  pushChildren(children, node);
  return children;
}

function pushChildren(list: t.Node[], node: t.Node): void {
  // Measured twice as fast as `for … in`, which also has to look at the prototype of Babel's nodes.
  for (const key of Object.keys(node)) {
    if (key === 'loc' || key === 'extra') continue;
    const child: unknown = node[key as keyof t.Node];
    if (typeof child !== 'object' || child === null) continue;
    if (Array.isArray(child)) for (const item of child) pushNode(list, item);
    else pushNode(list, child);
  }
}

function pushNode(list: t.Node[], value: unknown): void {
  if (typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string')
    list.push(value as t.Node);
}
