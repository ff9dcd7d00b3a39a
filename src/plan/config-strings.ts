import { sourceAliases } from '../catalogue/facts.ts';
import type { FollowUpCode } from '../catalogue/follow-ups.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { ConfigPath, type OptionPathParts, showPath } from '../config/change.ts';
import { type ConfigDocument, matchOption } from '../config/document.ts';
import type { Edit } from '../config/edits.ts';
import type { Entry } from '../config/entries.ts';
import { isWritten } from '../config/lookup.ts';
import {
  isInside,
  isRelativePath,
  longestPath,
  type PlacePath,
  pathFrom,
  placeAt,
  splitGlob,
  withoutEnd,
} from '../config/paths.ts';
import { type Position, positionOf, positionText } from '../config/problem.ts';
import { bundlerAliasEntries, isSigned } from '../project/aliases.ts';
import { createFolderReader } from '../project/path-mentions/runtime-folders.ts';
import { movedPlace, type PathContext, rebase } from '../project/rebase.ts';
import type { AliasScope, Reference, ReferenceContext } from '../project/references/reference.ts';
import { namesSomething, type ResolvedSpecifier, resolveSpecifier } from '../project/references/resolve.ts';
import { type Rewritten, rewriteReference } from '../project/references/rewrite.ts';
import { type AnyString, stringsIn, styleIn } from '../project/references/strings.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import type { SourceText } from '../project/syntax/source-text.ts';
import { resolveFile } from '../project/tree.ts';
import type { MovedTree } from '../project/tree-after.ts';
import { isReadElsewhere, underKey } from '../project/used-modules.ts';
import { optionName } from './config-scopes.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';
import { pathContext } from './migrate.ts';
import type { OpenProject } from './open-project.ts';
import { scopeOf } from './project-scopes.ts';
import type { StringEdit, StringFollower } from './rewrite-files.ts';
import { createStringReader, type StringReader } from './string-readings.ts';

/**
 * Updates paths in the strings of a config and of its imported files. Strings with an alias are rewritten,
 * since aliases mean the same everywhere. Others are reported, since the code that reads them decides what they
 * are relative to.
 */
export function createStringFollower(
  project: OpenProject,
  config: ConfigDocument,
  { tree, moves }: MovedTree,
  users: readonly OpenProject[] = [],
): StringFollower {
  const paths = pathContext(config, project.decision, project.evidence);
  if (!paths || !(project.decision.kind === 'layout' || paths.layout.moves.hasMoves))
    return () => ({ edits: [], followUps: [] });
  const reader = createStringReader(project, config, paths, tree);
  const optionStrings = knownStrings(config);
  const { needs, read: readFolders } = createFolderReader(config.catalogue, 'options');
  // An alias in the config of a layer may also be that of a project that extends the layer.
  const isOfUsers = users.length > 0 && config.catalogue.facts.layerAliases === 'project';
  const aliasesIn = (block: string): AliasScope[] => {
    const ownScopes = isOfUsers ? [] : [scopeOf(project, moves, block)];
    return [...ownScopes, ...users.map((user) => scopeOf(user, moves))].map((scope) => ({
      ...scope,
      guessed: new Set(),
    }));
  };
  return (source, references, context) => {
    const edits: StringEdit[] = [];
    const followUps: FollowUp[] = [];
    const isReference = ({ start, end }: AnyString) =>
      references.some((reference) => reference.start <= end && start <= reference.end);
    // A string that code joins to a folder of the framework is relative to that folder.
    const asked = new Set(needs(source.text) ? readFolders(source).words.map(({ start }) => start) : []);
    const strings = stringsIn(source).filter((string) => !isReference(string) && !asked.has(string.start));
    for (const named of strings.flatMap((string) => namingTexts(string, source.text))) {
      const place = placeOf(named, source, optionStrings);
      const { edit, followUp } = isAliasPath(named.reference)
        ? followAlias(place, project, config, aliasesIn, context)
        : (followModule(place, config, paths) ?? followMade(place, paths) ?? followPlain(place, reader));
      if (edit) edits.push({ ...edit, option: (place.known ?? place.made)?.option ?? '' });
      if (followUp) followUps.push(followUp);
    }
    return { edits, followUps: [...followUps, ...bundlerAliases(config, paths, source.path)] };
  };
}

