/** Sends a report to files and to standard output, each in its format and safe for its reader. */

import { dirname, relative, resolve } from 'node:path';
import { createColors } from '../report/colors.ts';
import { type Format, formatNames, formatOfFile, render } from '../report/formats.ts';
import { leftGroups } from '../report/outline.ts';
import { editsText, prettyOf } from '../report/pretty.ts';
import {
  type Look,
  plainLine,
  present,
  terminalPatch,
  visible,
  withoutCommands,
  wrapLines,
} from '../report/printing.ts';
import type { Report } from '../report/report.ts';
import { commandFor, counted, countsLine, undoCommandIn } from '../report/sentences.ts';
import { allFiles, openFollowUps } from '../report/summary.ts';
import { isFolder } from '../tree/disk.ts';
import { gitFolderAbove, slashed } from '../tree/git-ignore.ts';
import { errorCode } from '../tree/open-file.ts';
import type { CommandFlags } from './flags.ts';
import { type Io, type Log, UsageError } from './io.ts';
import {
  fileToReplace,
  isDevice,
  isPipe,
  pathsFrom,
  revertCommandLine,
  writeReport,
} from './named-files.ts';
import { withToolName } from './tool-name.ts';

/** The outputs of a report: files, each with its format, and standard output. */
export interface Outputs {
  readonly files: readonly {
    readonly name: string;
    readonly path: string;
    readonly format: Format;
  }[];
  /** Undefined if no format was requested by name. */
  readonly standard: Format | undefined;
}

/** A file gets the format of its extension; the other files take the remaining formats in order. */
export function outputsFor(
  { format = [], output = [], patch }: CommandFlags,
  { cwd }: Io,
): Outputs {
  const formats = format.flatMap((list) => list.split(',')).map(formatNamed);
  const named = output.map((name) => {
    const implied = formatOfFile(name);
    if (implied !== undefined && formats.includes(implied))
      formats.splice(formats.indexOf(implied), 1);
    return { name, implied };
  });
  const targets = named.map(({ name, implied }) => {
    const wanted = implied ?? formats.shift();
    if (wanted === undefined)
      throw new UsageError(
        `${name || "''"}: The format is unknown. Set it with --format, or use a matching file extension.`,
      );
    return { name, path: resolve(cwd, name), format: wanted };
  });
  const files = targets.filter(({ name }) => name !== '-');
  for (const [index, { name, path }] of files.entries()) {
    if (files.findIndex((file) => file.path === path) !== index)
      throw new UsageError(`${name}: Two reports cannot be written to the same file.`);
    if (name === '' || isFolder(path) || !isFolder(dirname(path)))
      throw new UsageError(
        `${name || "''"}: A report cannot be written there. Use a file in an existing folder.`,
      );
    if (!isDevice(path)) fileToReplace(name, cwd);
  }
  const toStandard = targets.filter(({ name }) => name === '-').map((target) => target.format);
  const printed = [...toStandard, ...formats];
  if (printed.length > 1 || (patch && printed.some((printedFormat) => printedFormat !== 'patch')))
    throw new UsageError(
      `Only one format can be written to standard output. Use --output to write ${printed.join(' or ')} to a file.`,
    );
  return { files, standard: printed[0] };
}

function formatNamed(text: string): Format {
  const format = formatNames.find((name) => name === text.trim());
  if (format) return format;
  throw new UsageError(`Invalid format \`${text.trim()}\`: expected ${formatNames.join(', ')}.`);
}

/** Renders a report for a file in a folder. */
type RenderIn = (format: Format, look: Look, home: string) => Promise<string>;

/** Facts about a run that some formats need besides the report. */
interface RunOfReport extends Pick<CommandFlags, 'baseline' | 'verbose'> {
  /** The migrated folder. */
  readonly folder: string;
  readonly nextSteps?: readonly string[];
  /** An earlier comment, whose ticks are kept. */
  readonly ticks?: string | undefined;
}

