/** Commits a run in two steps, moves first, without running anything of the repository. */

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldsNames } from './disk.ts';
import {
  filtersOff,
  GitProblem,
  git,
  headCommit,
  ifAnswered,
  patient,
  quick,
  reasonOf,
  repositoryFilters,
} from './git.ts';
import { gitFolderAbove, prefixFrom } from './git-ignore.ts';
import { linkBetween } from './open-file.ts';
import { knownName, type TreePath } from './snapshot.ts';

/** A file in the commits of a run. */
export interface CommittedFile {
  readonly from: TreePath;
  readonly to: TreePath;
  /** Whether its content changes, and not only its path. */
  readonly isEdited: boolean;
}

/** The messages of the two commits. */
export interface CommitMessages {
  readonly moves: string;
  readonly edits: string;
}

/** Unfinished operations, by the file that git keeps for them. */
const unfinished: { readonly [file: string]: string } = {
  MERGE_HEAD: 'A merge',
  CHERRY_PICK_HEAD: 'A cherry-pick',
  REVERT_HEAD: 'A revert',
  'rebase-merge': 'A rebase',
  'rebase-apply': 'A rebase',
};

/** Throws a `GitProblem` if a run or a merge cannot be committed, before anything is written. */
export function refuseCommit(
  folder: string,
  files: readonly CommittedFile[],
  command: '--commit' | 'merge' = '--commit',
): void {
  try {
    refuseUnready(folder, files, command);
  } catch (error) {
    if (!(error instanceof GitProblem)) throw error;
    const message = `${command}: ${error.message} Nothing was written.`;
    throw new GitProblem(message.replace(/\. Nothing was written\.$/, '.\nNothing was written.'));
  }
}

