/** Searches every file of a plan and checks what the plan makes of it. */

import type { Span } from '../base/edits.ts';
import { type FoundInFile, type Search, searchFile, toolEdits } from '../plan/search-files.ts';
import type { TreeFile } from '../tree/snapshot.ts';
import type { CheckedReferences, ReferenceCheck, ReferenceProof } from './check-references.ts';

/** Everything that a file is searched and checked with. */
export interface FileRun {
  readonly files: readonly TreeFile[];
  readonly search: Search;
  /** Undefined if references are not updated. */
  readonly check: ReferenceCheck | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** The results for one file. */
export interface FileResults extends FoundInFile {
  readonly references?: CheckedReferences | undefined;
}

/** How many files are searched before the terminal gets its turn, for the progress and for Ctrl-C. */
const batchSize = 50;

/** The results of all files, in their order. */
export async function searchAll(run: FileRun): Promise<FileResults[]> {
  const { files, onProgress } = run;
  const searched: FileResults[] = [];
  for (const file of files) {
    if (searched.length % batchSize === 0) {
      onProgress?.(searched.length, files.length);
      await new Promise((resolve) => setImmediate(resolve));
    }
    searched.push(searchAndCheck(file, run));
  }
  onProgress?.(files.length, files.length);
  return searched;
}

function searchAndCheck(file: TreeFile, { search, check }: FileRun): FileResults {
  const attempt = (refused: readonly Span[]): FileResults => {
    const found = searchFile(file, search, refused);
    const { before, planned, behaviours, figures, known = [], followUps = [] } = found;
    // The fields are listed, because a spread is slow, and this is done for every file.
    if (before === undefined) return { planned, behaviours, figures, followUps };
    const reported = known.length === 0 ? followUps : [...followUps, ...known];
    const references = check?.({ ...planned, before, followUps: reported });
    const all = references?.followUps.length ? [...followUps, ...references.followUps] : followUps;
    return { planned, behaviours, figures, references, followUps: all };
  };
  const checked = attempt([]);
  const wrongIn = ({ references }: FileResults) =>
    references?.defects.flatMap(({ span }) => span ?? []) ?? [];
  const refused = wrongIn(checked);
  if (refused.length === 0 || !checked.planned.by.includes(toolEdits)) return checked;
  // If the check resolves an edited path of a tool differently, this path is reported instead of edited.
  const mostlyEdited = attempt(refused);
  const everything = { start: 0, end: Number.POSITIVE_INFINITY };
  return wrongIn(mostlyEdited).length === 0 ? mostlyEdited : attempt([everything]);
}

/** The proof of all files. */
export function sumReferences(files: readonly FileResults[]): ReferenceProof {
  const checked = files.flatMap(({ references }) => references ?? []);
  return {
    same: checked.reduce((sum, file) => sum + file.same, 0),
    followed: checked.reduce((sum, file) => sum + file.followed, 0),
    ledNowhere: checked.flatMap((file) => file.ledNowhere),
    notCheckable: checked.flatMap((file) => file.notCheckable),
    defects: checked.flatMap((file) => file.defects),
  };
}