/** Creates the function that renders a report. */
export function renderingOf(report: Report, run: RunOfReport, { version }: Io): RenderIn {
  const options = { nextSteps: run.nextSteps, ledger: run.baseline, ticks: run.ticks, version };
  const folderFrom = (home: string) => slashed(relative(home, run.folder)) || '.';
  return (format, look, home) =>
    render(format, report, { ...options, look, folder: folderFrom(home) });
}

/** Prints a report to standard output, which is usually redirected to a file in the current folder. */
export async function printReport(
  renderIn: RenderIn,
  format: Format,
  verbose: boolean | undefined,
  io: Io,
): Promise<void> {
  const text = await renderIn(format, { ...io.outLook, verbose }, io.cwd);
  if (format === 'pretty') io.out(text);
  else printExactly(text, format, io);
}

/** Writes a report to the requested files. */
export async function writeReports(renderIn: RenderIn, { files }: Outputs, io: Io): Promise<void> {
  // A file has no terminal width; most people read this one well.
  const look = { colors: createColors(false), width: 80 };
  for (const { name, path, format } of files) {
    const text = await renderIn(format, look, dirname(path));
    try {
      writeReport(name, isPipe(path) ? safeForLogs(text, format, io.logs) : text, io.cwd);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(
        `${name}: The report could not be written (${errorCode(error) ?? 'unknown'}).`,
      );
    }
    io.err(`${plainLine(name)}: the report as ${format}\n`);
  }
}

interface ReportedRun extends RunOfReport, Pick<CommandFlags, 'check' | 'patch' | 'quiet'> {
  /** The folder as it was named. */
  readonly dir: string;
  readonly outputs: Outputs;
  /** The command that runs the migration, for the current folder. */
  readonly command: string;
  /** The commits of the run; none if it was not committed. */
  readonly commits: readonly string[];
  /** A sentence about the originals that are kept for `undo`. */
  readonly state: string | undefined;
  /** Whether the text includes the edits of a dry run. */
  readonly showsEdits?: boolean;
}

