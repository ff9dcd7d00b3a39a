import type * as t from '@babel/types';
import { type Catalogue, isFollowUpCode } from '../catalogue/index.ts';
import { ConfigPath } from '../config/change.ts';
import { groupedBy } from '../config/grouped.ts';
import { isWritten } from '../config/lookup.ts';
import { matchOption } from '../config/match.ts';
import { isAbsolutePath, isRelativePath, type PlacePath, placeAt } from '../config/places.ts';
import { type Position, positionOf } from '../config/problem.ts';
import { unwrapTypes } from '../config/syntax.ts';
import type { ScopeFinder } from '../project/alias-scopes.ts';
import { aliasesOf, isSigned, readText } from '../project/aliases.ts';
import { hasNewDefaults } from '../project/layout.ts';
import { remembered } from '../project/remembered.ts';
import type { Repository } from '../project/repository.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import { calledName, isMeta, isNamed, propertyOf, walk } from '../project/syntax/code.ts';
import { piecesOf, type SourceText } from '../project/syntax/source.ts';
import { createUseFinder } from '../project/uses.ts';
import { wordFilter } from '../project/word-filter.ts';
import { createFlowFiles } from './flow-files.ts';
import { type FollowUp, type FollowUpNote, followUpFrom, type NotedPosition } from './follow-up.ts';
import type { OpenProject } from './open-project.ts';
import { rewritersIn } from './selection.ts';
import { createUseReader, type SettledUse, type UsePlace } from './settled-uses.ts';
import { createOwnerFinder, type OwnerFinder } from './shard.ts';
import type { Step } from './steps.ts';

/** What a file of a project, or of a package that projects use, relies on. */
export interface FoundUses {
  /** The folder of the project or package. */
  readonly folder: TreePath;
  readonly places: readonly UsePlace[];
  /** What someone need not look at. */
  readonly settled: readonly SettledUse[];
  /** Files that templates are made from. */
  readonly templates: readonly TreePath[];
}

/** Looks in the sources for what depends on options that end or change their default. */
export interface UseSearch {
  /** Whether a file could hold such a use. */
  concerns(path: TreePath): boolean;
  /** What a file uses; undefined if that is nothing. What is settled by an edit is not, if the text is decided. */
  look(source: SourceText, isDecided?: boolean): FoundUses | undefined;
  /** What was found in each project, by its folder: one follow-up for each option. */
  followUps(found: readonly FoundUses[]): ReadonlyMap<TreePath, readonly FollowUp[]>;
  /** The same for each package outside of all projects. */
  packageFollowUps(found: readonly FoundUses[]): readonly FollowUp[];
}

/** What uses are read on with. */
interface UseContext {
  readonly scopes: ScopeFinder;
  readonly steps: readonly Step[];
}

// No folder of a project has this name.
const outside = '..';

