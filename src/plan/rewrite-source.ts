import { fwCatalogue } from '../catalogue/index.ts';
import { applyEdits, madeEdits } from '../config/edits.ts';
import { openSource } from '../project/syntax/source.ts';
import { createUseFinder } from '../project/uses.ts';
import { singleFile } from './flow-files.ts';
import type { MigrateOptions, Migration } from './migrate.ts';
import { createUseReader } from './settled-uses.ts';
import { optionsOf, type TransformDefinition } from './transform.ts';

/** Runs transforms of sources on one file, of which they see no more than its text. */
export function rewriteSource(
  transforms: readonly TransformDefinition[],
  before: string,
  { filename, catalogue = fwCatalogue }: MigrateOptions,
): Migration {
  const source = openSource(filename, before);
  const finder = createUseFinder(catalogue);
  const reader = createUseReader(singleFile(source), finder, catalogue);
  const { settled } = reader.read(source, finder.usesIn(source), transforms);
  const written = settled.filter(({ edits }) => edits);
  const edits = madeEdits(written.flatMap((use) => use.edits ?? []));
  const after = applyEdits(before, edits);
  const changes = written.map(({ at, note, transform = '' }) => {
    const [option = ''] = transforms
      .filter(({ id }) => id === transform)
      .flatMap((one) => optionsOf(one, catalogue));
    return { transform, option, kind: 'set', ...at, message: note.text } as const;
  });
  return {
    path: filename,
    code: after,
    files:
      after === before ? [] : [{ path: filename, before, after, edits, by: transforms.map(({ id }) => id) }],
    ...{ changes, followUps: [], sources: [filename] },
  };
}
