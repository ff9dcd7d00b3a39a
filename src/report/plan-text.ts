import { isInside } from '../config/places.ts';
import type { FollowUp } from '../plan/follow-up.ts';
import type { Plan, ProjectPlan } from '../plan/plan.ts';
import type { Move } from '../project/moves.ts';
import { changeLines, followUpLines, type Look } from './migration-text.ts';
import { plainLine } from './plain.ts';
import { hanging } from './wrap.ts';

/** How a run is told: what was, or would be. */
export interface RunLook extends Look {
  readonly written: boolean;
  /** What is put in front of every path, so that it can be opened from where the command was called. */
  readonly prefix: string;
}

/** What a run did, project by project, and what is left to a person. */
export function planText(plan: Plan, look: RunLook): string {
  const blocks = plan.projects.map((project) => projectLines(project, plan, look));
  const others = elsewhereLines(plan, look);
  return [...blocks, ...(others.length > 0 ? [others] : [])]
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function projectLines(project: ProjectPlan, plan: Plan, look: RunLook): string[] {
  const { colors, prefix } = look;
  const { moves, changes, followUps } = project;
  const lines = [`${colors.bold(plainLine(prefix + project.config))} ${colors.dim(variantText(project))}`];
  for (const move of moves) lines.push(moveLine(move, plan, look));
  lines.push(...changeLines(changes, look));
  if (lines.length === 1) lines.push(colors.dim('  nothing to change'));
  return [...lines, ...followUpLines(named(followUps, prefix), look)];
}

function variantText({ variant, moves, changes }: ProjectPlan): string {
  if (variant === 'unknown') return '(left as it is)';
  if (variant === 'a') return changes.length > 0 ? '(runs as Variant A)' : '(already Variant A)';
  return moves.length > 0 || changes.length > 0 ? '(Variant B → A)' : '(Variant B, reads the same in A)';
}

function moveLine({ from, to }: Move, plan: Plan, { colors, prefix }: RunLook): string {
  const count = plan.files.filter((file) => isInside(file.from, from) && file.from !== file.to).length;
  const files = count === 1 ? '1 file' : `${count} files`;
  const isFile = plan.files.some((file) => file.from === from);
  return `  ${colors.green('✓')} ${plainLine(prefix + from)} → ${plainLine(prefix + to)}${isFile ? '' : colors.dim(` (${files})`)}`;
}

/** Files that changed for other reasons than a config, and what concerns no single project. */
function elsewhereLines({ files, followUps }: Plan, look: RunLook): string[] {
  const { colors, prefix, width } = look;
  const changedBy = (who: string) =>
    listed(files.filter(({ by }) => by.includes(who)).map(({ to }) => plainLine(prefix + to)));
  const referring = changedBy('references');
  const prescribed = changedBy('framework');
  const done = [
    referring && `references follow what moved, in ${referring}`,
    prescribed && `${prescribed}: as Variant A wants it`,
  ].filter((text) => text !== '');
  if (done.length === 0 && followUps.length === 0) return [];
  return [
    colors.bold('Elsewhere'),
    ...done.map((text) => hanging(`  ${colors.green('✓')}`, 3, text, width)),
    ...followUpLines(named(followUps, prefix), look),
  ];
}

function listed(names: readonly string[]): string {
  const rest = names.length > 8 ? `, and ${names.length - 8} more` : '';
  return names.slice(0, 8).join(', ') + rest;
}

function named(followUps: readonly FollowUp[], prefix: string): FollowUp[] {
  return followUps.map((followUp) => ({ ...followUp, file: prefix + followUp.file }));
}

/** Every follow-up of a plan. */
export function allFollowUps({ projects, followUps }: Plan): FollowUp[] {
  return [...projects.flatMap((project) => project.followUps), ...followUps];
}

/** One line that counts. */
export function planCounts(plan: Plan, { written }: Pick<RunLook, 'written'>): string {
  const followUps = allFollowUps(plan);
  const moved = plan.files.filter(({ from, to }) => from !== to).length;
  const changed = plan.files.filter(({ text }) => text !== undefined).length;
  const decide = followUps.filter(({ kind }) => kind === 'decide').length;
  const would = written ? '' : 'would be ';
  const projects = plan.projects.length === 1 ? '1 project' : `${plan.projects.length} projects`;
  return `${projects}, ${counted(moved)} ${would}moved, ${counted(changed)} ${would}changed, ${decide} to decide, ${followUps.length - decide} to verify.`;
}

/** A number of files, as one says it. */
export function counted(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
