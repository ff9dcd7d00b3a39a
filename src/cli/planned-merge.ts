/** Plans a merge: migrates the commits that are not migrated in memory, and lets git merge the results. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memo } from '../base/memo.ts';
import { baseName } from '../base/paths.ts';
import { packageManagers } from '../catalogue/package-managers.ts';
import { type Plan, planRepository } from '../check/checked-plan.ts';
import { withBaseline } from '../report/ledger.ts';
import { plainLine } from '../report/printing.ts';
import type { Report } from '../report/report.ts';
import { reportOf } from '../report/report-of.ts';
import { withFollowUps } from '../report/summary.ts';
import { findProjects } from '../tree/discover.ts';
import { git, patient } from '../tree/git.ts';
import { gitLines } from '../tree/git-commit.ts';
import { type EditedTree, type MergedTree, mergeTrees } from '../tree/git-merge.ts';
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

/** What a merge would do; a word if nothing has to be merged. */
export type MergeOutcome = 'merged' | 'forward' | PlannedMerge;

export interface PlannedMerge {
  readonly merged: MergedTree;
  /** The follow-ups that the branch brings, each report with those of one side. */
  readonly brought: readonly Report[];
  /** The changed lock files that are taken from the migrated side. */
  readonly locks: readonly TreePath[];
}

/** A tree with its migration, or as it is. */
interface MigratedTree extends EditedTree {
  readonly plan?: Plan;
}

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
    findProjects(snapshot.files, names).map(({ folder }) => folder);

  const planOf = (tree: CommitTree, left: readonly TreePath[] = []) =>
    memo(plans, [tree.commit, ...left].join('\0'), () => {
      const choices = rootsOf(tree).map((root) => {
        const choice = settingsOfProject(chosen, join(top, root));
        return [root, left.includes(root) ? { ...choice, leave: true } : choice] as const;
      });
      return planRepository(tree.snapshot, { ...options, choices: new Map(choices) });
    });

  /** The projects of a commit, and those that a run would still migrate. */
  const projectsOf = async (tree: CommitTree) => {
    const roots = rootsOf(tree);
    // The branch may be older than the project; a repository without any is refused with the current commit.
    if (roots.length === 0 && tree.commit !== head) return { tree, roots, open: [] };
    const { projects, files } = await planOf(tree);
    const open = files.length === 0 ? [] : projects.filter(({ variant }) => variant !== 'a');
    return { tree, roots, open: open.map(({ root }) => root) };
  };

  const migrated = async (
    { tree, roots, open }: Awaited<ReturnType<typeof projectsOf>>,
    leave: readonly TreePath[],
  ): Promise<MigratedTree> => {
    const wanted = open.filter((root) => !leave.includes(root));
    if (wanted.length === 0) return { tree, removed: [], written: [] };
    const plan = await planOf(
      tree,
      roots.filter((root) => !wanted.includes(root)),
    );
    const refused = plan.projects.find(({ root, isRefused }) => isRefused && wanted.includes(root));
    if (refused)
      throw new UsageError(
        `${plainLine(refused.config)} cannot be migrated as of commit ${tree.commit.slice(0, 12)}: ${refused.followUps[0]?.message ?? ''}\nNothing was written.`,
      );
    return { ...editsOf(plan, tree), plan };
  };

  return async ({ commit, name }: OtherBranch): Promise<MergeOutcome> => {
    const ancestor = commonAncestor(top, head, commit, name);
    if (ancestor === commit) return 'merged';
    if (ancestor === head) return 'forward';
    const [before, ours, theirs] = [
      await projectsOf(treeOf(ancestor)),
      await projectsOf(treeOf(head)),
      await projectsOf(treeOf(commit)),
    ];
    if ([ours, theirs].every(({ roots, open }) => open.length === roots.length))
      throw new UsageError(
        `Neither this branch nor ${plainLine(name)} is migrated. Migrate one of them first (\`fw-migrate v4 --commit\`), or use \`git merge\`.`,
      );
    // Projects that neither side has migrated stay as they are.
    const leave = ours.open.filter((root) => theirs.open.includes(root));
    const base = await migrated(before, leave);
    const sides = withoutLocks(
      base.tree,
      await migrated(ours, leave),
      await migrated(theirs, leave),
    );
    const merged = await inScratchFolder((scratch) =>
      mergeTrees(top, { base, ...sides }, name, { scratch, dryRun }),
    );
    const report = (plan: Plan) =>
      reportOf(plan, { dryRun: false, base: '', edition: edition?.from });
    const brought = [sides.ours, sides.theirs].flatMap(({ tree, plan }: MigratedTree) => {
      if (!plan) return [];
      const now = treeNow(tree.snapshot, plan.files);
      const all = report(plan);
      const compared = base.plan ? withBaseline(all, report(base.plan), now) : all;
      const isNew = ({ status = 'new' }: { readonly status?: string }) => status === 'new';
      return withFollowUps(compared, (list) => list.filter(isNew));
    });
    return { merged, brought, locks: sides.locks };
  };
}

/** The commit that both histories have in common. */
function commonAncestor(top: string, head: string, commit: string, name: string): string {
  const ask = (...args: readonly string[]) => gitLines(git(top, args, patient, { codes: [1] }))[0];
  const ancestor = ask('merge-base', head, commit);
  if (ancestor !== undefined) return ancestor;
  throw new UsageError(
    ask('rev-parse', '--is-shallow-repository') === 'true'
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
      const { mode, object } = tree.entries.get(from) ?? {};
      if (mode === undefined || object === undefined) return [];
      return { path: to, mode, content: text ? { text: text.after } : { object } };
    }),
  };
}

const lockNames = packageManagers.flatMap(({ lockFiles }) => lockFiles);

/** Both sides, with lock files as only the migrated side changed them: no merge of them would be complete. */
function withoutLocks(base: CommitTree, ours: MigratedTree, theirs: MigratedTree) {
  if ((ours.plan === undefined) === (theirs.plan === undefined)) return { ours, theirs, locks: [] };
  const [open, done] = ours.plan ? [ours, theirs] : [theirs, ours];
  const locks = [...done.tree.entries.keys()].filter(
    (path) =>
      lockNames.includes(baseName(path)) &&
      base.entries.get(path)?.object !== open.tree.entries.get(path)?.object,
  );
  const restored = {
    ...open,
    removed: [...open.removed, ...locks.filter((path) => open.tree.entries.has(path))],
    written: [
      ...open.written,
      ...locks.flatMap((path) => {
        const entry = base.entries.get(path);
        return entry ? { path, mode: entry.mode, content: entry } : [];
      }),
    ],
  };
  return ours.plan ? { ours: restored, theirs, locks } : { ours, theirs: restored, locks };
}

function inScratchFolder<Result>(work: (scratch: string) => Result): Promise<Result> {
  const scratch = mkdtempSync(join(tmpdir(), 'fw-migrate-merge-'));
  const clean = () => rmSync(scratch, { recursive: true, force: true });
  return cleaningUp(clean, async () => work(scratch));
}
