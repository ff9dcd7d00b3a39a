import { memo, memoText } from '../../../base/memo.ts';
import { isInside, isRelativePath, placeAt } from '../../../base/paths.ts';
import type { Catalogue } from '../../../catalogue/index.ts';
import { foldersAbove } from '../../../project/moves.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import { isSameSet } from '../../../project/tree-after.ts';
import { type PathReadings, placeOf, type Reading, readPath } from './path-reader.ts';
import type { PathString } from './path-strings.ts';
import { withoutStar } from './projects.ts';
import type { PlacePair, Scope, Scopes } from './scopes.ts';
import type { WrittenTrees } from './trees.ts';

/** A text of a file, and the texts that an edit writes in its place. */
export interface ComparedText extends PathString {
  /** Undefined if no edit touches the text. */
  readonly written?: readonly string[];
  /** Whether the text is an edited path of a tool, which may resolve it from any folder. */
  readonly isOfTool?: boolean;
}

/** What became of the files that a text resolved to. */
export type Outcome =
  | { readonly kind: 'no path' | 'nowhere' }
  | { readonly kind: 'unread'; readonly alias: string }
  | { readonly kind: 'same' | 'lost'; readonly was: readonly TreePath[]; readonly now: readonly TreePath[] };

const noPath: Outcome = { kind: 'no path' };
const nothing: readonly TreePath[] = [];

/** How a text is used, as far as it matters for its places. */
interface TextUse {
  /** Whether the text is imported: then a file comes before a folder of that name. */
  readonly isImport?: boolean;
  /** Whether the text may be resolved from any folder. */
  readonly hasAnyBase?: boolean;
  /** The folders that a tool may resolve it from. */
  readonly bases?: readonly PlacePair[];
  /** The texts in its place after the run; undefined if it stays. */
  readonly written?: readonly string[];
}

/** What texts may mean after the run. */
type ReadLater = Pick<PathReadings, 'readings' | 'unread'>;

/** A text as it is read before the run, and the first place that exists; `was` are its files. */
interface Resolved extends PathReadings {
  /** The part from its first wildcard. */
  readonly pattern: string | undefined;
  readonly named: Reading | undefined;
  readonly place: TreePath;
  readonly was: readonly TreePath[];
}

/** Everything that texts are resolved with, and the outcomes that files share. */
export function createContext(scopes: Scopes, trees: WrittenTrees, { names, facts, path }: Catalogue) {
  const { projects } = scopes;
  return {
    ...{ scopes, trees },
    roots: projects.map(({ before }) => before.root),
    configs: new Set(projects.map(({ before }) => before.config)),
    // An alias in the config of a layer may be that of a project, and which configs are layers is unknown here.
    hasForeignAliases: facts.layerAliases === 'project' && projects.length > 1,
    virtual: new Set(Object.values(names.virtual)),
    // `join(options.srcDir, 'x')`
    asksForSources: new RegExp(`\\b${path.srcDir}\\b[\\s,+})]*(?:\\.resolve\\(\\s*)?["'\`]?\\/?$`),
    resolvers: new Map<string, Resolver>(),
    // A text with an alias resolves to the same place in all files of a scope.
    ofScopes: new Map<Scope, Map<string, Outcome>>(),
  };
}

type Context = ReturnType<typeof createContext>;

/** The resolver for a file, which files of one folder that are read alike share. */
export function resolverFor(from: TreePath, to: TreePath, context: Context): Resolver {
  const { scopes, configs, resolvers } = context;
  const kind = configs.has(from) || scopes.tsConfigs.has(from) ? from : kindOf(from);
  const key = [parentOf(from), parentOf(to), kind].join(':');
  return memo(resolvers, key, () => new Resolver(from, to, context));
}

/** Files that only a bundler reads, scripts, and other files, such as configs of tools. */
function kindOf(path: TreePath): 'bundled' | 'script' | 'other' {
  if (/\.(?:vue|css|s[ac]ss|less|styl|postcss)$/.test(path)) return 'bundled';
  return /\.[cm]?[jt]sx?$/.test(path) && !path.includes('.config.') ? 'script' : 'other';
}

