import type { FollowUpKind } from '../catalogue/follow-ups.ts';
import type { OptionChange } from '../plan/effective/compare.ts';
import type { LinePlace } from '../plan/located.ts';
import type { AppliedChange } from '../plan/migrate.ts';
import type { ReferenceCounts } from '../plan/proof/references.ts';
import type { Shard } from '../plan/selection.ts';
import type { Move } from '../project/moves.ts';

/**
 * What a run did, or would do, as data: every format is made from it, and it can be saved and read again. The schema is
 * `report.schema.json` in the package.
 */
export interface Report {
  readonly schemaVersion: 1;
  readonly target: 'v4';
  readonly dryRun: boolean;
  /** What stands in front of every path to make it one of the git repository; empty, or ends with a slash. */
  readonly base: string;
  /** Which part of the run this is; not set where it is all of it. */
  readonly shard?: Shard;
  readonly projects: readonly ProjectReport[];
  /** What belongs to no project. */
  readonly elsewhere: Findings;
  readonly proof: ProofReport;
  readonly summary: Summary;
}

/** Files that change, and what is left to a person. */
export interface Findings {
  /** Sorted by where they are before the run. */
  readonly files: readonly FileReport[];
  readonly followUps: readonly FollowUpReport[];
}

export interface ProjectReport extends Findings {
  readonly root: string;
  readonly config: string;
  /** Which variant the project was found in. */
  readonly variant: 'a' | 'b' | 'unknown';
  readonly changes: readonly AppliedChange[];
  readonly moves: readonly Move[];
  /** The options that the project sets, or whose value differs between before and after. */
  readonly options: readonly OptionReport[];
  /** What was proven about the project before anything was written. */
  readonly proof: ProjectProofReport;
}

/** Options that mean something else afterwards, each with its reason, and where the framework looks for what. */
export interface ProjectProofReport {
  /** How many options mean what they meant. */
  readonly preserved: number;
  readonly changed: readonly {
    readonly option: string;
    readonly before: ValueReport;
    readonly after: ValueReport;
    readonly why: string;
    /** The follow-up that tells it. */
    readonly code?: string;
  }[];
  readonly unknown: readonly { readonly option: string; readonly why: string }[];
  /** Where Variant A looks for each kind of files; no place where the config does not tell. */
  readonly places: readonly { readonly kind: string; readonly place?: string; readonly exists: boolean }[];
  /** What was read and is not any more, and why that is known. */
  readonly orphans: readonly {
    readonly kind: string;
    readonly file: string;
    readonly count: number;
    readonly left: string;
    readonly why: 'told' | 'asked' | 'before';
  }[];
  /** What a folder `app/` means that is not the source directory. */
  readonly appFolder?: string;
}

/** What was proven about the files. */
export interface ProofReport {
  /** References between files that reach what they reached. */
  readonly references: ReferenceCounts;
  /** Texts that differ from the original in the recorded places alone. */
  readonly texts: number;
  /** Texts that a codemod or a second pass wrote, of which nothing is recorded. */
  readonly unrecorded: readonly string[];
}

/** What an option amounts to before and after, with defaults and layers. */
export interface OptionReport {
  readonly option: string;
  readonly before: ValueReport;
  readonly after: ValueReport;
  readonly change: OptionChange;
  /** The option that has the value now, where it is another one. */
  readonly to?: string;
}

export type ValueReport =
  /** `from`: `default`, or the place in a config or layer, as `file:line:column`. */
  | { readonly kind: 'value'; readonly value: JsonValue; readonly from: string }
  | { readonly kind: 'unknown'; readonly why: string; readonly from?: string }
  | { readonly kind: 'unset' }
  /** The variant has no such option; `from` where it is written all the same. */
  | { readonly kind: 'missing'; readonly from?: string };

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

export interface FileReport {
  /** Where it is afterwards, and before where that is another place. */
  readonly path: string;
  readonly from?: string;
  /** Who asked for its text to change: ids of transforms, `references`, or `framework`. */
  readonly by: readonly string[];
  /** As `git diff` shows it, from the top of the git repository. */
  readonly diff: string;
}

/** A place before the run, and afterwards where that differs. */
export interface PlaceReport extends LinePlace {
  readonly after?: LinePlace;
}

/** Of a re-run: not known before, known before, or known before and gone. */
export type Status = 'new' | 'open' | 'done';

export interface FollowUpReport extends PlaceReport {
  /** The same in every run, as long as the place reads the same. */
  readonly id: string;
  readonly code: string;
  readonly kind: FollowUpKind;
  readonly option?: string;
  readonly message: string;
  /** The command that tells more. */
  readonly docs?: string;
  readonly evidence: readonly PlaceReport[];
  /** Set where the run was compared with an earlier one. */
  readonly status?: Status;
  /** Set by hand in a saved report: a person has dealt with it, whatever a later run finds. */
  readonly closed?: boolean;
}

export interface Summary {
  readonly projects: number;
  readonly moved: number;
  readonly changed: number;
  readonly decide: number;
  readonly verify: number;
  /** Follow-ups of an earlier run that are gone; set where the run was compared with one. */
  readonly done?: number;
}

/** The parts of a report that hold files and follow-ups: its projects, and what belongs to none. */
export function partsOf({
  projects,
  elsewhere,
}: Pick<Report, 'projects' | 'elsewhere'>): readonly Findings[] {
  return [...projects, elsewhere];
}

export function allFollowUps(report: Pick<Report, 'projects' | 'elsewhere'>): FollowUpReport[] {
  return partsOf(report).flatMap(({ followUps }) => followUps);
}

/** What a person still has to do. */
export function openFollowUps(report: Pick<Report, 'projects' | 'elsewhere'>): FollowUpReport[] {
  return allFollowUps(report).filter(({ status }) => status !== 'done');
}

/** Every file, sorted by where it is before the run. */
export function allFiles(report: Pick<Report, 'projects' | 'elsewhere'>): FileReport[] {
  const files = partsOf(report).flatMap((part) => part.files);
  return files.toSorted((a, b) => ((a.from ?? a.path) < (b.from ?? b.path) ? -1 : 1));
}

export function summaryOf(report: Pick<Report, 'projects' | 'elsewhere'>): Summary {
  const files = allFiles(report);
  const all = allFollowUps(report);
  const open = openFollowUps(report);
  const decide = open.filter(({ kind }) => kind === 'decide').length;
  return {
    projects: report.projects.length,
    moved: files.filter(({ from }) => from !== undefined).length,
    changed: files.filter(({ diff }) => diff.includes('\n@@ ')).length,
    decide,
    verify: open.length - decide,
    ...(all.some(({ status }) => status) ? { done: all.length - open.length } : {}),
  };
}

/** Where a person finds a place now: as it is before the run after a dry one, else as it is afterwards. */
export function placeNow({ after, ...before }: PlaceReport, { dryRun }: Pick<Report, 'dryRun'>): LinePlace {
  return dryRun ? before : (after ?? before);
}
