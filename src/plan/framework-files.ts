import { applyEdits, type Edit } from '../base/edits.ts';
import { memoLast } from '../base/memo.ts';
import { isInside, pathFrom, placeAt } from '../base/paths.ts';
import { positionOf } from '../base/position.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { ConfigDocument } from '../config/document.ts';
import { knownAliases } from '../project/aliases.ts';
import { basesOf, compatibilityOf } from '../project/bases.ts';
import { placeOf } from '../project/config-paths.ts';
import { createOwnerFinder } from '../project/discover.ts';
import type { DiskView } from '../project/evidence.ts';
import { type JsonMember, type JsonNode, memberOf, membersAt, parseJson } from '../project/json.ts';
import type { MoveMap } from '../project/moves.ts';
import { createSyntaxFinder } from '../project/path-mentions/syntaxes.ts';
import { relativeText } from '../project/references/rewrite.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { followUpFrom } from './follow-up.ts';
import { versionChanges } from './framework-versions.ts';
import type { OpenProject } from './open-projects.ts';
import type { PlanContext } from './plan-context.ts';
import { type FileChange, type FrameworkChanges, joinedChange } from './rewrite-files.ts';
import type { ToolingMode } from './selection.ts';
import { createGeneratedSearch, createTypeCheckSearch, isReferenceList } from './type-checks.ts';

/**
 * Changes that package.json and the tsconfigs of each project need for Variant A, beyond their references.
 * `refused` are the folders of projects that are not changed.
 */
export function frameworkChanges(
  { projects, repository, moves, tsConfigs }: PlanContext,
  refused: readonly TreePath[],
  tooling: ToolingMode = 'edit',
): FrameworkChanges {
  const { catalogue, readText } = repository;
  const decided = projects.filter(({ decision }) => decision.kind !== 'unknown');
  const unknown = projects.filter((project) => !decided.includes(project)).map(({ found }) => found.folder);
  const kept = [...refused, ...unknown];
  const migrated = decided.map(({ found }) => found.folder);
  const changes = new Map(versionChanges(migrated, kept, repository, tooling));
  // Root tsconfigs that no longer extend the one that Variant B generates.
  const freed = new Map<TreePath, TreePath>();
  const emptied = new Set<TreePath>();
  // An edition may generate the same file in both variants.
  const isGone = !catalogue.facts.generatedTsConfigs.includes(olderTsConfig);
  // A project of an unknown variant is not changed. Inner projects come first: their files are more specific.
  const ofProjects = (isGone ? decided.toReversed() : []).map((project) => {
    const files = typingFiles(project);
    const { tsConfig, generated } = files;
    const text = readText(tsConfig) ?? '';
    const change = referToGenerated(text, files, catalogue, moves);
    if (change && !freed.has(tsConfig)) {
      changes.set(tsConfig, change);
      freed.set(tsConfig, generated);
      if (isReferenceList(applyEdits(text, change.edits))) emptied.add(tsConfig);
    }
    return generated;
  });
  const has = (folder: TreePath, some: readonly TreePath[]) => some.some((path) => isInside(path, folder));
  // Packages that contain projects, such as a module with a playground, have generated files too.
  const around = [...repository.packages.keys()].filter(
    (folder) => isGone && !migrated.includes(folder) && has(folder, migrated) && !has(folder, kept),
  );
  const { buildDir } = catalogue.names;
  const generated = [
    ...ofProjects,
    ...around.map((folder) => placeAt(folder, `${buildDir}/${olderTsConfig}`)),
  ];
  const ownerOf = createOwnerFinder([...migrated, ...kept]);
  // A layer may use the files generated for its project, and a package those of its playground.
  for (const [path, { parents }] of tsConfigs) {
    const lost = parents.flatMap((file) => (generated.includes(file) ? file : (freed.get(file) ?? [])));
    const [first] = freed.has(path) || kept.includes(ownerOf(path) ?? path) ? [] : lost;
    if (first !== undefined) changes.set(path, askAboutParent(path, readText(path) ?? '', first, catalogue));
  }
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

/** Reports a tsconfig that no longer gets the generated options: which of the new files it needs is unknown. */
function askAboutParent(
  path: TreePath,
  text: string,
  generated: TreePath,
  { facts, names }: Catalogue,
): FileChange {
  const folder = pathFrom(parentOf(path), parentOf(generated));
  const files = facts.generatedTsConfigs.map((file) => `\`${folder}/${file}\``).join(' or ');
  const message = `The options that ${names.variants.b} generates no longer apply: extend ${files}, depending on which files the tsconfig is for.`;
  const at = positionOf(path, text, memberOf(parseJson(text), 'extends')?.start ?? 0);
  return { edits: [], followUps: [followUpFrom({ code: 'tsconfig-extends', message }, '', at)] };
}

/** The tsconfig that Variant B generates in its build folder. */
const olderTsConfig = 'tsconfig.json';

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

/** References Variant A's generated files in the root tsconfig; undefined if it does not extend Variant B's. */
function referToGenerated(
  text: string,
  { tsConfig: path, generated }: TypingFiles,
  catalogue: Catalogue,
  moves: MoveMap,
): FileChange | undefined {
  const root = parseJson(text);
  const parent = memberOf(root, 'extends');
  if (!root || !parent) return undefined;
  const isGenerated = generatedTest(path, generated);
  const [extended] = listed(parent.value).filter(isGenerated);
  if (extended?.kind !== 'string') return undefined;
  // Options and exclusions that no longer affect the generated files.
  const undecided = [
    ...membersAt(root, 'compilerOptions').map(({ key }) => `compilerOptions.${key}`),
    ...(isNarrowing(memberOf(root, 'exclude')) ? ['exclude'] : []),
  ];
  // The lists of files that are checked without the generated options.
  const lists = ['include', 'files'].flatMap((key) => memberOf(root, key) ?? []);
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
    edits: referenceEdits({ text, root }, { parent, others }, references),
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
  const [comma = ''] = /^\s*,\s*/.exec(text.slice(parent.end)) ?? [];
  const replaced =
    parts.length > 0
      ? { start: parent.start, end: parent.end, text: parts.join(line === '' ? ', ' : `,${line}${indent}`) }
      : { start: parent.start, end: parent.end + comma.length, text: '' };
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

/** Paths that no tsconfig includes: dependencies, output, and names that start with a dot. */
const neverIncluded = /^(?:\.\/)?(?:\*\*\/)?(?:node_modules|dist|coverage|\.[\w-]+)(?:\/.*)?$/;

/** Whether `exclude` excludes files that would be checked otherwise. */
function isNarrowing(member: JsonMember | undefined): boolean {
  const items = member?.value.kind === 'array' ? member.value.items : [];
  return items.some((item) => item.kind !== 'string' || !neverIncluded.test(item.text));
}
