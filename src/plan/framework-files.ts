import { posix } from 'node:path';
import type { Catalogue } from '../catalogue/index.ts';
import { escaped } from '../catalogue/spelling.ts';
import { applyEdits } from '../config/edits.ts';
import { isInside, pathFrom, placeAt } from '../config/paths.ts';
import { positionOf } from '../config/problem.ts';
import type { TsConfig } from '../project/alias-scopes.ts';
import { knownAliases } from '../project/aliases.ts';
import { basesOf, compatibilityOf } from '../project/bases.ts';
import { placeOf } from '../project/config-paths.ts';
import { createOwnerFinder } from '../project/discover.ts';
import { type JsonMember, type JsonNode, memberOf, membersAt, parseJson } from '../project/json.ts';
import { memoLast } from '../project/memo.ts';
import type { MoveMap } from '../project/moves.ts';
import { isOwnReport } from '../project/own-files.ts';
import { createSyntaxFinder, type SyntaxFinder } from '../project/path-mentions/syntaxes.ts';
import { isTsConfig } from '../project/references/json-files.ts';
import { relativeText } from '../project/references/rewrite.ts';
import type { Repository } from '../project/repository.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { followUpFrom } from './follow-up.ts';
import { versionChanges } from './framework-versions.ts';
import type { OpenProject } from './open-projects.ts';
import { type FileChange, type FrameworkChanges, joinedChange, noFrameworkChanges } from './rewrite-files.ts';
import type { ToolingMode } from './selection.ts';
import { createTypeCheckSearch, isEndOf, isOfTool, isReferenceList, reportedOnce } from './type-checks.ts';

/** The tsconfig that Variant B generates in its build folder. */
const olderTsConfig = 'tsconfig.json';