interface NamingText {
  readonly reference: Reference;
  readonly string: AnyString;
}

/** The references in a string: those in its style code, or the string as a whole. */
function namingTexts(string: AnyString, code: string): NamingText[] {
  const style = styleIn(string, code);
  if (style) return style.map((reference) => ({ reference, string }));
  const { continues, place, parts } = string;
  const specifier = place?.replace(/^\/+/, '') ?? string.specifier;
  if ((continues && parts.length === 0) || !mayBePath(specifier)) return [];
  const kind = splitGlob(specifier).pattern === '' ? 'module' : 'glob';
  return [{ reference: { kind, ...string, specifier }, string }];
}

/** Quickly rules out most texts. */
function mayBePath(text: string): boolean {
  return text.length <= longestPath && /^[^\s:]*[\w/]/.test(text) && !text.includes('\n');
}

/** `~/x`, `~~/x`, `#shared/x`; in style code also `~assets/x`. */
function isAliasPath({ specifier, kind }: Reference): boolean {
  return isSigned(specifier) && (kind === 'style' || specifier.includes('/'));
}

interface StringPlace extends NamingText {
  /** The file that contains the string. */
  readonly path: TreePath;
  /** The position of the string, and the one to report. */
  readonly start: Position;
  readonly at: Position;
  /** The option whose value it is, and the option whose value is computed from it. */
  readonly known: KnownString | undefined;
  readonly made: KnownString | undefined;
}

function placeOf(named: NamingText, { path, text }: SourceText, optionStrings: KnownStrings): StringPlace {
  const { string, reference } = named;
  const optionAt = (at: Position) => optionStrings.get(positionText(at));
  const start = positionOf(path, text, string.at);
  const [made] = string.parts.flatMap((part) => optionAt(positionOf(path, text, part)) ?? []);
  const at = reference.kind === 'style' ? positionOf(path, text, reference.start) : start;
  return { ...named, path, start, at, known: optionAt(start), made };
}

interface FollowedString {
  readonly edit?: Edit;
  readonly followUp?: FollowUp;
}

/** Reports a string with its text; `change` is the rest of the sentence and says what to do. */
function reported(
  { reference, known, at }: Pick<StringPlace, 'reference' | 'known' | 'at'>,
  change: string,
  code: FollowUpCode = known?.isModule ? 'module-option-path' : 'config-string-path',
): FollowedString {
  const subject = known ? `\`${known.option}\`` : 'This string';
  const text = `${reference.specifier}${reference.open ? '…' : ''}`;
  const message = `${subject} contains \`${text}\`, ${change}`;
  return { followUp: followUpFrom({ code, message }, known?.option ?? '', at) };
}

function followAlias(
  place: StringPlace,
  project: OpenProject,
  config: ConfigDocument,
  aliasesIn: (block: string) => readonly AliasScope[],
  context: ReferenceContext,
): FollowedString {
  const { path, reference, known } = place;
  if (known?.isCovered) return {};
  const [first, ...others] = readingsIn(aliasesIn(known?.block ?? ''), path, reference, context);
  if (!first) return {};
  const { resolved, rewritten } = first;
  // An alias alone refers to a folder if it is an option; in code, other texts are compared with it.
  const isAlone = resolved.text === `${resolved.alias}/` && !reference.open;
  if (isAlone && !known) return {};
  if (!others.every((reading) => JSON.stringify(reading.rewritten) === JSON.stringify(rewritten))) {
    const places = [first, ...others].map((reading) => `\`${reading.resolved.place}\``);
    const change = `which could be ${places.join(' or ')}: check that it still resolves to the same place.`;
    return reported(place, change);
  }
  if (rewritten.kind === 'same' || rewritten.kind === 'address') return {};
  if (rewritten.kind === 'split')
    return reported(
      place,
      'which matches both files that move and files that stay: use one path for each location.',
      'glob-split',
    );
  const [written] = rewritten.specifiers;
  const { start, end, encode } = reference;
  const isExclusive = isInside(path, project.found.folder) && !config.isImportedElsewhere(path);
  const isSure = isExclusive && isSigned(written) && !isAlone;
  if (isSure) return { edit: { start, end, text: encode(written) } };
  return reported(
    place,
    `which resolves to another place afterwards: change it to \`${written}\` to keep the same one.`,
  );
}

