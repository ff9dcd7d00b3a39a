import { EditionProblem, editionShape } from '../catalogue/index.ts';
import { isObject, Mismatch, mismatch, Problem, text } from '../catalogue/shape.ts';
import { checkArgument } from '../plan/arguments.ts';
import { isDiffOf, isNewFile } from './patch.ts';
import { type Report, reportShape, schemaVersion } from './report.ts';
import { allFiles, catalogueOf } from './summary.ts';

/** A text that is not a readable report: says which file it is, what is wrong with it, and what to do. */
export class ReportProblem extends Problem {
  override readonly name = 'ReportProblem';

  constructor(file: string, found: string, advice: string) {
    super(`${file}: ${found}.\n${advice}`);
  }
}

/** A report that cannot be merged, compared or changed as asked: says why, and what to do. */
export class ReportUseProblem extends Problem {
  override readonly name = 'ReportUseProblem';
}

const makeAnew = 'Create it again with `fw-migrate v4 --format json`.';

/** Reads a report that was saved as JSON. Throws a `ReportProblem` that names its file if it is not a report of ours. */
export function readReport(content: string, name = 'The report'): Report {
  checkArgument('readReport', 'text', content, text);
  const value = parse(content, name);
  if (!isObject(value) || !Object.hasOwn(value, 'schemaVersion'))
    throw new ReportProblem(name, 'This is JSON, but not a report of fw-migrate', makeAnew);
  refuseOtherVersion(value.schemaVersion, name);
  try {
    reportShape(value, '');
    const report = value as unknown as Report;
    if (report.edition) editionShape(report.edition.overlay, 'edition.overlay');
    // Texts are made with it, so it must be one that holds together.
    catalogueOf(report);
    checkDiffs(report);
    return report;
  } catch (error) {
    if (!(error instanceof Mismatch || error instanceof EditionProblem)) throw error;
    throw new ReportProblem(name, `This is not a report of fw-migrate: ${error.message}`, makeAnew);
  }
}

function parse(content: string, name: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ReportProblem(name, 'This is not JSON', makeAnew);
  }
}

function refuseOtherVersion(version: unknown, name: string): void {
  if (version === schemaVersion) return;
  if (typeof version === 'number' && version > schemaVersion)
    throw new ReportProblem(
      name,
      `The report was created by a newer version of fw-migrate (schemaVersion ${version}; this version supports ${schemaVersion})`,
      'Update fw-migrate, or create the report again with this version.',
    );
  throw new ReportProblem(name, `The schemaVersion is not ${schemaVersion}`, makeAnew);
}

function checkDiffs(report: Report): void {
  for (const { path: to, from = to, diff, patch = '' } of allFiles(report)) {
    if (!isDiffOf(diff, from, to, report.base))
      throw mismatch('diff', `the diff of ${JSON.stringify(to)}`, diff);
    if (!isNewFile(patch, to, report.base))
      throw mismatch('patch', `${JSON.stringify(to)} as a new file`, patch);
  }
}
