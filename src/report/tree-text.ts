import { isInside } from '../config/places.ts';
import type { Move } from '../project/moves.ts';
import { plainLine } from './plain.ts';

/** What a project looks like at its top after its moves: each entry with where it comes from. */
export function treeText(root: string, entries: readonly string[], moves: readonly Move[]): string {
  const name = (path: string) => plainLine(root === '' ? path : path.slice(root.length + 1));
  const arriving = moves.map(({ from, to }) => ({ name: name(to), from: name(from) }));
  const staying = entries
    .filter((path) => !moves.some(({ from }) => from === path))
    .map((path) => ({ name: name(path), from: undefined }));
  const rows = [
    ...arriving,
    ...staying.filter((entry) => !arriving.some((one) => isInside(one.name, entry.name))),
  ];
  const width = Math.max(...rows.map((row) => row.name.length));
  return rows
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((row) => (row.from ? `${row.name.padEnd(width)}  ← ${row.from}` : row.name))
    .join('\n');
}
