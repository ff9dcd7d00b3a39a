import { diffArrays } from 'diff';
import type { Position } from '../config/problem.ts';
import type { TreePath } from '../project/snapshot.ts';
import type { FollowUp } from './follow-up.ts';
import type { PlannedFile } from './plan.ts';

/** A position, and the line that stands there. */
export interface Place extends Position {
  readonly text: string;
}

/** A place as the run finds it, and where that is afterwards. */
export interface LocatedPlace extends Place {
  readonly after: Place;
}

/** A follow-up that can be found both before and after the run. */
export interface LocatedFollowUp extends Omit<FollowUp, 'evidence'>, LocatedPlace {
  readonly evidence: readonly LocatedPlace[];
}

/** Finds places of the original again in what a plan makes of it. */
export function createLocator(
  files: readonly PlannedFile[],
  readText: (path: TreePath) => string | undefined,
): (followUp: FollowUp) => LocatedFollowUp {
  const planned = new Map(files.map((file) => [file.from, file]));
  const texts = new Map<TreePath, FileLines>();
  const linesFor = (path: TreePath): FileLines => {
    const known = texts.get(path) ?? linesOf(planned.get(path), () => readText(path) ?? '');
    texts.set(path, known);
    return known;
  };
  const locate = ({ file, line, column }: Position): LocatedPlace => {
    const { before, after, lineAfter } = linesFor(file);
    const text = before[line - 1] ?? '';
    const newLine = lineAfter(line);
    const newText = after[newLine - 1] ?? '';
    return {
      ...{ file, line, column, text },
      after: {
        file: planned.get(file)?.to ?? file,
        line: newLine,
        column: columnAfter(column, text, newText),
        text: newText,
      },
    };
  };
  return (followUp) => ({
    ...followUp,
    ...locate(followUp),
    evidence: followUp.evidence.map(locate),
  });
}

interface FileLines {
  readonly before: readonly string[];
  readonly after: readonly string[];
  lineAfter(line: number): number;
}

function linesOf(file: PlannedFile | undefined, read: () => string): FileLines {
  const before = split(file?.text?.before ?? read());
  if (!file?.text) return { before, after: before, lineAfter: (line) => line };
  const after = split(file.text.after);
  return { before, after, lineAfter: createLineMap(before, after) };
}

function split(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r?\n/);
}

// Beyond this, texts have nothing to do with each other, and looking for what they share takes seconds.
const maxEditLength = 1000;

/** Where each line is afterwards; one that is gone is where it would be. */
function createLineMap(before: readonly string[], after: readonly string[]): (line: number) => number {
  const parts = diffArrays([...before], [...after], { maxEditLength });
  if (!parts) return (line) => Math.min(line, after.length);
  const map: number[] = [];
  let next = 1;
  for (const [index, { added, removed, count }] of parts.entries()) {
    if (added) {
      next += count;
      continue;
    }
    // A removed part is replaced by the added one behind it, line by line as far as that goes.
    const following = parts[index + 1];
    const replaced = removed ? (following?.added ? following.count : 0) : count;
    for (let offset = 0; offset < count; offset += 1)
      map.push(next + Math.max(0, Math.min(offset, replaced - 1)));
    if (!removed) next += count;
  }
  return (line) => Math.max(1, Math.min(map[line - 1] ?? after.length, after.length));
}

/** The same column where the line starts alike up to there, or ends alike from there; else where they part. */
function columnAfter(column: number, before: string, after: string): number {
  const at = column - 1;
  let same = 0;
  while (same < at && same < after.length && before[same] === after[same]) same += 1;
  if (same === at) return column;
  const rest = before.slice(at);
  return after.endsWith(rest) ? after.length - rest.length + 1 : same + 1;
}
