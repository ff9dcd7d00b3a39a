import { type Catalogue, isFollowUpCode } from '../catalogue/index.ts';
import { ConfigPath } from '../config/change.ts';
import type { Edit } from '../config/edits.ts';
import { groupedBy } from '../config/grouped.ts';
import { isWritten } from '../config/lookup.ts';
import { matchOption } from '../config/match.ts';
import { isInside } from '../config/places.ts';
import { type Position, positionOf } from '../config/problem.ts';
import { type BehaviourPlace, createBehaviourFinder } from '../project/behaviours/behaviour-places.ts';
import { hasNewDefaults } from '../project/layout.ts';
import type { Repository } from '../project/repository.ts';
import type { TreePath } from '../project/snapshot.ts';
import { holdsCode } from '../project/syntax/file-kind.ts';
import type { SourceText } from '../project/syntax/source.ts';
import { wordFilter } from '../project/word-filter.ts';
import type { Step, TransformDefinition } from './definition.ts';
import {
  type FollowUp,
  type FollowUpNote,
  followUpFrom,
  type Note,
  type NotedPosition,
} from './follow-up.ts';
import type { OpenProject } from './open-project.ts';
import { keepsDefault, rewritersIn } from './selection.ts';
import { createOwnerFinder, type OwnerFinder } from './shard.ts';

/** A place that relies, or may rely, on a behaviour. */
export interface ReliantPlace {
  readonly of: string;
  readonly at: Position;
  /** What is known about it. */
  readonly note?: Note;
  /** What its data is shared by. */
  readonly key?: string;
}

/** A place that nobody has to look at. */
export interface SettledPlace extends ReliantPlace {
  /** Why not. */
  readonly note: Note;
  /** What is written there, and the transform that does it. */
  readonly edits?: readonly Edit[];
  readonly transform?: string;
}

/** Places that someone must look at, and others. */
interface JudgedPlaces {
  readonly open: readonly ReliantPlace[];
  readonly settled: readonly SettledPlace[];
}

/** What a file of a project, or of a package that projects use, relies on. */
export interface FoundBehaviours extends JudgedPlaces {
  /** The folder of the project or package. */
  readonly folder: TreePath;
  /** The ends of paths of files that templates may be made from. */
  readonly templates: readonly string[];
}

/** What is said about the behaviours that a project relies on. */
export interface BehaviourReport {
  /** One for each behaviour. */
  readonly followUps: readonly FollowUp[];
  readonly settled: readonly SettledPlace[];
}

/** Looks in the sources for what depends on options that end or change their default. */
export interface BehaviourSearch {
  /** Whether a file could hold such a place. */
  concerns(path: TreePath): boolean;
  /** What a file relies on; undefined if that is nothing. If its text is decided, nothing is settled by an edit. */
  look(source: SourceText, isDecided?: boolean): FoundBehaviours | undefined;
  /** What was found in each project, by its folder. */
  reports(found: readonly FoundBehaviours[]): ReadonlyMap<TreePath, BehaviourReport>;
  /** The follow-ups about each package outside of all projects. */
  packageFollowUps(found: readonly FoundBehaviours[]): readonly FollowUp[];
}

// No folder of a project has this name.
const outside = '..';

