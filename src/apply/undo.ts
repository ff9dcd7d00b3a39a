import type { PlannedFile } from '../plan/plan.ts';
import { driftOf, isInside } from './check.ts';
import type { Place } from './disk.ts';
import { ApplyProblem, guarded, nothingChanged } from './problem.ts';
import { recordPath } from './record.ts';

/** The way back is a plan like any other: every file must still be what the run left. */
export function wayBack(files: readonly PlannedFile[]): readonly PlannedFile[] {
  return files.map(({ from, to, text, ...rest }) => {
    const back = { ...rest, from: to, to: from };
    return text ? { ...back, text: { before: text.after, after: text.before } } : back;
  });
}

const drifts = {
  gone: 'is not there any more',
  'another kind': 'is something else now',
  edited: 'was edited since the migration',
};

/** Throws an `ApplyProblem` that names every file which is not what the run left. */
export function refuseEdited(place: Place, files: readonly PlannedFile[]): void {
  const notes = files.flatMap((file) => {
    // What may not be touched is not looked at either; that it may not will be said later.
    const drift = isInside(file.from) ? guarded(file.from, () => driftOf(place, file)) : undefined;
    return drift ? [`  ${file.from} ${drifts[drift]}`] : [];
  });
  if (notes.length === 0) return;
  const lines = [
    'The run cannot be taken back, because not all files are as it left them:',
    ...notes,
    'Keep a copy of what you need, put each back as it was after the migration, and undo again.',
    nothingChanged,
  ];
  throw new ApplyProblem(recordPath, lines.join('\n'));
}
