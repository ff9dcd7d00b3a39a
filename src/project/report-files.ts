import { readRegularFile } from './open-file.ts';
import { isOwnReport } from './own-reports.ts';

/** More bytes than any report has; what is larger is not read. */
export const mostReportBytes = 256_000_000;

/** Whether a file is a report of an earlier run, which is nobody's work. */
export function isReportFile(path: string): boolean {
  try {
    return isOwnReport(readRegularFile(path, mostReportBytes).toString('utf8'));
  } catch {
    return false;
  }
}