/** Resolves texts before the run and after it. */
export class Resolver {
  /** Whether a bundler reads the files; configs of tools have rules of their own. */
  readonly isSource: boolean;
  readonly #context: Context;
  readonly #folder: TreePath;
  readonly #scope: Scope;
  readonly #isConfig: boolean;
  readonly #tsConfigBase: PlacePair | undefined;
  /** Whether an alias may have no special character in front. */
  readonly #hasPlainAliases: boolean;
  /** The folders that paths of the files are relative to, those of their scope, and all that tools start from. */
  readonly #own: readonly PlacePair[];
  readonly #near: readonly PlacePair[];
  readonly #any: readonly PlacePair[];
  readonly #ofFolder = new Map<string, Outcome>();
  readonly #ofScope: Map<string, Outcome>;

  constructor(from: TreePath, to: TreePath, context: Context) {
    const { scopes, configs, roots, trees } = context;
    const [folder, later, kind] = [parentOf(from), parentOf(to), kindOf(from)];
    const scope = scopes.of(folder);
    this.#context = context;
    this.#folder = folder;
    this.#scope = scope;
    this.#ofScope = memo(context.ofScopes, scope, () => new Map());
    this.#isConfig = configs.has(from);
    this.isSource = kind !== 'other' && !this.#isConfig;
    const source = scope.project?.after?.source;
    const isInSources = source === undefined || isInside(later, source);
    this.#hasPlainAliases = this.#isConfig || kind === 'bundled' || isInSources;
    this.#tsConfigBase = scopes.tsConfigs.get(from);
    this.#own = [{ before: folder, after: later }, ...(this.#tsConfigBase ? [this.#tsConfigBase] : [])];
    this.#near = [...this.#own, ...scope.bases];
    // Tools resolve paths from the folder of the file, from one above, or from a project; only options of a
    // config also from the source directory.
    const home = scope.project?.before.root ?? '';
    const farther = [...foldersAbove(folder), ...roots.filter((root) => isInside(root, home))];
    this.#any = [
      ...(this.#isConfig ? this.#near : this.#own),
      ...farther.map((before) => ({ before, after: trees.moves.after(before) })),
    ];
  }

