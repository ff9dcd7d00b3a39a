import type { OptionPathParts } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import { type PlacePath, pathFrom, placeAt, splitGlob } from '../config/paths.ts';
import { expandChoices } from '../project/globs.ts';
import { isPathLike, namesPaths } from '../project/path-mentions/words.ts';
import { movedPlace, type PathContext } from '../project/rebase.ts';
import { nearestFolder, resolveFile, type Tree } from '../project/tree.ts';
import { listedTexts } from './follow-up.ts';
import type { OpenProject } from './open-projects.ts';

/** A string of a config without an alias, and what says that it may be a path. */
export interface PlainString {
  readonly specifier: string;
  /** Whether a computed part follows. */
  readonly open: boolean;
  /** The path of the option that contains it; empty in code. */
  readonly option: OptionPathParts;
  readonly key: string;
  readonly isModule: boolean;
  /** Whether the code around it makes a path of it. */
  readonly isPath: boolean;
}

/** Says how a string of a config changes, as the end of a sentence; undefined if it does not, or is no path. */
export type StringReader = (string: PlainString) => string | undefined;

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
  /** Whether the same text still resolves to it. */
  readonly holds: boolean;
}

/** A path in a text, split into its parts. */
interface PlainText {
  readonly sign: string;
  readonly path: string;
  readonly pattern: string;
  /** Whether it has a slash or an extension. */
  readonly isPathLike: boolean;
}

/** Reads strings whose base folder is unknown: they are resolved from every folder that may be meant. */
export function createStringReader(
  { found: { folder }, evidence }: OpenProject,
  config: ConfigDocument,
  paths: PathContext,
  tree: Tree,
): StringReader {
  const { root, moves } = paths.layout;
  const { serverEngine } = config.catalogue.path;
  const { sources, basesOf } = createBases(config, paths);
  const exists = (place: PlacePath): boolean =>
    evidence.kindOf(place) !== undefined ||
    evidence.resolve(place) !== undefined ||
    resolveFile(tree, placeAt(folder, place), 'styles') !== undefined;
  const readingFrom = (base: Base, { path, pattern }: PlainText): Reading => {
    const place = placeAt(base.before, path);
    const after = movedPlace(place, 'folders', moves, evidence);
    const isSplit = pattern !== '' && moves.partsOf(place).length > 0;
    return { base, place, after, holds: placeAt(base.after, path) === after && !isSplit };
  };
  const readingsOf = (
    text: PlainText,
    { option, key, isModule, isPath, specifier }: PlainString,
  ): Reading[] => {
    const readings = basesOf(option)
      .map((base) => readingFrom(base, text))
      .filter(({ base, place }) => place !== base.before && place !== root);
    const existing = readings.filter(({ place }) => exists(place));
    const mayBeMade = isModule && text.path.includes('/') && (namesPaths(key) || isPathLike(specifier));
    // A text that code joins to a folder is hardly ever relative to the source directory.
    const joined = isPath ? existing.filter(({ base }) => base !== sources) : [];
    if (existing.length > 0 || !mayBeMade) return joined.length > 0 ? joined : existing;
    // Build output does not exist yet, but the folder around it does.
    return readings.filter(({ base, place }) => nearestFolder(place, base.before, evidence) !== undefined);
  };
  return (string) => {
    const { isModule, option, key, isPath } = string;
    // A module or the server engine may accept the name of a folder alone.
    const isNamed = isPath || ((isModule || option[0] === serverEngine) && namesPaths(key));
    // Outside module options, a file that stays is hardly ever read from the source directory.
    const counts = ({ holds, place, after, base }: Reading) =>
      !holds && (isModule || after !== place || base !== sources);
    for (const text of isAddress(string) ? [] : plainTexts(string)) {
      const readings = isNamed || text.isPathLike ? readingsOf(text, string) : [];
      if (readings.some(counts)) return explain(text, readings);
    }
    return undefined;
  };
}

