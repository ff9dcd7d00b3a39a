import { ApplyProblem } from '../apply/problem.ts';
import { ConfigProblem } from '../config/problem.ts';
import { RenderFailure } from '../config/render.ts';
import { CheckFailure, PlanProblem } from '../plan/checks/defect.ts';
import { TransformFailure } from '../plan/migrate.ts';
import { IncompleteSelection, UnknownTransform } from '../plan/selection.ts';
import { GitProblem } from '../project/git.ts';
import { ReportProblem, ReportUseProblem } from '../report/read-report.ts';
import { Interrupted } from './interrupt.ts';
import { UsageError, VerifyProblem } from './io.ts';

const expected = [
  ApplyProblem,
  ConfigProblem,
  GitProblem,
  IncompleteSelection,
  Interrupted,
  PlanProblem,
  CheckFailure,
  RenderFailure,
  ReportProblem,
  ReportUseProblem,
  TransformFailure,
  UnknownTransform,
  UsageError,
  VerifyProblem,
];

/** Errors that are about the input, not about us. */
export function isExpected(error: unknown): error is Error {
  return expected.some((kind) => error instanceof kind);
}

/** What a command ends with that failed. */
export function exitCodeFor(error: unknown): number {
  return error instanceof Interrupted ? error.exitCode : 2;
}
