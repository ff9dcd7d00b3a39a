import { sourceAliases } from '../catalogue/facts.ts';
import type { FollowUpCode } from '../catalogue/follow-ups.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { ConfigPath, type OptionPathParts, showPath } from '../config/change.ts';
import type { ConfigDocument, ConfigScope } from '../config/document.ts';
import type { Edit } from '../config/edits.ts';
import { type Entry, isWritten } from '../config/lookup.ts';
import {
  isInside,
  isRelativePath,
  longestPath,
  type PlacePath,
  placeAt,
  splitGlob,
} from '../config/paths.ts';
import { type Position, positionOf, positionText } from '../config/problem.ts';
import { bundlerAliasEntries, isSigned } from '../project/aliases.ts';
import { createFolderReader } from '../project/path-mentions/runtime-folders.ts';
import { type PathContext, rebase } from '../project/rebase.ts';
import { type PlacedString, stringsIn, styleIn } from '../project/references/code-strings.ts';
import {
  type AliasScope,
  plainEdit,
  type Reference,
  type ReferenceContext,
} from '../project/references/reference.ts';
import { namesSomething, type ResolvedSpecifier, resolveSpecifier } from '../project/references/resolve.ts';
import { type Rewritten, rewriteReference } from '../project/references/rewrite.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { namesIn } from '../project/syntax/bindings.ts';
import { piecesOf, type SourceText } from '../project/syntax/source-text.ts';
import { resolveFile } from '../project/tree.ts';
import type { MovedTree } from '../project/tree-after.ts';
import { isNewerModule, underKey } from '../project/used-modules.ts';
import { optionName } from './config-scopes.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';
import { pathContext } from './migrate.ts';
import type { OpenProject } from './open-projects.ts';
import { scopeOf } from './project-scopes.ts';
import type { StringRewriter } from './rewrite-files.ts';
import { createStringReader, type StringReader } from './string-readings.ts';

/**
 * Updates paths in the strings of a config and of its imported files. Strings with an alias are rewritten,
 * since aliases mean the same everywhere. Others are reported, since the code that reads them decides what they
 * are relative to.
 */
export function createStringRewriter(
  project: OpenProject,
  config: ConfigDocument,
  moved: MovedTree,
  users: readonly OpenProject[] = [],
): StringRewriter {
  const paths = pathContext(config, project.decision, project.evidence);
  if (!paths || !(project.decision.kind === 'layout' || paths.layout.moves.hasMoves))
    return () => ({ edits: [], followUps: [] });
  const readPlain = createStringReader(project, config, paths, moved);
  const options = writtenOptions(config);
  const folders = createFolderReader(config.catalogue, 'options');
  // An alias in the config of a layer may also be that of a project that extends the layer.
  const isOfUsers = users.length > 0 && config.catalogue.facts.layerAliases === 'project';
  const scopes: AliasScope[] = [...(isOfUsers ? [] : [project]), ...users].map((user) => ({
    ...scopeOf(user, moved.moves),
    guessed: new Set(),
  }));
  const mayEdit = (path: TreePath) =>
    isInside(path, project.found.folder) && !config.isImportedElsewhere(path);
  const outcomeOf = (string: StringPath, context: ReferenceContext): StringOutcome => {
    const { option } = string;
    if (option?.isCovered) return {};
    if (isAliasPath(string)) {
      const readings = readingsIn(scopes, string, context);
      return rewriteAlias(string, readings, mayEdit(string.source.path));
    }
    const isOfModule = option?.isModule && string.isWhole;
    const followed = isOfModule ? rewriteModuleOption(string, option, config, paths) : undefined;
    return followed ?? reportPlain(string, readPlain);
  };
  return (source, references, context) => {
    const isReference = ({ start, end }: PlacedString) =>
      references.some((reference) => reference.start <= end && start <= reference.end);
    // A string that code joins to a folder of the framework is relative to that folder.
    const asked = new Set(folders.words(source.text).map(({ start }) => start));
    const strings = piecesOf(source)
      .flatMap(({ program }) => stringsIn(program, namesIn([program])))
      .filter((string) => string.role !== 'key' && !isReference(string) && !asked.has(string.start));
    const followed = strings
      .flatMap((string) => pathsIn(string, source, options))
      .map((string) => ({ ...outcomeOf(string, context), option: string.option?.name ?? '' }));
    return {
      edits: followed.flatMap(({ edit, option }) => (edit ? [{ ...edit, option }] : [])),
      followUps: [
        ...followed.flatMap(({ followUp }) => followUp ?? []),
        ...bundlerAliases(config, paths, source.path),
      ],
    };
  };
}

/** A path in a string: the string as a whole, or a reference in its style code. */
interface StringPath {
  readonly reference: Reference;
  readonly source: SourceText;
  readonly at: Position;
  readonly key: string;
  /** Whether the code around it makes a path of it. */
  readonly isPath: boolean;
  /** The option whose value contains the string, and whether the string is all of the value. */
  readonly option: WrittenOption | undefined;
  readonly isWhole: boolean;
}

