import type { Report } from './report.ts';

/** A text that a shell takes as one word, as it is. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The same, with quotes only if it needs them. */
export function shellWord(text: string): string {
  return /^[\w./@:,+-][\w./@:=,+-]*$/.test(text) ? text : quoted(text);
}

/** A path that is not taken for an option. */
export function pathArgument(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}

/** The command that undoes a run in a folder. */
export function undoCommandIn(folder: string): string {
  return folder === '' || folder === '.'
    ? 'fw-migrate undo'
    : `fw-migrate undo ${shellWord(pathArgument(folder))}`;
}

/** The command that makes the migration of a report, with the options that it was made with. */
export function migrateCommand(report: Pick<Report, 'edition' | 'run' | 'settings' | 'target'>): string {
  return report.run?.command ?? commandFor(report, report.target);
}

/** The command that undoes the run of a report, typed where the other one is. */
export function undoCommand({ base }: Pick<Report, 'base'>): string {
  return undoCommandIn(base.slice(0, -1));
}

/** Where those commands are typed, if that is not where a reader may stand. */
export function commandPlace({ base }: Pick<Report, 'base'>): string {
  return base === '' ? '' : ' in the root of the repository';
}

/** A command for projects of a report: with its edition, unless that is a setting of theirs. */
export function commandFor(
  { edition, settings }: Pick<Report, 'edition' | 'settings'>,
  args: string,
): string {
  const isSetting = settings?.chosen.some(({ key, from }) => key === 'edition' && from === 'file');
  const name = edition && !isSetting ? edition.from : '';
  return `fw-migrate ${args}${name === '' ? '' : ` --edition ${shellWord(pathArgument(name))}`}`;
}
