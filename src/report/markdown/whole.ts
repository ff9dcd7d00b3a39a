import type { Report } from '../report.ts';
import { code } from './text.ts';

/** Where everything is that had to be left out of a list. */
export function wholeList({ dryRun, target }: Report): string {
  return dryRun
    ? `${code(`fw-migrate ${target} --dry-run --format json`)} lists all of it.`
    : 'the JSON report of the run lists all of it.';
}

/** Where the diffs are that had to be left out. */
export function wholePatch({ dryRun, target }: Report): string {
  return dryRun
    ? `${code(`fw-migrate ${target} --dry-run --format patch`)} prints the whole patch.`
    : 'the commit of the run shows it all.';
}
