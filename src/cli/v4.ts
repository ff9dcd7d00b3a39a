/** The command `v4`: prepares, plans, reports and writes a migration. */

import { join } from 'node:path';
import { transforms } from '../../transforms/index.ts';
import { refuseDrift } from '../apply/check.ts';
import { refuseInterruptedNear } from '../apply/lock.ts';
import { recordCommits } from '../apply/transaction.ts';
import type { Names } from '../catalogue/names.ts';
import { defined } from '../catalogue/shape.ts';
import { planRepository } from '../check/checked-plan.ts';
import { createTextsAfter, type PlannedFile } from '../plan/plan.ts';
import { type PlanOptions, withChosenFolders } from '../plan/plan-repository.ts';
import { isChosen, selectRun } from '../plan/selection.ts';
import { withBaseline } from '../report/ledger.ts';
import { plainLine, present } from '../report/printing.ts';
import type { FollowUpReport, Report, RunReport } from '../report/report.ts';
import { reportOf, untrackedTexts } from '../report/report-of.ts';
import { openFollowUps } from '../report/summary.ts';
import { readSnapshot } from '../tree/disk.ts';
import { GitProblem, headCommit, uncommittedFiles } from '../tree/git.ts';
import {
  type CommitMessages,
  type CommittedFile,
  commitRun,
  refuseCommit,
} from '../tree/git-commit.ts';
import { gitFolderAbove } from '../tree/git-ignore.ts';
import { isWithin } from '../tree/open-file.ts';
import { parentOf, type TreePath } from '../tree/snapshot.ts';
import { baselineOf, keepLast, ledgerOf, progressOn, treeNow } from './earlier-reports.ts';
import { configsOfOthers } from './edition-command.ts';
import { type CommandFlags, commandLineIn } from './flags.ts';
import { withFound } from './generated-lists.ts';
import { askChoices, askToWrite, questionsOn, Stopped, withAnswers } from './interactive.ts';
import { type Io, UsageError } from './io.ts';
import { patchPrefix, pathsFrom } from './named-files.ts';
import { nextSteps, textInPackage } from './next-steps.ts';
import { outputsFor, reportRun } from './outputs.ts';
import {
  choicesByFile,
  editionInForce,
  type InForce,
  locatedInFile,
  namesElsewhere,
  ownTransforms,
  settingsInForce,
  settingsKeys,
  settingsOfReport,
  settingsReport,
  settingsTrailer,
} from './settings.ts';
import { settingsBelow } from './settings-file.ts';
import { type Target, targetOf } from './target.ts';
import { keptSentence, recoverIn, writeFiles } from './undo-command.ts';

/** `fw-migrate v4`: migrates every project in a folder, or shows what that would do. Returns the exit code. */
export async function v4Command(
  dirs: readonly string[],
  flags: CommandFlags,
  io: Io,
): Promise<number> {
  const ready = await prepareRun(dirs, flags, io);
  const { target, folder, dryRun, outputs, chosen, catalogue } = ready;
  try {
    const planned = await planRun(ready, flags, io);
    const { report, isOpen } = planned;
    const { commits, failure, stopped } = dryRun
      ? nothingDone
      : await carryOut(planned, ready, flags, io);
    const command = commandLineIn(io.cwd, flags, { folders: foldersOf(target), cwd: io.cwd });
    const steps = nextSteps(report, folder, catalogue.names);
    const state = dryRun
      ? undefined
      : keptSentence(folder, { acceptForeign: flags.recover ?? false });
    const dir = isWithin(io.cwd, folder) ? '.' : (dirs[0] ?? '.');
    const run = { dir, folder, outputs, command, commits, nextSteps: steps, state, ...flags };
    await reportRun(report, run, io);
    if (failure) throw failure;
    const { moved, changed, refused } = report.summary;
    if (stopped) return stopped;
    if (!dryRun && moved + changed > 0) {
      const { isToInstall, installAndVerify } = await import('./install.ts');
      const exitCode = (await isToInstall(report, flags, io))
        ? await installAndVerify(report, folder, catalogue.names, io)
        : 0;
      if (exitCode !== 0) return exitCode;
    }
    if (flags.check && (moved + changed > 0 || openFollowUps(report).some(isOpen))) return 1;
    // Some projects cannot be migrated, but the others were, or would be.
    return refused === undefined ? 0 : 3;
  } catch (error) {
    if (!(error instanceof Stopped)) throw locatedInFile(error, chosen);
    io.err('Stopped. Nothing was written.\n');
    return 130;
  }
}

