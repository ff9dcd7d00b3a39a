import { flag, integer, listOf, object, oneOf, readAs, text, where } from '../project/shape.ts';
import type { TreePath } from '../project/snapshot.ts';
import { isInside } from './check.ts';
import type { Digest } from './digest.ts';
import type { Place } from './disk.ts';
import type { FolderToDo } from './folders.ts';
import { foreignState } from './foreign.ts';
import { ApplyProblem, nothingChanged } from './problem.ts';
import { isStaging, readSealed, sealed } from './state.ts';
import type { FileToDo } from './to-do.ts';

/** What a run was for. */
export type RunKind = 'migration' | 'undo';

/** All that a run does to a folder, written down so that another process can finish or undo it. */
export interface Run {
  readonly run: RunKind;
  /** The folder for the files of the run. */
  readonly staging: TreePath;
  /** The folder of the run before, if its record is there: this run replaces that, or undoes it. */
  readonly previous?: TreePath;
  /** Whether another machine or user wrote it down, and a person vouches for it; never written down itself. */
  readonly isForeign?: boolean;
  readonly files: readonly FileOfRun[];
  readonly folders: { readonly made: readonly FolderToDo[]; readonly removed: readonly FolderToDo[] };
}

/** What a run does to one file or link. Its number in the list names its files in the folder of the run. */
export interface FileOfRun {
  readonly from: TreePath;
  readonly to: TreePath;
  readonly kind: FileToDo['kind'];
  /** What was there; absent if nothing was. */
  readonly before?: Digest;
  /** What takes its place; absent if the file itself does. */
  readonly after?: Replacement;
  /** Whether nothing takes its place: the original is back already. */
  readonly isSpare?: boolean;
  /** Whether a person wrote what was there: it is kept, not deleted. */
  readonly isTheirs?: boolean;
}

/** A new text that the run has staged, or an original that the run before has put aside under that number. */
export interface Replacement {
  readonly digest: Digest;
  readonly original?: number;
}

/** The text of a run's document. */
export function documentOf(place: Place, run: Run): string {
  return sealed(place, 'run', JSON.stringify(run));
}

/** Reads the document of a run; undefined if there is none. Throws an `ApplyProblem` if it cannot be trusted. */
export function readRun(place: Place, path: TreePath): Run | undefined {
  const found = readSealed(place, 'run', path);
  if (!found) return undefined;
  if (!found.isOwn && !place.trust.acceptsForeign) throw foreignState(path);
  const run = readAs<Run>(runShape, found.content);
  if (run) return found.isOwn ? run : { ...run, isForeign: true };
  throw new ApplyProblem(
    path,
    `This does not describe a run of this version of fw-migrate. ${nothingChanged}`,
  );
}

/** Even a document that a person vouches for names only what a run may touch. */
const projectPath = where<TreePath>(
  'a path of the project',
  (value) => typeof value === 'string' && isInside(value),
);
const stagingPath = where<TreePath>(
  'the folder of a run',
  (value) => typeof value === 'string' && isStaging(value),
);

// Whose files a folder passes on to new ones and who may delete there is harmless; running as its owner is not.
const mode = where<number>('a mode', (value) => Number.isInteger(value) && (Number(value) & ~0o3777) === 0);
const folderShape = object({ path: projectPath, 'mode?': mode });

const fileShape = object({
  from: projectPath,
  to: projectPath,
  kind: oneOf('file', 'link'),
  'before?': text,
  'after?': object({ digest: text, 'original?': integer(0) }),
  'isSpare?': flag,
  'isTheirs?': flag,
});

const runShape = object({
  run: oneOf('migration', 'undo'),
  staging: stagingPath,
  'previous?': stagingPath,
  files: listOf(fileShape),
  folders: object({ made: listOf(folderShape), removed: listOf(folderShape) }),
});
