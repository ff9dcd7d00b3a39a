/**
 * Compares what the framework itself found in a project before and after a run: components, pages, imports and plugins.
 */

import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lazy } from '../base/memo.ts';
import {
  folderOf,
  isAbsolutePath,
  isInside,
  isRelativePath,
  pathFrom,
  placeAt,
} from '../base/paths.ts';
import { extensionsOf, withoutExtension } from '../catalogue/extensions.ts';
import type { Facts } from '../catalogue/facts.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { escaped } from '../catalogue/spelling.ts';
import type { FoundReport, ProjectReport, Report } from '../report/report.ts';
import { counted } from '../report/sentences.ts';
import { allFiles } from '../report/summary.ts';
import { slashed } from '../tree/git-ignore.ts';
import { createMoveMap, type Move } from '../tree/moves.ts';
import { readIfRegular } from '../tree/open-file.ts';
import type { TreePath } from '../tree/snapshot.ts';

/** The lists of the framework, by the root of the project. */
export type FoundInProjects = ReadonlyMap<string, FoundReport>;

/** Adds the framework's lists to a report: of projects that are not migrated yet, or of an earlier report. */
export function withFound(
  report: Report,
  earlier: Report | undefined,
  folder: string,
  catalogue: Catalogue,
) {
  const old = report.projects.filter(({ variant }) => variant === 'b');
  const current = foundIn(old, 'before', folder, catalogue);
  const kept = new Map(earlier?.projects.map(({ root, found }) => [root, found]));
  const moved = lazy(() => listMover(earlier));
  const projects = report.projects.map((project) => {
    const before = current.has(project.root) ? undefined : kept.get(project.root);
    const found = before ? { ...before, lists: moved()(before.lists) } : current.get(project.root);
    return found ? { ...project, found } : project;
  });
  return { ...report, projects };
}