/** Reads flags, settings and the folder, and refuses a run that is not possible. */
async function prepareRun(dirs: readonly string[], flags: CommandFlags, io: Io) {
  const target = targetOf(dirs, flags, io);
  const { folder, within } = target;
  const { dryRun = false, shard, commit, messageMoves, messageEdits } = flags;
  if (!commit && (messageMoves ?? messageEdits) !== undefined)
    throw new UsageError('A commit message needs --commit. Add --commit, or remove the message.');
  const outputs = outputsFor(flags, io);
  const earlier = baselineOf(flags, io);
  const chosen = await settingsInForce(target, flags, settingsKeys, io);
  const { catalogue, edition } = await editionInForce(chosen, io);
  const selected = await planOptionsFor(chosen, flags, io).catch((error) => {
    throw locatedInFile(error, chosen);
  });
  const options = { ...selected, catalogue, shard, within };
  const questions = flags.interactive || flags.confirm ? await questionsOn(io) : undefined;
  const acceptForeign = flags.recover ?? false;
  if (!dryRun) recoverIn(folder, io, { acceptForeign });
  // A shard knows only a part of the projects.
  const kept = earlier || shard ? undefined : ledgerOf(folder, { acceptForeign }, io);
  const snapshot = readSnapshot(folder, catalogue.names.buildDir);
  refuseInterruptedNear(folder, snapshot);
  const shown = (path: TreePath) => plainLine(pathsFrom(io.cwd, folder)(path));
  // A message explains why settings in the folder of a project are ignored.
  const ignored = flags.config === undefined ? settingsBelow(snapshot, catalogue.names) : [];
  for (const file of ignored.filter((path) => isUnread(path, target, chosen)))
    io.err(
      `${shown(file)} is ignored: settings are read from the folder of the run or above. Set them under \`projects\` there.\n`,
    );
  // A run has one edition: a message explains how to migrate projects of another edition.
  for (const { edition: otherEdition, config } of configsOfOthers(snapshot, catalogue.names))
    if (isChosen(parentOf(config), target))
      io.err(
        `${shown(config)} is not part of this run. To migrate it, run again with \`--edition ${otherEdition}\`.\n`,
      );
  return {
    target,
    folder,
    dryRun,
    outputs,
    shard,
    chosen,
    catalogue,
    edition,
    options,
    questions,
    earlier,
    kept,
    snapshot,
  };
}

/** Whether a settings file of a chosen project is not the one in force. */
function isUnread(path: TreePath, target: Target, { file }: InForce): boolean {
  return isChosen(parentOf(path), target) && join(target.folder, path) !== file?.path;
}

/** The folders that a run was started for. */
function foldersOf({ folder, within = [''] }: Target): string[] {
  return within.map((chosen) => join(folder, chosen));
}

type ReadyRun = Awaited<ReturnType<typeof prepareRun>>;

type ReportedPlan = Awaited<ReturnType<typeof planRun>>;

/** Plans the run, with the user's answers if it is interactive, and verifies and reports the plan. */
async function planRun(ready: ReadyRun, flags: CommandFlags, io: Io) {
  const { target, folder, dryRun, shard, chosen, edition } = ready;
  const { questions, earlier, kept, snapshot } = ready;
  if (questions && !dryRun) refuseUncommitted(target, [], flags);
  const byFile = choicesByFile(chosen, snapshot, ready.catalogue.names);
  const byDefault = withChosenFolders(snapshot, { ...ready.options, choices: byFile });
  const answers =
    questions && flags.interactive
      ? await askChoices({ snapshot, options: byDefault, questions, look: io.errLook })
      : undefined;
  const options = answers ? withAnswers(byDefault, answers) : byDefault;
  const plan = await planRepository(snapshot, options).catch((error: unknown) => {
    // Files that another run or an editor changed while they were read explain any failure.
    const drift = snapshot.drift();
    if (drift) refuseDrift(drift);
    throw error;
  });
  if (flags.verifyCommand !== undefined) {
    const { verifyPlan } = await import('./verify.ts');
    const textAfter = createTextsAfter(plan, snapshot);
    await verifyPlan({ command: flags.verifyCommand, folder, plan, io, textAfter });
  }
  const ofChosen = [...byFile].filter(([root]) => isChosen(root, target));
  const settings = settingsReport(chosen, new Map(ofChosen), answers);
  const base = patchPrefix(folder, io.cwd);
  const run = runReport(target, flags, io);
  // The kept report is of this folder, even if the folder now belongs to another repository.
  const ledger = earlier ?? (kept && { ...kept, base });
  const untracked = untrackedTexts(plan.files, snapshot);
  const current = reportOf(plan, {
    dryRun,
    base,
    run,
    shard,
    settings,
    untracked,
    edition: edition?.from,
  });
  const compared = ledger
    ? withBaseline(current, ledger, treeNow(snapshot, dryRun ? [] : plan.files), !target.within)
    : current;
  const report = withFound(compared, ledger, folder, ready.catalogue);
  if (questions && !dryRun && plan.files.length > 0)
    await askToWrite(report, questions, io.errLook, flags.confirm);
  // With an earlier report, in which follow-ups can be closed, all open ones count; else only those to decide.
  const isOpen = ({ kind }: FollowUpReport) => ledger !== undefined || kind === 'decide';
  return { files: plan.files, report, isOpen };
}

