import { memo, memoText } from '../../../base/memo.ts';
import { isInside, isRelativePath, placeAt } from '../../../base/paths.ts';
import type { Catalogue } from '../../../catalogue/index.ts';
import { foldersAbove, type MoveMap } from '../../../project/moves.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import { isSameSet } from '../../../project/tree-after.ts';
import type { PathString } from './path-strings.ts';
import { type WrittenTree, withoutStar } from './projects.ts';
import type { Base, Scope, Side } from './sides.ts';

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
const same: Outcome = { kind: 'same', was: [], now: [] };

/** How a text is used, as far as it matters for its places. */
interface TextUse {
  /** The texts in its place after the run; undefined if it stays. */
  readonly written?: readonly string[] | undefined;
  /** Whether the text is imported: then a file comes before a folder of that name. */
  readonly isImport?: boolean;
  /** Whether an option or a call resolves the text from a folder that is not known here. */
  readonly isOption?: boolean;
}

/** What a text may mean on one side. */
interface Readings {
  /** The places that it may mean, the likeliest first. */
  readonly places: readonly Place[];
  /** The files at such a place that it means; empty if that is computed. */
  readonly pattern: string | undefined;
  /** The alias at its start, if the definition cannot be read. */
  readonly unread?: string | undefined;
}

/** A place, and what defines the folder that it is in. */
interface Place {
  readonly id: string;
  readonly place: TreePath;
}

/** A file on one side, with the folders that its paths may be relative to. */
interface View {
  readonly tree: WrittenTree;
  readonly scope: Scope;
  /** The folder of the file, and that of its texts if it is a tsconfig. */
  readonly own: readonly Base[];
  /** The same, and those of its scope. */
  readonly near: readonly Base[];
  /** Those that tools start from. */
  readonly any: readonly Base[];
}

/** Everything that texts are resolved with. */
export function createContext(
  sides: { readonly before: Side; readonly after: Side; readonly moves: MoveMap },
  { names, facts, folders, path }: Catalogue,
) {
  const projects = [...sides.before.projects.values()];
  return {
    ...sides,
    roots: projects.map(({ root }) => root),
    // An alias in the config of a layer may be that of a project, and which configs are layers is unknown here.
    hasForeignAliases: facts.layerAliases === 'project' && projects.length > 1,
    virtual: new Set(Object.values(names.virtual)),
    publicFolder: folders.withOption(path['dir.public']).name,
    // `join(options.srcDir, 'x')`
    asksForSources: new RegExp(`\\b${path.srcDir}\\b[\\s,+})]*(?:\\.resolve\\(\\s*)?["'\`]?\\/?$`),
    resolvers: new Map<string, Resolver>(),
    ofScopes: new Map<Scope, Map<string, Outcome>>(),
  };
}

type Context = ReturnType<typeof createContext>;

