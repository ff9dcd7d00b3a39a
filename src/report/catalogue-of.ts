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
