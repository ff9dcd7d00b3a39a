import type { Catalogue } from '../catalogue/index.ts';
import type { Change } from '../config/change.ts';
import type { ConfigDocument } from '../config/document.ts';
import { applyEdits, type Edit } from '../config/edits.ts';
import { isInside, pathFrom, placeAt } from '../config/paths.ts';
import { positionOf } from '../config/problem.ts';
import type { TsConfig } from '../project/alias-scopes.ts';
import { knownAliases } from '../project/aliases.ts';
import { basesOf, compatibilityOf } from '../project/bases.ts';
import { placeOf } from '../project/config-paths.ts';
import type { DiskView } from '../project/evidence.ts';
import { type JsonMember, type JsonNode, memberOf, parseJson } from '../project/json.ts';
import { memoLast } from '../project/memo.ts';
import type { MoveMap } from '../project/moves.ts';
import { createSyntaxFinder } from '../project/path-mentions/syntaxes.ts';
import { relativeText } from '../project/references/rewrite.ts';
import type { Repository } from '../project/repository.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { isReferenceList } from '../project/type-checks.ts';
import { followUpFrom } from './follow-up.ts';
import { versionChanges } from './framework-versions.ts';
import type { OpenProject } from './open-project.ts';
import { leftTypings, lengthOf, type OwnTypings, readOwnTypings, typingChanges } from './own-typings.ts';
import { type FileChange, type FrameworkChanges, joinedChange } from './rewrite-files.ts';
import type { ToolingMode } from './selection.ts';
import { createOwnerFinder } from './shard.ts';
import { createGeneratedSearch, createTypeCheckSearch } from './tsconfig-mentions.ts';

/** The tsconfig that Variant B generates in its build folder. */
const olderTsConfig = 'tsconfig.json';

/** Changes that package.json and the tsconfigs of each project need for Variant A, beyond their references. */
export function frameworkChanges(
  projects: readonly OpenProject[],
  repository: Repository,
  { moves, tsConfigs, refused, tooling = 'edit', isSet }: FrameworkContext,
): FrameworkChanges {
  const { catalogue, readText } = repository;
  const changes = new Map<TreePath, FileChange>();
  const emptied = new Set<TreePath>();
  const addFor = (path: TreePath, change: (text: string) => FileChange | undefined): void => {
    const text = changes.has(path) ? undefined : readText(path);
    const needed = text === undefined ? undefined : change(text);
    if (needed) changes.set(path, needed);
  };
  const isBelow = (path: TreePath, root: TreePath, depth = 0): boolean =>
    depth < 10 &&
    (tsConfigs.get(path)?.parents ?? []).some((file) => file === root || isBelow(file, root, depth + 1));
  const decided = projects.filter(({ decision }) => decision.kind !== 'unknown');
  const unknown = projects.filter((project) => !decided.includes(project)).map(({ found }) => found.folder);
  const kept = [...refused, ...unknown];
  const migrated = decided.map(({ found }) => found.folder);
  for (const [path, change] of versionChanges(migrated, kept, repository, tooling)) changes.set(path, change);
  // A project of an unknown variant is not changed. Inner projects come first: their files are more specific.
  const typings = decided.toReversed().flatMap((project) => {
    // An edition may generate the same file in both variants.
    if (catalogue.facts.generatedTsConfigs.includes(olderTsConfig)) return [];
    const files = typingFiles(project);
    const { tsConfig, generated } = files;
    const typings = ownTypings(project, repository);
    const moved = typings && typingChanges(project.config, typings);
    // Whether the project's config has, or gets, all options that can move there.
    const areMoved = moved?.every((change) => isSet(project.found.folder, change)) ?? false;
    addFor(tsConfig, (text) => referToGenerated(text, { ...files, areMoved }, catalogue, moves));
    // A tsconfig that extends the root one got the generated options through it.
    const isLost = (changes.get(tsConfig)?.edits.length ?? 0) > 0;
    const remaining = isLost ? applyEdits(readText(tsConfig) ?? '', changes.get(tsConfig)?.edits ?? []) : '';
    if (isReferenceList(remaining)) emptied.add(tsConfig);
    const isLostIn = (path: TreePath) => isLost && isBelow(path, tsConfig);
    return [{ generated, isLostIn }];
  });
  const has = (folder: TreePath, some: readonly TreePath[]) => some.some((path) => isInside(path, folder));
  // Packages that contain projects, such as a module with a playground, have generated files too.
  const around = (typings.length === 0 ? [] : [...repository.packages.keys()]).filter(
    (folder) => !migrated.includes(folder) && has(folder, migrated) && !has(folder, kept),
  );
  const others = around.map((folder) => ({
    generated: placeAt(folder, `${catalogue.names.buildDir}/${olderTsConfig}`),
    isLostIn: () => false,
  }));
  // A layer may use the files generated for its project, and a package those of its playground.
  const ownerOf = createOwnerFinder([...migrated, ...kept]);
  for (const path of tsConfigs.keys()) {
    const isUnchanged = kept.includes(ownerOf(path) ?? path);
    if (!isUnchanged) addFor(path, (text) => askAboutParent(path, text, [...typings, ...others], catalogue));
  }
  const generated = [...typings, ...others].map((typing) => typing.generated);
  // Both searches ask for the syntax of every file.
  const syntaxOf = memoLast(createSyntaxFinder(new Set(['', ...repository.packages.keys()]), catalogue));
  const searches = [
    createTypeCheckSearch(emptied, syntaxOf, repository),
    createGeneratedSearch(generated, kept, syntaxOf, catalogue),
  ];
  return {
    concerns: (path) => changes.has(path) || searches.some((search) => search.concerns(path)),
    look: (path, text) =>
      [changes.get(path), ...searches.map((search) => search.look(path, text))].reduce((first, second) =>
        first && second ? joinedChange(first, second) : (first ?? second),
      ),
  };
}