  /** What became of a text in the code of a file. */
  outcomeOf({ text, start, written, isOfTool = false }: ComparedText, code: string): Outcome {
    if (written?.length === 0) return noPath;
    if (written && isOfTool) return this.#compareRules(ruleIn(text), written.map(ruleIn));
    const codeBefore = () => code.slice(Math.max(0, start - 200), start);
    const definition = this.#tsConfigBase && this.#compareDefinition(text, codeBefore(), written);
    if (definition) return definition;
    const mayBeForeign = this.#isConfig && this.#context.hasForeignAliases;
    if (mayBeForeign && /^(?:[~@]{1,2}\/|#)/.test(text)) return noPath;
    if (written) return this.#comparePattern(text, written) ?? this.#compare(text, { written });
    const compared = () => this.#comparePattern(text, [text]) ?? this.#compare(text);
    // Few texts that start with a dot are repeated in the files of a folder, and they are resolved fast.
    const memory = /^[~@#]/.test(text) ? this.#ofScope : this.#ofFolder;
    const outcome = text.startsWith('.') ? compared() : memoText(memory, text, compared);
    return outcome.kind === 'lost' ? (this.#compareAsUsed(text, codeBefore()) ?? outcome) : outcome;
  }

  /** Compares the edited path of a tool: it must have matched something. */
  #compareRules(rule: string, written: readonly string[]): Outcome {
    const bases = this.#any;
    const outcome = this.#compareMatches(rule, written, bases) ?? this.#compare(rule, { written, bases });
    return outcome.kind === 'no path' ? { kind: 'lost', was: [], now: [] } : outcome;
  }

  /** Compares the files that a text resolved to with those of the texts in its place. */
  #compare(text: string, use: TextUse = {}): Outcome {
    const resolved = this.#resolve(text, use);
    if (!('readings' in resolved)) return resolved;
    const { isSigned, named, place, was, pattern } = resolved;
    const later = use.written
      ? this.#readWritten(use.written, use)
      : this.#readUnchanged(text, resolved, use);
    const now = this.#foundAfter(later.readings);
    // A text that matches nothing yet may be written for Variant A.
    if (!named) return isSigned && now.length === 0 ? { kind: 'nowhere' } : noPath;
    const { after } = this.#context.trees.moves;
    // A folder may be referenced by its index file.
    const isReached = (path: TreePath) =>
      now.some((file) => file === after(path) || file.startsWith(`${after(path)}/index.`));
    if (use.written) {
      if (was.some(isReached)) return { kind: 'same', was, now };
      // Places outside the repository cannot be checked.
      if (was.every((path) => path.startsWith('..'))) return noPath;
      return later.unread === undefined
        ? { kind: 'lost', was, now }
        : { kind: 'unread', alias: later.unread };
    }
    if (pattern !== undefined) {
      const pairs = later.readings.map((reading) => ({ before: place, after: placeOf(reading, 'after') }));
      const matched = this.#compareMatches(pattern, [pattern], pairs);
      if (matched) return matched;
    }
    // `components` is a folder or module, not `components.json` or `components.d.ts` beside it.
    const isBeside = (path: TreePath) =>
      path !== place && /\.(?:json|d\.ts)$/.test(path) && was.includes(place);
    // An import resolves to the file of that name, not to the folder beside it, unless it ends with a slash.
    const isFile = use.isImport && !text.endsWith('/');
    const meant = isFile ? was.slice(0, 1) : was.filter((path) => !isBeside(path));
    return { kind: meant.every(isReached) ? 'same' : 'lost', was, now };
  }

  /** A text that stays means the same place after the run; a server may look in several, and so may options. */
  #readUnchanged(text: string, { readings, isSigned, named }: Resolved, use: TextUse): ReadLater {
    const isOpen = use.hasAnyBase || text.startsWith('/') || (this.#isConfig && !isSigned);
    return { readings: isOpen || named?.base.after === undefined ? readings : [named] };
  }

  #readWritten(written: readonly string[], use: TextUse): ReadLater {
    // A new text that starts with a dot is relative to the file, unless an option resolves it.
    const basesOf = (text: string) => (text.startsWith('.') && !this.#isConfig ? this.#own : this.#near);
    const read = written.flatMap((text) => this.#read(text, use.bases ?? basesOf(text), use) ?? []);
    const unread = read.find((item) => item.unread !== undefined)?.unread;
    return { readings: read.flatMap(({ readings }) => readings), unread };
  }

  /** The code in front of a text may show that it still resolves to the same place; otherwise undefined. */
  #compareAsUsed(text: string, code: string): Outcome | undefined {
    const isImport = imports.test(code);
    const isValue = this.#isConfig && text.startsWith('.') && plainValue.test(code);
    const hasAnyBase = isValue || this.#context.asksForSources.test(code);
    if (!isImport && !hasAnyBase) return undefined;
    const outcome = this.#compare(text, { isImport, hasAnyBase });
    // How an option resolves a text is not known here.
    return isValue && outcome.kind === 'same' ? noPath : outcome;
  }

  /** A `paths` entry of a tsconfig must point to the same place as the project's alias of that name. */
  #compareDefinition(text: string, code: string, written: readonly string[] = [text]): Outcome | undefined {
    const { scopes, configs, trees } = this.#context;
    const { before = '', after = '' } = this.#tsConfigBase ?? {};
    const key = /["']([^"'\n]+)["']\s*:\s*\[?\s*["']$/.exec(code)?.[1];
    const place = placeAt(before, withoutStar(text));
    const alias = scopes.names.find((pair) => {
      return pair.name === withoutStar(key ?? '') && pair.before === place && configs.has(pair.definedIn);
    });
    if (!alias) return undefined;
    const now = written.map((item) => placeAt(after, withoutStar(item)));
    const isSame = now.includes(alias.after ?? trees.moves.after(place));
    return { kind: isSame ? 'same' : 'lost', was: [place], now };
  }

  /** Compares a text that starts with a wildcard by its files, because the folder before it says little. */
  #comparePattern(text: string, written: readonly string[]): Outcome | undefined {
    if (!/^(?:\.{1,2}\/)*[^/]*[*{]/.test(text) || patternIn(text) === undefined) return undefined;
    const [rule, rules] = [ruleIn(text), written.map(ruleIn)];
    const isRelative = this.isSource && isRelativePath(text);
    const outcome = isRelative ? this.#compareMatches(rule, rules, this.#own) : undefined;
    return outcome ?? this.#compareMatches(rule, rules, this.#any);
  }

  /** Whether texts match the same files as before from some folder; undefined if the old text matched none. */
  #compareMatches(text: string, texts: readonly string[], bases: readonly PlacePair[]): Outcome | undefined {
    const { before: old, after: current, moves } = this.#context.trees;
    const outcomes = bases.flatMap(({ before, after }): Outcome[] => {
      const wanted = before === undefined ? [] : [...old.matched(before, text, 'rule')];
      if (wanted.length === 0 || after === undefined) return [];
      const now = new Set(texts.flatMap((item) => [...current.matched(after, item, 'rule')]));
      const kind = isSameSet(new Set(wanted.map(moves.after)), now) ? 'same' : 'lost';
      return [{ kind, was: [this.#folder], now: [this.#folder] }];
    });
    return outcomes.find(({ kind }) => kind === 'same') ?? outcomes[0];
  }

  /** Resolves a text in the tree before. */
  #resolve(text: string, use: TextUse): Resolved | Outcome {
    const isAbove = /^\/?\.\.\//.test(text);
    const read = this.#read(text, use.bases ?? (isAbove ? this.#own : this.#near), use);
    if (!read) return noPath;
    const { trees, virtual } = this.#context;
    const { readings, isSigned, unread } = read;
    // A pattern starts in a folder, not in a file of that name.
    const pattern = patternIn(text);
    for (const named of unread !== undefined && isSigned ? [] : readings) {
      const place = placeOf(named, 'before');
      if (place === undefined) continue;
      const was = trees.before.find(place);
      const isFound = pattern === undefined ? was.length > 0 : was.includes(place);
      if (isFound) return { readings, isSigned, pattern, named, place, was };
    }
    if (unread === undefined)
      return { readings, isSigned, pattern, named: undefined, place: '', was: nothing };
    return virtual.has(unread) ? noPath : { kind: 'unread', alias: unread };
  }

  #read(text: string, bases: readonly PlacePair[], { isImport = false, hasAnyBase = false }: TextUse) {
    // In a script that no bundler reads, only imports may have an alias without a special character.
    const hasPlainAliases = this.#hasPlainAliases || isImport || hasAnyBase;
    return readPath(text, this.#scope, { bases, isServed: this.isSource, hasPlainAliases });
  }

  /** Everything that some readings lead to after the run. */
  #foundAfter(readings: readonly Reading[]): TreePath[] {
    return readings.flatMap((reading) => {
      const place = placeOf(reading, 'after');
      return place === undefined ? [] : this.#context.trees.after.find(place);
    });
  }
}

/** The code in front of a module specifier. */
const imports = /\b(?:from|import|require)\s*\(?\s*["'`]$/;

/** The code in front of a value of an object or an item of a list, as in `pages: './views'`. */
const plainValue = /(?:[:[]|["'],|,\s*\n)\s*["']$/;

/** The part of a text from its first wildcard; undefined if there is none. */
function patternIn(text: string): string | undefined {
  const magic = text.search(/[*{]/);
  return magic === -1 || text.includes('${') ? undefined : text.slice(text.lastIndexOf('/', magic) + 1);
}

/** A pattern without a negation, outer slashes and a variable for the root. */
function ruleIn(text: string): string {
  return text.replace(/^!(?!\()/, '').replace(/^(?:<\w+>|\$\{?\w+\}?)?\/|\/$/g, '');
}
