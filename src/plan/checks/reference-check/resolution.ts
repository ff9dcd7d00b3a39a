import type { Catalogue } from '../../../catalogue/index.ts';
import { isInside, placeAt } from '../../../config/paths.ts';
import { isConfigFile } from '../../../project/discover.ts';
import { lazy, memo, memoText } from '../../../project/memo.ts';
import { foldersAbove, type MoveMap } from '../../../project/moves.ts';
import { parentOf, type Snapshot, type TreePath } from '../../../project/snapshot.ts';
import { createPatternCheck } from './finders.ts';
import { createReader, type PathReadings } from './path-reader.ts';
import type { PathText } from './path-strings.ts';
import { withoutStar } from './projects.ts';
import type { Scope, World } from './world.ts';

/** The matches of a text before the run, and whether they are the same after it. */
export type Resolution =
  | { readonly kind: 'no path' | 'nowhere' }
  | { readonly kind: 'unread'; readonly alias: string }
  | NamedPlaces;

interface NamedPlaces {
  /** `undecided` if it depends on how an option resolves the text. */
  readonly kind: 'same' | 'undecided' | 'lost';
  readonly was: readonly TreePath[];
  readonly now: readonly TreePath[];
}

/** Resolves the texts of one file. */
export interface FileResolutions {
  /** Whether a bundler reads the file; configs of tools have rules of their own. */
  readonly isSource: boolean;
  resolutionOf(text: PathText): Resolution;
  /** The same for a text that no edit touches: a pattern is also compared by its files. */
  unchanged(text: PathText): Resolution;
  /** All places that may replace a place after the run. */
  placesAfter(place: TreePath): readonly TreePath[];
  /** Everything that a text may resolve to after the run. */
  namedAfter(text: string): readonly TreePath[];
  /** Whether new texts match the same files as an old path or pattern; undefined if that matched none. */
  keepsFiles(old: string, now: readonly string[]): boolean | undefined;
}

interface ReadFile {
  readonly from: TreePath;
  readonly to: TreePath;
  readonly before: string;
}

