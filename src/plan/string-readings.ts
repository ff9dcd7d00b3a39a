import type { OptionPathParts } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import { type PlacePath, pathFrom, placeAt, splitGlob } from '../config/paths.ts';
import { writeText } from '../project/aliases.ts';
import { placeOf } from '../project/config-paths.ts';
import { expandChoices } from '../project/globs.ts';
import { isPathLike, namesPaths } from '../project/path-mentions/words.ts';
import { movedPlace, type PathContext, scopeIn } from '../project/rebase.ts';
import type { Reference } from '../project/references/reference.ts';
import { nearestFolder, resolveFile, type Tree } from '../project/tree.ts';
import { listedTexts } from './follow-up.ts';
import type { OpenProject } from './open-project.ts';

/** Reports how a string in a config changes whose base folder is unknown, and that has no alias. */
export type StringReader = ReturnType<typeof createStringReader>;

/** The option that contains a string. */
interface StringOption {
  readonly path: OptionPathParts;
  readonly key: string;
  readonly isModule: boolean;
  /** Whether code makes a path of it. */
  readonly isPlace: boolean;
}

/** A folder that a text may be resolved from, before and after. */
interface Base {
  readonly name: string;
  readonly before: PlacePath;
  readonly after: PlacePath;
}

/** The place that a text resolves to from one base. */
interface Reading {
  readonly base: Base;
  readonly place: PlacePath;
  /** Where the place is after the moves. */
  readonly after: PlacePath;
  readonly holds: boolean;
}

/** A path in a text, split into its parts. */
interface PlainText {
  readonly text: string;
  readonly sign: string;
  readonly path: string;
  readonly pattern: string;
}

export function createStringReader(
  project: OpenProject,
  config: ConfigDocument,
  paths: PathContext,
  tree: Tree,
) {
  const { serverEngine } = config.catalogue.path;
  const { root, before } = paths.layout;
  /** Whether the code that reads an option may accept the name of a folder alone. */
  const takesNames = ([first]: OptionPathParts, isModule: boolean) => isModule || first === serverEngine;
  const { sources, basesOf } = createBases(config, paths);
  const { exists, readingsFrom } = createReadings(project, paths, tree);
  /** A text that code joins to a folder is hardly ever relative to the source directory. */
  const outsideSources = (readings: readonly Reading[]): readonly Reading[] => {
    const others = readings.filter(({ base }) => base !== sources);
    return others.length > 0 ? others : readings;
  };
  return {
    /** Whether a text may have to change: a cheap check without false negatives. */
    mayChange: ({ specifier, open }: Reference, key: string, isPlace: boolean) =>
      plainTexts(specifier, open).some(
        (text) =>
          hasForm(text, isPlace || namesPaths(key)) &&
          (text.path.includes('/') || exists(placeAt(before, text.path)) || exists(placeAt(root, text.path))),
      ),
    /** The change to a text, as the end of a sentence; undefined if it is still correct, or is not a path. */
    change({ specifier, open, kind }: Reference, where: StringOption): string | undefined {
      const { path: option, key, isModule, isPlace } = where;
      if (isAddress(specifier, where)) return undefined;
      const isNamed = isPlace || (takesNames(option, isModule) && namesPaths(key));
      for (const text of plainTexts(specifier, open)) {
        if (!hasForm(text, isNamed) && kind !== 'style') continue;
        const mayBeMade = isModule && text.path.includes('/') && (namesPaths(key) || isPathLike(specifier));
        const all = readingsFrom(basesOf(text.path, option), text, mayBeMade);
        const readings = isPlace ? outsideSources(all) : all;
        // Outside module options, a file that stays is hardly ever read from the source directory.
        const counts = ({ holds, place, after, base }: Reading) =>
          !holds && (isModule || after !== place || base !== sources);
        if (readings.some(counts)) return explain(text, readings, paths);
      }
      return undefined;
    },
  };
}

/** The folders that strings of a config may be resolved from; `basesOf` returns those for an option. */
function createBases(config: ConfigDocument, paths: PathContext) {
  const { names, path: known, ruleFor, folders } = config.catalogue;
  const { root, before, after, moves } = paths.layout;
  const [rootBefore, rootAfter] = [paths.aliases.before.slash.bundler, paths.aliases.after.slash.bundler];
  const sources: Base = { name: 'the source directory', before, after };
  const project: Base = { name: 'the project root', before: root, after: moves.after(root) };
  const beside: Base = { name: 'the folder of the config', before: '', after: '' };
  const bundler: readonly Base[] =
    rootBefore === undefined || rootAfter === undefined
      ? []
      : [{ name: 'the bundler root', before: rootBefore, after: rootAfter }];
  /** A folder that an option names, or its default. */
  const folderBase = (name: string, option: string, otherwise: PlacePath): Base => {
    const [rule, lookup] = [ruleFor(option), config.lookup(option)];
    const configured =
      rule && lookup.kind === 'static' ? placeOf(lookup.value, rule, scopeIn(paths, 'b')) : undefined;
    const place = configured ?? otherwise;
    return { name, before: place, after: moves.after(place) };
  };
  const generated = folderBase('the generated tsconfigs', known.buildDir, placeAt(root, names.buildDir));
  const serverName = folders.withOption(known.serverDir).name;
  const server = folderBase('the server folder', known.serverDir, placeAt(before, serverName));
  const ownBases = new Map([
    [known.bundler1, bundler],
    [known.serverEngine, [server]],
  ]);
  const basesOf = (path: string, option: OptionPathParts): readonly Base[] => {
    if (path.startsWith('/')) return bundler;
    if (option[0] === known.typescript) return [generated];
    const all = [sources, project, beside, ...(ownBases.get(String(option[0])) ?? [])];
    const isRepeated = (base: Base, index: number) =>
      all.slice(0, index).some((earlier) => earlier.before === base.before && earlier.after === base.after);
    return all.filter((base, index) => !isRepeated(base, index));
  };
  return { sources, basesOf };
}

