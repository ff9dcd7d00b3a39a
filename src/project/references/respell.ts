import { isInside, isRelativePath, type PlacePath, pathFrom, placeAt } from '../../config/places.ts';
import { type AliasTable, readText, writeText } from '../aliases.ts';
import type { TreePath } from '../snapshot.ts';
import { type Reading, rootedPlace } from './specifier.ts';
import type { Origin } from './world.ts';

/** The text that leads to a place afterwards, in the form it had; nothing where the one it has still does. */
export function respell(
  reading: Reading,
  after: PlacePath,
  { after: folder, aliases }: Origin,
): string | undefined {
  const { form, place, text, lead, tail, alias } = reading;
  if (form === 'rooted') {
    const root = aliases.after.get('~~');
    if (root === undefined || rootedPlace(aliases.after, '~~', text) === after) return undefined;
    return `${lead}/${slashed(pathFrom(root, after), text)}${tail}`;
  }
  if (form === 'relative') {
    if (placeAt(folder, text) === after) return undefined;
    return `${lead}${slashed(relativeText(folder, after, text), text)}${tail}`;
  }
  if (readText(aliases.after, text)?.place === after) return undefined;
  const written =
    aliasText(aliases.after, after, alias, place === after) ?? relativeText(folder, after, './');
  return `${readText(aliases.after, written) ? lead : ''}${slashed(written, text)}${tail}`;
}

function aliasText(
  table: AliasTable,
  place: PlacePath,
  alias: string,
  isUnmoved: boolean,
): string | undefined {
  const own = table.get(alias);
  const isPlain = /^[~@]{1,2}$/.test(alias);
  if (own !== undefined && !isPlain && isInside(place, own)) {
    const path = pathFrom(own, place);
    return path === '' ? alias : `${alias}/${path}`;
  }
  const sign = alias.startsWith('@') ? '@' : '~';
  // What stays is named from the root, which both variants read alike.
  const text = writeText(table, place, { sign, rootOnly: isUnmoved || !isPlain });
  return text !== undefined && readText(table, text)?.place === place ? text : undefined;
}

function relativeText(folder: TreePath, place: PlacePath, old: string): string {
  const path = pathFrom(folder, place) || '.';
  if (isRelativePath(path)) return path;
  return isRelativePath(old) ? `./${path}` : path;
}

function slashed(text: string, old: string): string {
  return old.endsWith('/') && !text.endsWith('/') ? `${text}/` : text;
}
