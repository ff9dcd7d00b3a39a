import { EditionProblem, editionShape } from '../catalogue/index.ts';
import { isObject, Mismatch, mismatch, Problem, text } from '../catalogue/shape.ts';
import { checkArgument } from '../plan/arguments.ts';
import { isDiffOf, isNewFile } from './patch.ts';
import { type Report, reportShape, schemaVersion } from './report.ts';
import { allFiles, catalogueOf } from './summary.ts';

/** The error for a text that is not a readable report, with the file, what is wrong, and what to do. */
export class ReportProblem extends Problem {
  override readonly name = 'ReportProblem';

  constructor(file: string, problem: string, advice: string) {
    super(`${file}: ${problem}.\n${advice}`);
  }
}

/** The error for a report that cannot be merged, compared or changed as requested, with what to do. */
export class ReportUseProblem extends Problem {
  override readonly name = 'ReportUseProblem';
}

const createAgain = 'Create it again with `fw-migrate v4 --format json`.';

/** Reads a report that was saved as JSON. Throws a `ReportProblem` with the name of the file on failure. */
export function readReport(content: string, name = 'The report'): Report {
  checkArgument('readReport', 'text', content, text);
  const value = parse(content, name);
  if (!isObject(value) || !Object.hasOwn(value, 'schemaVersion'))
    throw new ReportProblem(name, 'This is JSON, but not a report of fw-migrate', createAgain);
  if (value.schemaVersion !== schemaVersion)
    throw new ReportProblem(
      name,
      `The schemaVersion is not ${schemaVersion}`,
      `${createAgain} If a newer version of fw-migrate created it, update fw-migrate.`,
    );
  try {
    reportShape(value, '');
    const report = value as unknown as Report;
    if (report.edition) editionShape(report.edition.overlay, 'edition.overlay');
    // The catalogue is needed for texts, so the edition must be consistent.
    catalogueOf(report);
    checkDiffs(report);
    return report;
  } catch (error) {
    if (!(error instanceof Mismatch || error instanceof EditionProblem)) throw error;
    throw new ReportProblem(name, `This is not a report of fw-migrate: ${error.message}`, createAgain);
  }
}

function parse(content: string, name: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ReportProblem(name, 'This is not JSON', createAgain);
  }
}

function checkDiffs(report: Report): void {
  for (const { path: to, from = to, diff, patch = '' } of allFiles(report)) {
    if (!isDiffOf(diff, from, to, report.base))
      throw mismatch('diff', `the diff of ${JSON.stringify(to)}`, diff);
    if (!isNewFile(patch, to, report.base))
      throw mismatch('patch', `${JSON.stringify(to)} as a new file`, patch);
  }
}