/** `ownerOf` tells the project that a file belongs to, even if that is none of those which are searched. */
export function createBehaviourSearch(
  projects: readonly OpenProject[],
  ownerOf: OwnerFinder,
  repository: Repository,
  steps: readonly Step[],
): BehaviourSearch {
  const { catalogue, snapshot, readText: read } = repository;
  const { mayRelyOn, placesIn } = createBehaviourFinder(catalogue);
  const { templateFunctions } = catalogue.names;
  const mayCall = wordFilter(templateFunctions);
  // A project that follows Variant A already has the newer behaviour.
  const older = new Map(
    projects
      .filter(({ decision }) => decision.kind === 'layout' && !hasNewDefaults(decision))
      .map((project) => [project.found.folder, project]),
  );
  const projectOf = (path: TreePath): OpenProject | undefined => older.get(ownerOf(path) ?? outside);
  const packageOf = older.size > 0 ? createPackageFinder(repository, ownerOf) : () => undefined;
  /** Of a file outside of all projects, places are listed that matter to some project. */
  const lookInPackage = (source: SourceText, named: readonly string[]): FoundBehaviours | undefined => {
    const isRelevant = (of: string) => [...older.values()].some((project) => matters(of, project));
    const folder = named.some(isRelevant) ? packageOf(source.path) : undefined;
    if (folder === undefined) return undefined;
    const open = placesIn(source)
      .filter(({ of }) => isRelevant(of))
      .map(({ of, start }) => ({ of, at: positionOf(source.path, source.text, start) }));
    return { folder, open, settled: [], templates: [] };
  };
  return {
    concerns: (path) => holdsCode(path) && (projectOf(path) !== undefined || packageOf(path) !== undefined),
    look(source, isDecided = false) {
      const { path, text } = source;
      const named = mayRelyOn(text);
      const templates = mayCall(text) ? templateSources(text, templateFunctions) : [];
      const project = named.length > 0 || templates.length > 0 ? projectOf(path) : undefined;
      if (!project) return lookInPackage(source, named);
      const places = named.some((one) => matters(one, project)) ? placesIn(source) : [];
      const relevant = places.filter(({ of }) => matters(of, project));
      const rewriters = isDecided ? [] : rewritersIn(steps, project.choice);
      const judged = judgePlaces(source, relevant, rewriters, catalogue);
      return { folder: project.found.folder, ...judged, templates };
    },
    reports(found) {
      const reports = new Map<TreePath, BehaviourReport>();
      for (const [folder, project] of older) {
        const own = found.filter((one) => one.folder === folder);
        const templates = isCompiling(project)
          ? [...new Set([...own.flatMap((one) => one.templates), ...templatesNamed(project)])]
          : [];
        const isTemplate = (path: TreePath) =>
          isInside(path, folder) && templates.some((end) => path === end || path.endsWith(`/${end}`));
        const compiled = (templates.length === 0 ? [] : snapshot.files)
          .filter(({ path }) => isTemplate(path))
          .flatMap(({ path }) => compiledAt(path, read(path)));
        const { open, settled } = sharingData(own);
        const places = [...open, ...compiled.map((at) => ({ of: 'compiled-templates', at }))];
        reports.set(folder, { followUps: followUpsFor(places, catalogue), settled });
      }
      return reports;
    },
    packageFollowUps: (found) =>
      [...groupedBy(found, ({ folder }) => folder)].flatMap(([folder, own]) => {
        if (older.has(folder)) return [];
        const name = repository.packages.get(folder)?.name ?? folder;
        const where = `in the package \`${name}\`, which is outside of all projects and was not analysed`;
        const places = own.flatMap((one) => one.open);
        return followUpsFor(places, catalogue, ` ${where}`);
      }),
  };
}

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

/** What `build.templates` names, without what the paths start from. */
function templatesNamed({ config }: OpenProject): string[] {
  return config.scopes.flatMap((scope) =>
    matchOption(scope, config.catalogue.path['build.templates[].src']).flatMap(({ lookup }) => {
      const value = lookup.kind === 'static' ? lookup.value : undefined;
      const text = value instanceof ConfigPath ? value.place : value;
      return typeof text === 'string' ? pathEnd(text) : [];
    }),
  );
}

/**
 * What code hands to the build as the source of a template, without what the paths start from: of the files that end
 * like this, only those with the syntax count.
 */
