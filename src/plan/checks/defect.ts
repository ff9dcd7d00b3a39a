import { Problem } from '../../catalogue/shape.ts';
import type { TreePath } from '../../project/snapshot.ts';

/** Something that a plan would do and must not: a bug of ours, which stops the run. */
export interface Defect {
  readonly about: 'option' | 'reference' | 'text' | 'layout';
  /** The file before the run. */
  readonly file: TreePath;
  readonly line?: number;
  /** A place in the project that it is about, which need not hold the file. */
  readonly concerns?: TreePath;
  /** What would be different afterwards, as a sentence. */
  readonly message: string;
}

/** What to do about a plan that does not pass the checks. */
export const defectAdvice = 'Please report it with these lines. As a workaround, try `--skip` or `--stay`.';

/** Why a repository cannot be migrated as it is, and what to do; nothing is planned. */
export class PlanProblem extends Problem {
  override readonly name = 'PlanProblem';
}

/** A plan that does not keep what the project means. */
export class CheckFailure extends Problem {
  override readonly name = 'CheckFailure';
  readonly defects: readonly Defect[];

  constructor(defects: readonly Defect[]) {
    const shown = defects.slice(0, 10).map(({ file, line, message }) => {
      const place = line === undefined ? file : `${file}:${line}`;
      return `  ${place}: ${message}`;
    });
    const rest = defects.length > shown.length ? [`  and ${defects.length - shown.length} more`] : [];
    super(
      [
        'The migration would change the behaviour of the project, so nothing was written. This is a bug in fw-migrate:',
        ...shown,
        ...rest,
        defectAdvice,
      ].join('\n'),
    );
    this.defects = defects;
  }
}
