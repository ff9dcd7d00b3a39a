import type { TreePath } from '../project/snapshot.ts';
import { syncPaths, writeNew } from './file-operations.ts';
import { amendRecord, refuseInterrupted } from './journal.ts';
import { lock } from './lock.ts';
import { guarded, refused } from './problem.ts';
import { digestOf, isAt, lookAt, obstacleTo, onDisk, runFolderAt } from './run-folder.ts';
import { newPath, refuseForeignState } from './state-directory.ts';

/** A file whose text is to be another one. */
interface Rewrite {
  readonly path: TreePath;
  readonly before: string;
  readonly after: string;
}

/**
 * Gives files another text, each as a whole, without a run of its own: the last one can still be undone. Throws an
 * `ApplyProblem` if a file is not what it was.
 */
export function rewriteFiles(folder: string, rewrites: readonly Rewrite[]): void {
  if (rewrites.length === 0) return;
  const root = runFolderAt(folder);
  refuseForeignState(root);
  const release = lock(
    root,
    rewrites.map(({ path }) => ({ from: path, to: path })),
  );
  try {
    refuseInterrupted(root);
    for (const { path, before } of rewrites) {
      const isThere = obstacleTo(root, path) === undefined;
      if (!isThere || !guarded(path, () => isAt(root, path, { kind: 'file', digest: digestOf(before) })))
        throw refused(path, 'It was edited during the run. Run again.');
    }
    for (const { path, after } of rewrites)
      guarded(path, () => {
        const like = lookAt(root, path);
        const draft = newPath(root, 'lock');
        writeNew(root, draft, after, like ? { like } : {});
        root.disk.renameSync(onDisk(root, draft), onDisk(root, path));
      });
    syncPaths(root, new Set(rewrites.map(({ path }) => path)));
    const known = new Map(rewrites.map((one) => [one.path, one]));
    amendRecord(root, (run) => ({
      ...run,
      files: run.files.map((file) => {
        const now = known.get(file.to);
        const isLeft = now && file.after?.digest === digestOf(now.before);
        return isLeft ? { ...file, after: { ...file.after, digest: digestOf(now.after) } } : file;
      }),
    }));
  } finally {
    release();
  }
}
