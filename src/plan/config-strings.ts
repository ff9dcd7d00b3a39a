/**
 * Updates or reports paths in strings of a config that no transform handles, such as `'~/server/x'` in the options of a
 * module.
 */

import type { Edit } from '../base/edits.ts';
import { lazy } from '../base/memo.ts';
import {
  isInside,
  isRelativePath,
  isSigned,
  longestPath,
  type PlacePath,
  placeAt,
  splitGlob,
} from '../base/paths.ts';
import { type Position, positionOf, positionText } from '../base/position.ts';
import { sourceAliases } from '../catalogue/facts.ts';
import type { FollowUpCode } from '../catalogue/follow-ups.ts';
import { forms } from '../catalogue/option.ts';
import { ConfigPath, type OptionPathParts } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import { bundlerAliasEntries } from '../paths/aliases.ts';
import { follow } from '../paths/follow.ts';
import { meaning, partsOf } from '../paths/meaning.ts';
import { followOption, type PathContext } from '../paths/option-paths.ts';
import { changeOf, meantReadings } from '../paths/path-mentions/rewrite-word.ts';
import { createFolderReader } from '../paths/path-mentions/structured.ts';
import { namesPaths } from '../paths/path-mentions/words.ts';
import { type PlacedString, stringsIn, styleIn } from '../paths/references/code-strings.ts';
import {
  type AliasScope,
  type BaseFolder,
  plainEdit,
  type Reference,
  type ReferenceContext,
} from '../paths/references/reference.ts';
import { readerOf } from '../paths/references/rewrite.ts';
import { isNewerModule } from '../paths/used-modules.ts';
import { expandChoices } from '../tree/globs.ts';
import { parentOf, type TreePath } from '../tree/snapshot.ts';
import { namesIn } from '../tree/syntax/bindings.ts';
import { programsIn, type SourceText } from '../tree/syntax/source-text.ts';
import type { MovedTree } from '../tree/tree-after.ts';
import {
  patternOf,
  type WrittenValue,
  type WrittenValues,
  writtenValues,
} from './config-scopes.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';
import { pathContext } from './migrate.ts';
import type { OpenProject } from './open-projects.ts';
import { scopeOf } from './plan-context.ts';
import { noChange, type StringRewriter } from './rewrite-files.ts';

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
    return () => noChange;
  const readPlain = createPlainReader(project, config, paths, moved);
  const options = writtenValues(config);
  const folders = createFolderReader(config.catalogue, 'options');
  // An alias in the config of a layer may also be that of a project that extends the layer.
  const isOfUsers = config.catalogue.facts.layerAliases === 'project';
  const scopesOf = (projects: readonly OpenProject[]): AliasScope[] =>
    projects.map((user) => ({ ...scopeOf(user, moved.moves), guessed: new Set() }));
  // Each layer of a chain has all projects above it as users, and most configs have no such string.
  const scopes = lazy(() =>
    isOfUsers ? [scopesOf(users), scopesOf([project])] : [scopesOf([project, ...users])],
  );
  const mayEdit = (path: TreePath) =>
    isInside(path, project.found.folder) && !config.isImportedElsewhere(path);
  const outcomeOf = (string: StringPath, context: ReferenceContext): StringOutcome => {
    const { option } = string;
    if (option?.isCovered) return {};
    if (isAliasPath(string)) {
      return rewriteAlias(string, scopes(), context, mayEdit(string.source.path));
    }
    const isOfModule = option?.isModule && string.isWhole;
    const followed = isOfModule ? rewriteModuleOption(string, option, config, paths) : undefined;
    return followed ?? readPlain(string);
  };
  return (source, { references, edits, followUps }, context) => {
    const isReference = ({ start, end }: PlacedString) =>
      references.some((reference) => reference.start <= end && start <= reference.end);
    // A string that code joins to a folder of the framework is relative to that folder.
    const asked = new Set(folders.words(source.text).map(({ start }) => start));
    const strings = programsIn(source)
      .flatMap((program) => stringsIn(program, namesIn(program)))
      .filter(
        (string) => string.role !== 'key' && !isReference(string) && !asked.has(string.start),
      );
    const followed = strings
      .flatMap((string) => pathsIn(string, source, options))
      .map((string) => ({ ...outcomeOf(string, context), option: string.option?.name ?? '' }));
    const inOptions = followUps.map((followUp) => {
      const option = options.get(positionText(followUp))?.name ?? followUp.option;
      return { ...followUp, option };
    });
    return {
      edits: [
        ...edits,
        ...followed.flatMap(({ edit, option }) => (edit ? [{ ...edit, option }] : [])),
      ],
      followUps: [
        ...inOptions,
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
  readonly option: WrittenValue | undefined;
  readonly isWhole: boolean;
}

function pathsIn(string: PlacedString, source: SourceText, options: WrittenValues): StringPath[] {
  const { keys, isPath, role, valueAt } = string;
  const positionAt = (offset: number) => positionOf(source.path, source.text, offset);
  const option = options.get(positionText(positionAt(valueAt)));
  const isWhole = !string.open && valueAt === string.start - 1;
  const about = { source, key: keys.at(-1) ?? '', option, isWhole, isPath: false };
  const style = styleIn(string, source.text);
  if (style)
    return style.map((reference) => ({ ...about, reference, at: positionAt(reference.start) }));
  const specifier = isPath ? string.specifier.replace(/^\/+/, '') : string.specifier;
  if ((role === 'continuation' && !isPath) || !mayBePath(specifier)) return [];
  const kind = splitGlob(specifier).pattern === '' ? 'module' : 'glob';
  return [
    {
      ...about,
      reference: { kind, ...string, specifier },
      at: positionAt(string.start - 1),
      isPath,
    },
  ];
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

/** Follows a text with an alias for everyone in whose folders it names something, of the first group with one. */
function rewriteAlias(
  string: StringPath,
  groups: readonly (readonly AliasScope[])[],
  context: ReferenceContext,
  mayEdit: boolean,
): StringOutcome {
  const { reference, source, option } = string;
  const { specifier, open, kind } = reference;
  const folder = parentOf(source.path);
  const text = { parts: partsOf(specifier, forms[kind], open), rule: forms[kind] };
  const readingFor = (aliases: AliasScope) => {
    const file = { before: folder, after: parentOf(context.moves.after(source.path)), aliases };
    const reader = readerOf(file, context);
    const meant = meaning(text.parts, text.rule, reader.before);
    if (meant.kind !== 'place' || meant.from === 'base') return [];
    const { disk } = context;
    const isThere = disk.exists(meant.place) || disk.hasFile(meant.place, 'styles');
    return isThere ? [{ reader, meant }] : [];
  };
  const readings = groups.map((scopes) => scopes.flatMap(readingFor)).find(({ length }) => length);
  const [first] = readings ?? [];
  if (!readings || !first) return {};
  const { meant } = first;
  // An alias alone refers to a folder if it is an option; in code, other texts are compared with it.
  const isAlone = meant.path === `${meant.alias}/` && !open;
  if (isAlone && !option) return {};
  const readers = readings.map(({ reader }) => reader);
  const followed = follow(text, readers);
  switch (followed.kind) {
    case 'write': {
      const isSure = mayEdit && meant.from === 'alias' && isSigned(followed.text) && !isAlone;
      const edit = isSure ? plainEdit(reference, source, followed.text) : undefined;
      const change = `which resolves to another place afterwards: change it to \`${followed.text}\` to keep the same one.`;
      return edit ? { edit } : reported(string, change);
    }
    case 'split': {
      const change =
        'which matches both files that move and files that stay: use one path for each location.';
      return reported(string, change, 'glob-split');
    }
    case 'ambiguous': {
      const places = readings.map((reading) => `\`${reading.meant.place}\``);
      const change = `which could be ${places.join(' or ')}: check that it still resolves to the same place.`;
      return reported(string, change);
    }
    default:
      return {};
  }
}

const unseen =
  'which leads to a folder that was not searched: check that it is still resolved from the same one.';

/** Updates a path in a module option; undefined if no rule for it is known, or it may be resolved otherwise. */
function rewriteModuleOption(
  string: StringPath,
  { path, written }: WrittenValue,
  config: ConfigDocument,
  paths: PathContext,
): StringOutcome | undefined {
  const option = patternOf(path);
  const { reference, source } = string;
  const { specifier } = reference;
  const { layout, evidence } = paths;
  const isNewer = isNewerModule(config.catalogue, option, evidence);
  const rule = config.catalogue.moduleRuleFor(option, isNewer);
  const { unless, below, since } = config.catalogue.facts.modulePaths[option] ?? {};
  const beside = unless && [...written.slice(0, -1), ...unless.option.split('.').slice(1)];
  const isMoved = [unless?.option, beside].some(
    (other) => other && config.lookup(other).kind !== 'absent',
  );
  if (isNewer && !since && !isMoved) return {};
  const isThereToo =
    unless && evidence?.exists(placeAt(layout.root, `${unless.folder}/${specifier}`));
  const mayDiffer = isNewer === undefined && Boolean(unless ? isThereToo : below);
  if (!rule || isMoved) return undefined;
  const base = rule.base.b === 'root' ? layout.root : layout.before;
  const place = placeAt(base, splitGlob(specifier).folder);
  if (!evidence?.exists(place)) return undefined;
  const rebased = followOption(specifier, rule, paths);
  if (mayDiffer) {
    const isUnseen = rebased.kind === 'write' && !evidence.isListed(place);
    return isUnseen ? reported(string, unseen) : undefined;
  }
  if (rebased.kind === 'same') return {};
  if (rebased.kind !== 'write' || typeof rebased.value !== 'string') return undefined;
  const edit = plainEdit(reference, source, rebased.value);
  return edit && { edit };
}

/** Reports strings whose base folder is unknown, and that may name another place: they are resolved from every folder that may be meant. */
function createPlainReader(
  { found: { folder } }: OpenProject,
  config: ConfigDocument,
  paths: PathContext,
  moved: MovedTree,
): (string: StringPath) => StringOutcome {
  const { serverEngine } = config.catalogue.path;
  const { after } = moved.moves;
  const root = placeAt(folder, paths.layout.root);
  const { sources, basesOf } = createBases(config, paths, { before: folder, after: after(folder) });
  return (string) => {
    const { isPath } = string;
    const { path: option = [], isModule = false } = string.option ?? {};
    // A module or the server engine may accept the name of a folder alone.
    const isNamed =
      isPath || ((isModule || option[0] === serverEngine) && namesPaths(keyOf(string)));
    // Only options of modules may name files that are created later.
    const context = { ...moved, bases: basesOf(option), aliases: undefined, isProse: !isModule };
    for (const path of isAddress(string) ? [] : pathChoices(string.reference)) {
      const readings = meantReadings(path, isNamed || /\w\.\w+$/.test(path), context).filter(
        ({ base, place }) => place !== base.before && place !== root,
      );
      // A text that code joins to a folder is hardly ever relative to the source directory.
      const joined = isPath ? readings.filter(({ base }) => base !== sources) : [];
      // Outside module options, a file that stays is hardly ever read from the source directory.
      const changed = (joined.length > 0 ? joined : readings).find(
        (reading) =>
          (isModule || after(reading.place) !== reading.place || reading.base !== sources) &&
          changeOf(reading, context) !== undefined,
      );
      if (changed) return reported(string, namedPlace(changed.place, after(changed.place)));
    }
    return {};
  };
}

function namedPlace(was: PlacePath, now: PlacePath): string {
  const change = was === now ? 'stays while the source directory moves' : `becomes \`${now}\``;
  return `which may be \`${was}\`, and that ${change}: update it for the folder that it is resolved from.`;
}

/** The folders that strings of a config may be resolved from; `basesOf` returns those for an option. */
function createBases(
  config: ConfigDocument,
  { layout, aliases }: PathContext,
  project: BaseFolder,
) {
  const { names, path: known, folders } = config.catalogue;
  const { root, before, after, moves } = layout;
  const baseAt = (place: PlacePath, later = moves.after(place)): BaseFolder => {
    return { before: placeAt(project.before, place), after: placeAt(project.after, later) };
  };
  const sources = baseAt(before, after);
  const server = placeAt(before, folders.withOption(known.serverDir).name);
  const bundlerRoots = [
    aliases.before.slash.bundler ?? root,
    aliases.after.slash.bundler ?? root,
  ] as const;
  const additional = new Map([
    [known.serverEngine, baseAt(server)],
    [known.typescript, baseAt(placeAt(root, names.buildDir))],
    [known.bundler1, baseAt(...bundlerRoots)],
  ]);
  const basesOf = ([first]: OptionPathParts): readonly [BaseFolder, ...BaseFolder[]] => {
    const more = additional.get(String(first));
    return [sources, baseAt(root), baseAt('', ''), ...(more ? [more] : [])];
  };
  return { sources, basesOf };
}

/** The paths in a text, one for each choice of a pattern with braces. */
function pathChoices({ specifier, open }: Reference): string[] {
  const whole = specifier.replaceAll('\\', '/').replace(/^!(?!\()/, '');
  const text = open ? whole.slice(0, whole.lastIndexOf('/') + 1) : whole;
  // Build output is recreated.
  const isNone = /^\.{0,2}\/?$|:|^\/|^(?:\.\/)?(?:dist|node_modules|\.\w)/;
  return expandChoices(text).filter((path) => !isNone.test(path));
}

/** The last name in the path of an option, or the key around a string in code. */
function keyOf({ option, key }: StringPath): string {
  return String(option?.path.findLast((part) => typeof part === 'string') ?? key);
}

/** Keys with lists of routes of the site, and keys of folders, which are never such a list. */
const routeKeys = /^(?:(?:dis)?allow|routes?|urls?|redirects?|robots|sitemap)$/i;
const folderKeys = /(?:dir|directory|folder)$/i;

/** `disallow: ['pages/']` lists routes: a path would contain a dot, or be passed to code that reads files. */
function isAddress(string: StringPath): boolean {
  const path = string.option?.path ?? [];
  const listsRoutes =
    !folderKeys.test(keyOf(string)) && path.some((part) => routeKeys.test(String(part)));
  return listsRoutes && !string.isPath && !string.reference.specifier.includes('.');
}

/** Reports bundler aliases that still point to the old source directory. */
function bundlerAliases(
  config: ConfigDocument,
  { layout }: PathContext,
  file: TreePath,
): FollowUp[] {
  const { before, after } = layout;
  if (before === after) return [];
  return config.scopes.flatMap((scope) =>
    bundlerAliasEntries(scope).flatMap(({ name, path, lookup }) => {
      const isOld = lookup.kind === 'static' && placeNamed(lookup.value) === before;
      if (!isOld || lookup.at.file !== file || !sourceAliases.includes(name)) return [];
      const message = `\`${name}\` still points to the old source directory: point it to \`${after}\`.`;
      return [followUpFrom({ code: 'tool-alias', message }, scope.nameOf(path), lookup.at)];
    }),
  );
}

function placeNamed(value: unknown): PlacePath | undefined {
  if (value instanceof ConfigPath) return value.place;
  return typeof value === 'string' && isRelativePath(value) ? placeAt('', value) : undefined;
}
