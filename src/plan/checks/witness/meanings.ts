import type { Catalogue } from '../../../catalogue/index.ts';
import { isInside, placeAt } from '../../../config/places.ts';
import { isConfigFile } from '../../../project/discover.ts';
import type { MoveMap } from '../../../project/moves.ts';
import { remembered, rememberedText } from '../../../project/remembered.ts';
import { parentOf, type Snapshot, type TreePath } from '../../../project/snapshot.ts';
import { createPatternCheck, type Finders } from './places.ts';
import {
  createScopes,
  type PathReadings,
  type ReadFrom,
  readPathText,
  readTsConfigs,
  type Scope,
  type WitnessedProject,
  witnessedProjects,
} from './readings.ts';
import { readWorld, type WrittenTree, withoutStar } from './world.ts';

/** What a text named before, and whether it still does. */
export type Meaning =
  | { readonly kind: 'no path' | 'nowhere' }
  | { readonly kind: 'same'; readonly was: readonly TreePath[] }
  | { readonly kind: 'lost'; readonly was: readonly TreePath[]; readonly now: readonly TreePath[] };

/** What the texts of one file mean. */
export interface FileMeanings {
  /** Whether a bundler reads the file's texts; configs of tools have rules of their own. */
  readonly isSource: boolean;
  /** Whether texts of the file may define what a name means, as those of a tsconfig do. */
  readonly definesAliases: boolean;
  /** Whether it matters that a text is a plain value of an object or a list. */
  readonly readsValues: boolean;
  /** `key` is the name whose meaning the text may define; `isValue` is set for plain values, if that matters. */
  meaningOf(text: string, key?: string, isValue?: boolean): Meaning;
  /** Whether a text names what it named by the code in front of it, which imports it or asks for the source directory. */
  holdsBehind(text: string, before: string): boolean;
  /** All that a text may name after the run. */
  namedAfter(text: string): readonly TreePath[];
  /** Whether texts in the place of a path or pattern name the files that it named; undefined if it named none. */
  keepsFiles(old: string, now: readonly string[]): boolean | undefined;
}

