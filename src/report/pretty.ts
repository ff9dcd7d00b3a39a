import { counted } from './counted.ts';
import { followUpLines, type ToldFollowUp } from './follow-up-text.ts';
import type { Look } from './look.ts';
import { changeLines } from './migration-text.ts';
import { type MoveOfFiles, movesOfFiles } from './moved-files.ts';
import { isRewritten } from './places.ts';
import { plainLine, withoutCommands } from './plain.ts';
import { filesSentence, layoutSentences, proofReasons, proofSentence } from './proof-text.ts';
import {
  type FileReport,
  type Findings,
  type FollowUpReport,
  type ProjectReport,
  placeNow,
  type Report,
} from './report.ts';
import { shardSentence } from './shard-text.ts';
import { hanging } from './wrap.ts';

/** How a run is told on a terminal. */
export interface RunLook extends Look {
  /** What is put in front of every path, so that it can be opened from where the command was called. */
  readonly prefix: string;
}

/** What a run did, project by project, and what is left to a person. */
export function prettyOf(report: Report, look: RunLook): string {
  const blocks = report.projects.map((project) => projectLines(project, report, look));
  const others = elsewhereLines(report, look);
  const proof = filesSentence(report);
  const proven = proof === undefined ? [] : [hanging(look.colors.green('='), 1, proof, look.width)];
  const text = [...blocks, others, proven]
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
  // A line may be broken in front of any name.
  return withoutCommands(text);
}

function projectLines(project: ProjectReport, report: Report, look: RunLook): string[] {
  const { colors, prefix } = look;
  const lines = [`${colors.bold(plainLine(prefix + project.config))} ${colors.dim(variantText(project))}`];
  lines.push(...movesOfFiles(project).map((move) => moveLine(move, look)));
  lines.push(...changeLines(project.changes, look), ...fileLines(project.files, look));
  if (lines.length === 1) lines.push(colors.dim('  nothing to change'));
  return [...lines, ...proofLines(project, look), ...leftLines(project, report, look)];
}

function proofLines(project: ProjectReport, { colors, width, verbose }: RunLook): string[] {
  const sentence = proofSentence(project);
  if (sentence === undefined) return [];
  const reasons = proofReasons(project);
  if (!verbose) {
    const hint = reasons.length > 0 ? ' --verbose tells why.' : '';
    return [hanging(`  ${colors.green('=')}`, 3, sentence + hint, width)];
  }
  const details = [...reasons.map(({ option, why }) => `${option}: ${why}`), ...layoutSentences(project)];
  return [
    hanging(`  ${colors.green('=')}`, 3, sentence, width),
    ...details.map((text) => hanging('     ', 5, plainLine(text), width)),
  ];
}

/** What the variant means for this project. */
function variantText({ variant, moves, changes }: ProjectReport): string {
  if (variant === 'unknown') return '(left as it is)';
  if (variant === 'a') return changes.length > 0 ? '(runs as Variant A)' : '(already Variant A)';
  return moves.length > 0 || changes.length > 0 ? '(Variant B → A)' : '(Variant B, reads the same in A)';
}

function moveLine({ from, to, files, isFolder }: MoveOfFiles, { colors, width, prefix }: RunLook): string {
  const count = isFolder ? [colors.dim(`(${counted(files.length, 'file')})`)] : [];
  const parts = [plainLine(prefix + from), `→ ${plainLine(prefix + to)}`, ...count];
  return hanging(`  ${colors.green('✓')}`, 3, parts, width);
}

/** Files that change for other reasons than their config. */
function fileLines(files: readonly FileReport[], look: RunLook): string[] {
  const changedBy = (who: string) =>
    listed(
      files.filter(({ by }) => by.includes(who)).map(({ path }) => plainLine(look.prefix + path)),
      look,
    );
  const referring = changedBy('references');
  const prescribed = changedBy('framework');
  return [
    referring && `references follow what moved, in ${referring}`,
    prescribed && `${prescribed}: as Variant A wants it`,
  ]
    .filter((text) => text !== '')
    .map((text) => hanging(`  ${look.colors.green('✓')}`, 3, text, look.width));
}

// Enough to see what kind of files they are.
const mostNames = 8;

function listed(names: readonly string[], { verbose }: Look): string {
  const shown = verbose ? names : names.slice(0, mostNames);
  const rest = names.length - shown.length;
  return shown.join(', ') + (rest > 0 ? `, and ${rest} more` : '');
}

function elsewhereLines(report: Report, look: RunLook): string[] {
  const { files, followUps } = report.elsewhere;
  if (files.length === 0 && followUps.length === 0) return [];
  return [
    look.colors.bold('Elsewhere'),
    ...fileLines(files, look),
    ...leftLines(report.elsewhere, report, look),
  ];
}

function leftLines({ followUps }: Findings, report: Report, look: RunLook): string[] {
  return followUpLines(
    followUps.map((followUp) => told(followUp, report, look)),
    look,
  );
}

function told(followUp: FollowUpReport, report: Report, { prefix }: RunLook): ToldFollowUp {
  const { kind, code, message, status, evidence } = followUp;
  const places = (evidence.length > 0 ? evidence : [followUp]).map((one) => {
    const { file, line, column, text } = placeNow(one, report);
    return {
      ...{ file: prefix + file, line, column, text },
      ...(isRewritten(one, report) ? { before: one } : {}),
    };
  });
  return { kind, code, message, status, places };
}

/** One line that counts. */
export function countsLine(report: Report): string {
  const { summary, dryRun } = report;
  const { moved, changed, decide, verify, done } = summary;
  const would = dryRun ? 'would be ' : '';
  const projects = counted(summary.projects, 'project');
  const part = shardSentence(report);
  const gone = done === undefined ? '' : `, ${done} done`;
  return `${projects}, ${counted(moved, 'file')} ${would}moved, ${counted(changed, 'file')} ${would}changed, ${decide} to decide, ${verify} to verify${gone}.${part === undefined ? '' : ` ${part}`}`;
}