/** The root tsconfig of a project, and the one that Variant B generates for it. */
interface TypingFiles {
  readonly tsConfig: TreePath;
  readonly generated: TreePath;
}

function typingFiles({ found: { folder }, config, decision, evidence }: OpenProject): TypingFiles {
  const root = placeAt(folder, decision.kind === 'layout' ? decision.layout.root : '');
  const build = buildFolder(config, evidence, folder) ?? placeAt(root, config.catalogue.names.buildDir);
  return { tsConfig: placeAt(root, 'tsconfig.json'), generated: placeAt(build, olderTsConfig) };
}

/** The folder that `buildDir` names; undefined if it is unset or unknown. */
function buildFolder(config: ConfigDocument, disk: DiskView, folder: TreePath): TreePath | undefined {
  const { path, ruleFor } = config.catalogue;
  const lookup = config.lookup(path.buildDir);
  const rule = ruleFor(path.buildDir);
  if (lookup.kind !== 'static' || !rule) return undefined;
  const bases = basesOf(config, 'b', compatibilityOf(config));
  const place = placeOf(lookup.value, rule, { bases, aliases: knownAliases(config, bases, disk), disk });
  return place === undefined ? undefined : placeAt(folder, place);
}

/** The inputs for changes of the framework's files. */
interface FrameworkContext {
  readonly moves: MoveMap;
  readonly tsConfigs: ReadonlyMap<TreePath, TsConfig>;
  /** The folders of projects that are not changed. */
  readonly refused: readonly TreePath[];
  readonly tooling?: ToolingMode | undefined;
  /** Whether the migration of a project's config makes a change. */
  isSet(project: TreePath, change: Change): boolean;
}

/** The compiler options of a tsconfig that no longer apply, because it references the generated files. */
export function ownTypings(
  project: OpenProject,
  { catalogue, readText }: Repository,
): OwnTypings | undefined {
  if (project.decision.kind === 'unknown' || catalogue.facts.generatedTsConfigs.includes(olderTsConfig))
    return undefined;
  const { tsConfig, generated } = typingFiles(project);
  const text = readText(tsConfig) ?? '';
  const parent = memberOf(parseJson(text), 'extends');
  const isExtended = parent && listed(parent.value).some(generatedTest(tsConfig, generated));
  return isExtended ? readOwnTypings(tsConfig, text) : undefined;
}

/** References Variant A's generated files in the root tsconfig; undefined if it does not extend Variant B's. */
function referToGenerated(
  text: string,
  typing: TypingFiles & { readonly areMoved: boolean },
  catalogue: Catalogue,
  moves: MoveMap,
): FileChange | undefined {
  const { tsConfig: path, generated, areMoved } = typing;
  const root = parseJson(text);
  const parent = memberOf(root, 'extends');
  if (!root || !parent) return undefined;
  const isGenerated = generatedTest(path, generated);
  const [extended] = listed(parent.value).filter(isGenerated);
  if (extended?.kind !== 'string') return undefined;
  const { edits, open: undecided, lists } = leftTypings(text, root, areMoved);
  const [names, adds, it] = [
    undecided.map((key) => `\`${key}\``).join(', '),
    ...(undecided.length === 1 ? ['applies', 'it'] : ['apply', 'them']),
  ];
  const message = `${catalogue.names.variants.a} generates several tsconfig files, which are referenced instead of extended: ${names} no longer ${adds} to them: move ${it} to \`${catalogue.path['typescript.tsConfig']}\` if still needed, and run the type check.`;
  const at = positionOf(path, text, parent.start);
  // Keeps the author's spelling of the folder, with or without `./` in front.
  const written = extended.text.slice(0, extended.text.lastIndexOf('/') + 1);
  const [build, target] = [parentOf(generated), moves.after(parentOf(generated))];
  const folder = build === target ? written : relativeText(parentOf(moves.after(path)), target, written);
  const others = listed(parent.value).filter((item) => !isGenerated(item));
  const references = catalogue.facts.generatedTsConfigs.map((file) => `${folder}${file}`);
  const code = 'tsconfig-own-options';
  return {
    edits: [...referenceEdits({ text, root }, { parent, others }, references), ...edits],
    followUps: [
      ...(undecided.length > 0 ? [followUpFrom({ code, message }, '', at)] : []),
      ...lists.map(({ key, start }) => {
        const message = `The files in \`${key}\` are now checked without the generated options and aliases: remove those that the generated files include, and give the others a tsconfig that extends \`${references[0]}\`.`;
        return followUpFrom({ code, message }, '', positionOf(path, text, start));
      }),
    ],
  };
}

