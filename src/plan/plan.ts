import type { ChangedText } from '../config/edits.ts';
import type { Move } from '../project/moves.ts';
import { decode, type Snapshot, type TreePath, UnreadableFile } from '../project/snapshot.ts';
import type { ProjectChecks } from './checks/project.ts';
import type { ReferenceCounts } from './checks/witness.ts';
import type { OptionComparison } from './effective/compare.ts';
import type { Note } from './follow-up.ts';
import type { LocatedFollowUp, LocatedPlace } from './located.ts';
import type { AppliedChange } from './migrate.ts';
import type { StayingFolder } from './staying-folders.ts';

/** What becomes of one file: another place, another text, or both. */
export interface PlannedFile {
  readonly from: TreePath;
  readonly to: TreePath;
  /** Its text before and after; absent if only the place changes. For a symbolic link, its target. */
  readonly text?: ChangedText;
  readonly kind: 'file' | 'link';
  /** Who asked for the text to change: ids of transforms, `references`, `tooling` or `framework`. */
  readonly by: readonly string[];
}

/** What is planned for one project. */
export interface ProjectPlan {
  /** The folder of the config. */
  readonly root: TreePath;
  readonly config: TreePath;
  /** Which variant the project was found in. */
  readonly variant: 'a' | 'b' | 'unknown';
  /** Set if the project cannot be migrated as it is, and is left alone: a follow-up says why. */
  readonly isRefused?: boolean;
  readonly changes: readonly AppliedChange[];
  /** Folders and files that move, as reports list them. */
  readonly moves: readonly Move[];
  /** The options that the project sets, or whose default differs: what they mean before and after. */
  readonly options: readonly OptionComparison[];
  /** What was checked about them. */
  readonly proof: ProjectChecks;
  readonly followUps: readonly LocatedFollowUp[];
  /** Folders that stay although moved sources use them, what saves most first. */
  readonly staying: readonly StayingFolder[];
  /** Uses of changed behaviour that need no attention. */
  readonly settled: readonly LocatedUse[];
}

/** A use that is settled, and why. */
export interface LocatedUse extends LocatedPlace {
  readonly behaviour: string;
  readonly note: Note<LocatedPlace>;
  /** The transform that wrote something there. */
  readonly transform?: string;
}

/** Everything that a run would do. A pure value: diff, report and transaction only read it. */
export interface Plan {
  readonly projects: readonly ProjectPlan[];
  /** Sorted by `from`. */
  readonly files: readonly PlannedFile[];
  /** What concerns no single project. */
  readonly followUps: readonly LocatedFollowUp[];
  /** What was checked about the files, beside what belongs to a project. */
  readonly proof: TextProof & { readonly references: ReferenceCounts };
  /** How many files were looked at. */
  readonly searched: number;
}

/** What the check of the texts of a plan looked at. */
export interface TextProof {
  /** How many texts were compared with what was recorded about them. */
  readonly compared: number;
  /** Texts of which nothing was recorded, since a codemod or a second pass wrote them: only that they can be read. */
  readonly unrecorded: readonly TreePath[];
}

/** Reads texts as a plan leaves them; undefined for what is not there, or cannot be read as UTF-8. */
export function createTextsAfter(
  { files }: Plan,
  { read }: Pick<Snapshot, 'read'>,
): (path: TreePath) => string | undefined {
  const placed = new Map(files.map((file) => [file.to, file]));
  const gone = new Set(files.map(({ from }) => from));
  return (path) => {
    const file = placed.get(path);
    if (file?.text) return file.text.after;
    if (!file && gone.has(path)) return undefined;
    try {
      return decode(read(file?.from ?? path));
    } catch (error) {
      if (error instanceof UnreadableFile) return undefined;
      throw error;
    }
  };
}
