import { applyEdits } from '../../src/base/edits.ts';
import { plainEdit, type Reference } from '../../src/paths/references/reference.ts';

/** The text with every reference written anew, where no escape is needed. */
export function writtenAnew(
  text: string,
  references: readonly Reference[],
  specifierOf: (specifier: string) => string,
): string {
  const edits = references.flatMap(
    (reference) => plainEdit(reference, { text }, specifierOf(reference.specifier)) ?? [],
  );
  return applyEdits(text, edits);
}