/** `ownerOf` tells the project that a file belongs to, even if that is none of those which are searched. */
export function createUseSearch(
  projects: readonly OpenProject[],
  ownerOf: OwnerFinder,
  repository: Repository,
  { scopes, steps }: UseContext,
): UseSearch {
  const { catalogue, tree, readText: read } = repository;
  const finder = createUseFinder(catalogue);
  const { mayUse, usesIn } = finder;
  const readOn = createUseReader(createFlowFiles(repository, scopes, ownerOf), finder, catalogue);
  const { templateFunctions } = catalogue.names;
  const mayCall = wordFilter(templateFunctions);
  // A project that follows Variant A already has the newer behaviour.
  const older = new Map(
    projects
      .filter(({ decision }) => decision.kind === 'layout' && !hasNewDefaults(decision))
      .map((project) => [project.found.folder, project]),
  );
  const projectOf = (path: TreePath): OpenProject | undefined => older.get(ownerOf(path) ?? outside);
  const isFile = (path: TreePath) => tree.kindOf(path) === 'file';
  const packageOf = older.size > 0 ? createPackageFinder(repository, ownerOf) : () => undefined;
  /** What a file outside of all projects uses that matters to some of them: who calls it is not looked at. */
  const lookInPackage = (source: SourceText, named: readonly string[]): FoundUses | undefined => {
    const isRelevant = (of: string) => [...older.values()].some((project) => matters(of, project));
    const folder = named.some(isRelevant) ? packageOf(source.path) : undefined;
    if (folder === undefined) return undefined;
    const places = usesIn(source)
      .filter(({ of }) => isRelevant(of))
      .map(({ of, start }) => ({ of, at: positionOf(source.path, source.text, start) }));
    return { folder, places, settled: [], templates: [] };
  };
  return {
    concerns: (path) =>
      /\.(?:[cm]?[jt]s|[jt]sx|vue)$/.test(path) &&
      (projectOf(path) !== undefined || packageOf(path) !== undefined),
    look(source, isDecided = false) {
      const { path, text } = source;
      const named = mayUse(text);
      const mayHaveTemplates = mayCall(text) && mayNameTemplates(text, templateFunctions);
      const project = named.length > 0 || mayHaveTemplates ? projectOf(path) : undefined;
      if (!project) return lookInPackage(source, named);
      const uses = named.some((one) => matters(one, project)) ? usesIn(source) : [];
      const relevant = uses.filter(({ of }) => matters(of, project));
      const rewriters = isDecided ? [] : rewritersIn(steps, project.choice);
      const { open, settled } = readOn(source, relevant, rewriters);
      const templates = mayHaveTemplates ? templateSourcesIn(source, templateFunctions) : [];
      return {
        folder: project.found.folder,
        places: open,
        settled,
        templates: templates.flatMap(
          (template) => placesNamed(template, parentOf(path), project).find(isFile) ?? [],
        ),
      };
    },
    followUps(found) {
      const followUps = new Map<TreePath, readonly FollowUp[]>();
      for (const [folder, project] of older) {
        const own = found.filter((one) => one.folder === folder);
        const named = templatesNamed(project).flatMap((options) => options.find(isFile) ?? []);
        const templates = new Set([...own.flatMap((one) => one.templates), ...named]);
        const compiled = isCompiling(project)
          ? [...templates].sort().flatMap((path) => compiledAt(path, read(path)))
          : [];
        const places = placesByBehaviour(own);
        places.set('compiled-templates', compiled);
        followUps.set(
          folder,
          [...places].flatMap((one) => followUpFor(one, catalogue)),
        );
      }
      return followUps;
    },
    packageFollowUps: (found) =>
      [...groupedBy(found, ({ folder }) => folder)].flatMap(([folder, own]) => {
        if (older.has(folder)) return [];
        const name = repository.packages.get(folder)?.name ?? folder;
        const where = `in the package \`${name}\`, which is outside of all projects and was not analysed`;
        return [...placesByBehaviour(own)].flatMap((one) => followUpFor(one, catalogue, ` ${where}`));
      }),
  };
}

/** Finds the package of a file that belongs to no project, if it builds on the framework and not on Variant A alone. */
function createPackageFinder(
  { packages, catalogue: { names } }: Repository,
  ownerOf: OwnerFinder,
): (path: TreePath) => TreePath | undefined {
  const builtOn = new Set(
    [...packages].flatMap(([folder, { ranges, generation, dependencies }]) => {
      const isBuiltOn = ranges.length > 0 || names.kitModules.some((one) => dependencies.has(one));
      return isBuiltOn && generation !== 'a' ? folder : [];
    }),
  );
  const nearest = createOwnerFinder([...packages.keys()]);
  return (path) => {
    const folder = builtOn.size === 0 || ownerOf(path) !== undefined ? undefined : nearest(path);
    return folder !== undefined && builtOn.has(folder) ? folder : undefined;
  };
}

function placesByBehaviour(found: readonly FoundUses[]): Map<string, NotedPosition[]> {
  const places = new Map<string, NotedPosition[]>();
  for (const { of, at, note } of found.flatMap((one) => one.places))
    remembered(places, of, (): NotedPosition[] => []).push({ ...at, ...(note && { note }) });
  return places;
}

/** A default that the config sets itself, or that is to be written into it, does not change. */
function matters(behaviour: string, { config, choice }: OpenProject): boolean {
  const { behaviours, findOption } = config.catalogue;
  const { option, code } = behaviours.get(behaviour) ?? {};
  // What the config says about an option that is gone has no effect any more.
  if (option === undefined || code === 'removed-experimental') return true;
  const isKept = choice.keepDefaults && findOption(option)?.former !== undefined;
  return !(isKept || isWritten(config.lookup(option)));
}

function followUpFor(
  [behaviour, evidence]: readonly [string, readonly NotedPosition[]],
  { behaviours }: Catalogue,
  where = '',
): FollowUp[] {
  const row = behaviours.get(behaviour);
  const [at] = evidence;
  if (!at || !row) return [];
  const { option, code, kind, what, todo } = row;
  const about = option === undefined ? '' : ` (\`${option}\`)`;
  const message = `${what}${about}: ${counted(evidence)}${where}. ${todo}`;
  const details = { message, evidence };
  const note: FollowUpNote =
    kind === undefined && isFollowUpCode(code)
      ? { code, ...details }
      : { code, kind: kind ?? 'verify', ...details };
  return [followUpFrom(note, option ?? '', at)];
}

