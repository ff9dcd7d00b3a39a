/** Resolves a text before and after the run in every way in which it may be meant, and compares the files. */

import { lazy, memo, memoLast, memoText } from '../../base/memo.ts';
import { isInside, isRelativePath, isSigned, placeAt, splitGlob } from '../../base/paths.ts';
import { syntaxOf } from '../../catalogue/extensions.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import { forms, type PathRule } from '../../catalogue/option.ts';
import { unknownAliasIn } from '../../paths/aliases.ts';
import { meaning, type PathParts, partsOf } from '../../paths/meaning.ts';
import { aliasName } from '../../paths/references/json-files.ts';
import { foldersAbove, type MoveMap } from '../../tree/moves.ts';
import type { Repository } from '../../tree/repository.ts';
import { parentOf, type TreePath } from '../../tree/snapshot.ts';
import { holdsCode } from '../../tree/syntax/code.ts';
import { isSameSet } from '../../tree/tree-after.ts';
import { type PathString, plainly } from './path-strings.ts';
import type { CheckedSide, FolderScope, SideReader } from './sides.ts';

/** A text of a file, and the texts that an edit writes in its place. */
export interface ComparedText extends PathString {
  /** Undefined if no edit touches the text. */
  readonly written?: readonly string[];
  /** Whether the text is an edited path of a tool, which may resolve it from any folder. */
  readonly isOfTool?: boolean;
}

/** What became of the files that a text resolved to. */
export type TextOutcome = 'no path' | 'same' | Trouble;

/** A text that resolved to nothing, that starts with an alias that cannot be read, or that lost its files. */
export type Trouble =
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'unread'; readonly alias: string }
  | { readonly kind: 'lost'; readonly was: readonly TreePath[]; readonly now: readonly TreePath[] };

/**
 * An import prefers a file to a folder of that name, an option is resolved from a folder not known here, and an own
 * path from the folder of its file alone.
 */
type TextUse = 'import' | 'option' | 'edited' | 'own' | undefined;

