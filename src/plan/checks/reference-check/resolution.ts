import type { Catalogue } from '../../../catalogue/index.ts';
import { isInside, placeAt, splitGlob } from '../../../config/paths.ts';
import { isConfigFile } from '../../../project/discover.ts';
import { memo, memoText } from '../../../project/memo.ts';
import { foldersAbove } from '../../../project/moves.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import { isSameSet } from '../../../project/tree-after.ts';
import { createReader, type Reader } from './path-reader.ts';
import type { PathString } from './path-strings.ts';
import { withoutStar } from './projects.ts';
import type { PlacePair, Scope, Scopes } from './scopes.ts';
import type { WrittenTrees } from './trees.ts';

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

const noPath: Resolution = { kind: 'no path' };

/** A file with its text before the run. */
interface ReadFile {
  readonly from: TreePath;
  readonly to: TreePath;
  readonly before: string;
}

/** What the code in front of a text says about it. */
interface TextUse {
  /** Whether the text is imported: then a file comes before a folder of that name. */
  readonly isImport: boolean;
  /** Whether the text may be resolved from any folder. */
  readonly hasAnyBase: boolean;
}

/** Everything that texts are resolved with, and the resolutions that files share. */
export function createContext(scopes: Scopes, trees: WrittenTrees, { names, facts, path }: Catalogue) {
  const { projects } = scopes;
  return {
    ...{ scopes, projects, trees, names },
    configs: new Set(projects.map(({ before }) => before.config)),
    // An alias in the config of a layer may be that of a project, and which configs are layers is unknown here.
    hasForeignAliases: facts.layerAliases === 'project' && projects.length > 1,
    virtual: new Set(Object.values(names.virtual)),
    // `join(options.srcDir, 'x')`
    asksForSources: new RegExp(`\\b${path.srcDir}\\b[\\s,+})]*(?:\\.resolve\\(\\s*)?["'\`]?\\/?$`),
    // A text with an alias resolves to the same place in all files of a scope, any other one in those of a folder.
    ofScopes: new Map<Scope, Map<string, Resolution>>(),
    ofFolders: new Map<string, Map<string, Resolution>>(),
    // Comparing a pattern looks at every file of the repository, and files of a folder often repeat it.
    keptPatterns: new Map<string, Map<string, { readonly isKept: boolean | undefined }>>(),
  };
}

type Context = ReturnType<typeof createContext>;

/** Resolves the texts of one file before the run and after it. */
export class FileResolutions {
  /** Whether a bundler reads the file; configs of tools have rules of their own. */
  readonly isSource: boolean;
  readonly #context: Context;
  readonly #file: ReadFile;
  readonly #folder: TreePath;
  readonly #later: TreePath;
  readonly #scope: Scope;
  readonly #isConfig: boolean;
  /** Whether an alias may have no special character in front. */
  readonly #isBundled: boolean;
  /** The folders that paths of the file are relative to, then those of its scope. */
  readonly #own: readonly PlacePair[];
  readonly #near: readonly PlacePair[];
  readonly #read: Reader;
  readonly #tsConfig: ReturnType<Scopes['tsConfigs']['get']>;
  /** What files that resolve their texts as this one does have in common. */
  readonly #ofScope: Map<string, Resolution>;
  readonly #ofFolder: Map<string, Resolution>;
  readonly #patterns: Map<string, { readonly isKept: boolean | undefined }>;