/** The folders that strings of a config may be resolved from; `basesOf` returns those for an option. */
function createBases(config: ConfigDocument, { layout, aliases }: PathContext) {
  const { names, path: known, folders } = config.catalogue;
  const { root, before, after, moves } = layout;
  const sources: Base = { name: 'the source directory', before, after };
  const usual: readonly Base[] = [
    sources,
    { name: 'the project root', before: root, after: moves.after(root) },
    { name: 'the folder of the config', before: '', after: '' },
  ];
  const server = placeAt(before, folders.withOption(known.serverDir).name);
  const buildDir = placeAt(root, names.buildDir);
  const bundlerRoots = { before: aliases.before.slash.bundler, after: aliases.after.slash.bundler };
  const additional = new Map<string, Base>([
    [known.serverEngine, { name: 'the server folder', before: server, after: moves.after(server) }],
    [known.typescript, { name: 'the generated tsconfigs', before: buildDir, after: moves.after(buildDir) }],
    [
      known.bundler1,
      { name: 'the bundler root', before: bundlerRoots.before ?? root, after: bundlerRoots.after ?? root },
    ],
  ]);
  const basesOf = ([first]: OptionPathParts): readonly Base[] => {
    const all = [...usual, additional.get(String(first)) ?? sources];
    const isRepeated = (base: Base, index: number) =>
      all.slice(0, index).some((earlier) => earlier.before === base.before && earlier.after === base.after);
    return all.filter((base, index) => !isRepeated(base, index));
  };
  return { sources, basesOf };
}

/** Lists the new text for each folder that it may be resolved from. */
function explain({ sign, path, pattern }: PlainText, readings: readonly Reading[]): string {
  const lead = path.startsWith('./') ? './' : '';
  const tail = pattern === '' ? '' : `/${pattern}`;
  const texts = readings
    .filter(({ holds }) => !holds)
    .map(({ base, after }) => {
      const written = pathFrom(base.after, after);
      return `\`${sign}${written.startsWith('../') ? '' : lead}${written}${tail}\` from ${base.name}`;
    });
  const held = readings.filter(({ holds }) => holds).map(({ base }) => base.name);
  const unaffected = held.length > 0 ? `, and stays the same from ${held.join(' and ')}` : '';
  return `which becomes ${listedTexts(texts)}${unaffected}: update it for the folder that it is resolved from.`;
}

/** The paths in a text, one for each choice of a pattern with braces. */
function plainTexts({ specifier, open }: PlainString): PlainText[] {
  const whole = specifier.replaceAll('\\', '/');
  const text = open ? whole.slice(0, whole.lastIndexOf('/') + 1) : whole;
  const sign = text.startsWith('!') ? '!' : '';
  return expandChoices(text.slice(sign.length)).flatMap((choice) => {
    const { folder, pattern } = splitGlob(choice);
    const path = (pattern === '' ? choice : folder).replace(/(?<=.)\/$/, '');
    // Build output is recreated.
    const isNone = /^\.{0,2}$|:|^\/|^(?:\.\/)?(?:dist|node_modules|\.\w)/.test(path);
    const hasForm = choice.includes('/') || /\w\.\w+$/.test(path);
    return isNone ? [] : [{ sign, path, pattern, isPathLike: hasForm }];
  });
}

/** Keys with lists of routes of the site, and keys of folders, which are never such a list. */
const routeKeys = /^(?:(?:dis)?allow|routes?|urls?|redirects?|robots|sitemap)$/i;
const folderKeys = /(?:dir|directory|folder)$/i;

/** `disallow: ['pages/']` lists routes: a path would contain a dot, or be passed to code that reads files. */
function isAddress({ specifier, option, key, isPath }: PlainString): boolean {
  const listsRoutes = !folderKeys.test(key) && option.some((part) => routeKeys.test(String(part)));
  return listsRoutes && !isPath && !specifier.includes('.');
}
