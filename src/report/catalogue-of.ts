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

/** A command for projects of a report: with its edition, unless that is a setting of theirs. */
export function commandFor(
  { edition, settings }: Pick<Report, 'edition' | 'settings'>,
  args: string,
): string {
  const isSetting = settings?.chosen.some(({ key, from }) => key === 'edition' && from === 'file');
  const name = edition && !isSetting ? edition.from : '';
  const word = /^[\w./@-]*$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
  return `fw-migrate ${args}${name === '' ? '' : ` --edition ${word}`}`;
}