function refuseUnready(folder: string, files: readonly CommittedFile[], command: string): void {
  const top = gitFolderAbove(folder);
  if (top === undefined)
    throw new GitProblem('This folder is not in a git repository. Run without --commit.');
  if (headCommit(folder) === undefined)
    throw new GitProblem('The repository has no commits yet. Create one, then run again.');
  try {
    const [gitDir = ''] = gitLines(git(top, ['rev-parse', '--absolute-git-dir'], quick));
    const [branch = 'HEAD'] = gitLines(
      git(top, ['symbolic-ref', '--quiet', 'HEAD'], quick, { codes: [1] }),
    );
    const objects = existsSync(join(gitDir, 'objects')) ? readdirSync(join(gitDir, 'objects')) : [];
    const written = [
      branch,
      'logs/HEAD',
      `logs/${branch}`,
      ...objects.map((name) => `objects/${name}`),
    ];
    const link = written.map((path) => linkBetween(gitDir, join(gitDir, path))).find(Boolean);
    if (link !== undefined)
      throw new GitProblem(
        `${link} is a symbolic link, through which git would write. Remove it, then run again.`,
      );
    const state = Object.keys(unfinished).find((name) => existsSync(join(gitDir, name)));
    if (state !== undefined)
      throw new GitProblem(
        `${unfinished[state]} is in progress. Finish or abort it, then run again.`,
      );
    const staged = gitLines(
      git(top, ['diff-index', '--cached', '--name-only', '-z', 'HEAD'], patient),
      '\0',
    );
    if (staged.length > 0)
      throw new GitProblem(
        `There are staged changes, which would become part of the commits:${listed(staged)}\nCommit or unstage them (\`git restore --staged .\`), then run again.`,
      );
    refuseFiltered(top, folder, files, command);
  } catch (error) {
    if (error instanceof GitProblem) throw error;
    throw new GitProblem(`Git failed (${reasonOf(error)}).`);
  }
  try {
    for (const who of ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'])
      git(top, ['var', who], quick, { environment: identity() });
  } catch (error) {
    throw new GitProblem(
      `Git has no author for the commits (${reasonOf(error)}). Set \`user.name\` and \`user.email\`, then run again.`,
    );
  }
}

const mostListed = 10;

function listed(files: readonly string[]): string {
  const more = files.length - mostListed;
  const lines = files.slice(0, mostListed).map((file) => `\n  ${file}`);
  return lines.join('') + (more > 0 ? `\n  and ${more} more` : '');
}

const filterAdvice: { readonly [command: string]: string } = {
  '--commit': 'Run without --commit, then commit the changes yourself.',
  merge: 'Define it in your own git settings (`git config --global`), then run again.',
};

/** Refuses files with a filter of the repository: since it is not run, they would be committed unfiltered. */
function refuseFiltered(
  top: string,
  folder: string,
  files: readonly CommittedFile[],
  command: string,
): void {
  const off = new Set(repositoryFilters(top, quick).map((name) => name.slice('filter.'.length)));
  if (off.size === 0) return;
  const prefix = prefixFrom(top, folder);
  const paths = files
    .filter(({ isEdited }) => isEdited)
    .flatMap(({ from, to }) => [prefix + from, prefix + to]);
  const answer = git(top, ['check-attr', '-z', '--stdin', 'filter'], quick, {
    input: paths.map(ended).join(''),
  });
  const parts = gitLines(answer, '\0');
  const filtered = paths.filter((_, index) => off.has(parts[3 * index + 2] ?? ''));
  if (filtered.length > 0)
    throw new GitProblem(
      `The git settings of the repository define a filter for these files, which fw-migrate does not run:${listed([...new Set(filtered)])}\n${filterAdvice[command]}`,
    );
}

/**
 * Commits a run: first the moves with unchanged files, then the edits, so that git follows the history of each
 * file. Returns the commits. No hooks or programs of the repository are run, and nothing is signed. Throws a
 * `GitProblem` with the reason if committing fails.
 */
export function commitRun(
  folder: string,
  files: readonly CommittedFile[],
  messages: CommitMessages,
): string[] {
  const top = gitFolderAbove(folder) ?? folder;
  const scratch = mkdtempSync(join(tmpdir(), 'fw-migrate-index-'));
  try {
    const filters = filtersOff(top, quick);
    const head = headCommit(top) ?? '';
    const index = { ...filters, GIT_INDEX_FILE: join(scratch, 'index') };
    git(top, ['read-tree', head], patient, { environment: index });
    const prefix = prefixFrom(top, folder);
    const entryOf = entriesOf(top);
    const tracked = files.flatMap(({ from, to, isEdited }) => {
      const entry = entryOf(prefix + from);
      if (entry === undefined) return [];
      // Git may spell a name otherwise than the disk.
      const target = entry.path === entry.path.normalize('NFC') ? to.normalize('NFC') : to;
      return [{ ...entry, to: from === to ? entry.path : prefix + target, isEdited }];
    });
    const moved = tracked.filter(({ path, to }) => path !== to);
    const edited = tracked.filter(({ isEdited }) => isEdited).map(({ to }) => to);
    const commits: string[] = [];
    const commit = (message: string): void => {
      const [tree = ''] = gitLines(git(top, ['write-tree'], patient, { environment: index }));
      const args = ['commit-tree', '--no-gpg-sign', tree, '-p', commits.at(-1) ?? head];
      commits.push(
        ...gitLines(
          git(top, args, quick, { environment: { ...index, ...identity() }, input: message }),
        ),
      );
    };
    const removed = moved.map(({ path }) => `0 ${'0'.repeat(head.length)}\t${path}`);
    const added = moved.map(({ entry, to }) => `${entry}\t${to}`);
    const update = (
      environment: typeof filters,
      args: readonly string[],
      lines: readonly string[],
    ) =>
      git(top, ['update-index', '-z', ...args], patient, {
        environment,
        input: lines.map(ended).join(''),
      });
    const move = (where: typeof filters) => update(where, ['--index-info'], [...removed, ...added]);
    const edit = (where: typeof filters) => update(where, ['--add', '--stdin'], edited);
    if (moved.length > 0) {
      move(index);
      commit(messages.moves);
    }
    if (edited.length > 0) {
      edit(index);
      commit(messages.edits);
    }
    const last = commits.at(-1);
    if (last === undefined) return [];
    move(filters);
    edit(filters);
    const reason = `fw-migrate: ${messages.edits.split('\n')[0]}`;
    git(top, ['update-ref', '-m', reason, 'HEAD', last, head], quick, { environment: identity() });
    // Otherwise the next `git status` would read every moved file.
    git(top, ['update-index', '-q', '--refresh'], patient, { environment: filters, codes: [1] });
    return commits;
  } catch (error) {
    throw new GitProblem(
      `The migration was written, but could not be committed (${reasonOf(error)}). Commit it yourself: \`git add -A && git commit\`.`,
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Whether a commit is in the history of the current commit. */
export function isInHistory(folder: string, commit: string): boolean {
  return (
    ifAnswered(() => git(folder, ['merge-base', '--is-ancestor', commit, 'HEAD'], quick)) !==
    undefined
  );
}

/** Finds the mode, object and stage of a tracked file in the index, and its path there. */
function entriesOf(top: string) {
  const disk = { folds: foldsNames(top) };
  const listedFiles = gitLines(git(top, ['ls-files', '-s', '-z'], patient), '\0');
  const entries = new Map(
    listedFiles.map((line) => {
      const [entry = '', ...rest] = line.split('\t');
      const path = rest.join('\t');
      return [path, { path, entry }];
    }),
  );
  const alike = new Map(Array.from(entries, ([path, entry]) => [knownName(path, disk), entry]));
  return (path: TreePath) => entries.get(path) ?? alike.get(knownName(path, disk));
}

/** The author and committer from the environment. */
export function identity(): { readonly [name: string]: string | undefined } {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$/.test(name),
    ),
  );
}

function ended(path: string): string {
  return `${path}\0`;
}

export function gitLines(bytes: Buffer, end = '\n'): string[] {
  return bytes
    .toString('utf8')
    .split(end)
    .filter((line) => line !== '');
}