/** Resolves texts from their possible base folders, and keeps those that exist. */
function createReadings(
  { found: { folder }, evidence }: OpenProject,
  { layout: { root, moves }, aliases }: PathContext,
  tree: Tree,
) {
  const exists = (place: PlacePath): boolean =>
    evidence.kindOf(place) !== undefined ||
    evidence.resolve(place) !== undefined ||
    resolveFile(tree, placeAt(folder, place), 'styles') !== undefined;
  const { served } = aliases.before.slash;
  const isServed = (text: string): boolean =>
    served !== undefined && evidence.kindOf(placeAt(served, text)) !== undefined;
  const readingFrom = (base: Base, { path, pattern }: PlainText): Reading => {
    const inner = path.replace(/^\//, '');
    const place = placeAt(base.before, inner);
    const after = movedPlace(place, 'folders', moves, evidence);
    const isSplit = pattern !== '' && moves.partsOf(place).length > 0;
    return { base, place, after, holds: placeAt(base.after, inner) === after && !isSplit };
  };
  const readingsFrom = (bases: readonly Base[], text: PlainText, mayBeMade: boolean): readonly Reading[] => {
    const readings = bases
      .map((base) => readingFrom(base, text))
      .filter(({ base, place }) => place !== base.before && place !== root);
    const valid = readings.filter(({ place }) => exists(place));
    if (text.path.startsWith('/'))
      return valid.filter(({ place }) => evidence.kindOf(place) === 'file' && !isServed(text.path.slice(1)));
    // Build output does not exist yet, but the folder around it does.
    if (valid.length > 0 || !mayBeMade) return valid;
    return readings.filter(({ base, place }) => nearestFolder(place, base.before, evidence) !== undefined);
  };
  return { exists, readingsFrom };
}

/** Lists the new text for each folder that it may be resolved from. */
function explain(text: PlainText, readings: readonly Reading[], paths: PathContext): string {
  const changed = readings.filter(({ holds }) => !holds);
  const held = readings.filter(({ holds }) => holds).map(({ base }) => base.name);
  const texts = changed.map((reading) => `\`${adviceFor(text, reading, paths)}\` from ${reading.base.name}`);
  const unaffected = held.length > 0 ? `, and stays the same from ${held.join(' and ')}` : '';
  return `which becomes ${listedTexts(texts)}${unaffected}: update it for the folder that it is resolved from.`;
}

function adviceFor(
  { sign, path, pattern }: PlainText,
  { base, after: place }: Reading,
  { aliases }: PathContext,
): string {
  const lead = /^\.\//.exec(path)?.[0] ?? '';
  const fromBase = pathFrom(base.after, place);
  const alias = path.startsWith('/')
    ? writeText(aliases.after.table, place, { sign: '~', rootOnly: false })
    : undefined;
  const written = alias ?? (fromBase.startsWith('../') ? fromBase : lead + fromBase);
  return `${sign}${written}${pattern === '' ? '' : `/${pattern}`}`;
}

/** The paths in a text, one for each choice of a pattern with braces. */
function plainTexts(specifier: string, open: boolean): PlainText[] {
  const whole = specifier.replaceAll('\\', '/');
  const text = open ? whole.slice(0, whole.lastIndexOf('/') + 1) : whole;
  const sign = text.startsWith('!') ? '!' : '';
  return expandChoices(text.slice(sign.length)).flatMap((choice) => {
    const { folder, pattern } = splitGlob(choice);
    const path = (pattern === '' ? choice : folder).replace(/(?<=.)\/$/, '');
    // Build output is recreated.
    const isNone = /^\.{0,2}$|:|^\/\/|^(?:\.\/)?(?:dist|node_modules|\.\w)/.test(path);
    return isNone ? [] : [{ text: choice, sign, path, pattern }];
  });
}

/** Whether a text looks like a path: by a slash or an extension, or because its key is known to be a path. */
function hasForm({ text, path }: PlainText, isNamed: boolean): boolean {
  if (path.startsWith('/')) return /\.\w+$/.test(path);
  return isNamed || text.includes('/') || /\w\.\w+$/.test(path);
}

/** Keys with lists of routes of the site, and keys of folders, which are never such a list. */
const routeKeys = /^(?:(?:dis)?allow|routes?|urls?|redirects?|robots|sitemap)$/i;
const folderKeys = /(?:dir|directory|folder)$/i;

/** `disallow: ['pages/']` lists routes: a path would contain a dot, or be passed to code that reads files. */
function isAddress(text: string, { path, key, isPlace }: StringOption): boolean {
  // In code, a text that starts with a slash is mostly compared with a route or a whole path.
  if (path.length === 0 && text.startsWith('/')) return true;
  const listsRoutes = !folderKeys.test(key) && path.some((part) => routeKeys.test(String(part)));
  return listsRoutes && !isPlace && !text.includes('.');
}
