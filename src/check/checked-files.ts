// Searches every file of a plan and checks what the plan makes of it, in batches that threads share.
import type { Span } from '../base/edits.ts';
import { Problem } from '../catalogue/shape.ts';
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
export interface CheckedFile extends FoundInFile {
  readonly references?: CheckedReferences | undefined;
}

/** Threads that search the files of a plan together: each claims the next free batch. */
export interface SearchTeam {
  /** The number of the next batch, which may be beyond the last one. */
  claim(): number;
  /** The results of so many batches of other threads, by number. Rejects if a thread fails. */
  found(count: number): Promise<ReadonlyMap<number, readonly CheckedFile[]>>;
}

function singleThread(): SearchTeam {
  let next = 0;
  return { claim: () => next++, found: async () => new Map() };
}

// Small enough that no thread waits long for the last batch.
const batchSize = 50;

/** Searches batches until none is left. */
export async function searchBatches(
  run: FileRun,
  claim: () => number,
  onBatch: (batch: number, searched: readonly CheckedFile[]) => void,
): Promise<void> {
  const { files, onProgress } = run;
  for (let batch = claim(); batch * batchSize < files.length; batch = claim()) {
    const start = batch * batchSize;
    onProgress?.(start, files.length);
    onBatch(
      batch,
      files.slice(start, start + batchSize).map((file) => searchAndCheck(file, run)),
    );
    // Yields, so that messages of other threads arrive and progress is shown.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The results of all files, in their order. */
export async function searchAll(run: FileRun, team = singleThread()): Promise<CheckedFile[]> {
  const { files, onProgress } = run;
  const batches = new Map<number, readonly CheckedFile[]>();
  await searchBatches(run, team.claim, (batch, searched) => batches.set(batch, searched));
  const count = Math.ceil(files.length / batchSize);
  for (const [batch, searched] of await team.found(count - batches.size))
    batches.set(batch, searched);
  onProgress?.(files.length, files.length);
  const searched = [...batches].sort(([a], [b]) => a - b).flatMap(([, batch]) => batch);
  const differing = files.findIndex(({ path }, index) => searched[index]?.planned.from !== path);
  // Another thread saw another list of files.
  if (differing !== -1)
    throw new Problem(
      `${files[differing]?.path}: Files came or went while they were searched. Nothing was written. Run again.`,
    );
  return searched;
}

function searchAndCheck(file: TreeFile, { search, check }: FileRun): CheckedFile {
  const attempt = (refused: readonly Span[]): CheckedFile => {
    const { before, known = [], ...found } = searchFile(file, search, refused);
    if (before === undefined) return found;
    const { planned, followUps = [] } = found;
    const references = check?.({ ...planned, before, followUps: [...followUps, ...known] });
    return { ...found, references, followUps: [...followUps, ...(references?.followUps ?? [])] };
  };
  const checked = attempt([]);
  const wrongIn = ({ references }: CheckedFile) =>
    references?.defects.flatMap(({ span }) => span ?? []) ?? [];
  const refused = wrongIn(checked);
  if (refused.length === 0 || !checked.planned.by.includes(toolEdits)) return checked;
  // If the check resolves an edited path of a tool differently, this path is reported instead of edited.
  const mostlyEdited = attempt(refused);
  const everything = { start: 0, end: Number.POSITIVE_INFINITY };
  return wrongIn(mostlyEdited).length === 0 ? mostlyEdited : attempt([everything]);
}

/** The proof of all files. */
export function sumReferences(files: readonly CheckedFile[]): ReferenceProof {
  const checked = files.flatMap(({ references }) => references ?? []);
  return {
    same: checked.reduce((sum, file) => sum + file.same, 0),
    followed: checked.reduce((sum, file) => sum + file.followed, 0),
    ledNowhere: checked.flatMap((file) => file.ledNowhere),
    notCheckable: checked.flatMap((file) => file.notCheckable),
    defects: checked.flatMap((file) => file.defects),
  };
}