/** A place that a text may mean, and what defines the folder that it is in. */
interface Meaning {
  /** The same before and after the run. */
  readonly id: string;
  readonly place: TreePath;
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
type View = ReturnType<typeof viewOf>;

/** Everything that texts are resolved with. */
export function createContext(
  sides: {
    readonly before: CheckedSide;
    readonly after: CheckedSide;
    readonly moves: MoveMap;
    readonly fileKind: Repository['fileKind'];
  },
  { names, facts, path }: Catalogue,
) {
  const projects = [...sides.before.projects.values()];
  return {
    ...sides,
    roots: projects.map(({ root }) => root),
    // An alias in the config of a layer may be that of a project, and which configs are layers is unknown here.
    hasForeignAliases: facts.layerAliases === 'project' && projects.length > 1,
    virtual: new Set(Object.values(names.virtual)),
    // `join(options.srcDir, 'x')`
    asksForSources: new RegExp(`\\b${path.srcDir}\\b[\\s,+})]*(?:\\.resolve\\(\\s*)?["'\`]?\\/?$`),
    ofScopes: new Map<FolderScope, Map<FolderScope, Map<string, TextOutcome>>>(),
  };
}

type Context = ReturnType<typeof createContext>;

/** What texts are resolved with before the run and after it: the same for all files of a folder that are read alike. */
export type ComparedFile = ReturnType<typeof readAlike>;

/** Describes files, once for all that are read alike. */
export function createFileReader(context: Context) {
  const { before, fileKind } = context;
  const known = new Map<string, ComparedFile>();
  return (from: TreePath, to: TreePath): ComparedFile => {
    const syntax = syntaxOf(from);
    const isConfig = before.configs.has(from);
    const isCode = holdsCode(from) || syntax === 'style';
    const isSource = isCode && fileKind(from) !== 'script' && !isConfig;
    const hasAliases = isConfig || syntax === 'style' || syntax === 'component';
    const read = () => readAlike(from, to, { isConfig, isSource, hasAliases }, context);
    if (isConfig || before.tsConfigs.has(from)) return read();
    return memo(known, `${+isSource}${+hasAliases}${parentOf(from)}:${parentOf(to)}`, read);
  };
}

/** What a file is to those who resolve its texts. */
interface ReadKind {
  readonly isConfig: boolean;
  /** Whether a bundler reads it; configs of tools have rules of their own. */
  readonly isSource: boolean;
  /** Whether an alias may have no special character in front, wherever the file is. */
  readonly hasAliases: boolean;
}

function readAlike(from: TreePath, to: TreePath, kind: ReadKind, context: Context) {
  const { isConfig, isSource, hasAliases } = kind;
  const [before, after] = [viewOf(from, context.before), viewOf(to, context.after)];
  const source = after.scope.project?.source.before;
  const isInSources = source === undefined || isInside(parentOf(to), source);
  const ofScope = memo(context.ofScopes, before.scope, () => new Map());
  return {
    context,
    before,
    after,
    isConfig,
    isSource,
    hasPlainAliases: hasAliases || isInSources,
    /** What became of the texts that resolve to the same place in all sources of a scope, and of all others. */
    ofScope: isSource ? memo(ofScope, after.scope, newOutcomes) : newOutcomes(),
    ofFolder: newOutcomes(),
    /** The folders that tools may start from: that of the file, those above it, and those of projects. */
    starts: lazy(() => {
      const inner = context.roots.filter((root) =>
        isInside(root, before.scope.project?.root ?? ''),
      );
      const farther = [...foldersAbove(parentOf(from)), ...inner];
      const later = new Map(after.near.map(({ id, base }) => [id, base]));
      // Only options of a config are also resolved from the source directory.
      const bases = [
        ...(isConfig ? before.near : before.own),
        ...farther.map((base) => ({ id: '', base })),
      ];
      return bases.map(
        ({ id, base = '' }) => [base, later.get(id) ?? context.moves.after(base)] as const,
      );
    }),
  };
}

const newOutcomes = () => new Map<string, TextOutcome>();

/** A text with an alias or a leading slash, which has the same meaning in all sources of a scope. */
const sharedText = /^(?:[~@#][^*{/]*\/|\/[^.])/;

/** What became of a text in the code of a file. */
export function outcomeOf(file: ComparedFile, compared: ComparedText, code: string): TextOutcome {
  const { text, start, written } = compared;
  if (written?.length === 0) return 'no path';
  const codeBefore = () => code.slice(Math.max(0, start - 200), start);
  const isTsConfig = file.before.own.length > 1;
  const definition = isTsConfig ? compareDefinition(file, compared, codeBefore()) : undefined;
  if (definition) return definition;
  if (file.isConfig && file.context.hasForeignAliases && /^(?:[~@]{1,2}\/|#)/.test(text))
    return 'no path';
  if (written) return compareForTools(file, compared) ?? compare(file, text, 'edited', written);
  const outcomes = sharedText.test(text) ? file.ofScope : file.ofFolder;
  const outcome = memoText(outcomes, text, () => compareAlone(file, text));
  if (typeof outcome === 'string' || outcome.kind !== 'lost') return outcome;
  const asRule = compareForTools(file, compared);
  if (asRule) return asRule;
  // An alias names a folder, and not a file beside it.
  if (aliasKey.test(codeBefore())) return compare(file, `${text}/*`);
  const as = useIn(file, codeBefore(), text);
  const used = as ? compare(file, text, as) : outcome;
  // How an option of a config resolves a text is not known here.
  return file.isConfig && text.startsWith('.') && used === 'same' && as === 'option'
    ? 'no path'
    : used;
}

/** What became of an unchanged text, whatever the code around it. */
function compareAlone(file: ComparedFile, text: string): TextOutcome {
  const asRule = compareForTools(file, { text });
  if (asRule) return asRule;
  // Most texts are of their file, for which nothing else has to be looked at.
  return isRelativePath(text) && compare(file, text, 'own') === 'same'
    ? 'same'
    : compare(file, text);
}

/** Compares the files that tools match with a text; undefined if it is no rule of a tool. */
function compareForTools(
  file: ComparedFile,
  { text, written = [text], isOfTool }: Omit<ComparedText, 'start' | 'end'>,
): TextOutcome | undefined {
  // A folder says little if a wildcard follows.
  const isRule = startsWithWildcard.test(text) && !(file.isSource && isRelativePath(text));
  const asRule = isRule || isOfTool ? compareRules(file, text, written) : undefined;
  if (asRule || !isOfTool || /^[~@#]\w*\//.test(text)) return asRule;
  // An edited path of a tool must have named something.
  const [folder = '', ...folders] = [text, ...written].map((item) => splitGlob(item).folder);
  return compareRules(file, folder, folders) ?? { kind: 'lost', was: [], now: [] };
}

/** How the code in front of a text uses it, if that shows that it still resolves to the same place. */
function useIn(file: ComparedFile, code: string, text: string): TextUse {
  if (imports.test(code) && !text.endsWith('/')) return 'import';
  const isValue = file.isConfig && text.startsWith('.') && plainValue.test(code);
  return isValue || file.context.asksForSources.test(code) ? 'option' : undefined;
}

/** Compares the files that a rule of a tool matches from some folder; undefined if it matches none. */
function compareRules(
  file: ComparedFile,
  text: string,
  written: readonly string[],
): TextOutcome | undefined {
  const [{ side }, { side: sideAfter }, { after }] = [file.before, file.after, file.context.moves];
  let lost: Trouble | undefined;
  for (const [place, later] of file.starts()) {
    const wanted = [...side.matched(place, ruleIn(text), 'rule')].map(after);
    if (wanted.length === 0) continue;
    const now = written.flatMap((item) => [...sideAfter.matched(later, ruleIn(item), 'rule')]);
    if (isSameSet(new Set(wanted), new Set(now))) return 'same';
    lost ??= { kind: 'lost', was: [place], now: [later] };
  }
  return lost;
}

/**
 * A `paths` entry of a tsconfig must point to the same place as the project's alias of that name or, if it is edited and
 * there is none, to where its folder goes: files that go elsewhere are looked for where they are named.
 */
function compareDefinition(
  file: ComparedFile,
  { text, written = [text] }: ComparedText,
  code: string,
): TextOutcome | undefined {
  const { before, after, moves } = file.context;
  const key = /["']([^"'\n]+)["']\s*:\s*\[?\s*["']$/.exec(code)?.[1] ?? '';
  const name = aliasName(key);
  const targetIn = ({ own, side }: View, path: string) => {
    const base = own.at(path === plainly(path) ? -1 : 0)?.base ?? '';
    return side.spelled(placeAt(base, aliasName(plainly(path))));
  };
  const place = targetIn(file.before, text);
  const projects = [...before.projects.values()];
  const project = projects.find((one) => one.before.get(name) === place);
  const isOwn = key.endsWith('/*') && !written.includes(text);
  if (!project && (!isOwn || projects.some((one) => one.before.has(name)))) return undefined;
  const now = written.map((path) => targetIn(file.after, path));
  const later = project && after.projects.get(moves.after(project.folder));
  const target = later?.before.get(name) ?? moves.after(place);
  return now.includes(target) ? 'same' : { kind: 'lost', was: [place], now };
}

/** Compares the files that a text resolved to with those of the text, or of the texts in its place. */
function compare(
  file: ComparedFile,
  text: string,
  as?: TextUse,
  written: readonly string[] = [text],
): TextOutcome {
  const old = read(file, text, file.before, as === 'edited' ? undefined : as);
  if (!old) return 'no path';
  const found = firstFound(text, old.meanings, file.before.side);
  const first = found?.meaning;
  if (!first && old.unread !== undefined) return { kind: 'unread', alias: old.unread };
  const isPath = /^(?:[~@#]|\/?\.{1,2}\/)/.test(text);
  if (!first && !isPath) return 'no path';
  const later = written.flatMap((item) => read(file, item, file.after, as) ?? []);
  const meant = later.flatMap(({ meanings }) => meanings);
  // A server may look for a text in several folders, and so may options and edited texts.
  const isFree =
    as === 'edited' || as === 'option' || text.startsWith('/') || (file.isConfig && !isPath);
  const bound = isFree ? [] : meant.filter(({ id }) => id === first?.id);
  const chosen = bound.length > 0 ? bound : meant;
  const now = chosen.flatMap((one) => foundAt(one, file.after.side));
  // A text that matches nothing yet may be written for Variant A.
  if (!first) return now.length === 0 ? { kind: 'nowhere' } : 'no path';
  const was = found.paths;
  if (isMatchedBy(file, first, chosen) ?? isReached(file, was, now, as)) return 'same';
  // Places outside the repository cannot be checked.
  if (as === 'edited' && was.every((path) => path.startsWith('..'))) return 'no path';
  const unread = later.find((item) => item.unread !== undefined)?.unread;
  return unread === undefined ? { kind: 'lost', was, now } : { kind: 'unread', alias: unread };
}

/** Whether patterns match the files that the first one matched; undefined if it matched none. */
function isMatchedBy(
  file: ComparedFile,
  first: Meaning,
  later: readonly Meaning[],
): boolean | undefined {
  if (!first.pattern) return undefined;
  const wanted = new Set(matchedBy(first, file.before.side).map(file.context.moves.after));
  if (wanted.size === 0) return undefined;
  const matched = later
    .map((one) => matchedBy(one, file.after.side))
    .filter((paths) => paths.every((path) => wanted.has(path)));
  return isSameSet(wanted, new Set(matched.flat()));
}

/** Whether the files and folders that a text resolved to are found with the texts after the run. */
function isReached(
  file: ComparedFile,
  was: readonly TreePath[],
  now: readonly TreePath[],
  as: TextUse,
): boolean {
  const { after } = file.context.moves;
  const isFound = (path: TreePath) => now.includes(after(path));
  if (as === 'edited') return was.some(isFound);
  // An import resolves to the file of that name, not to the folder beside it.
  if (as === 'import') return was.slice(0, 1).every(isFound);
  return was.every(isFound);
}

/** Reads a text as a path; undefined if it is none. */
function read(file: ComparedFile, text: string, view: View, as: TextUse): Readings | undefined {
  const parts = partsIn(text);
  if (!parts) return undefined;
  const { path, open } = parts;
  const pattern = open ? '' : parts.pattern || undefined;
  const rule = pattern === undefined ? anyPath : anyPattern;
  const readers = path.startsWith('/')
    ? serversFor(file, path, pattern, view)
    : readersFor(file, path, view, as);
  const meanings = readers.flatMap(({ id, side }): Meaning[] => {
    const meant = meaning(parts, rule, side);
    if (meant.kind !== 'place') return [];
    return [{ id: `${meant.alias} of ${id}`, place: meant.place, pattern }];
  });
  const isKnown = meanings.length > 0;
  const unread =
    isKnown && isSigned(path)
      ? undefined
      : (unknownAliasIn(path, view.scope.unread) ?? /^#[\w-]+(?=\/)/.exec(path)?.[0]);
  const isPath = isKnown || (unread !== undefined && !file.context.virtual.has(unread));
  return isPath ? { meanings, unread } : undefined;
}

/** Who resolves a path with a leading slash; only the bundler has patterns. */
function serversFor(
  { isSource }: ComparedFile,
  path: string,
  pattern: string | undefined,
  { scope: { servers } }: View,
): readonly SideReader[] {
  // A URL without an extension is a page.
  if (!isSource || (pattern === undefined && !/\.\w+$/.test(path))) return [];
  return pattern === undefined ? servers : servers.toReversed();
}

function readersFor(
  { isConfig, hasPlainAliases }: ComparedFile,
  path: string,
  { own, near, scope: { aliases } }: View,
  as: TextUse,
): readonly SideReader[] {
  if (isSigned(path)) return aliases;
  // New texts that start with a dot are relative to the file, unless an option resolves them.
  const isOfFile = as === 'edited' ? path.startsWith('.') && !isConfig : path.startsWith('..');
  const relative = isOfFile || as === 'own' ? own : near;
  // In a script that no bundler reads, only imports may have an alias without a special character.
  const mayHaveAlias = hasPlainAliases || as === 'import' || as === 'option';
  return mayHaveAlias && !path.startsWith('.') ? [...aliases, ...relative] : relative;
}

/** A text of which only its slash shows that it is a path: whatever it may start from counts. */
const anyPath: PathRule = { ...forms.style, packages: 'none', aliases: 'all', slash: 'bundler' };

const anyPattern: PathRule = { ...anyPath, globs: true, slash: 'bundler-pattern' };

function viewOf(path: TreePath, side: CheckedSide) {
  const { tsConfigs, scopeOf, readerOf } = side;
  const [folder, base] = [parentOf(path), tsConfigs.get(path)];
  const scope = scopeOf(folder);
  // The folder of the file, and that of its texts if it is a tsconfig; all folders that texts may be relative to.
  const ofTsConfig = base === undefined ? [] : [readerOf('tsconfig', { base })];
  const own = [readerOf('file', { base: folder }), ...ofTsConfig];
  return { side, scope, own, near: [...own, ...scope.bases] };
}

/** The first meaning with a file or folder, and these; of a folder only if no wildcard follows. */
function firstFound(text: string, meanings: readonly Meaning[], side: CheckedSide) {
  const isPattern = meanings[0]?.pattern !== undefined;
  const matching = isPattern && meanings.find((one) => matchedBy(one, side).length > 0);
  if (matching) return { meaning: matching, paths: foundAt(matching, side) };
  if (isPattern && startsWithWildcard.test(text) && !text.startsWith('../')) return undefined;
  for (const meaning of meanings) {
    const paths = foundAt(meaning, side);
    if (paths.length > 0) return { meaning, paths };
  }
  return undefined;
}

/** The files and folders at a place; a pattern starts in a folder, not in a file of that name. */
function foundAt({ place, pattern }: Meaning, { find }: CheckedSide): readonly TreePath[] {
  return pattern === undefined ? find(place) : find(place).filter((path) => path === place);
}

/** The files that a pattern matches. */
function matchedBy({ place, pattern }: Meaning, { matched }: CheckedSide): readonly TreePath[] {
  return pattern ? [...matched(place, pattern, 'rule')] : [];
}

/** The code in front of a module specifier. */
const imports = /\b(?:from|import|require)\s*\(?\s*["'`]$/;

/** The code in front of a value of an object or an item of a list, as in `pages: './views'`. */
const plainValue = /(?:[:[]|["'}\]],|,\s*\n)\s*["']$/;

/** The key of an alias that a tool defines, as in `'@': './app'`. */
const aliasKey = /["'`][~@#][\w/]*["'`]\s*:\s*["'`]$/;

const startsWithWildcard = /^(?:\.{1,2}\/)*[^/$]*[*{]/;

/** A path that is more than dots and an alias. */
const plainPath = /[^./~@#]|^\.\.\//;

/** The path in a text without its query, and the pattern after it; undefined if it names nothing. */
const partsIn = memoLast((written: string): PathParts | undefined => {
  const text = plainly(written);
  // As in `__dirname + '/../x'`; no URL starts like that. Loaders of a bundler precede the imported path.
  const bare = /[!]|^\/\./.test(text)
    ? text.replace(/^\/(?=\.{1,2}\/)|^.*-loader\b[^!]*!|^!/, '')
    : text;
  const computed = bare.indexOf('${');
  const known = computed === -1 ? bare : bare.slice(0, bare.lastIndexOf('/', computed) + 1);
  const isPattern = computed !== -1 || /[*{]/.test(known);
  const parts = partsOf(known, isPattern ? anyPattern : anyPath);
  if (!isPattern) return plainPath.test(parts.path) ? parts : undefined;
  const isAll = computed !== -1 && /^\.?\/?$/.test(parts.path);
  return isAll || parts.path === '/' ? undefined : { ...parts, open: computed !== -1 };
});

/** A pattern without a negation, outer slashes and a variable for the root. */
function ruleIn(text: string): string {
  return text.replace(/^!(?!\()/, '').replace(/^(?:<\w+>|\$\{?\w+\}?)?\/|\/$/g, '');
}