/** Resolves the texts of files before the run and after it. */
export function createResolutions(
  snapshot: Snapshot,
  moves: MoveMap,
  [old, current]: readonly [World, World],
  { names, facts, path: option }: Catalogue,
): (file: ReadFile) => FileResolutions {
  const keepsFiles = createPatternCheck(snapshot, moves, old.find);
  const projects = [...old.projects.values()];
  const configs = new Set(projects.map(({ config }) => config));
  const laterOf = ({ folder }: (typeof projects)[number]) => current.projects.get(moves.after(folder));
  const sources = new Map(projects.map((project) => [project.source, laterOf(project)?.source]));
  // An alias in the config of a layer may be that of a project, and which configs are layers is unknown here.
  const hasForeignAliases = facts.layerAliases === 'project' && projects.length > 1;
  const virtual = new Set(Object.values(names.virtual));
  // `join(options.srcDir, 'x')`
  const asksForSources = new RegExp(`\\b${option.srcDir}\\b[\\s,+})]*(?:\\.resolve\\(\\s*)?["'\`]?\\/?$`);
  const cache = new Map<Scope, Map<string, Resolution>>();
  /** Whether all files that were matched are still matched. */
  const isKept = (was: readonly TreePath[], named: readonly TreePath[], place: TreePath) => {
    // `components` is a folder or module, not `components.json` or `components.d.ts` beside it.
    const isBeside = (path: TreePath) =>
      path !== place && /\.(?:json|d\.ts)$/.test(path) && was.includes(place);
    return was.length > 0 && was.every((path) => named.includes(moves.after(path)) || isBeside(path));
  };
  const judged = (
    text: string,
    read: PathReadings,
    later: PathReadings | undefined,
    isOpen: boolean,
    isInstalled: boolean,
  ): Resolution => {
    const named = firstNamed(read, old);
    const alias = read.unread ?? later?.unread;
    if (alias !== undefined && (!named || read.isSigned))
      return virtual.has(alias) ? noPath : { kind: 'unread', alias };
    // A text that matches nothing yet may be written for Variant A.
    const mayBeNew = () => !read.isSigned || placesOf(later).some((place) => current.find(place).length > 0);
    if (!named) return mayBeNew() ? noPath : { kind: 'nowhere' };
    const { place, was, via } = named;
    const places = placesOf(later, isOpen ? undefined : via);
    const matches = places.flatMap(current.find);
    const isSame =
      isKept(was, matches, place) ||
      (isInstalled && isKept(places.flatMap(old.find), matches, place)) ||
      matchesSame(text, place, places[0]);
    return { kind: isSame ? 'same' : 'lost', was, now: matches };
  };
  /** Whether a pattern matches the same files although its base folder changes. */
  const matchesSame = (text: string, before: TreePath, after: TreePath | undefined): boolean => {
    const magic = text.search(/[*{]/);
    if (magic === -1 || text.includes('${') || after === undefined) return false;
    const pattern = text.slice(text.lastIndexOf('/', magic) + 1);
    return keepsFiles(pattern, [pattern], [[before, after]])?.isSame === true;
  };
  return ({ from, to, before }) => {
    const [folder, later] = [parentOf(from), parentOf(to)];
    const scope = old.scopeOf(folder);
    const isConfig = configs.has(from);
    const isRead = isConfig || isConfigFile(from, names);
    const isSource = sourceFile.test(from) && !isRead;
    const source = current.scopeOf(later).project?.source;
    const isBundled = isRead || bundled.test(from) || source === undefined || isInside(later, source);
    const [tsConfig, tsConfigAfter] = [old.tsConfigs.get(from), current.tsConfigs.get(to)];
    const readBefore = createReader(scope, folder, tsConfig?.base, isSource);
    const readAfter = createReader(current.scopeOf(later), later, tsConfigAfter?.base, isSource);
    // Tools resolve paths from the folder of the file, from one above, or from a project. Few files need this.
    const near = lazy(() => {
      const bases = [...foldersAbove(folder), ...projects.map(({ root }) => root)];
      return [[folder, later] as const, ...bases.map((place) => [place, moves.after(place)] as const)];
    });
    /** Whether a pattern starts in a folder that moves only in part, so that its files have to be compared. */
    const isOverMoves = (text: string) => {
      const magic = text.search(/[*{]/);
      if (magic === -1 || /^[~@#/]|\$\{/.test(text)) return false;
      const start = text.slice(0, text.lastIndexOf('/', magic) + 1);
      return near().some(([place]) => moves.partsOf(placeAt(place, start)).length > 0);
    };
    const judge = (text: string, isImported: boolean, isOpen: boolean): Resolution => {
      const read = readBefore(text);
      if (!read) return noPath;
      // In a script that no bundler reads, only imports may have an alias without a special character.
      const readings = isImported || read.isSigned ? read.readings : read.readings.slice(-1);
      const mayDiffer = isOpen || (isConfig && !read.isSigned);
      const isInstalled = scope.project?.isInstalled === true;
      return judged(text, { ...read, readings }, readAfter(text), mayDiffer, isInstalled);
    };
    /** A `paths` entry of a tsconfig must point to the same place as the project's alias of that name. */
    const definition = (text: string, code: string): Resolution | undefined => {
      const key = /["']([^"'\n]+)["']\s*:\s*\[?\s*["']$/.exec(code)?.[1];
      const [name, path] = [withoutStar(key ?? ''), withoutStar(text)];
      if (tsConfig?.paths.get(name) !== path) return undefined;
      const place = placeAt(tsConfig.base, path);
      const project = projects.find(({ aliases }) => aliases.get(name) === place);
      const expected = (project && laterOf(project)?.aliases.get(name)) ?? moves.after(place);
      const [was, target] = [old.find(place), placeAt(tsConfigAfter?.base ?? later, path)];
      return was.length > 0 ? { kind: target === expected ? 'same' : 'lost', was, now: [target] } : undefined;
    };
    // A text with an alias resolves to the same place in all files of a scope.
    const aliased = memo(cache, scope, () => new Map<string, Resolution>());
    const resolutionOf = ({ text, start }: PathText): Resolution => {
      const codeBefore = () => before.slice(Math.max(0, start - 200), start);
      const defined = tsConfig && definition(text, codeBefore());
      if (defined) return defined;
      const isAliased = /^[~@#]/.test(text);
      if (hasForeignAliases && isConfig && /^(?:[~@]{1,2}\/|#)/.test(text)) return noPath;
      const compute = () => judge(text, isBundled, false);
      const meaning = isAliased ? memoText(aliased, text, compute) : compute();
      return meaning.kind === 'lost'
        ? { ...meaning, kind: kindBehind(text, meaning, codeBefore()) }
        : meaning;
    };
    /** The code in front of a text may show that it still resolves to the same place. */
    const kindBehind = (text: string, meaning: NamedPlaces, code: string): NamedPlaces['kind'] => {
      const isImported = imports.test(code);
      // An import resolves to the file of that name, not to the folder beside it, unless it ends with a slash.
      if (isImported && meaning.was[0] === meaning.now[0] && !text.endsWith('/')) return 'same';
      const isValue = isConfig && text.startsWith('.') && plainValue.test(code);
      const isOpen = isValue || asksForSources.test(code);
      if (!(isImported || isOpen) || judge(text, true, isOpen).kind !== 'same') return 'lost';
      return isValue ? 'undecided' : 'same';
    };
    return {
      isSource,
      resolutionOf,
      unchanged(text) {
        const resolution = resolutionOf(text);
        if (resolution.kind === 'lost' || !isOverMoves(text.text)) return resolution;
        const { isSame = true, was = [] } = keepsFiles(text.text, [text.text], near()) ?? {};
        return isSame || was.length === 0 ? resolution : { kind: 'lost', was, now: [] };
      },
      // A tsconfig path to the source directory may point to the new source directory.
      placesAfter: (place) => [moves.after(place), (tsConfig && sources.get(place)) ?? []].flat(),
      // A new text that starts with a dot is relative to the file, unless an option resolves it.
      namedAfter(text) {
        const from = isConfig ? 'any' : text.startsWith('.') ? 'file' : 'usual';
        return placesOf(readAfter(text, from)).flatMap(current.find);
      },
      keepsFiles(text, texts) {
        return keepsFiles(text, texts, near())?.isSame;
      },
    };
  };
}

const sourceFile = /^(?!.*\.config\.).*\.(?:vue|[cm]?[jt]sx?|css|s[ac]ss|less|styl|postcss)$/;

/** Files that only a bundler reads. */
const bundled = /\.(?:vue|css|s[ac]ss|less|styl|postcss)$/;

/** The code in front of a module specifier. */
const imports = /\b(?:from|import|require)\s*\(?\s*["'`]$/;

/** The code in front of a value of an object or an item of a list, as in `pages: './views'`. */
const plainValue = /(?:[:[]|["'],|,\s*\n)\s*["']$/;

const noPath: Resolution = { kind: 'no path' };

/** The first reading that resolves to something, with the matches. */
function firstNamed({ readings }: PathReadings, { find }: World) {
  for (const { path, bases } of readings) {
    for (const base of bases) {
      const place = placeAt(base.place, path);
      const was = find(place);
      if (was.length > 0) return { place, was, via: base.via };
    }
  }
  return undefined;
}

/** Where a text may resolve to; with `way`, only by that base if the text can be read from it. */
function placesOf(read: PathReadings | undefined, way?: string): TreePath[] {
  const all = (read?.readings ?? []).flatMap(({ path, bases }) =>
    bases.map(({ via, place }) => ({ via, place: placeAt(place, path) })),
  );
  const same = all.filter(({ via }) => via === way);
  return (same.length > 0 ? same : all).map(({ place }) => place);
}