/** Reads the texts of files before the run and after it. */
export function createMeanings(
  snapshot: Snapshot,
  moves: MoveMap,
  trees: { readonly before: WrittenTree; readonly after: WrittenTree },
  find: Finders,
  catalogue: Catalogue,
): {
  readonly projects: readonly WitnessedProject[];
  meaningsIn(file: { readonly from: TreePath; readonly to: TreePath }): FileMeanings;
} {
  const { before: old, after: now } = trees;
  const projects = witnessedProjects(readWorld(old, catalogue), readWorld(now, catalogue), moves, catalogue);
  const keepsFiles = createPatternCheck(snapshot, moves, find);
  const aliases = readTsConfigs(old, now, projects, moves);
  const { definitions, bases: baseUrls, meant } = aliases;
  const scopeOf = createScopes(projects, aliases, old, moves, catalogue);
  const configs = new Set(projects.flatMap((project) => project.files));
  const roots = projects.map(({ root }) => root);
  const known = new Map<Scope, Map<string, Meaning>>();
  // `join(options.srcDir, 'x')`
  const asksForSources = new RegExp(
    `\\b${catalogue.path.srcDir}\\b[\\s,+})]*(?:\\.resolve\\(\\s*)?["'\`]?\\/?$`,
  );
  // An alias in the config of a layer is that of a project then, and which configs are layers is unknown here.
  const hasForeignAliases = catalogue.facts.layerAliases === 'project' && projects.length > 1;
  /** `from` is undefined if the file is like all other sources of its folder. */
  const meaningsFrom = (
    folder: ReadFrom,
    isSource: boolean,
    isBundled: boolean,
    from?: TreePath,
  ): FileMeanings => {
    const scope = scopeOf(folder.before);
    const isConfig = from !== undefined && configs.has(from);
    const base = from === undefined ? undefined : baseUrls.get(from);
    const ownAliases = from === undefined ? undefined : definitions.get(from);
    const own = base ? [folder, base] : [folder];
    const near = [...own, ...scope.bases];
    const served = isSource ? scope.served : [];
    const read = (text: string, bases = near) => readPathText(text, bases, served, scope.aliases, own.length);
    /** Whether a pattern matches the same files, although the folder that it starts from is another one. */
    const matchesSame = (text: string, read: PathReadings | undefined): boolean => {
      const magic = text.search(/[*{]/);
      if (magic === -1 || text.includes('${')) return false;
      const pattern = text.slice(text.lastIndexOf('/', magic) + 1);
      const [first] = read?.readings ?? [];
      const whole = `${first?.path}/${pattern}`;
      return keepsFiles(whole, [whole], first?.bases.slice(0, 1) ?? []) === true;
    };
    // What a text of a config is read from depends on its option, unless it starts with an alias.
    const judge = (text: string, isValue: boolean): Meaning => {
      const all = read(text);
      // A script that no bundler reads has an alias without a sign only in what it imports.
      const readings =
        all && !isBundled && !all.isSigned ? { ...all, readings: all.readings.slice(-1) } : all;
      const judgedAs = (isOpen: boolean) => judged(readings, isOpen, scope.newer, find, moves);
      const found = judgedAs(isConfig && !readings?.isSigned);
      if (found.kind === 'lost' && matchesSame(text, readings)) return { kind: 'same', was: found.was };
      const isOpen = isConfig && isValue && text.startsWith('.') && found.kind === 'lost';
      return isOpen && judgedAs(true).kind === 'same' ? noPath : found;
    };
    /** What gives an alias its meaning gives it the one of the project, before and after. */
    const definition = (key: string, text: string): Meaning | undefined => {
      const [name, path] = [withoutStar(key), withoutStar(text)];
      const place = placeAt((base ?? folder).before, path);
      const isDefined = ownAliases?.get(name) === path;
      const was = isDefined ? find.before(place) : [];
      if (was.length === 0) return undefined;
      const expected = meant(name, place) ?? moves.after(place);
      const later = placeAt((base ?? folder).after, path);
      return later === expected ? { kind: 'same', was } : { kind: 'lost', was, now: [later] };
    };
    // What starts with an alias means the same in all files of a scope.
    const aliased = remembered(known, scope, () => new Map<string, Meaning>());
    return {
      isSource,
      definesAliases: ownAliases !== undefined,
      readsValues: isConfig,
      meaningOf: (text, key, isValue = false) => {
        const defined = key === undefined ? undefined : definition(key, text);
        if (defined) return defined;
        const isAliased = /^[~@#]/.test(text);
        if (isAliased && isConfig && hasForeignAliases) return noPath;
        return isAliased ? rememberedText(aliased, text, () => judge(text, false)) : judge(text, isValue);
      },
      holdsBehind: (text, code) => {
        const inSources =
          scope.source && asksForSources.test(code) ? [{ path: text, bases: [scope.source] }] : [];
        const readings = imports.test(code) ? read(text)?.readings : inSources;
        return (
          judged({ readings: readings ?? [], isSigned: false }, false, false, find, moves).kind === 'same'
        );
      },
      // A new text with a dot is meant from the file.
      namedAfter: (text) => namedAfter(read(text, text.startsWith('.') ? own : near), find),
      keepsFiles: (old, now) =>
        keepsFiles(old, now, [folder, ...foldersAbove(folder.before, moves), ...roots]),
    };
  };
  let last: (ReadFrom & { readonly isBundled: boolean; readonly meanings: FileMeanings }) | undefined;
  const meaningsIn = ({ from, to }: { readonly from: TreePath; readonly to: TreePath }) => {
    const [before, after] = [parentOf(from), parentOf(to)];
    const isConfig = configs.has(from) || isConfigFile(from, catalogue.names);
    const isSource = sources.test(from) && !isConfig;
    const { source } = scopeOf(before);
    const isBundled = isConfig || bundled.test(from) || !source || isInside(after, source.after);
    if (!isSource || definitions.has(from)) return meaningsFrom({ before, after }, isSource, isBundled, from);
    // Files are looked at folder by folder.
    if (last?.before !== before || last.after !== after || last.isBundled !== isBundled)
      last = { before, after, isBundled, meanings: meaningsFrom({ before, after }, isSource, isBundled) };
    return last.meanings;
  };
  return { projects, meaningsIn };
}

/** Tools read paths from their own folder, or from one above. */
function foldersAbove(folder: TreePath, moves: MoveMap): ReadFrom[] {
  if (folder === '') return [];
  const above = parentOf(folder);
  return [{ before: above, after: moves.after(above) }, ...foldersAbove(above, moves)];
}

const sources = /^(?!.*\.config\.).*\.(?:vue|[cm]?[jt]sx?|css|s[ac]ss|less|styl|postcss)$/;

/** What only a bundler reads, wherever it is. */
const bundled = /\.(?:vue|css|s[ac]ss|less|styl|postcss)$/;

/** What stands in front of the name of a module. */
export const imports = /\b(?:from|import|require)\s*\(?\s*["'`]$/;

const noPath: Meaning = { kind: 'no path' };

function judged(
  read: PathReadings | undefined,
  isOpen: boolean,
  newer: boolean,
  find: Finders,
  moves: MoveMap,
): Meaning {
  if (!read) return noPath;
  const named = firstNamed(read, find);
  // What names nothing yet may be written for Variant A.
  if (!named) return read.isSigned && namedAfter(read, find).length === 0 ? { kind: 'nowhere' } : noPath;
  const { place, later, was } = named;
  if (later === moves.after(place) && !moves.startsAt(place)) return { kind: 'same', was };
  const now = isOpen ? namedAfter(read, find) : find.after(later);
  // What has the very name is meant, and not the data beside it, such as `components.json`.
  const isData = (one: TreePath) => one !== place && one.endsWith('.json');
  const isKept = (places: readonly TreePath[]) =>
    places.length > 0 &&
    places.every((one) => now.includes(moves.after(one)) || (isData(one) && places.includes(place)));
  const isSame = isKept(was) || (newer && isKept(find.before(later)));
  return isSame ? { kind: 'same', was } : { kind: 'lost', was, now };
}

/** The first reading that leads to something: its place before and after, and what is there. */
function firstNamed(
  { readings }: PathReadings,
  find: Finders,
): { readonly place: TreePath; readonly later: TreePath; readonly was: readonly TreePath[] } | undefined {
  for (const { path, bases } of readings) {
    for (const base of bases) {
      const place = placeAt(base.before, path);
      const was = find.before(place);
      if (was.length > 0) return { place, later: placeAt(base.after, path), was };
    }
  }
  return undefined;
}

function namedAfter(read: PathReadings | undefined, find: Finders): TreePath[] {
  return read ? placesOf(read, 'after').flatMap(find.after) : [];
}

function placesOf({ readings }: PathReadings, when: keyof ReadFrom): TreePath[] {
  return readings.flatMap(({ path, bases }) => bases.map((base) => placeAt(base[when], path)));
}
