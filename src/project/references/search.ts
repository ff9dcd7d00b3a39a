import type { Names } from '../../catalogue/names.ts';
import { isConfigFile } from '../discover.ts';
import type { TreePath } from '../snapshot.ts';
import { fileKind, type StyleSyntax } from '../syntax/file-kind.ts';
import type { SourceText } from '../syntax/source.ts';
import { componentReferences } from './components.ts';
import { isKnownJson, isTsConfig, packageReferences, tsConfigReferences } from './json-files.ts';
import { configReferences, moduleReferences } from './modules.ts';
import type { TextKind } from './path-texts.ts';
import { type Offsets, type Reference, Unparsed } from './reference.ts';
import { styleReferences } from './styles.ts';

/** Larger texts are generated; their tree would take more memory than all other files together. */
const longestSearched = 2_000_000;

/** How the references of a file are read. */
export interface Searcher {
  readonly kind: TextKind | 'json';
  /** Throws `Unparsed` if a part cannot be read. */
  read(source: SourceText, at: Offsets): Reference[];
}

const script: Searcher = { kind: 'script', read: moduleReferences };
const config: Searcher = { kind: 'script', read: configReferences };
const packageJson: Searcher = { kind: 'json', read: packageReferences };

function tsConfig(base: TreePath | undefined): Searcher {
  return { kind: 'json', read: (source) => tsConfigReferences(source, base) };
}

const component: Searcher = { kind: 'markup', read: componentReferences };

function style(syntax: StyleSyntax): Searcher {
  return { kind: 'style', read: ({ text }) => styleReferences(text, syntax) };
}

/**
 * How to read a file; undefined if files of its kind hold no reference that is known. `tsConfigs` are JSON files that
 * are read as such, whatever they are called.
 */
export function searcherFor(
  path: TreePath,
  tsConfigs: ReadonlyMap<TreePath, { readonly base: TreePath | undefined }>,
  names: Names,
): Searcher | undefined {
  const known = tsConfigs.get(path);
  if (known) return tsConfig(known.base);
  if (isConfigFile(path, names)) return config;
  const file = fileKind(path);
  switch (file.kind) {
    case 'script':
      return script;
    case 'component':
      return component;
    case 'style':
      return style(file.syntax);
    case 'other':
      if (!isKnownJson(path)) return undefined;
      return isTsConfig(path) ? tsConfig(undefined) : packageJson;
  }
}

/** The references of a file, and the problem if a part of it could not be read. */
interface ReadReferences {
  readonly references: readonly Reference[];
  readonly problem?: Unparsed;
}

/** Why a text is not searched. */
export function tooLarge({ length }: string): string {
  return `the file is too large to be searched (${(length / 1e6).toFixed(1)} MB)`;
}

/** Reads the references of a file that are wanted; others may be among them. */
export function readReferences(searcher: Searcher, source: SourceText, at: Offsets): ReadReferences {
  const { path, text } = source;
  if (text.length > longestSearched)
    return { references: [], problem: new Unparsed(tooLarge(text), { file: path, line: 1, column: 1 }) };
  try {
    return { references: searcher.read(source, at) };
  } catch (error) {
    if (!(error instanceof Unparsed)) throw error;
    return { references: error.found, problem: error };
  }
}
