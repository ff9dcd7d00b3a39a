/**
 * Merges edited trees with git, in a repository of our own without settings, hooks or programs of the repository, and
 * hands the result over as a merge that git knows. Commits of a run are in git-commit.ts.
 */

import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import {
  type Environment,
  filtersOff,
  GitProblem,
  git,
  headCommit,
  patient,
  quick,
} from './git.ts';
import { type CommittedFile, gitLines, identity, refuseCommit } from './git-commit.ts';
import type { CommitEntry, CommitTree } from './git-tree.ts';
import { folded, type TreePath } from './snapshot.ts';

/** A file that is written before the merge: a text or, without one, an object that the repository has. */
export interface TreeEdit extends CommitEntry {
  readonly path: TreePath;
  readonly text?: string | undefined;
}

/** The tree of a commit, with edits. */
export interface EditedTree {
  readonly tree: CommitTree;
  readonly removed: readonly TreePath[];
  readonly written: readonly TreeEdit[];
}

/** What git would merge: the common ancestor and both sides. */
export interface MergeSides {
  readonly base: EditedTree;
  readonly ours: EditedTree;
  readonly theirs: EditedTree;
}

/** What git made of it. */
export interface MergedTree {
  readonly tree: string;
  /** The files with conflicts, each with the kind of its conflict if git names it. */
  readonly conflicts: ReadonlyMap<TreePath, string>;
  /** The entries of the index for them, as `mode object stage`. */
  readonly stages: readonly (readonly [entry: string, path: TreePath])[];
  /** The files that differ from our side, as it is in the repository. */
  readonly changed: readonly TreePath[];
  /** The files of our side, for comparisons. */
  readonly tracked: ReadonlySet<string>;
}

const [oursName, baseName] = ['fw-migrate/ours', 'refs/fw-migrate/base'];

/** Merges three trees. Only objects are written: into the repository or, for a dry run, into the scratch folder. */
export function mergeTrees(
  top: string,
  { base, ours, theirs }: MergeSides,
  name: string,
  { scratch, dryRun }: { readonly scratch: string; readonly dryRun: boolean },
): MergedTree {
  const ask = (...args: readonly string[]) => gitLines(git(top, args, quick))[0] ?? '';
  const objects = ask('rev-parse', '--path-format=absolute', '--git-path', 'objects');
  const format = ask('rev-parse', '--show-object-format');
  const start = ['init', '-q', '--template=', `--object-format=${format}`, '-b', oursName, scratch];
  git(top, start, quick);
  const own = join(scratch, '.git');
  const environment: Environment = {
    GIT_DIR: own,
    // Attributes are read from there.
    GIT_WORK_TREE: top,
    GIT_OBJECT_DIRECTORY: dryRun ? join(own, 'objects') : objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: objects.includes(delimiter) ? quoted(objects) : objects,
  };
  // Names that git would take for something else.
  const label = /^(?:HEAD|[\da-f]{40,})$/.test(name) ? `refs/heads/${name}` : name;
  const from = `from ${baseName}\n`;
  const input = [
    commitStream(baseName, base),
    commitStream(`refs/heads/${oursName}`, ours, from),
    commitStream(`refs/heads/${name}`, theirs, from),
  ].join('');
  git(top, ['fast-import', '--quiet', '--done'], patient, { environment, input: `${input}done\n` });
  const args = ['merge-tree', '--write-tree', '--messages', '-z', 'HEAD', label];
  const answer = git(top, args, patient, { environment, codes: [1] }).toString('utf8');
  const [listed = '', messages = ''] = answer.split('\0\0', 2);
  const [tree = '', ...rows] = listed.split('\0');
  const stages = rows.flatMap((row) => {
    const [entry = '', path] = row.split('\t', 2);
    return path === undefined ? [] : [[entry, path] as const];
  });
  const conflicts = new Map<TreePath, string>(stages.map(([, path]) => [path, '']));
  const fields = messages.split('\0');
  // Each message has the number of its paths, the paths, its kind, and a text.
  for (let at = 0; at < fields.length; ) {
    const kindAt = at + 1 + Number(fields[at]);
    const [, kind] = /^CONFLICT \((.+)\)$/.exec(fields[kindAt] ?? '') ?? [];
    for (const path of kind ? fields.slice(at + 1, kindAt) : []) conflicts.set(path, kind ?? '');
    at = kindAt + 2 || fields.length;
  }
  const compared = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', ours.tree.commit, tree];
  const changed = gitLines(git(top, compared, patient, { environment }), '\0');
  const tracked = new Set([...ours.tree.entries.keys()].map(folded));
  return { tree, conflicts, stages, changed, tracked };
}

