import { EditionProblem, editionShape } from '../catalogue/index.ts';
import { isObject, Mismatch, mismatch, Problem, text } from '../catalogue/shape.ts';
import { checkArgument } from '../plan/arguments.ts';
import { isDiffOf, isNewFile } from './patch.ts';
import { type Report, reportShape, schemaVersion } from './report.ts';
import { allFiles, catalogueOf } from './summary.ts';

/** The error for a report that cannot be read, merged, compared or changed as requested, with what to do. */
export class ReportProblem extends Problem {
  override readonly name = 'ReportProblem';
}

function unreadable(file: string, problem: string): ReportProblem {
  return new ReportProblem(
    `${file}: ${problem}.\nCreate it again with \`fw-migrate v4 --format json\`. If a newer version created it, update fw-migrate.`,
  );
}

/** Reads a report that was saved as JSON. Throws a `ReportProblem` with the name of the file on failure. */
export function readReport(content: string, name = 'The report'): Report {
  checkArgument('readReport', 'text', content, text);
  try {
    const value: unknown = JSON.parse(content.replace(/^\uFEFF/, ''));
    if (!isObject(value) || !Object.hasOwn(value, 'schemaVersion'))
      throw unreadable(name, 'This is JSON, but not a report of fw-migrate');
    if (value.schemaVersion !== schemaVersion)
      throw unreadable(name, `The schemaVersion is not ${schemaVersion}`);
    reportShape(value, '');
    const report = value as unknown as Report;
    if (report.edition) editionShape(report.edition.overlay, 'edition.overlay');
    // The catalogue is needed for texts, so the edition must be consistent.
    catalogueOf(report);
    checkDiffs(report);
    return report;
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable(name, 'This is not JSON');
    if (!(error instanceof Mismatch || error instanceof EditionProblem)) throw error;
    throw unreadable(name, `This is not a report of fw-migrate: ${error.message}`);
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
