import type { FollowUp } from '../plan/follow-up.ts';
import type { AppliedChange } from '../plan/migrate.ts';
import { followUpLines, type ToldFollowUp } from './follow-up-text.ts';
import type { Look } from './look.ts';
import { plainLine, withoutCommands } from './plain.ts';
import { hanging } from './wrap.ts';

/** What is told about one config: its name as the user wrote it, what was done, what is left. */
export interface MigrationSummary {
  readonly name: string;
  /** The files that differ afterwards: the config, or local files that it imports. */
  readonly files: readonly string[];
  readonly changes: readonly AppliedChange[];
  readonly followUps: readonly FollowUp[];
}

/** What was done to a config, and what is left to a person. */
export function migrationText({ name, files, changes, followUps }: MigrationSummary, look: Look): string {
  const { colors, width } = look;
  const lines = [colors.bold(plainLine(name))];
  const done = changeLines(changes, look);
  lines.push(...(done.length > 0 ? done : [colors.dim('  nothing to change')]));
  const others = files.filter((file) => file !== name).map(plainLine);
  if (others.length > 0) lines.push(hanging(colors.dim('  in'), 4, others.join(', '), width));
  return withoutCommands(`${[...lines, ...followUpLines(toldOf(followUps), look)].join('\n')}\n`);
}

/** One line for each thing that was done: a finding may take several changes, and is told once. */
export function changeLines(changes: readonly AppliedChange[], { colors, width }: Look): string[] {
  const done = new Set(changes.map(({ message, option, kind }) => message || `${kind} ${option}`));
  return [...done].map((message) => hanging(`  ${colors.green('✓')}`, 3, plainLine(message), width));
}

/** Follow-ups of configs alone, which name one place each. */
export function toldOf(followUps: readonly FollowUp[]): ToldFollowUp[] {
  return followUps.map(({ kind, code, message, file, line, column }) => ({
    ...{ kind, code, message },
    places: [{ file, line, column }],
  }));
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
