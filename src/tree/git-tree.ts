/** Reads the tree of a commit as a snapshot, from the objects of git: no working tree is needed. */

import { memo } from '../base/memo.ts';
import { placeAt } from '../base/paths.ts';
import { anotherRepository, invalidName, maximumBytes, neverEntered } from './disk.ts';
import { GitProblem, git, ignoreSettings, patient, quick } from './git.ts';
import { gitLines } from './git-commit.ts';
import { createIgnoreRules, type IgnoreRules } from './git-ignore.ts';
import {
  decode,
  parentOf,
  type Snapshot,
  type TreeFile,
  type TreePath,
  UnreadableFile,
} from './snapshot.ts';

/** A file of a commit, as git stores it. */
export interface CommitEntry {
  readonly mode: string;
  readonly object: string;
  readonly size: number;
}

/** The files of a commit, and the snapshot that plans are made from. */
export interface CommitTree {
  readonly commit: string;
  /** The object of its root. */
  readonly root: string;
  readonly entries: ReadonlyMap<TreePath, CommitEntry>;
  readonly snapshot: Snapshot;
}

/** The contents of files by their object, which commits share. */
export type Contents = Map<string, Uint8Array>;

const modes = { link: '120000', repository: '160000' };

export function readCommit(
  top: string,
  commit: string,
  buildDir: string,
  contents: Contents,
): CommitTree {
  const listed = git(top, ['ls-tree', '-r', '-l', '-z', '--full-tree', commit], patient);
  const rows = listed.toString('utf8').matchAll(/(\d+) \w+ (\w+) +(\d+|-)\t([^\0]+)\0/g);
  const entries = new Map(
    Array.from(rows, ([, mode = '', object = '', size, path = '']): [TreePath, CommitEntry] => [
      path,
      { mode, object, size: Number(size) || 0 },
    ]),
  );
  const unentered = new Set([...neverEntered, buildDir]);
  const paths = [...entries.keys()]
    .filter((path) => !path.split('/').some((name) => unentered.has(name)))
    .toSorted();
  const places = new Map(paths.map((path, index) => [path, index]));
  const ofMode = (wanted: string) => paths.filter((path) => entries.get(path)?.mode === wanted);
  const load = (wanted: readonly TreePath[]) => {
    const found = wanted.flatMap((path) => entries.get(path) ?? []);
    const isMissing = ({ mode, object }: CommitEntry) =>
      mode !== modes.repository && !contents.has(object);
    loadObjects(top, new Set(found.filter(isMissing).map(({ object }) => object)), contents);
  };
  const read = (path: TreePath): Uint8Array => {
    const entry = entries.get(path);
    const place = places.get(path);
    if (!entry || place === undefined || entry.mode === modes.repository)
      throw new UnreadableFile(path, 'does not exist');
    if (entry.size > maximumBytes) throw new UnreadableFile(path, 'is too large to be searched');
    if (!contents.has(entry.object)) {
      const near = paths.slice(place + 1, place + mostNeighbours);
      load([path, ...near.filter((other) => (entries.get(other)?.size ?? 0) <= mostBytes)]);
    }
    return contents.get(entry.object) ?? new Uint8Array();
  };
  load(ofMode(modes.link));
  const { ignoreCase = false } = ignoreSettings(top);
  const noRules = createIgnoreRules({ inside: '', ignoreCase });
  const rules = new Map<TreePath, IgnoreRules>();
  const rulesIn = (folder: TreePath): IgnoreRules =>
    memo(rules, folder, () => {
      const above = folder === '' ? noRules : rulesIn(parentOf(folder));
      const file = placeAt(folder, '.gitignore');
      const base = folder === '' ? '' : `${folder}/`;
      return entries.has(file) ? above.with(read(file), { file, folder, base }) : above;
    });
  const ruleFor = (path: TreePath) => rulesIn(parentOf(path)).ignoringRule(path, false);
  const isBroken = (path: TreePath) => path.includes('\uFFFD');
  const snapshot: Snapshot = {
    files: paths.flatMap((path): TreeFile[] => {
      const { mode } = entries.get(path) ?? {};
      if (mode === modes.repository || isBroken(path)) return [];
      const link = mode === modes.link ? decode(read(path)) : undefined;
      return [
        { path, ...(link !== undefined && { link }), ...(ruleFor(path) && { isForced: true }) },
      ];
    }),
    ignored: [],
    unreadable: paths.filter(isBroken).map((path) => ({ path, why: invalidName })),
    foreign: ofMode(modes.repository).map((path) => ({ path, why: anotherRepository })),
    ignoredBy: (path) => (entries.has(path) ? undefined : ruleFor(path)),
    list: () => [],
    read,
  };
  const root = gitLines(git(top, ['rev-parse', `${commit}^{tree}`], quick))[0] ?? '';
  return { commit, root, entries, snapshot };
}

// Files near each other are read together: git is started once for many of them.
const mostNeighbours = 100;
const mostBytes = 300_000;

function loadObjects(top: string, objects: ReadonlySet<string>, contents: Contents): void {
  if (objects.size === 0) return;
  const input = Array.from(objects, (object) => `${object}\n`).join('');
  const answer = git(top, ['cat-file', '--batch'], patient, { input });
  let at = 0;
  for (const object of objects) {
    const end = answer.indexOf('\n', at);
    const [, kind, size] = answer.toString('latin1', at, end).split(' ');
    if (kind !== 'blob')
      throw new GitProblem(
        `This clone does not have all files of its commits (${object} is missing). Nothing was written. Fetch them (\`git fetch --refetch --filter=blob:limit=1g\`), then run again.`,
      );
    at = end + 1 + Number(size) + 1;
    contents.set(object, answer.subarray(end + 1, at - 1));
  }
}
