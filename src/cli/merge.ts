/** The command `merge`: merges a branch that was not migrated into one that was, or the other way round. */

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { transforms } from '../../transforms/index.ts';
import { memo } from '../base/memo.ts';
import { positionText } from '../base/position.ts';
import { Problem, readAs } from '../catalogue/shape.ts';
import { type Settings, settingsShape } from '../plan/shapes.ts';
import { plainLine, present } from '../report/printing.ts';
import { counted } from '../report/sentences.ts';
import { allFollowUps, placeNow } from '../report/summary.ts';
import {
  GitProblem,
  git,
  headCommit,
  ifAnswered,
  patient,
  quick,
  reasonOf,
  uncommittedFiles,
} from '../tree/git.ts';
import { gitLines, refuseCommit } from '../tree/git-commit.ts';
import { gitFolderAbove } from '../tree/git-ignore.ts';
import { finishMerge } from '../tree/git-merge.ts';
import { ownFolder } from '../tree/own-files.ts';
import { addToLedger, ledgerOf } from './earlier-reports.ts';
import type { CommandFlags } from './flags.ts';
import { type Io, UsageError } from './io.ts';
import { managerOf } from './next-steps.ts';
import {
  createMergePlanner,
  type MergeRun,
  type OtherBranch,
  type PlannedMerge,
} from './planned-merge.ts';
import { settingsFrom, settingsKeys, settingsOfReport, settingsTrailer } from './settings.ts';
import { readSettings, type SettingsFile } from './settings-file.ts';

/** `fw-migrate merge`: merges a branch, or shows what merging each open one would do. Returns the exit code. */
export async function mergeCommand(
  branch: string | undefined,
  flags: CommandFlags,
  io: Io,
): Promise<number> {
  const { all = false, dryRun = all } = flags;
  if ((branch === undefined) !== all) throw new UsageError('Pass one branch, or --all.');
  const top = gitFolderAbove(realpathSync(io.cwd));
  if (top === undefined) throw new UsageError('This folder is not in a git repository.');
  try {
    refuseOlderGit(top);
    const head = headCommit(top);
    if (head === undefined) throw new UsageError('The repository has no commits yet.');
    if (!dryRun) refuseUnclean(top);
    const branches = branch === undefined ? openBranches(top) : [branchNamed(top, branch)];
    const run = { top, head, dryRun, io, flags };
    const commits = branches.map(({ commit }) => commit);
    const file = recordedSettings(run, commits) ?? (await readSettings(top, flags, io));
    const plan = await createMergePlanner(
      run,
      settingsFrom(file, flags, settingsKeys, { folder: top }),
    );
    if (branch === undefined) return await listBranches(branches, plan, io);
    let exitCode = 0;
    for (const other of branches) exitCode = carryOut(other, await plan(other), run);
    return exitCode;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new GitProblem(`Git failed (${reasonOf(error)}).`);
  } finally {
    io.progress('');
  }
}

// The first version with `git merge-tree --write-tree`.
const oldestMinor = 38;

function refuseOlderGit(top: string): void {
  const text = git(top, ['version'], quick).toString('utf8').trim();
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(text) ?? []).map(Number);
  if (major < 2 || (major === 2 && minor < oldestMinor))
    throw new UsageError(
      `\`fw-migrate merge\` needs git 2.${oldestMinor} or newer; this is ${text}.`,
    );
}

function refuseUnclean(top: string): void {
  refuseCommit(top, [], 'merge');
  const [file] = uncommittedFiles(top);
  if (file !== undefined)
    throw new UsageError(
      `There are uncommitted changes, such as ${plainLine(file)}. Nothing was written. Commit or stash them and run again; --dry-run shows the outcome without writing.`,
    );
}

function branchNamed(top: string, text: string): OtherBranch {
  const ask = (...args: readonly string[]) =>
    ifAnswered(() => gitLines(git(top, ['rev-parse', ...args], quick))[0]);
  const commit = text.startsWith('-') ? undefined : ask('--verify', '--quiet', `${text}^{commit}`);
  if (commit !== undefined) return branchOf(ask('--symbolic-full-name', text) ?? '', commit);
  throw new UsageError(
    `There is no branch or commit \`${plainLine(text)}\`. \`git fetch\` gets new branches, \`fw-migrate merge --all\` lists those that are not merged.`,
  );
}

const kinds: { readonly [kind: string]: string } = {
  heads: 'branch',
  remotes: 'remote-tracking branch',
  tags: 'tag',
};

function branchOf(ref: string, commit: string): OtherBranch {
  const [, kind = '', name = commit.slice(0, 12)] = /^refs\/(\w+)\/(.+)/.exec(ref) ?? [];
  return { commit, name, title: `${kinds[kind] ?? 'commit'} '${name}'` };
}

/** The branches that are not merged; of several with the same commit, the first, and local ones come first. */
function openBranches(top: string): OtherBranch[] {
  const format = '--format=%(objectname) %(refname) %(symref)';
  const refs = ['refs/heads', 'refs/remotes'];
  const listed = git(top, ['for-each-ref', format, '--no-merged=HEAD', ...refs], patient);
  const branches = new Map<string, OtherBranch>();
  for (const line of gitLines(listed)) {
    const [commit = '', ref = '', target = ''] = line.split(' ');
    if (target === '') memo(branches, commit, () => branchOf(ref, commit));
  }
  return [...branches.values()];
}