/** The existing targets of an alias path in several scopes, and its new text in each. */
function readingsIn(
  scopes: readonly AliasScope[],
  path: TreePath,
  reference: Reference,
  context: ReferenceContext,
): { readonly resolved: ResolvedSpecifier; readonly rewritten: Rewritten }[] {
  const { tree, moves } = context;
  const exists = (place: PlacePath) =>
    namesSomething(tree, place) || resolveFile(tree, place, 'styles') !== undefined;
  return scopes.flatMap((aliases) => {
    const file = { before: parentOf(path), after: parentOf(moves.after(path)), aliases };
    const resolved = resolveSpecifier(reference, file, tree);
    if (resolved?.form !== 'alias' || !exists(resolved.place)) return [];
    return [{ resolved, rewritten: rewriteReference(reference, file, context) }];
  });
}

/** Updates a path in a module option; undefined if no rule for it is known, or it may be resolved otherwise. */
function followModule(
  { string, known }: StringPlace,
  config: ConfigDocument,
  paths: PathContext,
): FollowedString | undefined {
  if (!known?.isModule || string.continues) return undefined;
  const option = patternOf(known.path);
  const rule = config.catalogue.moduleRuleFor(option);
  const { specifier, start, end, encode } = string;
  const { layout, evidence } = paths;
  const { unless } = config.catalogue.facts.modulePaths[option] ?? {};
  const beside = unless && [...known.written.slice(0, -1), ...unless.option.split('.').slice(1)];
  const isMoved = [unless?.option, beside].some((path) => path && config.lookup(path).kind !== 'absent');
  const isElsewhere = isReadElsewhere(config.catalogue, option, evidence);
  if (isElsewhere && !isMoved) return {};
  const isThereToo = unless && evidence?.exists(placeAt(layout.root, `${unless.folder}/${specifier}`));
  if (!rule || isMoved || (isThereToo && isElsewhere === undefined)) return undefined;
  const { folder } = splitGlob(specifier);
  const base = rule.base.b === 'root' ? layout.root : layout.before;
  if (!evidence?.exists(placeAt(base, folder))) return undefined;
  const rebased = rebase(specifier, rule, paths, { block: known.block });
  if (rebased.kind === 'same') return {};
  if (rebased.kind !== 'write' || typeof rebased.value !== 'string') return undefined;
  return { edit: { start, end, text: encode(rebased.value) } };
}

/** The pattern of an option in the catalogue: `icon.customCollections[].dir`. */
function patternOf(path: OptionPathParts): string {
  return showPath(path.map((part) => (typeof part === 'number' ? 0 : part))).replaceAll('[0]', '[]');
}

/**
 * Updates a string that is part of an option's computed path, whose place is known. Undefined for any other
 * string.
 */
