import { posix } from 'node:path';
import type { TreePath } from '../snapshot.ts';
import type { TextKind } from './candidates.ts';
import { componentReferences } from './components.ts';
import { isKnownJson, jsonReferences, tsConfigReferences } from './json-files.ts';
import { moduleReferences } from './modules.ts';
import type { Reference, Sought } from './reference.ts';
import { type StyleSyntax, styleReferences } from './styles.ts';

/** Larger texts are generated; their tree would take more memory than all other files together. */
export const longestSearched = 2_000_000;

/** How a file is searched; nothing where files of its kind hold no reference that is known. */
export interface Searcher {
  readonly kind: TextKind | 'json';
  search(text: string, path: TreePath, sought: Sought): Reference[];
}

const script: Searcher = { kind: 'script', search: moduleReferences };
const component: Searcher = { kind: 'markup', search: componentReferences };
const tsConfig: Searcher = { kind: 'json', search: tsConfigReferences };
const json: Searcher = { kind: 'json', search: jsonReferences };

function style(syntax: StyleSyntax): Searcher {
  return { kind: 'style', search: (text) => styleReferences(text, syntax) };
}

const byExtension: { readonly [extension: string]: Searcher } = {
  '.ts': script,
  '.tsx': script,
  '.mts': script,
  '.cts': script,
  '.js': script,
  '.jsx': script,
  '.mjs': script,
  '.cjs': script,
  '.vue': component,
  '.css': style('css'),
  '.scss': style('scss'),
  '.sass': style('sass'),
  '.less': style('less'),
};

/** How to search a file; `tsConfigs` are JSON files that are read as such, whatever they are called. */
export function searcherFor(path: TreePath, tsConfigs: ReadonlyMap<TreePath, unknown>): Searcher | undefined {
  if (tsConfigs.has(path)) return tsConfig;
  const extension = posix.extname(path);
  if (extension === '.json') return isKnownJson(path) ? json : undefined;
  return Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined;
}
