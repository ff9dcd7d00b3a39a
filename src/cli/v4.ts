import { transforms } from '../../transforms/index.ts';
import { phasesOfRun } from '../apply/run.ts';
import { createTextsAfter, type PlannedFile } from '../plan/plan.ts';
import { type PlanOptions, planRepository } from '../plan/repository.ts';
import { followsMoves, selectTransforms, stepsOfRun } from '../plan/selection.ts';
import type { Shard } from '../plan/shard.ts';
import { readSnapshot } from '../project/disk.ts';
import { uncommittedFiles } from '../project/git.ts';
import { gitFolderAbove } from '../project/git-ignore.ts';
import type { DiskSnapshot } from '../project/snapshot.ts';
import type { Report } from '../report/report.ts';
import { reportOf } from '../report/report-of.ts';
import { openFollowUps } from '../report/summary.ts';
import { askChoices, askToWrite, questionsOn, Stopped } from './interactive.ts';
import { inPhases } from './interrupt.ts';
import { type Io, UsageError } from './io.ts';
import { layoutNamed, loadTransforms } from './migrate-options.ts';
import { folderNamed, patchPrefix } from './named-paths.ts';
import { type OutputFlags, outputsFor, reportRun } from './outputs.ts';
import { baselineOf, compareWith } from './report.ts';
import { printAside, recoverIn, refuseHalfDone, refuseHalfDoneNear } from './undo.ts';
import { verifyPlan } from './verify.ts';

interface V4Flags extends OutputFlags {
  readonly dryRun?: boolean;
  readonly check?: boolean;
  readonly layout?: string;
  readonly move?: readonly string[];
  readonly stay?: readonly string[];
  readonly keepDefaults?: boolean;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly transform?: readonly string[];
  readonly allowDirty?: boolean;
  readonly allowIgnored?: boolean;
  readonly recover?: boolean;
  readonly interactive?: boolean;
  readonly verifyCommand?: string;
  readonly baseline?: string;
  readonly shard?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** `fw-migrate v4`: migrates every project in a folder, or shows what that would do. Gives the exit code. */
export async function v4Command(dir: string, flags: V4Flags, io: Io): Promise<number> {
  const folder = folderNamed(dir, io);
  const dryRun = flags.dryRun === true || flags.check === true;
  const outputs = outputsFor(flags, io);
  const shard = shardFor(flags, dryRun);
  const earlier = baselineOf(flags, io);
  const given = { ...(await optionsFor(flags, io)), shard };
  const questions = flags.interactive ? await questionsOn(io) : undefined;
  const acceptForeign = flags.recover ?? false;
  if (dryRun) refuseHalfDone(folder, 'a dry run');
  else recoverIn(folder, io, { acceptForeign });
  const snapshot = readSnapshot(folder);
  refuseHalfDoneNear(folder, snapshot);
  try {
    if (questions && !dryRun) refuseUncommitted(folder, flags);
    const choices =
      questions && (await askChoices({ snapshot, options: given, questions, look: io.errLook }));
    const options = { ...given, choices };
    const plan = await planRepository(snapshot, options);
    const replan = (less: PlanOptions) => planRepository(snapshot, { ...less, unchecked: true });
    if (flags.verifyCommand !== undefined)
      await verifyPlan({
        ...{ command: flags.verifyCommand, folder, plan, io, options, replan },
        textAfter: createTextsAfter(plan, snapshot),
      });
    const planned = reportOf(plan, { dryRun, base: patchPrefix(folder, io.cwd), shard });
    const report = compareWith(earlier, planned, () => snapshot);
    const isWritten = !dryRun && plan.files.length > 0;
    if (questions && isWritten) await askToWrite(report, questions, io.errLook);
    if (isWritten) refuseUncommitted(folder, flags);
    const stopped = isWritten ? await write(plan.files, folder, { seen: snapshot, acceptForeign }, io) : 0;
    await reportRun(report, { dir, folder, outputs, ...flags }, io);
    return stopped || exitCodeOf(report, flags);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    io.err('Stopped. Nothing was written.\n');
    return 130;
  }
}

async function optionsFor(flags: V4Flags, io: Io): Promise<PlanOptions> {
  const { move, stay, keepDefaults = false, allowIgnored } = flags;
  const layout = layoutNamed(flags.layout);
  const selected = selectTransforms(transforms, { only: ids(flags.only), skip: ids(flags.skip) });
  const configsOnly = !followsMoves(transforms, selected);
  const own = await loadTransforms(flags.transform ?? [], io.cwd);
  return {
    ...{ steps: stepsOfRun(selected, own), layout, move, stay, keepDefaults, allowIgnored, configsOnly },
    onProgress: (done, total) => io.progress(done < total ? `${done} of ${total} files searched` : ''),
  };
}

/** Ids may be given one by one, or with commas between them. */
function ids(list: readonly string[] | undefined): string[] | undefined {
  return list?.flatMap((one) => one.split(',')).map((id) => id.trim());
}

/** Gives the exit code. */
async function write(
  files: readonly PlannedFile[],
  folder: string,
  options: { readonly seen: DiskSnapshot; readonly acceptForeign: boolean },
  io: Io,
): Promise<number> {
  io.progress(`writing ${files.length} files`);
  try {
    const { result, exitCode } = await inPhases(phasesOfRun(files, folder, options));
    printAside(result, io);
    if (exitCode !== 0) io.err('The run was told to stop while it wrote, and is complete.\n');
    return exitCode;
  } finally {
    io.progress('');
  }
}

/** What is committed can be had back by every means that git has; what is not would be mixed up with the run. */
function refuseUncommitted(folder: string, { allowDirty }: V4Flags): void {
  if (allowDirty || gitFolderAbove(folder) === undefined) return;
  const files = uncommittedFiles(folder);
  if (files.length === 0) return;
  const shown = files.slice(0, 10).map((file) => `  ${file}`);
  const rest = files.length > 10 ? [`  and ${files.length - 10} more`] : [];
  throw new UsageError(
    [
      'There are changes that are not committed. Nothing was written.',
      ...shown,
      ...rest,
      'Commit or stash them and run again, or run with --allow-dirty. --dry-run shows the changes without writing.',
    ].join('\n'),
  );
}

/** 3 if some projects cannot be migrated as they are, and the others were, or would be. */
function exitCodeOf(report: Report, { check }: V4Flags): number {
  if (check && isLeft(report)) return 1;
  return report.summary.refused === undefined ? 0 : 3;
}

function isLeft(report: Report): boolean {
  const { moved, changed } = report.summary;
  return moved + changed > 0 || openFollowUps(report).some(({ kind }) => kind === 'decide');
}

function shardFor({ shard: text, baseline }: V4Flags, dryRun: boolean): Shard | undefined {
  if (text === undefined) return undefined;
  if (baseline !== undefined)
    throw new UsageError(
      'A shard knows a part of the projects. Compare when they are one again: `fw-migrate report <shards…> --baseline <file>`.',
    );
  const [, index = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > count)
    throw new UsageError(
      `Invalid shard \`${text}\`: expected something like \`1/3\`, the first of three parts.`,
    );
  if (!dryRun)
    throw new UsageError(
      'A shard is a part of a dry run: a project moves as a whole, or not at all. Add --dry-run.',
    );
  return { index, count };
}
