import type { Move } from '../project/moves.ts';
import type { FileReport, ProjectReport } from './report.ts';

/** A move, and the files that it takes along: not those which a move inside of it takes elsewhere. */
export interface MoveOfFiles extends Move {
  readonly files: readonly FileReport[];
  readonly isFolder: boolean;
}

export function movesOfFiles({ moves, files }: Pick<ProjectReport, 'moves' | 'files'>): MoveOfFiles[] {
  const own = new Map<string, FileReport[]>(moves.map(({ from }) => [from, []]));
  for (const file of files) ownOf(file, own)?.push(file);
  return moves.map((move) => {
    const taken = own.get(move.from) ?? [];
    return { ...move, files: taken, isFolder: !taken.some(({ from }) => from === move.from) };
  });
}

/** The list of the innermost move that holds a file. */
function ownOf<T>({ from = '' }: FileReport, lists: ReadonlyMap<string, T>): T | undefined {
  for (let end = from.length; end > 0; end = from.lastIndexOf('/', end - 1)) {
    const list = lists.get(from.slice(0, end));
    if (list !== undefined) return list;
  }
  return undefined;
}
