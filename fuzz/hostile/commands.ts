import { recover } from '../../src/apply/recover.ts';
import { undoLastRun } from '../../src/apply/run.ts';
import { uncommittedFiles } from '../../src/project/git.ts';

/** What a command does before it plans, or instead. In a repository where we never ran, none of them changes a byte. */
export interface Command {
  readonly name: string;
  run(folder: string): unknown;
}

export const commands: readonly Command[] = [
  { name: 'asking git', run: (folder) => uncommittedFiles(folder) },
  { name: 'recovering', run: (folder) => recover(folder) },
  { name: 'recovering by force', run: (folder) => recover(folder, { force: true }) },
  { name: 'undoing', run: (folder) => undoLastRun(folder) },
  { name: 'undoing by force', run: (folder) => undoLastRun(folder, { force: true }) },
];
