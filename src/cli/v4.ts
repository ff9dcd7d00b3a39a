import { transforms } from '../../transforms/index.ts';
import { needsRecovery } from '../apply/recover.ts';
import { runPlan } from '../apply/run.ts';
import type { Step } from '../plan/migrate.ts';
import type { Plan } from '../plan/plan.ts';
import { planRepository } from '../plan/repository.ts';
import { followsMoves, selectTransforms } from '../plan/select.ts';
import { readSnapshot } from '../project/disk.ts';
import { gitFolderAbove } from '../project/git-ignore.ts';
import { isLayoutMode, layoutModes } from '../project/layout.ts';
import { patchTextOf } from '../report/patch-text.ts';
import { allFollowUps, planCounts, planText, type RunLook } from '../report/plan-text.ts';
import { folderNamed, patchPrefix, prefixFrom, shellWord } from './folders.ts';
import { uncommittedFiles } from './git.ts';
import { type Io, UsageError } from './io.ts';
import { loadTransform } from './load.ts';
import { recoverIn } from './recovery.ts';

export interface V4Flags {
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
  readonly quiet?: boolean;
}

/** `fw-migrate v4`: migrates every project in a folder, or shows what that would do. Gives the exit code. */
export async function v4Command(dir: string, flags: V4Flags, io: Io): Promise<number> {
  const folder = folderNamed(dir, io);
  const { layout = 'auto', move, stay, keepDefaults = false } = flags;
  if (!isLayoutMode(layout))
    throw new UsageError(`There is no layout \`${layout}\`. Choose one of ${layoutModes.join(', ')}.`);
  const selected = selectTransforms(transforms, { only: ids(flags.only), skip: ids(flags.skip) });
  const configsOnly = !followsMoves(transforms, selected);
  const steps: Step[] = [{ kind: 'transforms', transforms: selected }];
  for (const path of flags.transform ?? []) steps.push(await loadTransform(path, io.cwd));
  const dry = flags.dryRun === true || flags.check === true;
  if (!dry) recoverIn(folder, io);
  else if (needsRecovery(folder))
    throw new UsageError(
      'An earlier run was interrupted here. Run without --dry-run, or `fw-migrate undo`, first.',
    );
  const plan = await planRepository(readSnapshot(folder), {
    ...{ steps, layout, move, stay, keepDefaults, configsOnly },
    onProgress: (done, total) => io.progress(done < total ? `${done} of ${total} files searched` : ''),
  });
  if (dry) io.out(patchTextOf(plan.files, patchPrefix(folder, io.cwd)));
  else write(plan, folder, flags, io);
  tell(plan, { dir, folder, dry }, flags, io);
  return flags.check && isLeft(plan) ? 1 : 0;
}

function write(plan: Plan, folder: string, { allowDirty }: V4Flags, io: Io): void {
  if (plan.files.length === 0) return;
  if (!allowDirty && gitFolderAbove(folder) !== undefined) refuseUncommitted(folder);
  io.progress(`writing ${plan.files.length} files`);
  try {
    runPlan(plan.files, folder);
  } finally {
    io.progress('');
  }
}

/** What is committed can be had back by every means that git has; what is not would be mixed up with the run. */
function refuseUncommitted(folder: string): void {
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

function isLeft(plan: Plan): boolean {
  return plan.files.length > 0 || allFollowUps(plan).some(({ kind }) => kind === 'decide');
}

interface Run {
  /** The folder as it was named, and where that is. */
  readonly dir: string;
  readonly folder: string;
  readonly dry: boolean;
}

function tell(plan: Plan, { dir, folder, dry }: Run, { quiet }: V4Flags, io: Io): void {
  const say = dry ? io.err : io.out;
  const look: RunLook = {
    ...(dry ? io.errLook : io.outLook),
    written: !dry,
    prefix: prefixFrom(io.cwd, folder),
  };
  if (!quiet) say(`${planText(plan, look)}\n`);
  say(`${planCounts(plan, look)}\n`);
  if (quiet) return;
  if (allFollowUps(plan).length > 0) say('`fw-migrate explain <code>` tells more about a follow-up.\n');
  const top = gitFolderAbove(folder);
  if (top !== undefined && top !== folder && plan.files.some(({ from, to }) => from !== to))
    say(
      'Files of the repository outside of this folder were not looked at: run at its top where they name what moved.\n',
    );
  if (!dry && plan.files.length > 0)
    say(`To take all of this back: fw-migrate undo${dir === '.' ? '' : ` ${shellWord(dir)}`}\n`);
}

/** Ids may be given one by one, or with commas between them. */
function ids(list: readonly string[] | undefined): string[] | undefined {
  return list?.flatMap((one) => one.split(',')).map((id) => id.trim());
}