function counted(places: readonly Position[]): string {
  if (places.length === 1) return 'used here';
  const files = new Set(places.map(({ file }) => file)).size;
  return `used in ${places.length} places${files === 1 ? '' : ` across ${files} files`}`;
}

/** Without what the config alone says about an experiment that ended, where the uses of it are told. */
export function withoutReportedUses(followUps: readonly FollowUp[]): FollowUp[] {
  const ended = followUps.filter(({ code }) => code === 'removed-experimental');
  const used = ended.filter(({ evidence }) => evidence.length > 0).map(({ option }) => option);
  const repeats = new Set(
    ended.filter(
      // In an override block its name follows that of the block.
      ({ option, evidence }) =>
        evidence.length === 0 && used.some((name) => `.${option}`.endsWith(`.${name}`)),
    ),
  );
  return followUps.filter((followUp) => !repeats.has(followUp));
}

// Templates that Variant B compiles.

/** Variant B compiles templates unless it is told not to. */
function isCompiling({ config }: OpenProject): boolean {
  const lookup = config.lookup(config.catalogue.path['experimental.compileTemplate']);
  return lookup.kind !== 'static' || lookup.value !== false;
}

/** The first use of lodash syntax in a template: one place is enough. */
function compiledAt(path: TreePath, text = ''): Position[] {
  const start = text.indexOf('<%');
  return start === -1 || text.lastIndexOf('%>') < start + 2 ? [] : [positionOf(path, text, start)];
}

/** The files that `build.templates` may mean, one list for each. */
function templatesNamed(project: OpenProject): TreePath[][] {
  const { folder } = project.found;
  return project.config.scopes.flatMap((scope) =>
    matchOption(scope, project.config.catalogue.path['build.templates[].src']).flatMap(({ lookup }) => {
      const value = lookup.kind === 'static' ? lookup.value : undefined;
      if (value instanceof ConfigPath) return [[placeAt(folder, value.place)]];
      return typeof value === 'string'
        ? [placesNamed({ path: value, from: 'framework' }, folder, project)]
        : [];
    }),
  );
}

/** Where the source of a template may be, the likeliest first. */
function placesNamed(
  { path, from }: TemplateSource,
  own: TreePath,
  { found: { folder }, config, decision, evidence }: OpenProject,
): TreePath[] {
  if (from === 'file') return [placeAt(own, path)];
  if (decision.kind !== 'layout') return [];
  const { layout } = decision;
  const alias = readText(aliasesOf(config, layout, evidence).before, path);
  const places: PlacePath[] = alias
    ? [alias.place]
    : [placeAt(layout.before, path), placeAt(layout.root, path)];
  return places.map((place) => placeAt(folder, place));
}

/** Whether a text may name the source of a template: parsing costs far more than this test. */
export function mayNameTemplates(text: string, templateFunctions: readonly string[]): boolean {
  return text.includes('src') && templateFunctions.some((name) => text.includes(name));
}

/** How the source of a template is named: from the folder of the file, or as the framework reads it. */
interface TemplateSource {
  readonly path: string;
  readonly from: 'file' | 'framework';
}

/** The sources of templates that a file hands to the build, as far as the text tells. */
export function templateSourcesIn(
  source: SourceText,
  templateFunctions: readonly string[],
): TemplateSource[] {
  const found: TemplateSource[] = [];
  for (const { program } of piecesOf(source, (code) => mayNameTemplates(code, templateFunctions))) {
    walk(program, (node) => {
      if (node.type !== 'CallExpression' || !templateFunctions.some((name) => isNamed(node.callee, name)))
        return;
      const [options] = node.arguments;
      const src = options && propertyOf(unwrapTypes(options), 'src');
      const read = src && readSource(unwrapTypes(src));
      if (read) found.push(read);
    });
  }
  return found;
}

/** A text, or what `resolve`, `join` or `new URL` make of texts and the file's own folder. */
function readSource(node: t.Node): TemplateSource | undefined {
  if (node.type === 'StringLiteral')
    return { path: node.value, from: isRelativePath(node.value) ? 'file' : 'framework' };
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  const name = calledName(node.callee);
  const [first] = node.arguments;
  if (name === 'fileURLToPath') return first && readSource(unwrapTypes(first));
  if (!['resolve', 'join', 'URL'].some((one) => name.toLowerCase().includes(one.toLowerCase())))
    return undefined;
  const parts: string[] = [];
  for (const argument of node.arguments) {
    if (argument.type === 'StringLiteral') parts.push(argument.value);
    else if (!isNamed(argument, '__dirname') && !isMeta(argument, 'dirname') && !isMeta(argument, 'url'))
      return undefined;
  }
  const path = parts.join('/');
  return path === '' || isAbsolutePath(path)
    ? undefined
    : { path, from: isSigned(path) ? 'framework' : 'file' };
}
