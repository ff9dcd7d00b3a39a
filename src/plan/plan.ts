import type { MadeEdit } from '../config/document.ts';
import type { Move } from '../project/moves.ts';
import type { TreePath } from '../project/snapshot.ts';
import type { OptionComparison } from './effective/compare.ts';
import type { LocatedFollowUp } from './located.ts';
import type { AppliedChange } from './migrate.ts';
import type { ProjectProof } from './proof/project.ts';
import type { ReferenceCounts } from './proof/references.ts';
import type { TextProof } from './proof/texts.ts';

/** What becomes of one file: another place, another text, or both. */
export interface PlannedFile {
  readonly from: TreePath;
  readonly to: TreePath;
  /** Its text before and after; absent where only the place changes. For a symbolic link, what it says. */
  readonly text?: PlannedText;
  readonly kind: 'file' | 'link';
  /** Who asked for the text to change: ids of transforms, `references`, or `framework`. */
  readonly by: readonly string[];
}

/** A text before and after. */
export interface PlannedText {
  readonly before: string;
  readonly after: string;
  /** What differs, in the order of the text. Absent for links, and where a codemod or several passes wrote it. */
  readonly edits?: readonly MadeEdit[];
}

/** What is planned for one project. */
export interface ProjectPlan {
  /** The folder of the config. */
  readonly root: TreePath;
  readonly config: TreePath;
  /** Which variant the project was found in. */
  readonly variant: 'a' | 'b' | 'unknown';
  readonly changes: readonly AppliedChange[];
  /** Folders and files that change their place, as a person would say it. */
  readonly moves: readonly Move[];
  /** The options that the project sets, or whose default differs: what they mean before and after. */
  readonly options: readonly OptionComparison[];
  /** What that amounts to. */
  readonly proof: ProjectProof;
  readonly followUps: readonly LocatedFollowUp[];
}

/** Everything that a run would do. A pure value: diff, report and transaction only read it. */
export interface Plan {
  readonly projects: readonly ProjectPlan[];
  /** Sorted by `from`. */
  readonly files: readonly PlannedFile[];
  /** What concerns no single project. */
  readonly followUps: readonly LocatedFollowUp[];
  /** What was checked about the files, beside what belongs to a project. */
  readonly proof: Omit<TextProof, 'defects'> & { readonly references: ReferenceCounts };
  /** How many files were looked at. */
  readonly searched: number;
}
