/** Calls the JavaScript parser with the dialect of a file, and parses each config only once. */

import { createRequire } from 'node:module';
import type * as Babel from '@babel/parser';
import type * as t from '@babel/types';
import type { Language } from '../catalogue/extensions.ts';

// `require` loads the big CommonJS parser several times faster than `import()`, and only when it is needed.
const require = createRequire(import.meta.url);
let babel: typeof Babel | undefined;

/** The JavaScript parser, loaded on first use. */
export function parser(): typeof Babel {
  babel ??= require('@babel/parser') as typeof Babel;
  return babel;
}

/** Accepts code that would not run as it is, because it is only read. */
export const lenient = {
  attachComment: false,
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowNewTargetOutsideFunction: true,
  allowUndeclaredExports: true,
} satisfies Babel.ParserOptions;

/** Syntax that is not yet, or no longer, part of the language. */
const proposals: readonly Babel.ParserPlugin[] = [
  'decorators',
  'decoratorAutoAccessors',
  'explicitResourceManagement',
  'deprecatedImportAssert',
  'deferredImportEvaluation',
  'sourcePhaseImports',
];

const plainJsx: Babel.ParserPlugin[] = ['jsx', ...proposals];
// TypeScript's own decorators may precede parameters.
const typed: Babel.ParserPlugin[] = [
  'typescript',
  'decorators-legacy',
  ...proposals.filter((name) => name !== 'decorators'),
];
const typedJsx: Babel.ParserPlugin[] = ['typescript', 'jsx', ...proposals];
const declarations: Babel.ParserPlugin[] = [['typescript', { dts: true }], ...proposals];

// `<T>x` and JSX exclude each other; the extension does not always show which one is used.
const dialects: Readonly<Record<Language, readonly [Babel.ParserPlugin[], Babel.ParserPlugin[]]>> =
  {
    js: [plainJsx, typedJsx],
    jsx: [plainJsx, typedJsx],
    ts: [typed, typedJsx],
    tsx: [typedJsx, typed],
    dts: [declarations, typed],
  };

type ConfigTree = { readonly language: Language; readonly tree: Babel.ParseResult<t.File> };

/** The trees of the latest configs: several steps of a run read each of them, before and after it. */
const configTrees = new Map<string, ConfigTree>();
const mostConfigs = 200;

/** Parses a config once for all steps of a run. */
export function parseConfig(code: string, language: Language): Babel.ParseResult<t.File> {
  const tree = parseUnread(code, language);
  if (configTrees.size === mostConfigs) configTrees.clear();
  configTrees.set(code, { language, tree });
  return tree;
}

/** Parses code, unless it was already read as a config. */
export function parseUnread(code: string, language: Language): Babel.ParseResult<t.File> {
  const config = configTrees.get(code);
  return config?.language === language ? config.tree : parseCode(code, language);
}

/**
 * Parses code, if necessary in the other dialect. Throws the parser's first error, because a text of a few
 * kilobytes can have millions of errors that the parser would recover from.
 */
export function parseCode(code: string, language: Language): Babel.ParseResult<t.File> {
  const [first, second] = dialects[language];
  const sourceType = language === 'js' || language === 'jsx' ? 'unambiguous' : 'module';
  const parsed = (plugins: Babel.ParserPlugin[]) =>
    parser().parse(code, { ...lenient, sourceType, plugins });
  try {
    return parsed(first);
  } catch (error) {
    try {
      return parsed(second);
    } catch {
      throw error;
    }
  }
}