interface Done {
  readonly commits: readonly string[];
  /** Why there are no commits, although they were requested: thrown after the report is printed. */
  readonly failure?: GitProblem;
  /** The exit code if a signal was received while writing, else 0. */
  readonly stopped: number;
}

const nothingDone: Done = { commits: [], stopped: 0 };

/** Writes the planned files, saves the report, and commits if requested. */
async function carryOut(
  { files, report }: ReportedPlan,
  { target, folder, snapshot, kept, catalogue }: ReadyRun,
  flags: CommandFlags,
  io: Io,
): Promise<Done> {
  const options = { acceptForeign: flags.recover ?? false };
  if (files.length === 0) {
    // An earlier report is replaced even if nothing is written.
    if (kept || openFollowUps(report).length > 0) keepLast(report, folder, options, io);
    return nothingDone;
  }
  refuseUncommitted(target, files, flags);
  const toCommit = files.map(({ from, to, text }): CommittedFile => {
    return { from, to, isEdited: text !== undefined && text.before !== text.after };
  });
  if (flags.commit) refuseCommit(folder, toCommit);
  const how = { seen: snapshot, keepRuns: flags.keepRuns, ...options };
  const stopped = await writeFiles(files, folder, how, io);
  if (stopped !== 0) io.err('The run was interrupted while writing, but is complete.\n');
  keepLast(report, folder, options, io);
  if (!flags.commit) return { ...nothingDone, stopped };
  try {
    const commits = commitRun(folder, toCommit, messagesFor(flags, report, catalogue.names));
    recordCommits(folder, commits, options);
    return { commits, stopped };
  } catch (failure) {
    if (!(failure instanceof GitProblem)) throw failure;
    return { commits: [], failure, stopped };
  }
}

/** The messages of the commits of a run; by default with the command that repeats it. `merge` reads its settings. */
function messagesFor(
  flags: CommandFlags,
  report: Report,
  { variants: { a } }: Names,
): CommitMessages {
  const origin = `Made with ${report.run?.command} (version ${report.run?.version}).`;
  const moves = `Move files for ${a}\n\nThis commit only moves files. ${origin}`;
  const edits = `Migrate to ${a}\n\n${origin}`;
  const settings = settingsOfReport(report);
  const trailer = settings ? `\n${settingsTrailer}${JSON.stringify(settings)}\n` : '';
  return {
    moves: `${flags.messageMoves ?? moves}\n${trailer}`,
    edits: `${flags.messageEdits ?? edits}\n${trailer}`,
  };
}

function runReport(target: Target, flags: CommandFlags, { cwd, version }: Io): RunReport {
  const { folder } = target;
  // No package may have a longer name.
  const name = textInPackage(folder, 'name')?.slice(0, 214);
  const commit = headCommit(folder);
  // In the root of the repository, the command works on any machine.
  const home = gitFolderAbove(folder) ?? folder;
  const command = commandLineIn(home, flags, { folders: foldersOf(target), cwd });
  const date = new Date().toISOString().slice(0, 10);
  return defined({ name, date, version, commit, command });
}

/** The options of a plan, from the settings in force. */
export async function planOptionsFor(
  chosen: InForce,
  { allowIgnored }: CommandFlags,
  io: Io,
): Promise<PlanOptions> {
  const { layout, move, stay, keepDefaults, tooling } = chosen.values;
  return {
    ...selectRun(transforms, chosen.values, await ownTransforms(chosen, io.cwd)),
    layout,
    move,
    stay,
    keepDefaults,
    tooling,
    allowIgnored,
    mayBeAbsent: namesElsewhere(chosen),
    onProgress: progressOn(io),
  };
}

/** Uncommitted changes in the chosen folders, or in files that change, would be mixed up with those of the run. */
function refuseUncommitted(
  target: Target,
  changed: readonly PlannedFile[],
  { allowDirty, commit }: CommandFlags,
): void {
  const { folder } = target;
  if (allowDirty || gitFolderAbove(folder) === undefined) return;
  const concerned = new Set(changed.map(({ from }) => from));
  const files = uncommittedFiles(folder).filter(
    (file) => isChosen(file, target) || concerned.has(file),
  );
  if (files.length === 0) return;
  const lines = [
    'There are uncommitted changes. Nothing was written.',
    ...files.slice(0, 10).map((file) => `  ${file}`),
    files.length > 10 && `  and ${files.length - 10} more`,
    `Commit or stash them and run again${commit ? '' : ', or run with --allow-dirty'}. --dry-run shows the changes without writing.`,
  ];
  throw new UsageError(present(lines).join('\n'));
}