/** Reports a run; if a patch is printed, the text goes to standard error, so that the patch can be piped. */
export async function reportRun(report: Report, run: ReportedRun, io: Io): Promise<void> {
  const { outputs, check, patch, quiet } = run;
  const isTerminal = io.outKind === 'terminal';
  const hasFiles = outputs.files.length > 0;
  // In a pipe, a dry run prints its patch, unless the report goes to a file or only the exit code matters.
  const isPiped = report.dryRun && !isTerminal && !hasFiles && !(check && quiet);
  const standard = outputs.standard ?? (patch || isPiped ? 'patch' : 'pretty');
  const showsEdits = report.dryRun && isTerminal && outputs.standard === undefined && !hasFiles;
  const renderIn = renderingOf(report, run, io);
  const print = async () => {
    if (standard === 'pretty')
      return io.out(prettyRun(report, { ...run, showsEdits }, io.outLook, io.cwd));
    await printReport(renderIn, standard, run.verbose, io);
    if (outputs.standard === undefined) io.err(prettyRun(report, run, io.errLook, io.cwd));
    else if (!quiet) io.err(`${countsLine(report)}\n`);
  };
  try {
    // The files are written even if standard output fails.
    await print().finally(() => writeReports(renderIn, outputs, io));
  } catch (error) {
    if (report.dryRun || !(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message} Everything else completed.`);
  }
}

function prettyRun(report: Report, run: ReportedRun, terminal: Look, cwd: string): string {
  const { dir, folder, command, commits, nextSteps = [] } = run;
  if (run.quiet) return `${countsLine(report)}\n`;
  const look = { ...terminal, verbose: run.verbose, shown: pathsFrom(cwd, folder) };
  const edits = run.showsEdits ? editsText(report, look) : '';
  const { moved, changed } = report.summary;
  const totals = `${counted(moved, 'file')} would be moved, ${counted(changed, 'file')} changed`;
  const files = allFiles(report);
  const open = openFollowUps(report);
  const [first] = leftGroups(report).flatMap(({ codes }) => codes);
  const where = dir === '.' ? '' : `In ${plainLine(dir)}: `;
  const top = gitFolderAbove(folder);
  const isBelow =
    top !== undefined && top !== folder && files.some(({ from }) => from !== undefined);
  const sentences = present([
    countsLine(report),
    open.length > 0 &&
      first &&
      `\`${commandFor(report, `explain ${first.code}`)}\` explains the first follow-up.`,
    open.some(({ status }) => !report.dryRun || status) &&
      `${where}\`fw-migrate next\` goes through them; \`fw-migrate report\` shows this report again.`,
    isBelow &&
      'Files outside this folder were not checked. If they refer to files that move, run in the root of the repository instead.',
  ]);
  const hasFiles = files.length > 0;
  const undo = commits.length > 0 ? revertCommandLine(commits) : undoCommandIn(dir);
  const endings = present([
    run.showsEdits &&
      hasFiles &&
      commandLine('For the full patch', `${command} --dry-run --format patch`, look),
    nextSteps.length > 0 && `${dir === '.' ? 'Next steps' : `Next steps in ${plainLine(dir)}`}:`,
    ...nextSteps.map((step) => `  ${plainLine(step)}`),
    hasFiles && run.state,
    commits.length > 0 &&
      `Committed as ${commits.map((commit) => commit.slice(0, 12)).join(' and ')}.`,
    report.dryRun && hasFiles && commandLine('To migrate', command, look),
    !report.dryRun && hasFiles && commandLine('To undo this run', undo, look),
  ]);
  const lines = [
    ...(edits === ''
      ? []
      : [look.colors.bold(`Dry run: ${totals}. Nothing is written.`), '', edits, '']),
    prettyOf(report, look),
    ...sentences.flatMap((sentence) => wrapLines(withToolName(sentence, look.tool), look.width)),
    ...endings,
  ];
  return `${lines.join('\n')}\n`;
}

/** A command after its purpose; if both do not fit on one line, it has its own, so that it can be copied. */
function commandLine(purpose: string, command: string, { width, tool }: Look): string {
  const shown = plainLine(command);
  const line = `${purpose}: ${shown}`;
  const isLong = width !== undefined && withToolName(line, tool).length > width;
  return isLong ? `${purpose}:\n  ${shown}` : line;
}

/** Prints a result for programs, which a terminal or a CI log behind a pipe must not run as commands. */
export function printExactly(text: string, format: Format | 'code', io: Io): void {
  if (io.outKind === 'terminal') {
    const shown = format === 'code' ? text.replaceAll('\r\n', '\n').replaceAll('\t', '    ') : text;
    io.out(format === 'patch' ? terminalPatch(text, io.outLook.colors) : visible(shown));
  } else io.exact(io.outKind === 'pipe' ? safeForLogs(text, format, io.logs) : text);
}

/**
 * Makes a text safe for a log: a report with commands is put between lines that make GitHub ignore them, unless
 * its format consists of commands. Throws if the log or the text, which may be code, does not allow such lines.
 */
export function safeForLogs(text: string, format: Format | 'code', logs: readonly Log[]): string {
  // Commands such as `##vso[…]` and `##teamcity[…]` work anywhere in a line.
  if (logs.includes('other') && /##\w*\[/.test(text)) throw new UsageError(refusal);
  if (format === 'github' || !logs.includes('github') || withoutCommands(text) === text)
    return text;
  if (format === 'code') throw new UsageError(refusal);
  const token = process.getBuiltinModule('node:crypto').randomBytes(16).toString('hex');
  return `::stop-commands::${token}\n${text}${text.endsWith('\n') ? '' : '\n'}::${token}::\n`;
}

const refusal =
  'The output contains lines that the log of this workflow would run as commands, so it was not printed. Send it to a file instead: with `--output <file>` if the command has that option, else with `> <file>`.';
