import { type Catalogue, createCatalogue, type Edition, fwCatalogue } from '../catalogue/index.ts';
import type { Report } from './report.ts';

const known = new WeakMap<object, Catalogue>();

/** The catalogue that the texts of a report speak with: it carries the edition that it was made with. */
export function catalogueOf({ edition }: Pick<Report, 'edition'>): Catalogue {
  if (!edition) return fwCatalogue;
  // Whoever makes or reads a report has checked it.
  const found = known.get(edition) ?? createCatalogue(edition.overlay as Edition);
  known.set(edition, found);
  return found;
}

/** What a name does not share with another one before it: `Variant B → A`. */
export function apartFrom(first: string, second: string): string {
  const words = first.split(' ');
  const own = second.split(' ');
  const end = own.findIndex((word, index) => word !== words[index]);
  return end === -1 ? second : own.slice(end).join(' ');
}

/** The command that makes the migration of a report, with the options that it was made with. */
export function migrateCommand(report: Pick<Report, 'edition' | 'run' | 'settings' | 'target'>): string {
  return report.run?.command ?? commandFor(report, report.target);
}

/** The command that undoes the run of a report, typed where the other one is. */
export function undoCommand({ base }: Pick<Report, 'base'>): string {
  const folder = base.slice(0, -1);
  return folder === '' ? 'fw-migrate undo' : `fw-migrate undo ${shellWord(folder)}`;
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
  return `fw-migrate ${args}${name === '' ? '' : ` --edition ${shellWord(name)}`}`;
}

function shellWord(text: string): string {
  const word = text.startsWith('-') ? `./${text}` : text;
  return /^[\w./@-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