/** Changes that package.json and the tsconfigs of each project need for Variant A, beyond their references. */
export function frameworkChanges(
  projects: readonly OpenProject[],
  repository: Repository,
  { moves, tsConfigs, refused, tooling = 'edit' }: FrameworkContext,
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
    const { tsConfig, generated } = typingFiles(project);
    const text = readText(tsConfig) ?? '';
    const change = referToGenerated(text, { tsConfig, generated }, catalogue, moves);
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

/** The inputs for changes of the framework's files. */
interface FrameworkContext {
  readonly moves: MoveMap;
  readonly tsConfigs: ReadonlyMap<TreePath, TsConfig>;
  /** The folders of projects that are not changed. */
  readonly refused: readonly TreePath[];
  readonly tooling?: ToolingMode | undefined;
}

/** The root tsconfig of a project, and the one that Variant B generates for it. */
interface TypingFiles {
  readonly tsConfig: TreePath;
  readonly generated: TreePath;
}

function typingFiles(project: OpenProject): TypingFiles {
  const { found, config, decision } = project;
  const root = placeAt(found.folder, decision.kind === 'layout' ? decision.layout.root : '');
  const build = buildFolder(project) ?? placeAt(root, config.catalogue.names.buildDir);
  return { tsConfig: placeAt(root, 'tsconfig.json'), generated: placeAt(build, olderTsConfig) };
}

/** The folder that `buildDir` names; undefined if it is unset or unknown. */
function buildFolder({ found: { folder }, config, evidence: disk }: OpenProject): TreePath | undefined {
  const { path, ruleFor } = config.catalogue;
  const lookup = config.lookup(path.buildDir);
  const rule = ruleFor(path.buildDir);
  if (lookup.kind !== 'static' || !rule) return undefined;
  const bases = basesOf(config, 'b', compatibilityOf(config));
  const place = placeOf(lookup.value, rule, { bases, aliases: knownAliases(config, bases, disk), disk });
  return place === undefined ? undefined : placeAt(folder, place);
}

/**
 * References Variant A's generated files in a root tsconfig that extends Variant B's; undefined if it does not, or
 * extends or references other files as well.
 */
function referToGenerated(
  text: string,
  { tsConfig: path, generated }: TypingFiles,
  { facts, names, path: options }: Catalogue,
  moves: MoveMap,
): FileChange | undefined {
  const root = parseJson(text);
  const parent = memberOf(root, 'extends');
  if (parent?.value.kind !== 'string' || memberOf(root, 'references')) return undefined;
  const extended = parent.value.text;
  const isGenerated = [extended, `${extended}.json`].some(
    (file) => placeAt(parentOf(path), file) === generated,
  );
  if (!isGenerated) return undefined;
  // Keeps the author's spelling of the folder, with or without `./` in front.
  const written = extended.slice(0, extended.lastIndexOf('/') + 1);
  const [build, target] = [parentOf(generated), moves.after(parentOf(generated))];
  const folder = build === target ? written : relativeText(parentOf(moves.after(path)), target, written);
  const references = facts.generatedTsConfigs.map((file) => `{ "path": "${folder}${file}" }`);
  const [, line = '', indent = ''] = /(\r?\n)([ \t]*)$/.exec(text.slice(0, parent.start)) ?? [];
  const inner = line && `${line}${indent}${indent || '  '}`;
  const list = `"references": [${inner}${references.join(inner ? `,${inner}` : ', ')}${line && line + indent}]`;
  const hasFiles = ['files', 'include'].some((key) => memberOf(root, key));
  const replacement = hasFiles ? list : `"files": [],${line ? line + indent : ' '}${list}`;
  const ignored = membersAt(root).flatMap(ownTypings);
  const shown = ignored.map((key) => `\`${key}\``).join(', ');
  const message = `${names.variants.a} generates several tsconfig files, which are referenced instead of extended, so the settings of this file no longer apply to them (${shown}): move those still needed to \`${options['typescript.tsConfig']}\`, and run the type check.`;
  const at = positionOf(path, text, parent.start);
  return {
    edits: [{ start: parent.start, end: parent.end, text: replacement }],
    followUps: ignored.length > 0 ? [followUpFrom({ code: 'tsconfig-own-options', message }, '', at)] : [],
  };
}

/** Paths that no tsconfig includes: dependencies, output, and names that start with a dot. */
const neverIncluded = /^(?:\.\/)?(?:\*\*\/)?(?:node_modules|dist|coverage|\.[\w-]+)(?:\/.*)?$/;

/** The names of settings in a member of a tsconfig that no longer affect the files of the project. */
function ownTypings({ key, value }: JsonMember): string[] {
  if (key === 'compilerOptions') return membersAt(value).map((option) => `${key}.${option.key}`);
  const isUsual = (item: JsonNode) => item.kind === 'string' && neverIncluded.test(item.text);
  const isDefault = key === 'exclude' && value.kind === 'array' && value.items.every(isUsual);
  return /^(?:include|files|exclude)$/.test(key) && !isDefault ? [key] : [];
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
  const message = `This file no longer gets the options that ${names.variants.b} generates: extend ${files}, depending on which files it is for.`;
  const at = positionOf(path, text, memberOf(parseJson(text), 'extends')?.start ?? 0);
  return { edits: [], followUps: [followUpFrom({ code: 'tsconfig-extends', message }, '', at)] };
}

/**
 * Reports tsconfigs in files of tools that only Variant B generates: which of the new ones are needed is
 * unknown. `unchanged` are projects that keep theirs.
 */
function createGeneratedSearch(
  generated: readonly TreePath[],
  unchanged: readonly TreePath[],
  syntaxOf: SyntaxFinder,
  { names, facts }: Catalogue,
): FrameworkChanges {
  if (generated.length === 0) return noFrameworkChanges;
  const ends = [...new Set(generated.map((path) => path.split('/').slice(-2).join('/')))];
  const mention = new RegExp(
    `(?:[\\w@.-]{1,100}/){0,20}(?<![\\w@.-])(?:${ends.map(escaped).join('|')})(?![\\w.-])`,
    'g',
  );
  const concerns = (path: TreePath) => {
    const isRead = isTsConfig(path) || isOfTool(syntaxOf(path));
    return isRead && !unchanged.some((folder) => isInside(path, folder));
  };
  return {
    concerns,
    look(path, text) {
      if (!ends.some((end) => text.includes(end)) || !concerns(path) || isOwnReport(text)) return undefined;
      // The `extends` of a tsconfig has its own follow-up.
      const parent = isTsConfig(path) ? memberOf(parseJson(text), 'extends') : undefined;
      const mentions = [...text.matchAll(mention)].filter(
        ({ 0: written, index }) =>
          !(parent && index > parent.start && index < parent.end) &&
          !isComment(text, index) &&
          generated.some((path) => isEndOf(written, path)),
      );
      const followUps = reportedOnce({ path, text }, mentions, 'tsconfig-gone', ([mentioned]) => {
        const folder = parentOf(mentioned);
        const files = facts.generatedTsConfigs.map((file) => `\`${posix.join(folder, file)}\``).join(' or ');
        return `Only ${names.variants.b} generates \`${mentioned}\`: use ${files} instead, depending on which files are meant.`;
      });
      return followUps.length > 0 ? { edits: [], followUps } : undefined;
    },
  };
}

function isComment(text: string, offset: number): boolean {
  return /^\s*(?:\/\/|#|\*|\/\*)/.test(text.slice(text.lastIndexOf('\n', offset) + 1, offset));
}