function pathsIn(string: PlacedString, source: SourceText, options: WrittenOptions): StringPath[] {
  const { keys, isPath, role, valueAt } = string;
  const positionAt = (offset: number) => positionOf(source.path, source.text, offset);
  const option = options.get(positionText(positionAt(valueAt)));
  const isWhole = !string.open && valueAt === string.start - 1;
  const about = { source, key: keys.at(-1) ?? '', option, isWhole, isPath: false };
  const style = styleIn(string, source.text);
  if (style) return style.map((reference) => ({ ...about, reference, at: positionAt(reference.start) }));
  const specifier = isPath ? string.specifier.replace(/^\/+/, '') : string.specifier;
  if ((role === 'continuation' && !isPath) || !mayBePath(specifier)) return [];
  const kind = splitGlob(specifier).pattern === '' ? 'module' : 'glob';
  return [{ ...about, reference: { kind, ...string, specifier }, at: positionAt(string.start - 1), isPath }];
}

/** Quickly rules out most texts. */
function mayBePath(text: string): boolean {
  return text.length <= longestPath && /^[^\s:]*[\w/]/.test(text) && !text.includes('\n');
}

/** `~/x`, `~~/x`, `#shared/x`; in style code also `~assets/x`; in options also files from the bundler root. */
function isAliasPath({ reference: { specifier, kind }, option }: StringPath): boolean {
  if (specifier.startsWith('/')) return option !== undefined && /\.\w+$/.test(specifier);
  return isSigned(specifier) && (kind === 'style' || specifier.includes('/'));
}

interface StringOutcome {
  readonly edit?: Edit;
  readonly followUp?: FollowUp;
}

/** Reports a string with its text; `change` is the rest of the sentence and says what to do. */
function reported(
  { reference: { specifier, open }, option, at }: StringPath,
  change: string,
  code: FollowUpCode = option?.isModule ? 'module-option-path' : 'config-string-path',
): StringOutcome {
  const subject = option ? `\`${option.name}\`` : 'This string';
  const message = `${subject} contains \`${specifier}${open ? '…' : ''}\`, ${change}`;
  return { followUp: followUpFrom({ code, message }, option?.name ?? '', at) };
}

/** A place that an alias path may resolve to, and the new text for it. */
interface AliasReading {
  readonly resolved: ResolvedSpecifier;
  readonly rewritten: Rewritten;
}

/** The existing targets of an alias path in several scopes. */
function readingsIn(
  scopes: readonly AliasScope[],
  { source: { path }, reference }: StringPath,
  context: ReferenceContext,
): AliasReading[] {
  const { tree, moves } = context;
  const exists = (place: PlacePath) =>
    namesSomething(tree, place) || resolveFile(tree, place, 'styles') !== undefined;
  return scopes.flatMap((aliases) => {
    const file = { before: parentOf(path), after: parentOf(moves.after(path)), aliases };
    const resolved = resolveSpecifier(reference, file, tree);
    if (!resolved || resolved.form === 'relative' || !exists(resolved.place)) return [];
    return [{ resolved, rewritten: rewriteReference(reference, file, context) }];
  });
}

function rewriteAlias(
  string: StringPath,
  [first, ...others]: readonly AliasReading[],
  mayEdit: boolean,
): StringOutcome {
  if (!first) return {};
  const { reference, source, option } = string;
  const { resolved, rewritten } = first;
  // An alias alone refers to a folder if it is an option; in code, other texts are compared with it.
  const isAlone = resolved.text === `${resolved.alias}/` && !reference.open;
  if (isAlone && !option) return {};
  if (!others.every((reading) => JSON.stringify(reading.rewritten) === JSON.stringify(rewritten))) {
    const places = [first, ...others].map((reading) => `\`${reading.resolved.place}\``);
    const change = `which could be ${places.join(' or ')}: check that it still resolves to the same place.`;
    return reported(string, change);
  }
  if (rewritten.kind === 'same') return {};
  if (rewritten.kind === 'split')
    return reported(
      string,
      'which matches both files that move and files that stay: use one path for each location.',
      'glob-split',
    );
  const { specifier: written } = rewritten;
  const isSure = mayEdit && resolved.form === 'alias' && isSigned(written) && !isAlone;
  const edit = isSure ? plainEdit(reference, source, written) : undefined;
  if (edit) return { edit };
  return reported(
    string,
    `which resolves to another place afterwards: change it to \`${written}\` to keep the same one.`,
  );
}