/** A commit for `git fast-import`: the tree of a commit with its edits, without its history. */
function commitStream(ref: string, { tree, removed, written }: EditedTree, from = ''): string {
  return [
    `commit ${ref}\ncommitter fw-migrate <> 0 +0000\ndata 0\n${from}`,
    `M 040000 ${tree.root} ""\n`,
    ...removed.map((path) => `D ${quoted(path)}\n`),
    ...written.map(({ path, mode, object, text }) =>
      text === undefined
        ? `M ${mode} ${object} ${quoted(path)}\n`
        : `M ${mode} inline ${quoted(path)}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
    ),
    '\n',
  ].join('');
}

function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n')}"`;
}

/** A merge that can be handed over. */
export interface FinishedMerge {
  readonly head: string;
  readonly other: string;
  readonly message: string;
  readonly merged: MergedTree;
}

/**
 * Makes the merge commit and updates the working tree or, if there are conflicts, leaves an unfinished merge as git
 * does. Returns the commit; undefined if there are conflicts.
 */
export function finishMerge(
  top: string,
  { head, other, message, merged }: FinishedMerge,
): string | undefined {
  const { tree, conflicts, stages, changed, tracked } = merged;
  refuseCommit(
    top,
    changed.map((path): CommittedFile => ({ from: path, to: path, isEdited: true })),
    'merge',
  );
  const inTheWay = changed.find(
    (path) => !tracked.has(folded(path)) && lstatSync(join(top, path), { throwIfNoEntry: false }),
  );
  if (inTheWay !== undefined)
    throw new GitProblem(
      `merge: ${inTheWay} is not tracked, and the merge would overwrite it. Move or remove it, then run again.\nNothing was written.`,
    );
  const environment = { ...filtersOff(top, quick), ...identity() };
  const run = (args: readonly string[], input = '') =>
    gitLines(git(top, args, patient, { environment, input }))[0] ?? '';
  git(top, ['update-index', '-q', '--refresh'], patient, { environment, codes: [1] });
  if (headCommit(top) !== head)
    throw new GitProblem('HEAD changed during the run. Nothing was written. Run again.');
  if (conflicts.size === 0) {
    const args = ['commit-tree', '--no-gpg-sign', tree, '-p', head, '-p', other];
    const commit = run(args, message);
    // One call, which moves the branch last.
    run(['reset', '-q', '--keep', commit]);
    return commit;
  }
  const update = ['read-tree', '-m', '-u', 'HEAD', tree];
  // Fails before anything is written.
  run([...update, '--dry-run']);
  const gitDir = run(['rev-parse', '--absolute-git-dir']);
  for (const [name, text] of [
    ['MERGE_MSG', message],
    ['MERGE_MODE', 'no-ff'],
    ['MERGE_HEAD', `${other}\n`],
  ] as const) {
    rmSync(join(gitDir, name), { force: true });
    writeFileSync(join(gitDir, name), text, { flag: 'wx' });
  }
  run(update);
  const removed = [...new Set(stages.map(([, path]) => `0 ${'0'.repeat(head.length)}\t${path}\0`))];
  const added = stages.map(([entry, path]) => `${entry}\t${path}\0`);
  run(['update-index', '-z', '--index-info'], [...removed, ...added].join(''));
  return undefined;
}
