/** Plans a merge: migrates the commits that are not migrated in memory, and lets git merge the results. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memo } from '../base/memo.ts';
import { baseName } from '../base/paths.ts';
import { packageManagers } from '../catalogue/package-managers.ts';
import { Problem } from '../catalogue/shape.ts';
import { type Plan, planRepository } from '../check/checked-plan.ts';
import { isChosen } from '../plan/selection.ts';
import { withBaseline } from '../report/ledger.ts';
import { plainLine } from '../report/printing.ts';
import type { Report } from '../report/report.ts';
import { reportOf } from '../report/report-of.ts';
import { withFollowUps } from '../report/summary.ts';
import { createOwnerFinder, findProjects } from '../tree/discover.ts';
import { git, patient } from '../tree/git.ts';
import { gitLines } from '../tree/git-commit.ts';
import {
  type EditedTree,
  type MergedTree,
  type MergeSides,
  mergeTrees,
  type TreeEdit,
} from '../tree/git-merge.ts';
import { type CommitTree, readCommit } from '../tree/git-tree.ts';
import type { TreePath } from '../tree/snapshot.ts';
import { progressOn, treeNow } from './earlier-reports.ts';
import type { CommandFlags } from './flags.ts';
import { cleaningUp, type Io, UsageError } from './io.ts';
import { editionInForce, type InForce, settingsOfProject } from './settings.ts';
import { planOptionsFor } from './v4.ts';

/** Where a merge happens. */
export interface MergeRun {
  readonly top: string;
  readonly head: string;
  readonly dryRun: boolean;
  readonly flags: CommandFlags;
  readonly io: Io;
}

/** A branch or commit to merge. */
export interface OtherBranch {
  readonly commit: string;
  readonly name: string;
  /** Its name with its kind, as messages of merges have it. */
  readonly title: string;
}

/** What a merge would do. */
export interface PlannedMerge {
  readonly merged: MergedTree;
  /** The follow-ups that the branch brings, each report with those of one side. */
  readonly brought: readonly Report[];
  /** The lock files that both changed, which are taken from the migrated side. */
  readonly locks: readonly TreePath[];
}

/** A tree with its migration, or as it is. */
interface MigratedTree extends EditedTree {
  readonly plan?: Plan;
}

type Progress = ReadonlyMap<TreePath, 0 | 1 | 2>;

/** Creates the function that plans merges; several merges share the plans of their commits. */
export async function createMergePlanner(run: MergeRun, chosen: InForce) {
  const { top, head, dryRun, flags, io } = run;
  const { catalogue, edition } = await editionInForce(chosen, io);
  const { names } = catalogue;
  const lists = [chosen.values, ...chosen.rules.map(({ settings }) => settings)];
  const options = {
    ...(await planOptionsFor(chosen, flags, io)),
    catalogue,
    // A commit may not have these folders yet.
    mayBeAbsent: lists.flatMap(({ move = [], stay = [] }) => [...move, ...stay]),
    onProgress: progressOn(io),
  };
  const contents = new Map<string, Uint8Array>();
  const trees = new Map<string, CommitTree>();
  const plans = new Map<string, Promise<Plan>>();
  const treeOf = (commit: string) =>
    memo(trees, commit, () => readCommit(top, commit, names.buildDir, contents));
  const rootsOf = ({ snapshot }: CommitTree) =>
    findProjects(snapshot, names).map(({ folder }) => folder);

  const planOf = (tree: CommitTree, within?: readonly TreePath[]) =>
    memo(plans, [tree.commit, ...(within ?? ['*'])].join('\0'), () => {
      const choices = rootsOf(tree).map((root) => {
        const choice = settingsOfProject(chosen, join(top, root));
        // A project may be inside of a chosen one.
        const leave = within && isChosen(root, { within }) && !within.includes(root);
        return [root, leave ? { ...choice, leave } : choice] as const;
      });
      const given = { ...options, choices: new Map(choices), within };
      return planRepository(tree.snapshot, given).catch((error) => {
        throw error instanceof Problem ? refusal(tree, error.message) : error;
      });
    });

  /** How far each project of a commit is: 0 if it is not migrated, 1 if a run would still change it, else 2. */
  const progressOf = async (tree: CommitTree): Promise<Progress> => {
    const roots = rootsOf(tree);
    // The branch may be older than the project; a repository without any is refused with the current commit.
    if (roots.length === 0 && tree.commit !== head) return new Map();
    const { projects, files } = await planOf(tree);
    const changed = new Set(files.map(({ from }) => from).map(createOwnerFinder(roots)));
    return new Map(
      projects.map(({ root, variant }) => {
        const isDone = variant !== 'unknown' && !changed.has(root);
        return [root, isDone ? 2 : variant === 'a' ? 1 : 0];
      }),
    );
  };

  const migrated = async (tree: CommitTree, wanted: readonly TreePath[]): Promise<MigratedTree> => {
    if (wanted.length === 0) return { tree, removed: [], written: [] };
    const plan = await planOf(tree, wanted);
    const refused = plan.projects.find(({ root, isRefused }) => isRefused && wanted.includes(root));
    if (refused) throw refusal(tree, `${refused.config}: ${refused.followUps[0]?.message ?? ''}`);
    return { ...editsOf(plan, tree), plan };
  };

  return async ({ commit, name }: OtherBranch): Promise<PlannedMerge | undefined> => {
    const ancestor = commonAncestor(run, commit, name);
    if (ancestor === commit) return undefined;
    const [ours, theirs] = [await progressOf(treeOf(head)), await progressOf(treeOf(commit))];
    if (![...ours.values(), ...theirs.values()].some((progress) => progress > 0))
      throw new UsageError(
        `Neither this branch nor ${plainLine(name)} is migrated. Migrate one of them first (\`fw-migrate v4 --commit\`), or use \`git merge\`.`,
      );
    const before = await progressOf(treeOf(ancestor));
    // What only one side has comes along if the other one has nothing left for later.
    const isWhole = (side: Progress) =>
      [...side].every(
        ([root, progress]) => progress > 0 || settingsOfProject(chosen, join(top, root)).leave,
      );
    const progressIn = (side: Progress, root: TreePath) =>
      side.get(root) ?? (isWhole(side) ? 2 : 0);
    const goalOf = (root: TreePath) => Math.max(progressIn(ours, root), progressIn(theirs, root));
    // After the migration, branches are merged as they are.
    const isOpen = [...before].some(([root, progress]) => progress === 0 && goalOf(root) > 0);
    // A project comes as far as the side that is ahead; what neither side has migrated stays.
    const sideOf = async (commitOfSide: string) => {
      const tree = treeOf(commitOfSide);
      const wanted = [...(await progressOf(tree))].flatMap(([root, progress]) =>
        isOpen && progress < goalOf(root) ? root : [],
      );
      return migrated(tree, wanted);
    };
    const sides = {
      base: await sideOf(ancestor),
      ours: await sideOf(head),
      theirs: await sideOf(commit),
    };
    const locks = changedLocks(sides);
    const merged = await inScratchFolder((scratch) =>
      mergeTrees(top, withFiles(sides, locks), name, { scratch, dryRun }),
    );
    const report = (plan: Plan) =>
      reportOf(plan, { dryRun: false, base: '', edition: edition?.from });
    const brought = [sides.ours, sides.theirs].flatMap(({ tree, plan }) => {
      if (!plan) return [];
      const now = treeNow(tree.snapshot, plan.files);
      const all = report(plan);
      const compared = sides.base.plan ? withBaseline(all, report(sides.base.plan), now) : all;
      const isNew = ({ status = 'new' }: { readonly status?: string }) => status === 'new';
      return withFollowUps(compared, (list) => list.filter(isNew));
    });
    return { merged, brought, locks: locks.map(({ path }) => path) };
  };
}