  constructor(file: ReadFile, context: Context) {
    const { from, to } = file;
    this.#context = context;
    this.#file = file;
    [this.#folder, this.#later] = [parentOf(from), parentOf(to)];
    this.#scope = context.scopes.of(this.#folder);
    this.#tsConfig = context.scopes.tsConfigs.get(from);
    this.#isConfig = context.configs.has(from);
    const isRead = this.#isConfig || isConfigFile(from, context.names);
    this.isSource = sourceFile.test(from) && !isRead;
    const source = this.#scope.project?.after?.source;
    this.#isBundled = isRead || bundled.test(from) || source === undefined || isInside(this.#later, source);
    this.#own = [{ before: this.#folder, after: this.#later }, this.#tsConfig?.base ?? []].flat();
    this.#near = [...this.#own, ...this.#scope.bases];
    this.#read = createReader(this.#scope, this.isSource);
    const place = this.#isConfig || this.#tsConfig ? from : this.#folder;
    const alike = [place, this.#later, this.isSource, this.#isBundled].join(':');
    this.#ofScope = memo(context.ofScopes, this.#scope, () => new Map());
    this.#ofFolder = memo(context.ofFolders, alike, () => new Map());
    this.#patterns = memo(context.keptPatterns, alike, () => new Map());
  }

  of({ text, start }: PathString): Resolution {
    const code = () => this.#file.before.slice(Math.max(0, start - 200), start);
    const defined = this.#tsConfig && this.#definition(text, code());
    if (defined) return defined;
    const mayBeForeign = this.#isConfig && this.#context.hasForeignAliases;
    if (mayBeForeign && /^(?:[~@]{1,2}\/|#)/.test(text)) return noPath;
    const memory = /^[~@#]/.test(text) ? this.#ofScope : this.#ofFolder;
    const resolution = memoText(memory, text, () => this.#resolve(text));
    return resolution.kind === 'lost' ? (this.#resolveAsUsed(text, code()) ?? resolution) : resolution;
  }

  /** The same for a text that no edit touches: it may also be a pattern that starts in any folder. */
  ofUnchanged(path: PathString): Resolution {
    const { text } = path;
    const isKept = isOpenPattern(text) ? this.#keepsPattern(text) : undefined;
    if (isKept === false) return { kind: 'lost', was: [this.#folder], now: [this.#folder] };
    const resolution = this.of(path);
    // The files count more than the folder before a pattern.
    return isKept && resolution.kind === 'lost' ? { ...resolution, kind: 'same' } : resolution;
  }

  #keepsPattern(text: string): boolean | undefined {
    return memoText(this.#patterns, text, () => ({ isKept: this.keepsFiles(text, [text], 'any') })).isKept;
  }

  /** Compares the first place that exists with the same place after the run; with any base, with all places. */
  #resolve(text: string, use?: TextUse): Resolution {
    const readings = this.#read(text, /^\/?\.\.\//.test(text) ? this.#own : this.#near);
    if (!readings) return noPath;
    const { aliased, plain, isSigned, unread } = readings;
    const places = [...aliased, ...plain];
    // In a script that no bundler reads, only imports may have an alias without a special character.
    const mayBeAliased = this.#isBundled || use !== undefined || isSigned;
    const named = this.#firstExisting(text, mayBeAliased ? places : plain);
    if (unread !== undefined && (!named || isSigned))
      return this.#context.virtual.has(unread) ? noPath : { kind: 'unread', alias: unread };
    // A text that matches nothing yet may be written for Variant A.
    if (!named) return isSigned && this.#foundAfter(places).length === 0 ? { kind: 'nowhere' } : noPath;
    // A server may look in several folders, and so may the options of a config.
    const isOpen = use?.hasAnyBase || text.startsWith('/') || (this.#isConfig && !isSigned);
    const later = isOpen || named.after === undefined ? places : [named];
    return this.#compare(text, named, later, use?.isImport);
  }

  /** What some places lead to after the run. */
  #foundAfter(pairs: readonly PlacePair[]): TreePath[] {
    const { after: tree } = this.#context.trees;
    return pairs.flatMap(({ after }) => (after === undefined ? [] : tree.find(after)));
  }

  /** The first place that exists before the run. A pattern starts in a folder, not in a file of that name. */
  #firstExisting(text: string, pairs: readonly PlacePair[]): PlacePair | undefined {
    const isPattern = patternIn(text) !== undefined;
    const { before: tree } = this.#context.trees;
    return pairs.find(({ before: place }) => {
      const found = place === undefined ? [] : tree.find(place);
      return isPattern ? found.some((path) => path === place) : found.length > 0;
    });
  }

  /** Compares the matches of a text before the run with those in some places after it. */
  #compare(
    text: string,
    { before = '' }: PlacePair,
    later: readonly PlacePair[],
    isImport = false,
  ): Resolution {
    const { trees } = this.#context;
    const [was, now, pattern] = [trees.before.find(before), this.#foundAfter(later), patternIn(text)];
    if (pattern !== undefined) {
      const places = later.flatMap(({ after }) => (after === undefined ? [] : [[before, after] as const]));
      return { kind: keepsFiles(pattern, [pattern], places, trees) ? 'same' : 'lost', was, now };
    }
    // `components` is a folder or module, not `components.json` or `components.d.ts` beside it.
    const isBeside = (path: TreePath) =>
      path !== before && /\.(?:json|d\.ts)$/.test(path) && was.includes(before);
    // An import resolves to the file of that name, not to the folder beside it, unless it ends with a slash.
    const meant = isImport && !text.endsWith('/') ? was.slice(0, 1) : was.filter((path) => !isBeside(path));
    return { kind: meant.every((path) => now.includes(trees.moves.after(path))) ? 'same' : 'lost', was, now };
  }

  /** The code in front of a text may show that it still resolves to the same place; otherwise undefined. */
  #resolveAsUsed(text: string, code: string): Resolution | undefined {
    const isImport = imports.test(code);
    const isValue = this.#isConfig && text.startsWith('.') && plainValue.test(code);
    const hasAnyBase = isValue || this.#context.asksForSources.test(code);
    if (!isImport && !hasAnyBase) return undefined;
    const used = this.#resolve(text, { isImport, hasAnyBase });
    return isValue && used.kind === 'same' ? { ...used, kind: 'undecided' } : used;
  }

  /** A `paths` entry of a tsconfig must point to the same place as the project's alias of that name. */
  #definition(text: string, code: string): Resolution | undefined {
    const key = /["']([^"'\n]+)["']\s*:\s*\[?\s*["']$/.exec(code)?.[1];
    const [name, path, tsConfig] = [withoutStar(key ?? ''), withoutStar(text), this.#tsConfig];
    const place = placeAt(tsConfig?.base.before ?? this.#folder, path);
    if (tsConfig?.aliases.get(name)?.before !== place) return undefined;
    const { projects, trees } = this.#context;
    const alias = projects.map(({ aliases }) => aliases.get(name)).find((pair) => pair?.before === place);
    const expected = alias?.after ?? trees.moves.after(place);
    const [was, target] = [trees.before.find(place), placeAt(tsConfig.base.after ?? this.#later, path)];
    return was.length > 0 ? { kind: target === expected ? 'same' : 'lost', was, now: [target] } : undefined;
  }

  /** All places that may replace a place after the run: a tsconfig path may point to the new source directory. */
  placesAfter(place: TreePath): readonly TreePath[] {
    const { projects, trees } = this.#context;
    const project = projects.find(({ before }) => before.source === place);
    return [trees.moves.after(place), (this.#tsConfig && project?.after?.source) ?? []].flat();
  }

  /** Everything that a new text may resolve to; undefined if its alias cannot be read. */
  namedAfter(text: string): readonly TreePath[] | undefined {
    // A text that starts with a dot is relative to the file, unless an option resolves it.
    const bases = text.startsWith('.') && !this.#isConfig ? this.#own : this.#near;
    const { aliased = [], plain = [], unread } = this.#read(text, bases) ?? {};
    const found = this.#foundAfter([...aliased, ...plain]);
    return unread !== undefined && found.length === 0 ? undefined : found;
  }

  /** Whether new texts match the same files as an old one, from the folder of the file or from any. */
  keepsFiles(old: string, now: readonly string[], from: 'own' | 'any'): boolean | undefined {
    const { projects, trees } = this.#context;
    // Tools resolve paths from the folder of the file, from one above, or from a project.
    const { project } = this.#scope;
    const home = project?.before.root ?? '';
    const roots = projects.map(({ before }) => before.root).filter((root) => isInside(root, home));
    const bases = [...foldersAbove(this.#folder), ...roots];
    const near = bases.map((place) => [place, trees.moves.after(place)] as const);
    // Options of a config may be resolved from the source directory.
    const source = [project?.before.source ?? home, project?.after?.source ?? home] as const;
    const others = from === 'own' ? [] : this.#isConfig ? [...near, source] : near;
    return keepsFiles(old, now, [[this.#folder, this.#later], ...others], trees);
  }
}

const sourceFile = /^(?!.*\.config\.).*\.(?:vue|[cm]?[jt]sx?|css|s[ac]ss|less|styl|postcss)$/;

/** Files that only a bundler reads. */
const bundled = /\.(?:vue|css|s[ac]ss|less|styl|postcss)$/;

/** The code in front of a module specifier. */
const imports = /\b(?:from|import|require)\s*\(?\s*["'`]$/;

/** The code in front of a value of an object or an item of a list, as in `pages: './views'`. */
const plainValue = /(?:[:[]|["'],|,\s*\n)\s*["']$/;

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
  const [path, paths] = [ruleIn(text), texts.map(ruleIn)];
  const matches = near.flatMap(([from, to]) => {
    const wanted = new Set([...old.matched(from, path, 'rule')].map(moves.after));
    if (wanted.size === 0) return [];
    return isSameSet(wanted, new Set(paths.flatMap((written) => [...current.matched(to, written, 'rule')])));
  });
  if (matches.length > 0) return matches.includes(true);
  // If a pattern matches nothing yet, or its files are not listed, its folder is compared.
  const { folder } = splitGlob(path);
  const first = near.find(([from]) => old.find(placeAt(from, folder)).length > 0);
  if (!first) return undefined;
  const wanted = moves.after(placeAt(first[0], folder));
  return paths.some((written) => placeAt(first[1], splitGlob(written).folder) === wanted);
}

/** A pattern without a negation, outer slashes and a variable for the root. */
function ruleIn(text: string): string {
  return text.replace(/^!(?!\()/, '').replace(/^(?:<\w+>|\$\{?\w+\}?)?\/|\/$/g, '');
}
