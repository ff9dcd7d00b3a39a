import type { OptionPathParts } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import { type PlacePath, placeAt } from '../config/paths.ts';
import { expandChoices } from '../project/globs.ts';
import { changeOf, meantReadings, type Reading } from '../project/path-mentions/rewrite-word.ts';
import { namesPaths } from '../project/path-mentions/words.ts';
import type { PathContext } from '../project/rebase.ts';
import type { BaseFolder } from '../project/references/reference.ts';
import { createMatchedFiles, type MovedTree } from '../project/tree-after.ts';
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

/** A folder that a text may be resolved from. */
interface NamedBase extends BaseFolder {
  readonly name: string;
}

/** Reads strings whose base folder is unknown: they are resolved from every folder that may be meant. */
export function createStringReader(
  { found: { folder } }: OpenProject,
  config: ConfigDocument,
  paths: PathContext,
  moved: MovedTree,
): StringReader {
  const { serverEngine } = config.catalogue.path;
  const root = placeAt(folder, paths.layout.root);
  const { sources, basesOf } = createBases(config, paths, {
    before: folder,
    after: moved.moves.after(folder),
  });
  const files = createMatchedFiles(moved);
  return (string) => {
    const { isModule, option, key, isPath } = string;
    // A module or the server engine may accept the name of a folder alone.
    const isNamed = isPath || ((isModule || option[0] === serverEngine) && namesPaths(key));
    // Only options of modules may name files that are created later.
    const context = { ...moved, bases: basesOf(option), aliases: undefined, isProse: !isModule, files };
    for (const path of isAddress(string) ? [] : pathsIn(string)) {
      const readings = meantReadings<NamedBase>(path, isNamed || /\w\.\w+$/.test(path), context).filter(
        ({ base, place }) => place !== base.before && place !== root,
      );
      // A text that code joins to a folder is hardly ever relative to the source directory.
      const joined = isPath ? readings.filter(({ base }) => base !== sources) : [];
      const changes = (joined.length > 0 ? joined : readings).map((reading) => {
        const change = changeOf(reading, context);
        return { ...reading, newText: change && change.newText + reading.pattern };
      });
      // Outside module options, a file that stays is hardly ever read from the source directory.
      const counts = ({ newText, place, base }: ReadString) =>
        newText !== undefined && (isModule || moved.moves.after(place) !== place || base !== sources);
      if (changes.some(counts)) return explain(changes);
    }
    return undefined;
  };
}

/** A string that is resolved from a folder, and its new text if it has to change. */
interface ReadString extends Reading<NamedBase> {
  readonly newText: string | undefined;
}

/** The folders that strings of a config may be resolved from; `basesOf` returns those for an option. */
function createBases(config: ConfigDocument, { layout, aliases }: PathContext, project: BaseFolder) {
  const { names, path: known, folders } = config.catalogue;
  const { root, before, after, moves } = layout;
  const baseAt = (name: string, place: PlacePath, later = moves.after(place)): NamedBase => {
    return { name, before: placeAt(project.before, place), after: placeAt(project.after, later) };
  };
  const sources = baseAt('the source directory', before, after);
  const usual = [baseAt('the project root', root), baseAt('the folder of the config', '', '')];
  const server = placeAt(before, folders.withOption(known.serverDir).name);
  const bundlerRoots = [aliases.before.slash.bundler ?? root, aliases.after.slash.bundler ?? root] as const;
  const additional = new Map([
    [known.serverEngine, baseAt('the server folder', server)],
    [known.typescript, baseAt('the generated tsconfigs', placeAt(root, names.buildDir))],
    [known.bundler1, baseAt('the bundler root', ...bundlerRoots)],
  ]);
  const basesOf = ([first]: OptionPathParts): readonly [NamedBase, ...NamedBase[]] => {
    const others = [...usual, additional.get(String(first)) ?? sources];
    const isRepeated = (base: NamedBase, index: number) =>
      [sources, ...others.slice(0, index)].some(
        (earlier) => earlier.before === base.before && earlier.after === base.after,
      );
    return [sources, ...others.filter((base, index) => !isRepeated(base, index))];
  };
  return { sources, basesOf };
}

/** Lists the new text for each folder that it may be resolved from. */
function explain(readings: readonly ReadString[]): string {
  const texts = readings.flatMap(({ base, newText }) =>
    newText === undefined ? [] : [`\`${newText}\` from ${base.name}`],
  );
  const held = readings.flatMap(({ base, newText }) => (newText === undefined ? [base.name] : []));
  const unaffected = held.length > 0 ? `, and stays the same from ${held.join(' and ')}` : '';
  return `which becomes ${listedTexts(texts)}${unaffected}: update it for the folder that it is resolved from.`;
}

/** The paths in a text, one for each choice of a pattern with braces. */
function pathsIn({ specifier, open }: PlainString): string[] {
  const whole = specifier.replaceAll('\\', '/').replace(/^!(?!\()/, '');
  const text = open ? whole.slice(0, whole.lastIndexOf('/') + 1) : whole;
  // Build output is recreated.
  const isNone = /^\.{0,2}\/?$|:|^\/|^(?:\.\/)?(?:dist|node_modules|\.\w)/;
  return expandChoices(text).filter((path) => !isNone.test(path));
}

/** Keys with lists of routes of the site, and keys of folders, which are never such a list. */
const routeKeys = /^(?:(?:dis)?allow|routes?|urls?|redirects?|robots|sitemap)$/i;
const folderKeys = /(?:dir|directory|folder)$/i;

/** `disallow: ['pages/']` lists routes: a path would contain a dot, or be passed to code that reads files. */
function isAddress({ specifier, option, key, isPath }: PlainString): boolean {
  const listsRoutes = !folderKeys.test(key) && option.some((part) => routeKeys.test(String(part)));
  return listsRoutes && !isPath && !specifier.includes('.');
}