function refusal({ commit }: CommitTree, why: string): UsageError {
  return new UsageError(`Commit ${commit.slice(0, 12)} cannot be migrated. ${why}`);
}

/** The commit that both histories have in common; of several, the one that git names first. */
function commonAncestor({ top, head, io }: MergeRun, commit: string, name: string): string {
  const ask = (...args: readonly string[]) => gitLines(git(top, args, patient, { codes: [1] }));
  const [ancestor, ...others] = ask('merge-base', '--all', head, commit);
  if (others.length > 0)
    io.err(
      `${plainLine(name)} and this branch were merged into each other, so they have ${others.length + 1} common ancestors. Commit ${ancestor?.slice(0, 12)} is used: there may be conflicts that were already resolved.\n`,
    );
  if (ancestor !== undefined) return ancestor;
  throw new UsageError(
    ask('rev-parse', '--is-shallow-repository')[0] === 'true'
      ? `This clone is shallow, and the commit that ${plainLine(name)} branched from is missing. Run \`git fetch --unshallow\`, then run again.`
      : `${plainLine(name)} has no commit in common with this branch, so they cannot be merged.`,
  );
}

/** The files that a plan changes. */
function editsOf({ files }: Plan, tree: CommitTree): EditedTree {
  return {
    tree,
    removed: files.flatMap(({ from, to }) => (from === to ? [] : from)),
    written: files.flatMap(({ from, to, text }) => {
      const entry = tree.entries.get(from);
      return entry ? { ...entry, path: to, text: text?.after } : [];
    }),
  };
}

const lockNames = packageManagers.flatMap(({ lockFiles }) => lockFiles);

interface MigratedSides extends MergeSides {
  readonly base: MigratedTree;
  readonly ours: MigratedTree;
  readonly theirs: MigratedTree;
}

/** The lock files that both sides changed, as the migrated side has them: no merge of them is right. */
function changedLocks({ base, ours, theirs }: MigratedSides): TreeEdit[] {
  if ((ours.plan === undefined) === (theirs.plan === undefined)) return [];
  const [open, done] = (ours.plan ? [ours, theirs] : [theirs, ours]).map(
    ({ tree }) => tree.entries,
  );
  const objectIn = (entries: CommitTree['entries'] | undefined, path: TreePath) =>
    entries?.get(path)?.object;
  return Array.from(done ?? [], ([path, entry]) => ({ ...entry, path })).filter(
    ({ path, object }) => {
      const before = objectIn(base.tree.entries, path);
      return (
        lockNames.includes(baseName(path)) && object !== before && objectIn(open, path) !== before
      );
    },
  );
}

/** All sides with the same files, which are then merged as they are. */
function withFiles({ base, ours, theirs }: MergeSides, files: readonly TreeEdit[]): MergeSides {
  const also = (side: EditedTree) => ({ ...side, written: [...side.written, ...files] });
  return { base: also(base), ours: also(ours), theirs: also(theirs) };
}

function inScratchFolder<Result>(work: (scratch: string) => Result): Promise<Result> {
  const scratch = mkdtempSync(join(tmpdir(), 'fw-migrate-merge-'));
  const clean = () => rmSync(scratch, { recursive: true, force: true });
  return cleaningUp(clean, async () => work(scratch));
}