/** The value of `extends`: one file, or a list of them. */
function listed(value: JsonNode): readonly JsonNode[] {
  return value.kind === 'array' ? value.items : [value];
}

/** Tests whether a value is the path of the tsconfig that Variant B generates. */
function generatedTest(path: TreePath, generated: TreePath): (value: JsonNode) => boolean {
  return (value) =>
    value.kind === 'string' &&
    [value.text, `${value.text}.json`].some((text) => placeAt(parentOf(path), text) === generated);
}

/** Replaces only the `extends` property. `others` are the extended files that are not generated. */
function referenceEdits(
  { text, root }: { readonly text: string; readonly root: JsonNode },
  { parent, others }: { readonly parent: JsonMember; readonly others: readonly JsonNode[] },
  references: readonly string[],
): Edit[] {
  const items = references.map((path) => `{ "path": "${path}" }`);
  const { line, indent, unit } = styleAt(text, parent.start);
  const inner = line === '' ? '' : `${line}${indent}${unit}`;
  const current = memberOf(root, 'references')?.value;
  const existing = current?.kind === 'array' ? current : undefined;
  const parts = [
    ...(others.length > 0
      ? [`"extends": [${others.map(({ start, end }) => text.slice(start, end)).join(', ')}]`]
      : []),
    ...(['files', 'include'].some((key) => memberOf(root, key)) ? [] : ['"files": []']),
    ...(existing
      ? []
      : [`"references": [${inner}${items.join(inner === '' ? ', ' : `,${inner}`)}${line}${indent}]`]),
  ];
  const replaced =
    parts.length > 0
      ? { start: parent.start, end: parent.end, text: parts.join(line === '' ? ', ' : `,${line}${indent}`) }
      : { start: parent.start, end: parent.end + lengthOf(/^\s*,\s*/, text.slice(parent.end)), text: '' };
  if (!existing) return [replaced];
  const last = existing.items.at(-1);
  const at = last ? last.end : existing.start + 1;
  return [{ start: at, end: at, text: `${last ? ', ' : ''}${items.join(', ')}` }, replaced];
}

/** The line break and indentation at an offset; empty if there is no line break before it. */
function styleAt(text: string, offset: number): { line: string; indent: string; unit: string } {
  const match = /(\r?\n)([ \t]*)$/.exec(text.slice(0, offset));
  if (!match) return { line: '', indent: '', unit: '' };
  const [, line = '\n', indent = ''] = match;
  return { line, indent, unit: indent === '' ? '  ' : indent };
}

/** The generated tsconfig of a project. */
interface ProjectTyping {
  /** The file that Variant B generates. */
  readonly generated: TreePath;
  /** Whether a tsconfig got the generated options through the root one, and no longer does. */
  isLostIn(path: TreePath): boolean;
}

/**
 * Reports any other tsconfig that extends a file that is no longer generated, directly or through the root one:
 * which of the new files it needs is unknown.
 */
function askAboutParent(
  path: TreePath,
  text: string,
  typings: readonly ProjectTyping[],
  { facts, names }: Catalogue,
): FileChange | undefined {
  const parent = memberOf(parseJson(text), 'extends');
  const extended = parent ? listed(parent.value) : [];
  const direct = typings.find(({ generated }) => extended.some(generatedTest(path, generated)));
  const typing = direct ?? typings.find(({ isLostIn }) => isLostIn(path));
  if (!typing) return undefined;
  const folder = pathFrom(parentOf(path), parentOf(typing.generated));
  const files = facts.generatedTsConfigs.map((file) => `\`${folder}/${file}\``).join(' or ');
  const message = direct
    ? `This file extends a tsconfig that only ${names.variants.b} generates: extend ${files} instead, depending on which files it is for.`
    : `The root tsconfig no longer includes the generated options: also extend ${files}, depending on which files this one is for.`;
  const at = positionOf(path, text, parent?.start ?? 0);
  return { edits: [], followUps: [followUpFrom({ code: 'tsconfig-extends', message }, '', at)] };
}
