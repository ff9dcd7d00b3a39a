import { startOf } from '../../base/position.ts';
import type { Names } from '../../catalogue/names.ts';
import { isConfigFile } from '../../tree/discover.ts';
import type { TreePath } from '../../tree/snapshot.ts';
import { fileKind } from '../../tree/syntax/code.ts';
import type { SourceText } from '../../tree/syntax/source-text.ts';
import type { TextKind } from './candidates.ts';
import { componentReferences } from './component-references.ts';
import { isKnownJson, isTsConfig, packageReferences, tsConfigReferences } from './json-files.ts';
import { configReferences, moduleReferences } from './module-references.ts';
import {
  type Offsets,
  type ReadReferences,
  type Reference,
  settled,
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

const readers: { readonly [kind in 'script' | 'component' | 'style']: ReferenceReader } = {
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
  names: Names,
): ReferenceReader | undefined {
  const listed = tsConfigs.get(path);
  if (listed || isTsConfig(path))
    return { kind: 'json', read: (source) => tsConfigReferences(source, listed?.base) };
  if (isConfigFile(path, names)) return { kind: 'script', read: configReferences };
  const kind = fileKind(path);
  if (kind !== 'other') return readers[kind];
  return isKnownJson(path) ? { kind: 'json', read: packageReferences } : undefined;
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
  return settled(() => reader.read(source, at));
}
