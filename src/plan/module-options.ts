import { findOption, names } from '../catalogue/index.ts';
import type { OptionPathParts } from '../config/change.ts';
import { type PlacePath, pathFrom, placeAt, splitGlob } from '../config/places.ts';
import type { Entries, Entry } from '../config/reading.ts';
import { isSigned, readText, writeText } from '../project/aliases.ts';
import type { Evidence } from '../project/evidence.ts';
import { isPathLike, namesPaths } from '../project/path-mentions/words.ts';
import { isReadByA, type PathContext } from '../project/rebase.ts';
import { nearestFolder } from '../project/tree.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';
import { pathContext } from './migrate.ts';
import type { OpenProject } from './open-project.ts';
import { changesPaths, optionName } from './rebasing.ts';

const olderKeys: ReadonlySet<string> = new Set(names.olderGenerationKeys);

/** How the paths of a project are read, and what is on disk. */
type ProjectPaths = PathContext & { readonly evidence: Evidence };

/** Options of modules that name a path: only the module knows from where it reads them. */
export function moduleOptionPaths({ config, decision, evidence }: OpenProject): FollowUp[] {
  const context = pathContext(config, decision, evidence);
  if (!context || !changesPaths(context)) return [];
  const paths = { ...context, evidence };
  return config.scopes.flatMap((scope) =>
    (scope.entries([])?.list ?? []).filter(isModules).flatMap((entry) =>
      textsIn(entry, '').flatMap(({ text, key, entry: { path, lookup } }) => {
        if (lookup.kind === 'absent' || isRoute(text, key, path)) return [];
        const why = changeOf(text, key, paths);
        if (why === undefined) return [];
        const option = optionName(scope, path);
        const message = `\`${option}\` names \`${text}\`, ${why}.`;
        return [followUpFrom({ code: 'module-option-path', message }, option, lookup.at)];
      }),
    ),
  );
}

/** A key that neither variant knows holds a module's options. */
function isModules({ key }: Entry): boolean {
  const name = String(key);
  return !findOption(name) && !name.startsWith('$') && !olderKeys.has(name);
}

interface OptionText {
  readonly text: string;
  /** The nearest key above that is a name. */
  readonly key: string;
  readonly entry: Entry;
}

function textsIn(entry: Entry, outer: string): OptionText[] {
  const key = typeof entry.key === 'string' ? entry.key : outer;
  const inner: Entries | undefined = entry.entries;
  if (inner) return inner.list.flatMap((one) => textsIn(one, key));
  const { lookup } = entry;
  return lookup.kind === 'static' && typeof lookup.value === 'string'
    ? [{ text: lookup.value, key, entry }]
    : [];
}

/** Keys of lists of addresses of the site, and of folders, which are never such a list. */
const routeKeys = /^(?:(?:dis)?allow|routes?|urls?|redirects?|robots|sitemap)$/i;
const folderKeys = /(?:dir|directory|folder)$/i;

/** `disallow: ['pages/']` means addresses: a path would have a dot, or the sign of an alias. */
function isRoute(text: string, key: string, path: OptionPathParts): boolean {
  const listsRoutes = !folderKeys.test(key) && path.some((part) => routeKeys.test(String(part)));
  return listsRoutes && !isSigned(text) && !text.includes('.');
}

/** What is different about a path afterwards; undefined if it stays right, or is none. */
function changeOf(text: string, key: string, paths: ProjectPaths): string | undefined {
  const { folder, pattern } = splitGlob(text.replaceAll('\\', '/'));
  const path = pattern === '' ? text : folder.replace(/\/$/, '');
  // What starts with a slash is a route, and what the build leaves is recreated.
  if (path === '' || /^\/|:\/\/|^(?:\.\/)?(?:dist|node_modules|\.\w)/.test(path)) return undefined;
  const alias = isSigned(path) ? readText(paths.aliases.before, path) : undefined;
  if (alias) return aliasChange(path, alias.place, paths);
  if (isSigned(path) || (!path.includes('/') && !namesPaths(key))) return undefined;
  const mayBeMade = path.includes('/') && (namesPaths(key) || isPathLike(text));
  return plainChange(path, mayBeMade, paths);
}

function aliasChange(path: string, place: PlacePath, paths: PathContext): string | undefined {
  const { layout, aliases } = paths;
  const read = readText(aliases.after, path)?.place;
  const after = layout.moves.after(place);
  if (read === undefined || read === after) return undefined;
  // Written for Variant A already.
  if (isReadByA(place, read, paths)) return undefined;
  const sign = path.startsWith('@') ? '@' : '~';
  const written = writeText(aliases.after, after, { sign, rootOnly: place === after });
  return `which means \`${read}\` now: write \`${written ?? after}\` if the module reads aliases as the framework does`;
}

/** Only the module knows whether it reads from the source directory or the root: either reading may change. */
function plainChange(
  path: string,
  mayBeMade: boolean,
  { layout, evidence }: ProjectPaths,
): string | undefined {
  const { root, before, after, moves } = layout;
  const readings = [
    { base: before, place: placeAt(before, path), read: placeAt(after, path) },
    { base: root, place: placeAt(root, path), read: placeAt(moves.after(root), path) },
  ];
  // What is not listed may be anything, so only what is there for certain counts.
  const found = readings.filter(
    ({ place }) => evidence.kindOf(place) !== undefined || evidence.resolve(place) !== undefined,
  );
  // What a build makes is not there yet, but the folder that it goes into is.
  const isMade = mayBeMade && found.length === 0;
  const made = readings.filter(
    ({ base, place }) => isMade && nearestFolder(place, base, evidence) !== undefined,
  );
  const changed = [...found, ...made].find(
    ({ place, read }) => place !== before && moves.after(place) !== read,
  );
  if (!changed) return undefined;
  const now = pathFrom(moves.after(root), moves.after(changed.place));
  const unlessRoot = `correct it if the module reads it from the source directory, which is \`${after}\` now`;
  if (moves.after(changed.place) === changed.place) return `which stays where it is: ${unlessRoot}`;
  if (now === placeAt('', path)) return `which is that from the root now: ${unlessRoot}`;
  return `which is \`${now}\` now: correct it if the module does not read it from the source directory`;
}
