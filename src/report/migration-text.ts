import type { FollowUp } from '../plan/follow-up.ts';
import type { AppliedChange } from '../plan/migrate.ts';
import type { Colors } from './colors.ts';

/** What is told about one config: its name as the user wrote it, what was done, what is left. */
export interface MigrationSummary {
  readonly name: string;
  readonly changes: readonly AppliedChange[];
  readonly followUps: readonly FollowUp[];
}

/** What was done to a config, and what is left to a person, for a terminal. */
export function migrationText({ name, changes, followUps }: MigrationSummary, colors: Colors): string {
  const lines = [colors.bold(name)];
  // One finding may take several changes; it is told once.
  const done = new Set(changes.map(({ message, option, kind }) => message || `${kind} ${option}`));
  if (done.size === 0) lines.push(colors.dim('  nothing to change'));
  for (const message of done) lines.push(`  ${colors.green('✓')} ${message}`);
  lines.push(...followUpLines(followUps, colors));
  return `${lines.join('\n')}\n`;
}

/** The list of what a person must decide or look at. */
export function followUpLines(followUps: readonly FollowUp[], colors: Colors): string[] {
  return followUps.flatMap(({ kind, file, line, column, message, code }) => {
    const mark = kind === 'decide' ? colors.red('decide') : colors.yellow('verify');
    return [`  ${mark} ${message}`, colors.dim(`         ${file}:${line}:${column} · ${code}`)];
  });
}

/** One line that counts. */
export function countsText(summaries: readonly MigrationSummary[], written: boolean): string {
  const changed = summaries.filter(({ changes }) => changes.length > 0).length;
  const followUps = summaries.flatMap((summary) => summary.followUps);
  const decide = followUps.filter(({ kind }) => kind === 'decide').length;
  const verify = followUps.length - decide;
  const files = `${changed} of ${summaries.length} ${summaries.length === 1 ? 'file' : 'files'} ${written ? 'changed' : 'would change'}`;
  const explain = followUps.length > 0 ? ' `fw-migrate explain <code>` tells more.' : '';
  return `${files}, ${decide} to decide, ${verify} to verify.${explain}\n`;
}
