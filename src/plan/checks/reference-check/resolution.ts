import type { Catalogue } from '../../../catalogue/index.ts';
import { isInside, placeAt } from '../../../config/paths.ts';
import { isConfigFile } from '../../../project/discover.ts';
import { memo, memoText } from '../../../project/memo.ts';
import { foldersAbove } from '../../../project/moves.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import { createReader, type PathReadings } from './path-reader.ts';
import type { PathString } from './path-strings.ts';
import { withoutStar } from './projects.ts';
import type { PlacePair, Scope, Scopes } from './scopes.ts';
import { filesMatching, patternFolder, type WrittenTrees } from './trees.ts';

/** The matches of a text before the run, and whether they are the same after it. */
export type Resolution =
  | { readonly kind: 'no path' | 'nowhere' }
  | { readonly kind: 'unread'; readonly alias: string }
  | {
      /** `undecided` if it depends on how an option resolves the text. */
      readonly kind: 'same' | 'undecided' | 'lost';
      readonly was: readonly TreePath[];
      readonly now: readonly TreePath[];
    };

/** Resolves the texts of one file. */
export interface FileResolutions {
  /** Whether a bundler reads the file; configs of tools have rules of their own. */
  readonly isSource: boolean;
  resolutionOf(text: PathString): Resolution;
  /** The same for a text that no edit touches: it may also be a pattern that starts in any folder. */
  unchanged(text: PathString): Resolution;
  /** All places that may replace a place after the run. */
  placesAfter(place: TreePath): readonly TreePath[];
  /** Everything that a text may resolve to after the run; undefined if its alias cannot be read. */
  namedAfter(text: string): readonly TreePath[] | undefined;
  /** Whether new texts match the same files as an old path or pattern; undefined if that matched none. */
  keepsFiles(old: string, now: readonly string[]): boolean | undefined;
  /** The same for texts that are relative to the file. */
  keepsOwnFiles(old: string, now: readonly string[]): boolean | undefined;
}

interface ReadFile {
  readonly from: TreePath;
  readonly to: TreePath;
  readonly before: string;
}

/** What the code around a text says about it. */
interface TextUse {
  /** Whether an alias may have no special character in front. */
  readonly mayBeAliased: boolean;
  /** Whether the text is imported: then a file comes before a folder of that name. */
  readonly isImport: boolean;
  /** Whether the text may be resolved from any folder. */
  readonly hasAnyBase: boolean;
}