/** The settings of the migration: from the report of the last run here, or from the message of its commit. */
function recordedSettings(
  { top, head, flags, io }: MergeRun,
  others: readonly string[],
): SettingsFile | undefined {
  const report = ledgerOf(top, {}, io);
  const own = report && !report.dryRun ? settingsOfReport(report) : undefined;
  const value = own ?? committedSettings(top, [head, ...others]);
  if (!value || flags.config !== undefined) return undefined;
  const name = own ? 'The last run' : 'The commit of the migration';
  return {
    name,
    value,
    // Files that it names are relative to the repository.
    path: join(top, ownFolder),
    isTrusted: flags.trustConfig ?? false,
    problem: (_, summary, advice) => new UsageError(`${name}: ${summary} ${advice}`),
  };
}

function committedSettings(top: string, commits: readonly string[]): Settings | undefined {
  // Unlike `git log`, this runs no program that the repository names.
  const log = ['rev-list', '-1', '--format=%B', `--grep=^${settingsTrailer}`, ...commits, '--'];
  const line = gitLines(git(top, log, patient)).find((text) => text.startsWith(settingsTrailer));
  return line === undefined
    ? undefined
    : readAs<Settings>(settingsShape(transforms), line.slice(settingsTrailer.length));
}

type PlanMerge = Awaited<ReturnType<typeof createMergePlanner>>;

async function listBranches(branches: readonly OtherBranch[], plan: PlanMerge, io: Io) {
  if (branches.length === 0) io.out('There are no open branches: all are merged.\n');
  const width = Math.max(0, ...branches.map(({ name }) => name.length));
  for (const branch of branches) {
    io.progress(branch.name);
    const outcome = await plan(branch).then(outcomeText, (error) => {
      if (error instanceof Problem) return `not possible: ${error.message}`;
      throw error;
    });
    io.progress('');
    io.out(`${plainLine(`${branch.name.padEnd(width)}  ${outcome}`)}\n`);
  }
  return 0;
}

function outcomeText(planned: PlannedMerge | undefined): string {
  const conflicts = planned?.merged.conflicts.size ?? 0;
  const brought = planned?.brought.flatMap(allFollowUps).length ?? 0;
  const clean = conflicts === 0 ? 'clean' : counted(conflicts, 'conflict');
  return brought === 0 ? clean : `${clean}, ${counted(brought, 'new follow-up')}`;
}

/** Merges, or shows what that would do. Returns the exit code: 1 if there are conflicts. */
function carryOut(other: OtherBranch, planned: PlannedMerge | undefined, run: MergeRun): number {
  const { top, head, dryRun, io } = run;
  const { commit, name, title } = other;
  if (!planned) {
    io.out(`Already up to date: ${plainLine(name)} is merged.\n`);
    return 0;
  }
  const { merged, brought } = planned;
  if (!dryRun) {
    const text = git(top, ['fmt-merge-msg'], quick, { input: `${commit}\t\t${title}\n` });
    const message = `${text}\nMade with fw-migrate merge ${name} (version ${io.version}).\n`;
    const made = finishMerge(top, { head, other: commit, message, merged });
    for (const report of brought) addToLedger(report, top, io);
    if (made !== undefined) io.out(`Committed as ${made.slice(0, 12)}.\n`);
  }
  for (const line of outcomeLines(name, planned, run)) io.out(`${plainLine(line)}\n`);
  return merged.conflicts.size === 0 ? 0 : 1;
}

function outcomeLines(
  name: string,
  { merged: { conflicts, changed }, brought, locks }: PlannedMerge,
  { top, dryRun }: MergeRun,
): string[] {
  const say = (done: string, planned: string) => (dryRun ? planned : done);
  const followUps = brought.flatMap(allFollowUps);
  const isClean = conflicts.size === 0;
  return present([
    isClean
      ? `${name} ${say('was merged', 'would merge')} without conflicts: ${counted(changed.length, 'file')} ${say('changed', 'would change')}.`
      : `${name} ${say('has', 'would have')} ${counted(conflicts.size, 'conflict')}:`,
    ...Array.from(conflicts, ([path, kind]) => `  ${path}${kind && ` (${kind})`}`),
    followUps.length > 0 &&
      `It ${say('brought', 'would bring')} ${counted(followUps.length, 'follow-up')}${say(' (`fw-migrate next`)', '')}:`,
    ...followUps.map(
      (item) => `  ${positionText(placeNow(item, { dryRun: false }))}  ${item.message}`,
    ),
    ...locks.map(
      (path) => `${path} is that of the migrated branch: run \`${managerOf(top).install}\`.`,
    ),
    !dryRun &&
      (isClean
        ? 'To undo: git reset --keep ORIG_HEAD'
        : 'Resolve them, then `git add` and `git commit`. To stop: git merge --abort'),
  ]);
}
