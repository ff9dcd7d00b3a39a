import { transforms } from '../../transforms/index.ts';
import { linesOf } from '../config/problem.ts';
import { planRepository } from '../plan/repository.ts';
import { followsMoves, selectTransforms, stepsOfRun } from '../plan/selection.ts';
import { readSnapshot } from '../project/disk.ts';
import type { Move } from '../project/moves.ts';
import { type Snapshot, UnreadableFile } from '../project/snapshot.ts';
import { createTree } from '../project/tree.ts';
import { type TreeNow, withStanding } from '../report/ledger.ts';
import type { Report } from '../report/report.ts';
import { reportOf } from '../report/report-of.ts';
import { catalogueOf } from '../report/summary.ts';
import { isExpected } from './expected.ts';
import type { Io } from './io.ts';

/** Brings the follow-ups of a report of a folder up to date. */
type Standing = (report: Report) => Report;

/**
 * Looks at the files of a folder as they are now, with the transforms of a run there. If no plan can be made for them, the
 * follow-ups stay as they are, and that is said.
 */
export async function standingIn(folder: string, run: Report, io: Io): Promise<Standing> {
  const catalogue = catalogueOf(run);
  const snapshot = readSnapshot(folder, catalogue.names.buildDir);
  const [only, skip] = [idsIn(run, 'only'), idsIn(run, 'skip')];
  const selected = selectTransforms(transforms, { only, skip });
  try {
    const plan = await planRepository(snapshot, {
      ...{ catalogue, steps: stepsOfRun(selected, []), configsOnly: !followsMoves(transforms, selected) },
      onProgress: (done, total) => io.progress(done < total ? `${done} of ${total} files searched` : ''),
    });
    const { base, settings } = run;
    const now = reportOf(plan, { dryRun: true, base, settings });
    return (report) => withStanding(report, now, treeNow(snapshot));
  } catch (error) {
    if (!isExpected(error)) throw error;
    io.err(
      `The follow-ups are as the last run left them, because they could not be checked: ${error.message}\n`,
    );
    return (report) => report;
  }
}

function idsIn({ settings }: Report, key: 'only' | 'skip'): string[] | undefined {
  const value = settings?.chosen.find((one) => one.key === key && one.project === undefined)?.value;
  return Array.isArray(value) ? value.map(String) : undefined;
}

/**
 * What conditions ask about the files of a snapshot, which a run is about to move. Lines are those of files that it lists,
 * and links are none of these.
 */
export function treeNow(snapshot: Snapshot, moves: readonly Move[] = []): TreeNow {
  const files = new Set(snapshot.files.flatMap(({ path, link }) => (link === undefined ? [path] : [])));
  const places = new Map(moves.map(({ from, to }) => [from, to]));
  const placed = snapshot.files.map((file) => ({ ...file, path: places.get(file.path) ?? file.path }));
  const tree = createTree({ ...snapshot, files: placed });
  return {
    exists: (path) => tree.kindOf(path) !== undefined,
    isIgnored: (path) => !files.has(path) && snapshot.ignoredBy(path) !== undefined,
    lines(path) {
      if (!files.has(path)) return undefined;
      try {
        return linesOf(Buffer.from(snapshot.read(path)).toString('utf8'));
      } catch (error) {
        if (error instanceof UnreadableFile) return undefined;
        throw error;
      }
    },
  };
}
