import type { FollowUp } from '../plan/follow-up.ts';
import type { AppliedChange } from '../plan/migrate.ts';
import type { Colors } from './colors.ts';
import { hanging } from './wrap.ts';

/** What is told about one config: its name as the user wrote it, what was done, what is left. */
export interface MigrationSummary {
  readonly name: string;
  /** The files that differ afterwards: the config, or local files that it imports. */
  readonly files: readonly string[];
  readonly changes: readonly AppliedChange[];
  readonly followUps: readonly FollowUp[];
}

/** What the output may look like. */
export interface Look {
  readonly colors: Colors;
  /** Columns of the terminal; a pipe has none. */
  readonly width: number | undefined;
}

/** What was done to a config, and what is left to a person. */
export function migrationText({ name, files, changes, followUps }: MigrationSummary, look: Look): string {
  const { colors, width } = look;
  const lines = [colors.bold(name)];
  // One finding may take several changes; it is told once.
  const done = new Set(changes.map(({ message, option, kind }) => message || `${kind} ${option}`));
  if (done.size === 0) lines.push(colors.dim('  nothing to change'));
  for (const message of done) lines.push(hanging(`  ${colors.green('✓')}`, 3, message, width));
  const others = files.filter((file) => file !== name);
  if (others.length > 0) lines.push(hanging(colors.dim('  in'), 4, others.join(', '), width));
  return `${[...lines, ...followUpLines(followUps, look)].join('\n')}\n`;
}

/** The list of what a person must decide or look at. */
export function followUpLines(followUps: readonly FollowUp[], { colors, width }: Look): string[] {
  return followUps.flatMap(({ kind, file, line, column, message, code }) => {
    const mark = kind === 'decide' ? colors.red('decide') : colors.yellow('verify');
    return [
      hanging(`  ${mark}`, 8, message, width),
      colors.dim(`         ${file}:${line}:${column} · ${code}`),
    ];
  });
}

/** One line that counts. */
export function countsText(summaries: readonly MigrationSummary[], written: boolean): string {
  const changed = new Set(summaries.flatMap(({ files }) => files)).size;
  const followUps = summaries.flatMap((summary) => summary.followUps);
  const decide = followUps.filter(({ kind }) => kind === 'decide').length;
  const verify = followUps.length - decide;
  const files = `${changed} ${changed === 1 ? 'file' : 'files'} ${written ? 'changed' : 'would change'}`;
  const explain = followUps.length > 0 ? '\n`fw-migrate explain <code>` tells more.' : '';
  return `${files}, ${decide} to decide, ${verify} to verify.${explain}\n`;
}
