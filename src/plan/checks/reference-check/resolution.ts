import { lazy, memo, memoText } from '../../../base/memo.ts';
import { isInside, isRelativePath, placeAt } from '../../../base/paths.ts';
import type { Catalogue } from '../../../catalogue/index.ts';
import { foldersAbove, type MoveMap } from '../../../project/moves.ts';
import { parentOf, type TreePath } from '../../../project/snapshot.ts';
import { isSameSet } from '../../../project/tree-after.ts';
import type { PathString } from './path-strings.ts';
import { type Base, type Scope, type Side, withoutStar } from './sides.ts';
import type { WrittenTree } from './written-tree.ts';

/** A text of a file, and the texts that an edit writes in its place. */
export interface ComparedText extends PathString {
  /** Undefined if no edit touches the text. */
  readonly written?: readonly string[];
  /** Whether the text is an edited path of a tool, which may resolve it from any folder. */
  readonly isOfTool?: boolean;
}

/** What became of the files that a text resolved to. */
export type Outcome = 'no path' | 'same' | Trouble;

/** A text that resolved to nothing, that starts with an alias that cannot be read, or that lost its files. */
export type Trouble =
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'unread'; readonly alias: string }
  | { readonly kind: 'lost'; readonly was: readonly TreePath[]; readonly now: readonly TreePath[] };

/** How a text is used, as far as it matters for its places. */
interface TextUse {
  /** The texts in its place after the run; undefined if it stays. */
  readonly written?: readonly string[];
  /** An import prefers a file to a folder of that name, and an option is resolved from a folder not known here. */
  readonly as?: 'import' | 'option';
}

/** A place that a text may mean, and what defines the folder that it is in. */
interface Meaning extends Base {
  /** The pattern after the folder; undefined without one, and empty if the rest is computed. */
  readonly pattern: string | undefined;
}

/** What a text may mean on one side. */
interface Readings {
  /** The likeliest first. */
  readonly meanings: readonly Meaning[];
  /** The alias at its start, if the definition cannot be read. */
  readonly unread?: string | undefined;
}

/** A file on one side. */
interface View {
  readonly tree: WrittenTree;
  readonly scope: Scope;
  /** The folder of the file, and that of its texts if it is a tsconfig. */
  readonly own: readonly [Base, ...Base[]];
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
    ofScopes: new Map<Scope, Map<Scope, Map<string, Outcome>>>(),
  };
}

