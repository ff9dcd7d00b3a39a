/**
 * Everything that a run may ask a person to decide or verify, by stable codes: its texts, its urgency, and when it is
 * done.
 */

import rows from './follow-ups.json' with { type: 'json' };

/** `decide`: needs a decision that the tool cannot make. `verify`: behaviour or a default changed, check it. */
export type FollowUpKind = 'decide' | 'verify';

/** The texts of a follow-up code. */
export interface FollowUpText {
  readonly kind: FollowUpKind;
  readonly title: string;
  /** Its meaning and what to do, as shown by `explain`. */
  readonly explanation: string;
  /** What to change by hand. */
  readonly change?: string;
  /** The reason for which it can be closed without a change. */
  readonly fine?: string;
  /** What must not be done about it. */
  readonly avoid?: string;
}

/**
 * The reason why a follow-up is still open. `run`: runs report it until its cause is gone. `text`: its text
 * still exists. `path`: its file or folder is still where the run left it. `option`: its option is not set, and
 * its text still exists. `ignored`, `unignored`: git ignores the file, or does not. `person`: the files cannot
 * show whether it is done, so someone has to close it.
 */
export type Condition = 'run' | 'text' | 'path' | 'option' | 'ignored' | 'unignored' | 'person';

/**
 * An edit that can be made for a follow-up: move its folder, write the old default of its option, add its
 * package, point its alias to the source directory, or install the dependencies.
 */
type Fix = 'move' | 'keep-default' | 'add-package' | 'point-alias' | 'install';

/**
 * Who has to read what a follow-up is about, or nobody needs to know. `scan`: the framework or a module finds files in
 * its folder. `module`: a module looks in that folder, or is one of which nothing is known. `compiler`: the project has
 * TypeScript. `framework`: a package.json brings the framework along, or there is none. `project`: the run migrates the
 * project that owns the file. `anything`: a listed file is more than what
 * file managers leave behind.
 */
export type FollowUpReader = 'scan' | 'module' | 'compiler' | 'framework' | 'project' | 'anything';

interface FollowUpRow extends FollowUpText {
  /** Defaults to `text`. */
  readonly until?: Condition;
  /** Unset if it only is about what is read in any case. */
  readonly reads?: FollowUpReader;
  /** Set if it can be about a whole file, in which case no line is shown. */
  readonly about?: 'file';
  /** Set if ignoring it causes no error: files are silently lost, skipped or served. */
  readonly breaksSilently?: true;
  /** Set if dealing with it once is enough: for the run, or for a place that several projects share. */
  readonly once?: 'run' | 'place';
  /** Set if the project cannot be built or migrated before it is done. */
  readonly blocks?: true;
  /** The edit that can be made once someone has decided to. */
  readonly fix?: Fix;
}

export type FollowUpCode = keyof typeof rows;

/** Every follow-up the tool can report. The codes are stable, because filters and baselines use them. */
export const fwFollowUps = rows as { readonly [code in FollowUpCode]: FollowUpRow };

export function isFollowUpCode(text: string): text is FollowUpCode {
  return Object.hasOwn(fwFollowUps, text);
}

/** The row of a code; undefined for codes of editions and of users' transforms. */
export function followUpRow(code: string): FollowUpRow | undefined {
  return isFollowUpCode(code) ? fwFollowUps[code] : undefined;
}

/** Whether ignoring a follow-up of this code causes no error: such follow-ups come first. */
export function breaksSilently(code: string): boolean {
  return followUpRow(code)?.breaksSilently === true;
}

/** Orders follow-ups by urgency: those that block the build, fail silently, need a decision, need a check. */
export function rankOf({
  code,
  kind,
}: {
  readonly code: string;
  readonly kind: FollowUpKind;
}): number {
  if (followUpRow(code)?.blocks) return 0;
  if (breaksSilently(code)) return 1;
  return kind === 'decide' ? 2 : 3;
}

/** The sentences that explain when a follow-up is done. */
export const doneWhen: { readonly [C in Condition]: string } = {
  run: 'Closes by itself when its cause is gone.',
  text: 'Closes by itself when the text it points to is edited or removed.',
  path: 'Closes by itself when nothing is left at that path.',
  option: 'Closes by itself when the option is set, or the text it points to is edited or removed.',
  ignored: 'Closes by itself when git no longer ignores the file.',
  unignored: 'Closes by itself when git ignores the file.',
  person: 'Close it when you have checked it.',
};

/** The reason why a follow-up of this code is still open. */
export function conditionOf(code: string): Condition {
  return followUpRow(code)?.until ?? 'text';
}