function followMade(
  { string, reference, start: at, made: known }: StringPlace,
  { layout: { moves }, evidence }: PathContext,
): FollowedString | undefined {
  if (known?.place === undefined) return undefined;
  const after = movedPlace(known.place, 'folders', moves, evidence);
  const text = placeAt('', reference.specifier.replace(/^\/+/, ''));
  if (known.isCovered || after === known.place || text === '') return {};
  const base = withoutEnd(known.place, text);
  if (base !== undefined && placeAt(moves.after(base), text) === after) return {};
  const isWhole = placeAt('', string.specifier.replace(/^\/+/, '')) === text;
  const stays = base !== undefined && moves.after(base) === base;
  if (isWhole && stays) {
    const { specifier, start, end, encode } = string;
    const [lead = ''] = /^(?:\.?\/)?/.exec(specifier) ?? [];
    const tail = specifier.endsWith('/') ? '/' : '';
    return { edit: { start, end, text: encode(`${lead}${pathFrom(base, after)}${tail}`) } };
  }
  const named = { ...reference, specifier: known.place, open: false };
  return reported({ reference: named, known, at }, `which becomes \`${after}\`: update the path.`);
}

function followPlain({ string, reference, at, ...place }: StringPlace, reader: StringReader): FollowedString {
  const isPlace = string.place !== undefined;
  // Cheap enough for every string; only a few may change.
  if ((string.continues && !isPlace) || !reader.mayChange(reference, string.key, isPlace)) return {};
  const known = place.known ?? (isPlace ? place.made : undefined);
  if (known?.isCovered) return {};
  const where = known ?? { path: [], key: string.key, isModule: false };
  const change = reader.change(reference, { ...where, isPlace });
  return change === undefined ? {} : reported({ reference, known, at }, change);
}

/** A string that is the value of an option. */
interface KnownString {
  readonly option: string;
  /** Options in a tuple of `modules` have the path that they would have under the key of the module. */
  readonly path: OptionPathParts;
  readonly written: OptionPathParts;
  readonly block: string;
  /** The nearest key above that is a name. */
  readonly key: string;
  readonly isModule: boolean;
  /** Whether the catalogue has a path rule for it. */
  readonly isCovered: boolean;
  /** The place that it resolves to, if it is computed from other texts. */
  readonly place?: PlacePath;
}

type KnownStrings = ReadonlyMap<string, KnownString>;

/** The options for which the catalogue has a path rule. */
function coveredOptions({ scopes, catalogue }: ConfigDocument): ReadonlySet<string> {
  return new Set(
    scopes.flatMap((scope) =>
      catalogue.pathPatterns.flatMap(({ pattern }) =>
        matchOption(scope, pattern).flatMap(({ path, lookup }) =>
          lookup.kind === 'static' ? optionName(scope, path) : [],
        ),
      ),
    ),
  );
}

/** The strings of all options, by their position. */
function knownStrings(config: ConfigDocument): KnownStrings {
  const strings = new Map<string, KnownString>();
  const covered = coveredOptions(config);
  for (const scope of config.scopes) {
    // Override blocks are separate scopes.
    const entries = (scope.entries([])?.list ?? []).filter(({ key }) => !String(key).startsWith('$'));
    for (const { entry, key } of entries.flatMap((child) => leavesOf(child, ''))) {
      const { path, lookup } = entry;
      if (!isWritten(lookup)) continue;
      const value = lookup.kind === 'static' ? lookup.value : undefined;
      const isPath = value instanceof ConfigPath;
      if (lookup.kind === 'static' && typeof value !== 'string' && !isPath) continue;
      const at = positionText(lookup.at);
      const option = optionName(scope, path);
      const about = {
        option,
        path: underKey(path, scope, config.catalogue),
        written: path,
        key,
        block: scope.block,
        isModule: isModuleOption(path, config.catalogue),
        isCovered: covered.has(option),
        ...(isPath && { place: value.place }),
      };
      // A value shared by several options is only covered if all of these are.
      if (strings.get(at)?.isCovered !== false) strings.set(at, about);
    }
  }
  return strings;
}

/** The values in an option that contain no others, each with the nearest key above that is a name. */
function leavesOf(entry: Entry, outer: string): { readonly entry: Entry; readonly key: string }[] {
  const key = typeof entry.key === 'string' ? entry.key : outer;
  const inner = entry.entries;
  return inner ? inner.list.flatMap((child) => leavesOf(child, key)) : [{ entry, key }];
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