export function templateSources(text: string, templateFunctions: readonly string[]): string[] {
  const calls = new RegExp(
    `\\b(?:${templateFunctions.join('|')})\\s*\\(\\s*\\{[^}]{0,1000}?\\bsrc\\s*:(.{1,500})`,
    'g',
  );
  return Array.from(text.matchAll(calls), ([, line = '']) => line).flatMap((line) =>
    Array.from(line.matchAll(/["'`]([^"'`]+)["'`]/g), ([, path = '']) => pathEnd(path)).filter(Boolean),
  );
}

function pathEnd(text: string): string {
  return text.replace(/^(?:[^\w/]*\/)+/, '');
}

/** Tells the places that need nobody, or that a rewriter edits, from the others. */
export function judgePlaces(
  { path, text }: Pick<SourceText, 'path' | 'text'>,
  places: readonly BehaviourPlace[],
  rewriters: readonly Pick<TransformDefinition, 'id' | 'rewrites'>[],
  { names: { deepOption } }: Catalogue,
): JudgedPlaces {
  const open: ReliantPlace[] = [];
  const settled: SettledPlace[] = [];
  for (const reliant of places) {
    const { of, start, isSettled, note: known, edits, key } = reliant;
    const place = { of, at: positionOf(path, text, start), ...(key !== undefined && { key }) };
    const at = known?.offset === undefined ? {} : { at: positionOf(path, text, known.offset) };
    const note = known && { text: known.text, ...at };
    const rewriter = rewriters.find(({ rewrites }) => rewrites === of);
    if (isSettled && note) settled.push({ ...place, note });
    else if (note && edits && rewriter) {
      const added = { what: `\`${deepOption}: true\``, done: `added: ${note.text}` };
      settled.push({ ...place, note: { ...note, text: added }, edits, transform: rewriter.id });
    } else {
      const why = rewriter && 'edits' in reliant ? 'the options of the call cannot be edited, and ' : '';
      open.push({ ...place, ...(note && { note: { ...note, text: why + note.text } }) });
    }
  }
  return { open, settled };
}

/** Calls with the same key share their data: what one of them does with it concerns the others. */
function sharingData(found: readonly FoundBehaviours[]): JudgedPlaces {
  const open = found.flatMap((one) => one.open);
  const settled = found.flatMap((one) => one.settled);
  const reaching = new Map(
    [...open, ...settled.filter(({ edits }) => edits)].flatMap((place) =>
      place.key === undefined ? [] : [[place.key, place] as const],
    ),
  );
  const isShared = ({ key, edits }: SettledPlace) => !edits && key !== undefined && reaching.has(key);
  const sharing = settled.filter(isShared).map((place) => {
    const other = reaching.get(place.key ?? '');
    const text = `the key \`${place.key}\` shares the data with another call`;
    return { ...place, note: { text, ...(other && { at: other.at }) } };
  });
  return { open: [...open, ...sharing], settled: settled.filter((place) => !isShared(place)) };
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

/** A default that the config sets itself, or that is to be written into it, does not change. */
function matters(behaviour: string, { config, choice }: OpenProject): boolean {
  const { behaviours, findOption } = config.catalogue;
  const row = behaviours.get(behaviour);
  if (!row) return false;
  const { option, code } = row;
  // An option that is gone has no effect any more, whatever the config says.
  if (option === undefined || code === 'removed-experimental') return true;
  const isKept = findOption(option)?.former !== undefined && keepsDefault(choice.keepDefaults, option);
  return !(isKept || isWritten(config.lookup(option)));
}

/** One follow-up for each behaviour. */
function followUpsFor(
  places: readonly ReliantPlace[],
  { behaviours, findOption }: Catalogue,
  where = '',
): FollowUp[] {
  return [...groupedBy(places, ({ of }) => of)].flatMap(([behaviour, own]) => {
    const row = behaviours.get(behaviour);
    if (!row) return [];
    const { option, code, kind, what, todo } = row;
    const evidence = own.map(({ at, note }): NotedPosition => ({ ...at, ...(note && { note }) }));
    const about = option === undefined ? '' : ` (\`${option}\`)`;
    const former = option === undefined ? undefined : findOption(option)?.former;
    const keep =
      former === undefined
        ? ''
        : ` Or keep the old behaviour for the whole project: set the option to \`${JSON.stringify(former)}\`, or run with \`--keep-default ${option}\`.`;
    const message = `${what}${about}: ${counted(evidence, row.counts)}${where}. ${todo}${keep}`;
    const details = { message, evidence };
    const note: FollowUpNote =
      kind === undefined && isFollowUpCode(code)
        ? { code, ...details }
        : { code, kind: kind ?? 'verify', ...details };
    return [followUpFrom(note, option ?? '', own[0].at)];
  });
}

/** How many places there are: `used in 3 places across 2 files`, or `3 calls in 2 files may rely on it`. */
function counted(places: readonly Position[], noun: string | undefined): string {
  const { length } = places;
  const files = new Set(places.map(({ file }) => file)).size;
  if (noun === undefined) {
    if (length === 1) return 'used here';
    return `used in ${length} places${files === 1 ? '' : ` across ${files} files`}`;
  }
  const number = `${length} ${noun}${length === 1 ? '' : 's'}`;
  return `${number}${files === 1 ? '' : ` in ${files} files`} may rely on it`;
}

/** Without what the config alone says about an experiment that ended, where the places that use it are listed. */
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