/** Updates a path in a module option; undefined if no rule for it is known, or it may be resolved otherwise. */
function rewriteModuleOption(
  { reference, source }: StringPath,
  { path, written }: WrittenOption,
  config: ConfigDocument,
  paths: PathContext,
): StringOutcome | undefined {
  const option = patternOf(path);
  const { specifier } = reference;
  const { layout, evidence } = paths;
  const isNewer = isNewerModule(config.catalogue, option, evidence);
  const rule = config.catalogue.moduleRuleFor(option, isNewer);
  const { unless, below, since } = config.catalogue.facts.modulePaths[option] ?? {};
  const beside = unless && [...written.slice(0, -1), ...unless.option.split('.').slice(1)];
  const isMoved = [unless?.option, beside].some((other) => other && config.lookup(other).kind !== 'absent');
  if (isNewer && !since && !isMoved) return {};
  const isThereToo = unless && evidence?.exists(placeAt(layout.root, `${unless.folder}/${specifier}`));
  const mayDiffer = isNewer === undefined && Boolean(unless ? isThereToo : below);
  if (!rule || isMoved || mayDiffer) return undefined;
  const { folder } = splitGlob(specifier);
  const base = rule.base.b === 'root' ? layout.root : layout.before;
  if (!evidence?.exists(placeAt(base, folder))) return undefined;
  const rebased = rebase(specifier, rule, paths);
  if (rebased.kind === 'same') return {};
  if (rebased.kind !== 'write' || typeof rebased.value !== 'string') return undefined;
  const edit = plainEdit(reference, source, rebased.value);
  return edit && { edit };
}

/** The pattern of an option in the catalogue: `icon.customCollections[].dir`. */
function patternOf(path: OptionPathParts): string {
  return showPath(path.map((part) => (typeof part === 'number' ? 0 : part))).replaceAll('[0]', '[]');
}

function reportPlain(string: StringPath, readPlain: StringReader): StringOutcome {
  const { reference, option, key, isPath } = string;
  const { path = [], isModule = false } = option ?? {};
  const name = path.findLast((part) => typeof part === 'string') ?? key;
  const change = readPlain({ ...reference, option: path, key: name, isModule, isPath });
  return change === undefined ? {} : reported(string, change);
}

/** An option with a text, or with a computed value that may contain texts. */
interface WrittenOption {
  readonly name: string;
  /** Options in a tuple of `modules` have the path that they would have under the key of the module. */
  readonly path: OptionPathParts;
  readonly written: OptionPathParts;
  readonly isModule: boolean;
  /** Whether a transform updates it, by its path rule in the catalogue. */
  readonly isCovered: boolean;
}

/** The options of a config, by the position of their value. */
type WrittenOptions = ReadonlyMap<string, WrittenOption>;

function writtenOptions(config: ConfigDocument): WrittenOptions {
  const { catalogue } = config;
  const options = new Map<string, WrittenOption>();
  for (const scope of config.scopes) {
    // Override blocks are separate scopes.
    const entries = (scope.entries([])?.list ?? []).filter(({ key }) => !String(key).startsWith('$'));
    for (const { path, lookup } of entries.flatMap((entry) => leavesOf(scope, entry))) {
      const isText =
        lookup.kind === 'static' && (typeof lookup.value === 'string' || lookup.value instanceof ConfigPath);
      if (!isWritten(lookup) || (lookup.kind === 'static' && !isText)) continue;
      const at = positionText(lookup.at);
      const option = {
        name: optionName(scope, path),
        path: underKey(path, scope, catalogue),
        written: path,
        isModule: isModuleOption(path, catalogue),
        isCovered: isText && hasPathRule(path, catalogue),
      };
      // A value shared by several options is only covered if all of these are.
      if (options.get(at)?.isCovered !== false) options.set(at, option);
    }
  }
  return options;
}

function hasPathRule(path: OptionPathParts, { ruleFor }: Catalogue): boolean {
  const anyKey = [...path.slice(0, -1), '*'];
  return [path, anyKey].some((option) => ruleFor(patternOf(option)) !== undefined);
}

/** The values in an option that contain no others. */
function leavesOf(scope: ConfigScope, entry: Entry): readonly Entry[] {
  return scope.entries(entry.path)?.list.flatMap((inner) => leavesOf(scope, inner)) ?? [entry];
}

/** Module options are under a key that neither variant knows, or follow a module in `modules`. */
function isModuleOption([first, , ...inner]: OptionPathParts, catalogue: Catalogue): boolean {
  const { path, names, findOption } = catalogue;
  const name = String(first);
  if (name === path.modules) return inner.length > 0 && inner[0] !== 0;
  return !findOption(name) && !names.olderGenerationKeys.includes(name);
}

/** Reports bundler aliases that still point to the old source directory. */
function bundlerAliases(config: ConfigDocument, { layout }: PathContext, file: TreePath): FollowUp[] {
  const { before, after } = layout;
  if (before === after) return [];
  return config.scopes.flatMap((scope) =>
    bundlerAliasEntries(scope).flatMap(({ name, path, lookup }) => {
      const isOld = lookup.kind === 'static' && placeNamed(lookup.value) === before;
      if (!isOld || lookup.at.file !== file || !sourceAliases.includes(name)) return [];
      const message = `\`${name}\` still points to the old source directory: point it to \`${after}\`.`;
      return [followUpFrom({ code: 'tool-alias', message }, optionName(scope, path), lookup.at)];
    }),
  );
}

function placeNamed(value: unknown): PlacePath | undefined {
  if (value instanceof ConfigPath) return value.place;
  return typeof value === 'string' && isRelativePath(value) ? placeAt('', value) : undefined;
}
