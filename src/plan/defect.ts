/**
 * The error for a plan with a wrong result, which is a bug of this tool. A project that cannot be migrated for a reason
 * of its own is in refusal.ts.
 */

import type { Span } from '../base/edits.ts';
import { Problem } from '../catalogue/shape.ts';
import type { TreePath } from '../tree/snapshot.ts';

/** A wrong result of a plan, which is a bug in fw-migrate: its project is not migrated. */
export interface Defect {
  readonly about: 'option' | 'reference' | 'text' | 'layout';
  /** The file before the run. */
  readonly file: TreePath;
  readonly line?: number;
  /** A place in the affected project, which need not contain the file. */
  readonly concerns?: TreePath;
  /** The text that an edit makes wrong. */
  readonly span?: Span;
  /** The difference after the run, as a sentence. */
  readonly message: string;
}

/** The advice for a plan that fails the checks. */
export const defectAdvice =
  'Please report it with these lines. As a workaround, try `--skip` or `--stay`.';

/** Why a repository cannot be migrated, and what to do; nothing is planned. */
export class PlanProblem extends Problem {
  override readonly name = 'PlanProblem';
}

/** A plan that would change the behaviour of a project. */
export class CheckFailure extends Problem {
  override readonly name = 'CheckFailure';
  readonly defects: readonly Defect[];

  constructor(defects: readonly Defect[]) {
    const shown = defects.slice(0, 10).map(({ file, line, message }) => {
      const place = line === undefined ? file : `${file}:${line}`;
      return `  ${place}: ${message}`;
    });
    const more =
      defects.length > shown.length ? [`  and ${defects.length - shown.length} more`] : [];
    super(
      [
        'The migration would change the behaviour of the project, so nothing was written. This is a bug in fw-migrate:',
        ...shown,
        ...more,
        defectAdvice,
      ].join('\n'),
    );
    this.defects = defects;
  }
}
