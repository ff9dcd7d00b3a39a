/** Chooses how the references of a file are found, by its kind. */

import { startOf } from '../../base/position.ts';
import { type Syntax, syntaxOf } from '../../catalogue/extensions.ts';
import type { FileKind } from '../../catalogue/file-kinds.ts';
import type { TreePath } from '../../tree/snapshot.ts';
import type { SourceText } from '../../tree/syntax/source-text.ts';
import type { TextKind } from './candidates.ts';
import { componentReferences } from './component-references.ts';
import { packageReferences, tsConfigReferences } from './json-files.ts';
import { configReferences, moduleReferences } from './module-references.ts';
import {
  collectReferences,
  type Offsets,
  type ReadReferences,
  type Reference,
  Unparsed,
} from './reference.ts';
import { sheetReferences } from './styles.ts';

/** Larger texts are generated, and their syntax tree would take more memory than all other files. */
const longestSearched = 2_000_000;

/** How the references of a kind of file are found and read. */
export interface ReferenceReader {
  readonly kind: TextKind;
  /** Throws `Unparsed` if nothing can be parsed. */
  read(source: SourceText, at: Offsets): readonly (Reference | Unparsed)[];
}

const readers: { readonly [read in Syntax | FileKind]?: ReferenceReader } = {
  config: { kind: 'script', read: configReferences },
  package: { kind: 'json', read: packageReferences },
  script: { kind: 'script', read: moduleReferences },
  component: { kind: 'markup', read: componentReferences },
  style: { kind: 'style', read: (source) => sheetReferences(source) },
};

/**
 * The reader for a file; undefined if its kind has no known references. `tsConfigs` are JSON files that are
 * read as tsconfigs, whatever their name.
 */
export function readerFor(
  path: TreePath,
  tsConfigs: ReadonlyMap<TreePath, { readonly base: TreePath | undefined }>,
  kind: FileKind,
): ReferenceReader | undefined {
  const listed = tsConfigs.get(path);
  if (listed || kind === 'tsconfig')
    return { kind: 'json', read: (source) => tsConfigReferences(source, listed?.base) };
  return readers[kind] ?? readers[syntaxOf(path) ?? kind];
}

/** The reason why a large text is not searched. */
export function tooLarge({ length }: string): string {
  return `the file is too large to be searched (${(length / 1e6).toFixed(1)} MB)`;
}

/** Reads at least the wanted references of a file. */
export function readReferences(
  reader: ReferenceReader,
  source: SourceText,
  at: Offsets,
): ReadReferences {
  const { path, text } = source;
  if (text.length > longestSearched)
    return { references: [], problems: [new Unparsed(tooLarge(text), startOf(path))] };
  return collectReferences(() => reader.read(source, at));
}
