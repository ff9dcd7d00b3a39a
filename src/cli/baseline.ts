import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { linesOf } from '../config/problem.ts';
import { withBaseline } from '../report/ledger.ts';
import { readReport } from '../report/read-report.ts';
import type { Report } from '../report/report.ts';
import { type Io, UsageError } from './io.ts';

/** A report that an earlier run wrote as JSON. */
export function readSavedReport(name: string, { cwd }: Io): Report {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, name), 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'There is no such file' : `The file cannot be read (${code})`;
    throw new UsageError(`${name || "''"}: ${why}. Name a report that was written with --format json.`);
  }
  return readReport(text, name);
}

/** The report with what became of the follow-ups of an earlier run. */
export function compareWith(earlier: Report, report: Report, folder: string): Report {
  return withBaseline(report, earlier, (path) => {
    try {
      return linesOf(readFileSync(join(folder, path), 'utf8'));
    } catch {
      return undefined;
    }
  });
}
