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
