import type { Facts } from '../catalogue/facts.ts';
import { folderOf, isAbsolutePath, isInside, isRelativePath, pathFrom, placeAt } from '../config/places.ts';
import { createMoveMap, type Move } from '../project/moves.ts';
import type { TreePath } from '../project/snapshot.ts';
import type { FoundReport, Report } from './report.ts';
import { allFiles } from './summary.ts';

type FoundLists = FoundReport['lists'];
type FoundItem = FoundLists[string][number];

/** Where a project is, and the files that the framework generates for it. */
interface ListPlaces {
  /** The migrated folder, as an absolute path with forward slashes. */
  readonly folder: string;
  readonly root: TreePath;
  readonly build: TreePath;
}

/** Reads lists as data: nothing that is generated is run. A list whose file is missing is left out. */
export function readFoundLists(
  rows: Facts['generatedLists'],
  places: ListPlaces,
  read: (path: TreePath) => string | undefined,
): FoundLists {
  return Object.fromEntries(
    rows.flatMap(({ list, file, entries, except = [] }) => {
      const path = placeAt(places.build, file);
      const text = read(path);
      if (text === undefined) return [];
      const written = entries.flatMap((entry) => Array.from(text.matchAll(patternOf(entry))));
      const items = written.flatMap(({ groups = {} }) => itemsOf(groups, path, places));
      const byKey = new Map(items.map((item) => [keyOf(item), item]));
      return [[list, [...byKey.values()].filter(({ name = '' }) => !except.includes(name))]];
    }),
  );
}

const quoted = `["'][^"']*["']`;
const placeholders: { readonly [placeholder: string]: string } = {
  '<name>': `["']?(?<name>[^\\s"'*:]+)["']?`,
  '<names>': `(?<names>${quoted}(?:\\s*\\|\\s*${quoted})*)`,
  '<file>': `(?<file>[^"'\\n]+)`,
};

function patternOf(entry: string): RegExp {
  const parts = entry.split(/(<names?>|<file>)/).map(
    (part) =>
      placeholders[part] ??
      part
        .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
        .replace(/["']/g, `["']`)
        .replace(/\s+/g, '\\s*'),
  );
  return new RegExp(parts.join(''), 'g');
}

function itemsOf(
  { name, names, file }: { readonly [group: string]: string | undefined },
  list: TreePath,
  { folder, root, build }: ListPlaces,
): FoundItem[] {
  if (names !== undefined) return Array.from(names.matchAll(/[^"'|\s]+/g), ([one]) => ({ name: one }));
  if (file === undefined) return name === undefined ? [] : [{ name }];
  const written = isAbsolutePath(file)
    ? pathFrom(folder, file)
    : placeAt(isRelativePath(file) ? folderOf(list) : root, file);
  // The alias of the root is sometimes taken for that of the sources and a folder: `~~/x` becomes `app/~/x`.
  const [, inRoot] = /(?:^|\/)[~@]\/(.*)$/.exec(written) ?? [];
  const place = inRoot === undefined ? written : placeAt(root, inRoot);
  // Packages bring along other things in each version, and virtual modules have no file.
  if (/(?:^|\/)node_modules\/|#/.test(place) || isInside(place, build)) return [];
  if (isInside(place, '')) return [{ ...(name !== undefined && { name }), file: place }];
  return name === undefined ? [] : [{ name }];
}

/** What is in one of two states only, or is another file. */
export interface FoundDifference {
  readonly list: string;
  readonly before?: FoundItem | undefined;
  readonly after?: FoundItem | undefined;
}

/**
 * Compares what was found before with what is found now, with files where they are now. Counts what is the same in each
 * list that both states have.
 */
export function compareFound(before: FoundLists, after: FoundLists) {
  const shared = Object.keys(before).filter((list) => Object.hasOwn(after, list));
  const same = new Map<string, number>();
  const differences = shared.flatMap((list) => {
    const old = new Map((before[list] ?? []).map((item) => [keyOf(item), item]));
    const now = new Map((after[list] ?? []).map((item) => [keyOf(item), item]));
    const found = [...new Set([...old.keys(), ...now.keys()])].flatMap((key): FoundDifference[] => {
      const [was, is] = [old.get(key), now.get(key)];
      return was && is && isSameFile(was.file, is.file) ? [] : [{ list, before: was, after: is }];
    });
    same.set(list, old.size - found.filter(({ before: was }) => was).length);
    return found;
  });
  return { same, differences };
}

/** Gives what was found before a run with the files where they are after it. */
export function listMover(run: Report | undefined): (lists: FoundLists) => FoundLists {
  const moves = run ? movesOf(run) : [];
  const { after } = createMoveMap(moves.flatMap((move) => [move, ...bareMove(move)]));
  const moved = ({ file, ...item }: FoundItem) => ({
    ...item,
    ...(file !== undefined && { file: after(file) }),
  });
  return (lists) =>
    Object.fromEntries(Object.entries(lists).map(([list, items]) => [list, items.map(moved)]));
}

/** Nothing has moved after a dry run, or after a run that was undone. */
function movesOf(run: Report): Move[] {
  if (run.dryRun) return [];
  const files = allFiles(run).map(({ path, from = path }) => ({ from, to: path }));
  return [...run.projects.flatMap(({ moves }) => moves), ...files.filter(({ from, to }) => from !== to)];
}

/** The same move for lists that leave out the extension. */
function bareMove({ from, to }: Move): Move[] {
  return bare(from) === from ? [] : [{ from: bare(from), to: bare(to) }];
}

function isSameFile(before: string | undefined, after: string | undefined): boolean {
  return before === undefined || after === undefined || bare(before) === bare(after);
}

function keyOf({ name, file = '' }: FoundItem): string {
  return name ?? bare(file);
}

/** A file without the extension that some lists leave out. */
function bare(file: string): string {
  return file.replace(/\.(?:vue|[cm]?[jt]sx?)$/, '');
}
