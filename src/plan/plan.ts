/** The plan as a value: every project, and every file with its path and text before and after. */

import type { ChangedText } from '../base/edits.ts';
import type { Move } from '../tree/moves.ts';
import { type Snapshot, type TreePath, textIn } from '../tree/snapshot.ts';
import type { Note } from './follow-up.ts';
import type { LocatedFollowUp, LocatedPlace } from './located.ts';
import type { AppliedChange } from './migrate.ts';
import type { StayingFolder } from './staying-folders.ts';

/** A file that moves, or whose text changes, or both. */
export interface PlannedFile {
  readonly from: TreePath;
  readonly to: TreePath;
  /** The text before and after; absent if the file only moves. For a symbolic link, its target. */
  readonly text?: ChangedText;
  readonly kind: 'file' | 'link';
  /** The source of the changes: ids of transforms, `references`, `tooling` or `framework`. */
  readonly by: readonly string[];
}

/** What is planned for a project. */
export interface PlannedProject {
  /** The folder of the config. */
  readonly root: TreePath;
  readonly config: TreePath;
  /** The variant that the project has before the run. */
  readonly variant: 'a' | 'b' | 'unknown';
  /** Set if the project cannot be migrated and is not changed: a follow-up explains why. */
  readonly isRefused?: boolean;
  readonly changes: readonly AppliedChange[];
  /** Folders and files that move, as reports list them. */
  readonly moves: readonly Move[];
  readonly followUps: readonly LocatedFollowUp[];
  /** Folders that stay although moved sources use them; those that save most come first. */
  readonly staying: readonly StayingFolder[];
  /** Uses of changed behaviour that need no attention. */
  readonly settled: readonly LocatedUse[];
}

/** A use of changed behaviour that needs no attention, and why. */
export interface LocatedUse extends LocatedPlace {
  readonly behaviour: string;
  readonly note: Note<LocatedPlace>;
  /** The transform that edited it. */
  readonly transform?: string;
}

/** What is planned for a repository. */
export interface PlannedRun {
  readonly projects: readonly PlannedProject[];
  /** The folders of the projects that are left for a later run, apart from references to what moves. */
  readonly left: readonly TreePath[];
  /** Sorted by `from`. */
  readonly files: readonly PlannedFile[];
  /** Follow-ups that belong to no single project. */
  readonly followUps: readonly LocatedFollowUp[];
}

/** Reads files as a plan leaves them; undefined if a file does not exist or is not UTF-8. */
export function createTextsAfter(
  { files }: Pick<PlannedRun, 'files'>,
  { read }: Pick<Snapshot, 'read'>,
): (path: TreePath) => string | undefined {
  const placed = new Map(files.map((file) => [file.to, file]));
  const gone = new Set(files.map(({ from }) => from));
  return (path) => {
    const file = placed.get(path);
    if (file?.text) return file.text.after;
    return !file && gone.has(path) ? undefined : textIn({ read }, file?.from ?? path);
  };
}
