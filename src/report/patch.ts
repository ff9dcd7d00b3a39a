import { allFiles, type Report } from './report.ts';

/** The report's files as one patch for `git apply`, from the top of the git repository. */
export function patchOf(report: Report): string {
  return allFiles(report)
    .map(({ diff }) => diff)
    .join('');
}