/** Resolves the texts of files before the run and after it. */
export function createResolutions(
  scopes: Scopes,
  trees: WrittenTrees,
  { names, facts, path: option }: Catalogue,
): (file: ReadFile) => FileResolutions {
  const { before: old, after: current, moves } = trees;
  const { projects, tsConfigs } = scopes;
  const configs = new Set(projects.map(({ before }) => before.config));
  // An alias in the config of a layer may be that of a project, and which configs are layers is unknown here.
  const hasForeignAliases = facts.layerAliases === 'project' && projects.length > 1;
  const virtual = new Set(Object.values(names.virtual));
  // `join(options.srcDir, 'x')`
  const asksForSources = new RegExp(`\\b${option.srcDir}\\b[\\s,+})]*(?:\\.resolve\\(\\s*)?["'\`]?\\/?$`);
  const foundAfter = (pairs: readonly PlacePair[]) =>
    pairs.flatMap(({ after }) => (after === undefined ? [] : current.find(after)));
  // A pattern starts in a folder, and not in a file that is called like it.
  const existed = (text: string) => {
    const isPattern = patternIn(text) !== undefined;
    return ({ before: place }: PlacePair) => {
      const found = place === undefined ? [] : old.find(place);
      return isPattern ? found.some((path) => path === place) : found.length > 0;
    };
  };
  /** Compares the matches of a text before the run with those in some places after it. */
  const compared = (
    text: string,
    { before = '' }: PlacePair,
    later: readonly PlacePair[],
    isImport: boolean,
  ): Resolution => {
    const [was, now, pattern] = [old.find(before), foundAfter(later), patternIn(text)];
    if (pattern !== undefined) {
      const places = later.flatMap(({ after }) => (after === undefined ? [] : [[before, after] as const]));
      return { kind: keepsFiles(pattern, [pattern], places, trees) ? 'same' : 'lost', was, now };
    }
    // `components` is a folder or module, not `components.json` or `components.d.ts` beside it.
    const isBeside = (path: TreePath) =>
      path !== before && /\.(?:json|d\.ts)$/.test(path) && was.includes(before);
    // An import resolves to the file of that name, not to the folder beside it, unless it ends with a slash.
    const meant = isImport && !text.endsWith('/') ? was.slice(0, 1) : was.filter((path) => !isBeside(path));
    return { kind: meant.every((path) => now.includes(moves.after(path))) ? 'same' : 'lost', was, now };
  };
  /** Compares the first place that exists with the same place after the run; with any base, with all places. */
  const judged = (
    text: string,
    { aliased, plain, isSigned, unread }: PathReadings,
    { mayBeAliased, isImport, hasAnyBase }: TextUse,
  ): Resolution => {
    const all = [...aliased, ...plain];
    // In a script that no bundler reads, only imports may have an alias without a special character.
    const named = (mayBeAliased || isSigned ? all : plain).find(existed(text));
    if (unread !== undefined && (!named || isSigned))
      return virtual.has(unread) ? noPath : { kind: 'unread', alias: unread };
    // A text that matches nothing yet may be written for Variant A.
    if (!named) return isSigned && foundAfter(all).length === 0 ? { kind: 'nowhere' } : noPath;
    return compared(text, named, hasAnyBase || named.after === undefined ? all : [named], isImport);
  };
  const ofScopes = new Map<Scope, Map<string, Resolution>>();
  const ofFolders = new Map<string, Map<string, Resolution>>();
  // Comparing a pattern looks at every file of the repository, and files of a folder often repeat it.
  const patternsOfFolders = new Map<string, Map<string, { readonly isKept: boolean | undefined }>>();
  return ({ from, to, before }) => {
    const [folder, later] = [parentOf(from), parentOf(to)];
    const [scope, tsConfig] = [scopes.of(folder), tsConfigs.get(from)];
    const isConfig = configs.has(from);
    const isRead = isConfig || isConfigFile(from, names);
    const isSource = sourceFile.test(from) && !isRead;
    const source = scope.project?.after?.source;
    const isBundled = isRead || bundled.test(from) || source === undefined || isInside(later, source);
    const own = [{ before: folder, after: later }, tsConfig?.base ?? []].flat();
    const read = createReader(scope, own, isSource);
    const judge = (text: string, use: TextUse): Resolution => {
      const readings = read(text);
      if (!readings) return noPath;
      // A server may look in several folders, and so may the options of a config.
      const isOpen = text.startsWith('/') || (isConfig && !readings.isSigned);
      return judged(text, readings, isOpen ? { ...use, hasAnyBase: true } : use);
    };
    /** A `paths` entry of a tsconfig must point to the same place as the project's alias of that name. */
    const definition = (text: string, code: string): Resolution | undefined => {
      const key = /["']([^"'\n]+)["']\s*:\s*\[?\s*["']$/.exec(code)?.[1];
      const [name, path] = [withoutStar(key ?? ''), withoutStar(text)];
      const place = placeAt(tsConfig?.base.before ?? folder, path);
      if (tsConfig?.aliases.before?.get(name) !== place) return undefined;
      const project = projects.find((pair) => pair.before.aliases.get(name) === place);
      const expected = project?.after?.aliases.get(name) ?? moves.after(place);
      const [was, target] = [old.find(place), placeAt(tsConfig.base.after ?? later, path)];
      return was.length > 0 ? { kind: target === expected ? 'same' : 'lost', was, now: [target] } : undefined;
    };
    // A text with an alias resolves to the same place in all files of a scope, any other one in those of a folder.
    const ofScope = memo(ofScopes, scope, () => new Map());
    const alike = [isConfig || tsConfig ? from : folder, later, isSource, isBundled].join(':');
    const ofFolder = memo(ofFolders, alike, () => new Map());
    const patterns = memo(patternsOfFolders, alike, () => new Map());
    /** The code in front of a text may show that it still resolves to the same place; otherwise undefined. */
    const usedResolution = (text: string, code: string): Resolution | undefined => {
      const isImport = imports.test(code);
      const isValue = isConfig && text.startsWith('.') && plainValue.test(code);
      const hasAnyBase = isValue || asksForSources.test(code);
      if (!isImport && !hasAnyBase) return undefined;
      const used = judge(text, { mayBeAliased: true, isImport, hasAnyBase });
      return isValue && used.kind === 'same' ? { ...used, kind: 'undecided' } : used;
    };
    const resolutionOf = ({ text, start }: PathString): Resolution => {
      const code = () => before.slice(Math.max(0, start - 200), start);
      const defined = tsConfig && definition(text, code());
      if (defined) return defined;
      if (hasForeignAliases && isConfig && /^(?:[~@]{1,2}\/|#)/.test(text)) return noPath;
      const memory = /^[~@#]/.test(text) ? ofScope : ofFolder;
      const meaning: Resolution = memoText(memory, text, () =>
        judge(text, { mayBeAliased: isBundled, isImport: false, hasAnyBase: false }),
      );
      return meaning.kind === 'lost' ? (usedResolution(text, code()) ?? meaning) : meaning;
    };
    const keepsFilesNear = (text: string, texts: readonly string[]) => {
      // Tools resolve paths from the folder of the file, from one above, or from a project.
      const home = scope.project?.before.root ?? '';
      const roots = projects.map((project) => project.before.root).filter((root) => isInside(root, home));
      const bases = [...foldersAbove(folder), ...roots].map((place) => [place, moves.after(place)] as const);
      // Options of a config may be resolved from the source directory.
      const sources = isConfig ? [[scope.project?.before.source ?? home, source ?? home] as const] : [];
      return keepsFiles(text, texts, [[folder, later], ...bases, ...sources], trees);
    };
    return {
      isSource,
      resolutionOf,
      unchanged(path) {
        const { text } = path;
        const { isKept } = isOpenPattern(text)
          ? memoText(patterns, text, () => ({ isKept: keepsFilesNear(text, [text]) }))
          : {};
        if (isKept === false) return { kind: 'lost', was: [folder], now: [folder] };
        const resolution = resolutionOf(path);
        // The files count more than the folder before a pattern.
        return isKept && resolution.kind === 'lost' ? { ...resolution, kind: 'same' } : resolution;
      },
      // A tsconfig path to the source directory may point to the new source directory.
      placesAfter(place) {
        const moved = tsConfig && projects.find((project) => project.before.source === place)?.after?.source;
        return [moves.after(place), moved ?? []].flat();
      },
      // A new text that starts with a dot is relative to the file, unless an option resolves it.
      namedAfter(text) {
        const readFrom = isConfig ? 'any' : text.startsWith('.') ? 'file' : 'usual';
        const { aliased = [], plain = [], unread } = read(text, readFrom) ?? {};
        const found = foundAfter([...aliased, ...plain]);
        return unread !== undefined && found.length === 0 ? undefined : found;
      },
      keepsFiles: keepsFilesNear,
      keepsOwnFiles: (text, texts) => keepsFiles(text, texts, [[folder, later]], trees),
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

/** Whether the first name in a text has a wildcard, so that the folder before it says little. */
export function isOpenPattern(text: string): boolean {
  return /^(?:\.{1,2}\/)*[^/]*[*{]/.test(text) && patternIn(text) !== undefined;
}

/** The part of a text from its first wildcard; undefined if there is none. */
function patternIn(text: string): string | undefined {
  const magic = text.search(/[*{]/);
  return magic === -1 || text.includes('${') ? undefined : text.slice(text.lastIndexOf('/', magic) + 1);
}

/** Whether texts match the same files from one of some folders; undefined if the old text starts in none. */
function keepsFiles(
  text: string,
  texts: readonly string[],
  near: readonly (readonly [before: TreePath, after: TreePath])[],
  { before: old, after: current, moves }: WrittenTrees,
): boolean | undefined {
  const matches = near.flatMap(([from, to]) => {
    const wanted = new Set(filesMatching(old, from, text).map(moves.after));
    if (wanted.size === 0) return [];
    const now = new Set(texts.flatMap((written) => filesMatching(current, to, written)));
    return now.size === wanted.size && [...now].every((path) => wanted.has(path));
  });
  if (matches.length > 0) return matches.includes(true);
  // If a pattern matches nothing yet, or its files are not listed, its folder is compared.
  const folder = patternFolder(text);
  const first = near.find(([from]) => old.find(placeAt(from, folder)).length > 0);
  if (!first) return undefined;
  const wanted = moves.after(placeAt(first[0], folder));
  return texts.some((written) => placeAt(first[1], patternFolder(written)) === wanted);
}