type Context = ReturnType<typeof createContext>;

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
  readonly #before: View;
  readonly #after: View;
  /** Whether an alias may have no special character in front. */
  readonly #hasPlainAliases: boolean;
  /** What became of the texts with an alias, which resolve to the same place in all files of a scope. */
  readonly #ofAliases: Map<string, Outcome>;

  /** The folders that tools may start from: that of the file, those above it, and those of projects. */
  readonly #starts = lazy(() => {
    const { moves, roots } = this.#context;
    const { own, scope } = this.#before;
    const home = scope.project?.root ?? '';
    const farther = [...foldersAbove(own[0].place), ...roots.filter((root) => isInside(root, home))];
    // Only options of a config are also resolved from the source directory.
    const bases = [
      ...own,
      ...(this.#isConfig ? scope.bases : []),
      ...farther.map((place) => ({ id: '', place })),
    ];
    const later = new Map(nearIn(this.#after).map(({ id, place }) => [id, place]));
    return bases.map(({ id, place }) => [place, later.get(id) ?? moves.after(place)] as const);
  });

  constructor(from: TreePath, to: TreePath, context: Context) {
    const { before, after } = context;
    const kind = kindOf(from);
    this.#context = context;
    this.#isConfig = before.projects.has(from);
    this.isSource = kind !== 'other' && !this.#isConfig;
    this.#before = viewOf(from, before);
    this.#after = viewOf(to, after);
    const source = this.#after.scope.project?.source;
    const isInSources = source === undefined || isInside(parentOf(to), source);
    this.#hasPlainAliases = this.#isConfig || kind === 'bundled' || isInSources;
    const ofScope = memo(context.ofScopes, this.#before.scope, () => new Map<Scope, Map<string, Outcome>>());
    this.#ofAliases = memo(ofScope, this.#after.scope, () => new Map());
  }

  /** What became of a text in the code of a file. */
  outcomeOf({ text, start, written, isOfTool = false }: ComparedText, code: string): Outcome {
    if (written?.length === 0) return 'no path';
    const codeBefore = () => code.slice(Math.max(0, start - 200), start);
    const isTsConfig = this.#before.own.length > 1;
    const definition = isTsConfig ? this.#compareDefinition(text, codeBefore(), written) : undefined;
    if (definition) return definition;
    const isForeign = this.#isConfig && this.#context.hasForeignAliases && /^(?:[~@]{1,2}\/|#)/.test(text);
    if (isForeign) return 'no path';
    const forTools = this.#compareForTools(text, written, isOfTool);
    if (forTools) return forTools;
    if (written) return this.#compare(text, { written });
    if (this.#isNearby(text)) return 'same';
    const compared = () => this.#compare(text);
    const outcome = /^[~@#]/.test(text) ? memoText(this.#ofAliases, text, compared) : compared();
    if (typeof outcome === 'string' || outcome.kind !== 'lost') return outcome;
    const as = this.#useIn(codeBefore(), text);
    const used = as ? this.#compare(text, { as }) : outcome;
    // How an option of a config resolves a text is not known here.
    return this.#isConfig && text.startsWith('.') && used === 'same' && as === 'option' ? 'no path' : used;
  }

  /** Compares the files that tools match with a text; undefined if it is no rule of a tool. */
  #compareForTools(
    text: string,
    written: readonly string[] = [text],
    isOfTool: boolean,
  ): Outcome | undefined {
    // A folder says little if a wildcard follows.
    const isRule = startsWithWildcard.test(text) && !(this.isSource && isRelativePath(text));
    const asRule = isRule || isOfTool ? this.#compareRules(text, written) : undefined;
    if (asRule || !isOfTool || /^[~@#]\w*\//.test(text)) return asRule;
    // An edited path of a tool must have named something.
    const asFolder = this.#compareRules(folderIn(text), written.map(folderIn));
    return asFolder ?? { kind: 'lost', was: [], now: [] };
  }

  /** Whether a relative path leads to the same files from the new folder of its file, as most texts do. */
  #isNearby(text: string): boolean {
    if (!isRelativePath(text) || !plainPath.test(text)) return false;
    const [was, now] = [this.#before, this.#after].map(({ tree, own: [{ place }] }) =>
      tree.find(placeAt(place, text)),
    );
    return was?.[0] !== undefined && was.every((path) => now?.includes(this.#context.moves.after(path)));
  }

  /** How the code in front of a text uses it, if that shows that it still resolves to the same place. */
  #useIn(code: string, text: string): TextUse['as'] {
    if (imports.test(code) && !text.endsWith('/')) return 'import';
    const isValue = this.#isConfig && text.startsWith('.') && plainValue.test(code);
    return isValue || this.#context.asksForSources.test(code) ? 'option' : undefined;
  }

  /** Compares the files that a rule of a tool matches from some folder; undefined if it matches none. */
  #compareRules(text: string, written: readonly string[]): Outcome | undefined {
    const [{ tree }, { tree: treeAfter }, { after }] = [this.#before, this.#after, this.#context.moves];
    let lost: Trouble | undefined;
    for (const [place, later] of this.#starts()) {
      const wanted = [...tree.matched(place, ruleIn(text), 'rule')].map(after);
      if (wanted.length === 0) continue;
      const now = written.flatMap((item) => [...treeAfter.matched(later, ruleIn(item), 'rule')]);
      if (isSameSet(new Set(wanted), new Set(now))) return 'same';
      lost ??= { kind: 'lost', was: [place], now: [later] };
    }
    return lost;
  }

  /** A `paths` entry of a tsconfig must point to the same place as the project's alias of that name. */
  #compareDefinition(text: string, code: string, written: readonly string[] = [text]): Outcome | undefined {
    const { before, after, moves } = this.#context;
    const name = withoutStar(/["']([^"'\n]+)["']\s*:\s*\[?\s*["']$/.exec(code)?.[1] ?? '');
    const targetIn = ({ own }: View, path: string) => placeAt(own.at(-1)?.place ?? '', withoutStar(path));
    const place = targetIn(this.#before, text);
    const project = [...before.projects.values()].find(({ aliases }) => aliases.get(name) === place);
    if (!project) return undefined;
    const now = written.map((path) => targetIn(this.#after, path));
    const target = after.projects.get(project.config)?.aliases.get(name) ?? moves.after(place);
    return now.includes(target) ? 'same' : { kind: 'lost', was: [place], now };
  }

  /** Compares the files that a text resolved to with those of the text, or of the texts in its place. */
  #compare(text: string, use: TextUse = {}): Outcome {
    const old = this.#read(text, this.#before, use);
    if (!old) return 'no path';
    const first = firstFound(text, old.meanings, this.#before.tree);
    if (!first && old.unread !== undefined) return { kind: 'unread', alias: old.unread };
    const isSigned = /^(?:[~@#]|\/?\.{1,2}\/)/.test(text);
    if (!first && !isSigned) return 'no path';
    const later = (use.written ?? [text]).flatMap((item) => this.#read(item, this.#after, use) ?? []);
    const meant = later.flatMap(({ meanings }) => meanings);
    // A server may look for a text in several folders, and so may options and edited texts.
    const isFree =
      use.written || use.as === 'option' || text.startsWith('/') || (this.#isConfig && !isSigned);
    const bound = isFree ? [] : meant.filter(({ id }) => id === first?.id);
    const chosen = bound.length > 0 ? bound : meant;
    const now = chosen.flatMap((one) => foundAt(one, this.#after.tree));
    // A text that matches nothing yet may be written for Variant A.
    if (!first) return now.length === 0 ? { kind: 'nowhere' } : 'no path';
    const was = foundAt(first, this.#before.tree);
    if (this.#isMatchedBy(first, chosen) ?? this.#isReached(was, now, use)) return 'same';
    // Places outside the repository cannot be checked.
    if (use.written && was.every((path) => path.startsWith('..'))) return 'no path';
    const unread = later.find((item) => item.unread !== undefined)?.unread;
    return unread === undefined ? { kind: 'lost', was, now } : { kind: 'unread', alias: unread };
  }

  /** Whether patterns match the files that the first one matched; undefined if it matched none. */
  #isMatchedBy(first: Meaning, later: readonly Meaning[]): boolean | undefined {
    const wanted = new Set(matchedBy(first, this.#before.tree).map(this.#context.moves.after));
    if (wanted.size === 0) return undefined;
    const matched = later
      .map((one) => matchedBy(one, this.#after.tree))
      .filter((files) => files.every((file) => wanted.has(file)));
    return isSameSet(wanted, new Set(matched.flat()));
  }

  /** Whether the files and folders that a text resolved to are found with the texts after the run. */
  #isReached(was: readonly TreePath[], now: readonly TreePath[], { written, as }: TextUse): boolean {
    const { after } = this.#context.moves;
    // A folder may be referenced by its index file.
    const isReached = (path: TreePath) =>
      now.some((file) => file === after(path) || file.startsWith(`${after(path)}/index.`));
    if (written) return was.some(isReached);
    // An import resolves to the file of that name, not to the folder beside it.
    if (as === 'import') return was.slice(0, 1).every(isReached);
    // `components` is a folder or module, not `components.json` or `components.d.ts` beside it.
    const isBeside = (path: TreePath) =>
      /\.(?:json|d\.ts)$/.test(path) && was.some((other) => path.startsWith(`${other}.`));
    return was.every((path) => isReached(path) || isBeside(path));
  }

  /** Reads a text as a path; undefined if it is none. */
  #read(text: string, view: View, { written, as }: TextUse): Readings | undefined {
    const { path, pattern } = pathIn(text) ?? {};
    if (path === undefined) return undefined;
    if (path.startsWith('/')) return this.#readAddress(path, pattern, view.scope);
    // New texts that start with a dot are relative to the file, unless an option resolves them.
    const isNew = written !== undefined && view === this.#after;
    const isOwn = isNew ? path.startsWith('.') && !this.#isConfig : path.startsWith('..');
    const plain = /^[~@#]/.test(path) ? [] : meaningsIn(isOwn ? view.own : nearIn(view), path, pattern);
    // In a script that no bundler reads, only imports may have an alias without a special character.
    const mayHaveAlias = plain.length === 0 || this.#hasPlainAliases || as !== undefined;
    if (path.startsWith('.') || !mayHaveAlias) return { meanings: plain };
    const aliases = aliasesIn(path, view.scope.names);
    const aliased = aliases.flatMap(({ bases, rest }) => meaningsIn(bases, rest, pattern));
    const unread = aliased.length > 0 ? undefined : (aliases[0]?.name ?? /^#[\w-]+(?=\/)/.exec(path)?.[0]);
    const isKnown = plain.length > 0 || aliased.length > 0;
    const isPath = isKnown || (unread !== undefined && !this.#context.virtual.has(unread));
    return isPath ? { meanings: [...aliased, ...plain], unread } : undefined;
  }

  /** Reads a path from the folder of served files, or from the root of the bundler. */
  #readAddress(path: string, pattern: string | undefined, scope: Scope): Readings | undefined {
    // A URL without an extension is a page.
    if (!this.isSource || (pattern === undefined && !/\.\w+$/.test(path))) return undefined;
    const served = meaningsIn(scope.bases, this.#context.publicFolder + path, pattern);
    const root = scope.project?.bundlerRoot;
    const bundled = root === undefined ? [] : [{ id: 'bundler', place: root }];
    return { meanings: [...served, ...meaningsIn(bundled, path.slice(1), pattern)] };
  }
}

function viewOf(path: TreePath, { tree, tsConfigs, scopeOf }: Side): View {
  const [folder, base] = [parentOf(path), tsConfigs.get(path)];
  const bases = base === undefined ? [] : [{ id: 'tsconfig', place: base }];
  return { tree, scope: scopeOf(folder), own: [{ id: 'file', place: folder }, ...bases] };
}

/** The folders that paths in a file may be relative to. */
function nearIn({ own, scope }: View): readonly Base[] {
  return [...own, ...scope.bases];
}

/** What a path means from each folder. */
function meaningsIn(bases: readonly Base[], path: string, pattern: string | undefined): Meaning[] {
  return bases.map(({ id, place }) => ({ id, place: placeAt(place, path), pattern }));
}

/** The aliases that a path starts with: the nearest definition first, in each folder the longest name. */
function aliasesIn(
  path: string,
  names: Scope['names'],
): { readonly name: string; readonly bases: readonly Base[]; readonly rest: string }[] {
  const found = names.flatMap((table) => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const name = path.slice(0, end);
      const bases = table.get(name);
      if (bases) return [{ name, bases, rest: path.slice(end + 1) }];
    }
    return [];
  });
  // In styles, aliases and packages may have a `~` in front.
  return found.length === 0 && path.startsWith('~') ? aliasesIn(path.slice(1), names) : found;
}

/** The first meaning with a file or folder; of a folder only if no wildcard follows. */
function firstFound(text: string, meanings: readonly Meaning[], tree: WrittenTree): Meaning | undefined {
  const matching = meanings.find((one) => matchedBy(one, tree).length > 0);
  if (matching || (startsWithWildcard.test(text) && !text.startsWith('../'))) return matching;
  return meanings.find((one) => foundAt(one, tree).length > 0);
}

/** The files and folders at a place; a pattern starts in a folder, not in a file of that name. */
function foundAt({ place, pattern }: Meaning, { find }: WrittenTree): readonly TreePath[] {
  return pattern === undefined ? find(place) : find(place).filter((path) => path === place);
}

/** The files that a pattern matches. */
function matchedBy({ place, pattern }: Meaning, { matched }: WrittenTree): readonly TreePath[] {
  return pattern ? [...matched(place, pattern, 'rule')] : [];
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