/** Reads the lists of projects; projects without lists are left out. */
export function foundIn(
  projects: readonly ProjectReport[],
  state: 'before' | 'after',
  folder: string,
  { facts, names, path }: Catalogue,
): FoundInProjects {
  const home = slashed(realpathSync(folder));
  return new Map(
    projects.flatMap(({ root, options }) => {
      const set = options.find(({ option }) => option === path.buildDir)?.[state];
      const name =
        set?.kind === 'value' && typeof set.value === 'string' ? set.value : names.buildDir;
      const build = placeAt(root, name.replace(/^<rootDir>\//, ''));
      const times: number[] = [];
      const lists = readFoundLists(facts.generatedLists, { folder: home, root, build }, (file) => {
        const text = readIfRegular(join(folder, file), 50_000_000)?.toString('utf8');
        if (text !== undefined) times.push(statSync(join(folder, file)).mtimeMs);
        return text;
      });
      const prepared = new Date(Math.max(0, ...times)).toISOString();
      return times.length === 0 ? [] : [[root, { prepared, lists }] as const];
    }),
  );
}

type FoundLists = FoundReport['lists'];
type FoundItem = FoundLists[string][number];

/** The folders of a project and of the files that the framework generates for it. */
interface ListPlaces {
  /** The migrated folder, as an absolute path with forward slashes. */
  readonly folder: string;
  readonly root: TreePath;
  readonly build: TreePath;
}

/** Reads lists as data, without running generated code. A list whose file is missing is left out. */
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
      const names = new Set(items.map((item) => item.name));
      const isExcepted = ({ name = '', file = '' }: FoundItem) =>
        except.includes(name) ||
        except.some((text) => {
          const [start = '', end] = text.split('<name>');
          return end === '' && name.startsWith(start) && names.has(name.slice(start.length));
        }) ||
        (except.includes('<file>') && file.split('/').at(-1) === name);
      return [[list, [...byKey(items).values()].filter((item) => !isExcepted(item))]];
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
  const parts = entry
    .split(/(<names?>|<file>)/)
    .map(
      (part) =>
        placeholders[part] ?? escaped(part).replace(/["']/g, `["']`).replace(/\s+/g, '\\s*'),
    );
  return new RegExp(parts.join(''), 'g');
}

function itemsOf(
  { name, names, file }: { readonly [group: string]: string | undefined },
  list: TreePath,
  { folder, root, build }: ListPlaces,
): FoundItem[] {
  if (names !== undefined)
    return Array.from(names.matchAll(/[^"'|\s]+/g), ([text]) => ({ name: text }));
  if (file === undefined) return name === undefined ? [] : [{ name }];
  // A package has no path and no extension: `vue`, `@acme/ui/composables`.
  if (!isAbsolutePath(file) && !isRelativePath(file) && !/\.\w+$|^[~@]+\//.test(file)) return [];
  const written = isAbsolutePath(file)
    ? pathFrom(folder, file)
    : placeAt(isRelativePath(file) ? folderOf(list) : root, file);
  // The root alias is sometimes read as the source alias and a folder: `~~/x` becomes `app/~/x`.
  const [, inRoot] = /(?:^|\/)[~@]\/(.*)$/.exec(written) ?? [];
  const place = inRoot === undefined ? written : placeAt(root, inRoot);
  // Packages have different files in each version, and virtual modules have no file.
  if (/(?:^|\/)node_modules\/|#/.test(place) || isInside(place, build)) return [];
  if (isInside(place, '')) return [{ ...(name !== undefined && { name }), file: place }];
  return name === undefined ? [] : [{ name }];
}

/** Updates the paths in lists from before a run to the moves of the run, unless it was undone. */
export function listMover(run: Report | undefined): (lists: FoundLists) => FoundLists {
  const files = run ? allFiles(run).map(({ path, from = path }) => ({ from, to: path })) : [];
  const moves = [...(run?.projects ?? []).flatMap((project) => project.moves), ...files];
  // Some lists leave out the extension.
  const bareMoves = moves.map(({ from, to }) => ({ from: bare(from), to: bare(to) }));
  const isMove = ({ from, to }: Move) => from !== to;
  const { after } = createMoveMap(run?.dryRun ? [] : [...moves, ...bareMoves].filter(isMove));
  const moved = (item: FoundItem) =>
    item.file === undefined ? item : { ...item, file: after(item.file) };
  return (lists) =>
    Object.fromEntries(Object.entries(lists).map(([list, items]) => [list, items.map(moved)]));
}

/** The items by what identifies them in both states: their name or, without one, their file. */
function byKey(items: readonly FoundItem[] = []): ReadonlyMap<string, FoundItem> {
  return new Map(items.map((item) => [item.name ?? bare(item.file ?? ''), item]));
}

/** What some lists leave out. */
const endings = extensionsOf('script', 'component');

/** A file without the extension that some lists leave out. */
function bare(file: string): string {
  return withoutExtension(file, endings);
}

/** Compares the lists before and after a run, which both have the current paths of files, in sentences. */
export function compareFound(
  before: FoundLists,
  after: FoundLists,
  exists: (file: string) => boolean,
  { facts, names }: Catalogue,
) {
  const shared = Object.keys(before).filter((list) => Object.hasOwn(after, list));
  const counts: string[] = [];
  const differences = shared.flatMap((list) => {
    const [old, current] = [byKey(before[list]), byKey(after[list])];
    const keys = [...new Set([...old.keys(), ...current.keys()])];
    const changed = keys.filter((key) => {
      const items = [old.get(key) ?? [], current.get(key) ?? []].flat();
      const files = new Set(items.flatMap(({ file }) => (file === undefined ? [] : bare(file))));
      return items.length < 2 || files.size > 1;
    });
    const same = keys.length - changed.length;
    if (same > 0) counts.push(counted(same, list.replace(/(?<=s)es$|s$/, ''), list));
    const whyGone = ({ file }: FoundItem) =>
      file !== undefined && [file, ...endings.map((ending) => `${file}.${ending}`)].some(exists)
        ? `: the file is there, but ${names.variants.a} does not look for ${list} in its folder. Move it, or name the folder in the config`
        : '';
    return changed.map(
      (key) => `${list}: ${differenceText(old.get(key), current.get(key), whyGone)}`,
    );
  });
  const unread = facts.generatedLists.flatMap(({ list, needs }) => {
    if (shared.includes(list)) return [];
    return [
      needs === undefined ? list : `${list} (${names.framework} lists them if \`${needs}\` is set)`,
    ];
  });
  const others = [
    `${counts.join(', ') || 'Nothing'}: the same${differences.length > 0 ? ', except for these' : ''}.`,
    ...(unread.length > 0
      ? [`Not compared, because not both states list them: ${unread.join(', ')}.`]
      : []),
  ];
  return { differences, others };
}

/** An item that is only in one of two states, or is another file. */
function differenceText(
  before: FoundItem | undefined,
  after: FoundItem | undefined,
  whyGone: (item: FoundItem) => string,
): string {
  const shown = ({ name, file }: FoundItem) =>
    name === undefined ? `${file}` : `\`${name}\`${file === undefined ? '' : ` (${file})`}`;
  if (before && after) return `${shown(before)} is now ${after.file}: two files have this name.`;
  if (after) return `${shown(after)} is new.`;
  return before ? `${shown(before)} is gone${whyGone(before)}.` : '';
}