/** The resolver for a file, which files of one folder that are read alike share. */
export function resolverFor(from: TreePath, to: TreePath, context: Context): Resolver {
  const { before, resolvers } = context;
  const kind = before.projects.has(from) || before.tsConfigs.has(from) ? from : kindOf(from);
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
  readonly #isConfig: boolean;
  readonly #isTsConfig: boolean;
  readonly #before: View;
  readonly #after: View;
  /** Whether an alias may have no special character in front. */
  readonly #hasPlainAliases: boolean;
  readonly #ofScope: Map<string, Outcome>;

  constructor(from: TreePath, to: TreePath, context: Context) {
    const { before, after, moves, roots } = context;
    const [folder, kind] = [parentOf(from), kindOf(from)];
    this.#context = context;
    this.#isConfig = before.projects.has(from);
    this.#isTsConfig = before.tsConfigs.has(from);
    this.isSource = kind !== 'other' && !this.#isConfig;
    // Tools resolve paths from the folder of the file, from one above, or from a project.
    const home = before.scopeOf(folder).project?.root ?? '';
    const farther = [...foldersAbove(folder), ...roots.filter((root) => isInside(root, home))];
    const basesAt = (later: MoveMap['after']) => farther.map((id): Base => ({ id, place: later(id) }));
    const here = basesAt((place) => place);
    this.#before = this.#viewOf(from, before, here);
    this.#ofScope = memo(context.ofScopes, this.#before.scope, () => new Map());
    this.#after = this.#viewOf(to, after, basesAt(moves.after));
    const source = this.#after.scope.project?.source;
    const isInSources = source === undefined || isInside(parentOf(to), source);
    this.#hasPlainAliases = this.#isConfig || kind === 'bundled' || isInSources;
  }

  #viewOf(path: TreePath, { tree, tsConfigs, scopeOf }: Side, farther: readonly Base[]): View {
    const scope = scopeOf(parentOf(path));
    const folders = [parentOf(path), ...(tsConfigs.has(path) ? [tsConfigs.get(path)] : [])];
    const own = folders.map((place, index): Base => ({ id: `own ${index}`, place }));
    const near = [...own, ...scope.bases];
    // Only options of a config are also resolved from the source directory.
    return { tree, scope, own, near, any: [...(this.#isConfig ? near : own), ...farther] };
  }

  /** What became of a text in the code of a file. */
  outcomeOf({ text, start, written, isOfTool = false }: ComparedText, code: string): Outcome {
    if (written?.length === 0) return noPath;
    const codeBefore = () => code.slice(Math.max(0, start - 200), start);
    const definition = this.#isTsConfig && this.#compareDefinition(text, codeBefore(), written);
    if (definition) return definition;
    const isForeign = this.#isConfig && this.#context.hasForeignAliases && /^(?:[~@]{1,2}\/|#)/.test(text);
    if (isForeign) return noPath;
    // A folder says little if a wildcard follows.
    const isRule = startsWithWildcard.test(text) && !(this.isSource && isRelativePath(text));
    const asRule = isRule || isOfTool ? this.#compareRules(text, written) : undefined;
    if (asRule) return asRule;
    if (isOfTool && !/^[~@#]\w*\//.test(text)) {
      const [folder = '', ...folders] = [text, ...(written ?? [])].map(folderIn);
      // An edited path of a tool must have named something.
      return this.#compareRules(folder, folders) ?? { kind: 'lost', was: [], now: [] };
    }
    if (written) return this.#compare(text, { written });
    if (this.#isNearby(text)) return same;
    const compared = () => this.#compare(text, {});
    // A text with an alias resolves to the same place in all files of a scope.
    const outcome = /^[~@#]/.test(text) ? memoText(this.#ofScope, text, compared) : compared();
    if (outcome.kind !== 'lost') return outcome;
    return this.#compareAsUsed(text, codeBefore()) ?? outcome;
  }

  /** Whether a relative path leads to the same files from the new folder of its file, as most texts do. */
  #isNearby(text: string): boolean {
    if (!isRelativePath(text) || !plainPath.test(text)) return false;
    const [was, now] = [this.#before, this.#after].map(({ tree, own: [folder] }) =>
      tree.find(placeAt(folder?.place ?? '', text)),
    );
    return was?.[0] !== undefined && was.every((path) => now?.includes(this.#context.moves.after(path)));
  }

  /** Compares the files that a rule of a tool matches from some folder; undefined if it matches none. */
  #compareRules(text: string, written: readonly string[] = [text]): Outcome | undefined {
    const { before, after, moves } = this.#context;
    const outcomes = this.#before.any.flatMap(({ place }, index): Outcome[] => {
      const later = this.#after.any[index]?.place;
      const wanted = place === undefined ? [] : [...before.tree.matched(place, ruleIn(text), 'rule')];
      if (wanted.length === 0 || later === undefined) return [];
      const now = written.flatMap((item) => [...after.tree.matched(later, ruleIn(item), 'rule')]);
      const kind = isSameSet(new Set(wanted.map(moves.after)), new Set(now)) ? 'same' : 'lost';
      return [{ kind, was: [place ?? ''], now: [later] }];
    });
    return outcomes.find(({ kind }) => kind === 'same') ?? outcomes[0];
  }

  /** The code in front of a text may show that it still resolves to the same place; otherwise undefined. */
  #compareAsUsed(text: string, code: string): Outcome | undefined {
    const isImport = imports.test(code) && !text.endsWith('/');
    const isValue = this.#isConfig && text.startsWith('.') && plainValue.test(code);
    const isOption = isValue || this.#context.asksForSources.test(code);
    if (!isImport && !isOption) return undefined;
    const outcome = this.#compare(text, { isImport, isOption });
    // How an option resolves a text is not known here.
    return isValue && outcome.kind === 'same' ? noPath : outcome;
  }

  /** A `paths` entry of a tsconfig must point to the same place as the project's alias of that name. */
  #compareDefinition(text: string, code: string, written: readonly string[] = [text]): Outcome | undefined {
    const { before, after, moves } = this.#context;
    const name = withoutStar(/["']([^"'\n]+)["']\s*:\s*\[?\s*["']$/.exec(code)?.[1] ?? '');
    const targetIn = ({ own }: View, path: string) => placeAt(own.at(-1)?.place ?? '', withoutStar(path));
    const place = targetIn(this.#before, text);
    const [config] = [...before.projects].find(([, { aliases }]) => aliases.get(name) === place) ?? [];
    if (config === undefined) return undefined;
    const now = written.map((path) => targetIn(this.#after, path));
    const target = after.projects.get(config)?.aliases.get(name) ?? moves.after(place);
    return { kind: now.includes(target) ? 'same' : 'lost', was: [place], now };
  }

  /** Compares the files that a text resolved to with those of the text, or of the texts in its place. */
  #compare(text: string, use: TextUse): Outcome {
    const old = this.#read(text, this.#before, use);
    if (!old) return noPath;
    const [{ tree }, { tree: treeAfter }] = [this.#before, this.#after];
    const only = (place: Place): Readings => ({ ...old, places: [place] });
    const first =
      (old.pattern ? old.places.find((place) => matchedBy(only(place), tree).length > 0) : undefined) ??
      (startsWithWildcard.test(text) && !text.startsWith('../')
        ? undefined
        : old.places.find((place) => foundAt(only(place), tree).length > 0));
    if (!first && old.unread !== undefined) return this.#unread(old.unread);
    const isSigned = /^(?:[~@#]|\/?\.{1,2}\/)/.test(text);
    // A server may look for a text in several folders, and so may options and edited texts.
    const isBound = !use.written && !use.isOption && !text.startsWith('/') && (!this.#isConfig || isSigned);
    const later = (use.written ?? [text]).flatMap((item) => {
      const read = this.#read(item, this.#after, use);
      const places = read?.places.filter(({ id }) => isBound && id === first?.id) ?? [];
      return read ? [places.length > 0 ? { ...read, places } : read] : [];
    });
    const now = later.flatMap((item) => foundAt(item, treeAfter));
    // A text that matches nothing yet may be written for Variant A.
    if (!first) return isSigned && now.length === 0 ? { kind: 'nowhere' } : noPath;
    const was = foundAt(only(first), tree);
    if (this.#isSame(only(first), later, { ...use, was, now })) return { kind: 'same', was, now };
    // Places outside the repository cannot be checked.
    if (use.written && was.every((path) => path.startsWith('..'))) return noPath;
    const unread = later.find((item) => item.unread !== undefined)?.unread;
    return unread === undefined ? { kind: 'lost', was, now } : this.#unread(unread);
  }

  #unread(alias: string): Outcome {
    return this.#context.virtual.has(alias) ? noPath : { kind: 'unread', alias };
  }

  /** Whether what a text meant before the run is what the texts mean after it. */
  #isSame(
    old: Readings,
    later: readonly Readings[],
    { was, now, written, isImport }: TextUse & { readonly [side in 'was' | 'now']: readonly TreePath[] },
  ): boolean {
    const [{ tree }, { tree: treeAfter }, { after }] = [this.#before, this.#after, this.#context.moves];
    const wanted = new Set(matchedBy(old, tree).flat().map(after));
    if (wanted.size > 0) {
      const matched = later.flatMap((item) => matchedBy(item, treeAfter));
      const exact = matched.filter((files) => files.every((file) => wanted.has(file)));
      return isSameSet(wanted, new Set(exact.flat()));
    }
    // A folder may be referenced by its index file.
    const isReached = (path: TreePath) =>
      now.some((file) => file === after(path) || file.startsWith(`${after(path)}/index.`));
    if (written) return was.some(isReached);
    // An import resolves to the file of that name, not to the folder beside it.
    if (isImport) return was.slice(0, 1).every(isReached);
    // `components` is a folder or module, not `components.json` or `components.d.ts` beside it.
    const isBeside = (path: TreePath) =>
      /\.(?:json|d\.ts)$/.test(path) && was.some((other) => path.startsWith(`${other}.`));
    return was.every((path) => isReached(path) || isBeside(path));
  }

  /** Reads a text as a path; undefined if it is none. */
  #read(text: string, view: View, use: TextUse): Readings | undefined {
    const { path, pattern } = pathIn(text) ?? {};
    if (path === undefined) return undefined;
    if (path.startsWith('/')) return this.#readAddress(path, pattern, view.scope);
    // New texts that start with a dot are relative to the file, unless an option resolves them.
    const isNew = use.written !== undefined && view === this.#after;
    const isOwn = isNew ? path.startsWith('.') && !this.#isConfig : path.startsWith('..');
    const plain = /^[~@#]/.test(path) ? [] : placesIn(isOwn ? view.own : view.near, path);
    // In a script that no bundler reads, only imports may have an alias without a special character.
    const mayHaveAlias = plain.length === 0 || this.#hasPlainAliases || use.isImport || use.isOption;
    if (path.startsWith('.') || !mayHaveAlias) return { places: plain, pattern };
    const { places, name } = aliasedIn(path, view.scope.names);
    const unread = places.length > 0 ? undefined : (name ?? /^#[\w-]+(?=\/)/.exec(path)?.[0]);
    const isPath = plain.length > 0 || name !== undefined || unread !== undefined;
    return isPath ? { places: [...places, ...plain], pattern, unread } : undefined;
  }

  /** Reads a path from the folder of served files, or from the root of the bundler. */
  #readAddress(path: string, pattern: string | undefined, scope: Scope): Readings | undefined {
    // A URL without an extension is a page.
    if (!this.isSource || (pattern === undefined && !/\.\w+$/.test(path))) return undefined;
    const served = placesIn(scope.bases, this.#context.publicFolder + path);
    const bundled = placesIn(scope.bundlerRoot ? [scope.bundlerRoot] : [], path.slice(1));
    return { places: [...served, ...bundled], pattern };
  }
}

/** The places of a path from each folder that can be read. */
function placesIn(bases: readonly Base[], path: string): Place[] {
  return bases.flatMap(({ id, place }) => (place === undefined ? [] : [{ id, place: placeAt(place, path) }]));
}

/** The places of a text that starts with an alias: the nearest first, in each folder the longest. */
function aliasedIn(text: string, names: Scope['names']): { places: readonly Place[]; name?: string } {
  const places: Place[] = [];
  let first: string | undefined;
  for (const table of names)
    for (let end = text.length; end > 0; end = text.lastIndexOf('/', end - 1)) {
      const name = text.slice(0, end);
      const targets = table.get(name);
      if (!targets) continue;
      first ??= name;
      places.push(...placesIn(targets, text.slice(end + 1)));
      break;
    }
  // In styles, aliases and packages may have a `~` in front.
  if (first === undefined) return text.startsWith('~') ? aliasedIn(text.slice(1), names) : { places };
  return { places, name: first };
}

/** The files and folders at some places; a pattern starts in a folder, not in a file of that name. */
function foundAt({ places, pattern }: Readings, { find }: WrittenTree): readonly TreePath[] {
  return places.flatMap(({ place }) =>
    pattern === undefined ? find(place) : find(place).filter((path) => path === place),
  );
}

/** The files that a pattern matches at each place. */
function matchedBy({ places, pattern }: Readings, { matched }: WrittenTree): TreePath[][] {
  if (!pattern) return [];
  return places.map(({ place }) => [...matched(place, pattern, 'rule')]).filter(({ length }) => length > 0);
}

/** The code in front of a module specifier. */
const imports = /\b(?:from|import|require)\s*\(?\s*["'`]$/;

/** The code in front of a value of an object or an item of a list, as in `pages: './views'`. */
const plainValue = /(?:[:[]|["'],|,\s*\n)\s*["']$/;

const startsWithWildcard = /^(?:\.{1,2}\/)*[^/$]*[*{]/;

/** A path that is more than dots and an alias. */
const plainPath = /[^./~@#]|^\.\.\//;

/** The path in a text without its query, and the pattern from the first wildcard, which is empty if it is computed. */
function pathIn(text: string): { readonly path: string; readonly pattern?: string } | undefined {
  if (!/[*{?#!]|^\/\./.test(text)) return plainPath.test(text) ? { path: text } : undefined;
  // As in `__dirname + '/../x'`; no URL starts like that. Loaders of a bundler precede the imported path.
  const bare = text.replace(/^\/(?=\.{1,2}\/)|^.*-loader\b[^!]*!|^!/, '');
  const magic = bare.search(/[*{]/);
  if (magic === -1) {
    const path = bare.replace(/(?<=.)[?#].*$/, '');
    return plainPath.test(path) ? { path } : undefined;
  }
  const end = bare.lastIndexOf('/', magic);
  const [path, pattern] = [bare.slice(0, Math.max(0, end)), text.includes('${') ? '' : bare.slice(end + 1)];
  return /^\.?$/.test(path) && (pattern === '' || end === 0) ? undefined : { path, pattern };
}

/** The folder of a pattern. */
function folderIn(text: string): string {
  return text.replace(/\/?[^/]*[*{].*$/, '');
}

/** A pattern without a negation, outer slashes and a variable for the root. */
function ruleIn(text: string): string {
  return text.replace(/^!(?!\()/, '').replace(/^(?:<\w+>|\$\{?\w+\}?)?\/|\/$/g, '');
}
