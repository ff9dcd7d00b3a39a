/**
 * Reports code that relies on defaults that change or end, with one follow-up per behaviour. How such code is found is
 * in the folder `behaviours`.
 */

import type { Edit } from '../base/edits.ts';
import { groupedBy } from '../base/grouped.ts';
import { memo } from '../base/memo.ts';
import { isInside } from '../base/paths.ts';
import { type Position, positionOf, positionText } from '../base/position.ts';
import { type BehaviourPlace, createBehaviourFinder } from '../behaviours/behaviour-places.ts';
import { writesInto } from '../behaviours/fetched-data.ts';
import { type BehaviourRow, type Catalogue, isFollowUpCode } from '../catalogue/index.ts';
import { isWritten } from '../config/lookup.ts';
import { hasNewDefaults } from '../layout/layout.ts';
import { createOwnerFinder, type OwnerFinder } from '../tree/discover.ts';
import type { Repository } from '../tree/repository.ts';
import type { TreePath } from '../tree/snapshot.ts';
import { holdsCode } from '../tree/syntax/code.ts';
import { isInComment } from '../tree/syntax/comments.ts';
import type { SourceText } from '../tree/syntax/source-text.ts';
import { wordFilter } from '../tree/word-filter.ts';
import { createNameTest } from './component-names.ts';
import type { TransformDefinition, TransformStep } from './definition.ts';
import { type FollowUp, followUpFrom, type Note, type NotedPosition } from './follow-up.ts';
import type { OpenProject } from './open-projects.ts';
import { hasFormer, keepsDefault, rewritersIn } from './selection.ts';

export interface ReliantPlace extends Pick<BehaviourPlace, 'shares'> {
  readonly of: string;
  readonly at: Position;
  /** Details about the place. */
  readonly note?: Note;
}

/** A place that needs no attention. */
export interface SettledPlace extends ReliantPlace {
  /** Why it needs no attention. */
  readonly note: Note;
  /** The edit that settles the place, and the transform that makes it. */
  readonly edit: Edit;
  readonly transform: string;
}

/** The places in a file of a project, or of a package that projects use. */
export interface FoundBehaviours {
  /** Places that need attention. */
  readonly open: readonly ReliantPlace[];
  readonly settled: readonly SettledPlace[];
  /** The path of the file, if it fetches data. */
  readonly fetches?: TreePath | undefined;
  /** Options that the file may set in such a call, of those without which a behaviour does not matter. */
  readonly sets: readonly string[];
  /** The folder of the project or package. */
  readonly folder: TreePath;
  /** Whether the file adds templates to the build that are in other files. */
  readonly addsTemplates: boolean;
}

/** Finds code that depends on options that were removed or whose default changes. */
export type BehaviourSearch = ReturnType<typeof createBehaviourSearch>;

// No folder of a project has this name.
const outside = '..';

/** `ownerOf` returns the project of a file, even one that is not searched. */
export function createBehaviourSearch(
  projects: readonly OpenProject[],
  ownerOf: OwnerFinder,
  repository: Repository,
  steps: readonly TransformStep[],
) {
  const { catalogue, snapshot, readText: read } = repository;
  const nameTests = new Map<OpenProject, (text: string) => boolean>();
  const { mayRelyOn, search, concerns, isOpen, fetches } = createBehaviourFinder(catalogue);
  const { templateFunctions } = catalogue.names;
  const needed = [...catalogue.behaviours.values()].flatMap(({ needs }) => needs ?? []);
  const mayCall = wordFilter(templateFunctions);
  const addition = new RegExp(
    `\\b(?:${templateFunctions.join('|')})\\s*\\(\\s*\\{[^}]{0,1000}?\\bsrc\\b`,
  );
  const older = new Map(
    projects.flatMap((project) => {
      const changing = [...catalogue.behaviours].filter(([, row]) => matters(row, project));
      const names = new Set(changing.map(([name]) => name));
      return names.size > 0 ? [[project.found.folder, { ...project, changing: names }]] : [];
    }),
  );
  const projectOf = (path: TreePath) => older.get(ownerOf(path) ?? outside);
  const packageOf = older.size > 0 ? createPackageFinder(repository, ownerOf) : () => undefined;
  /** The lines of other files that may write to fetched data. */
  const writesIn = (all: readonly FoundBehaviours[], isTarget: (path: TreePath) => boolean) => {
    const fetching = new Set(all.flatMap(({ fetches: path }) => path ?? []));
    if (fetching.size === 0) return [];
    const files = snapshot.files.flatMap(({ path }) =>
      fetching.has(path) || (holdsCode(path) && isTarget(path))
        ? { path, read: () => read(path) }
        : [],
    );
    const found = writesInto((path) => fetching.has(path), files, catalogue.names);
    const writes = found.flatMap(({ start, source: { path, text }, from }): ReliantPlace[] => {
      if (!isTarget(path) || !isOpen(from)) return [];
      const { file, call } = from;
      const { name } = file.nameOrigin(call.callee);
      const shown = positionOf(file.source.path, file.source.text, call.start ?? 0);
      const note = { text: `the data may come from \`${name}\``, at: shown };
      return [{ of: 'deep-data', at: positionOf(path, text, start), note }];
    });
    // One of the calls is enough to find the others.
    return [...groupedBy(writes, ({ at }) => positionText(at)).values()].map(([first]) => first);
  };
  return {
    /** Whether a file may contain such code. */
    concerns: (path: TreePath) =>
      concerns(path) && (projectOf(path) !== undefined || packageOf(path) !== undefined),
    /** The places in a file; undefined if there are none. If its text is final, no edits settle a place. */
    look(source: SourceText, isDecided = false): FoundBehaviours | undefined {
      const { path, text } = source;
      if (!concerns(path)) return undefined;
      const named = mayRelyOn(source);
      const addsTemplates = mayCall(text) && addition.test(text);
      const isFetching = holdsCode(path) && fetches(text);
      if (named.length === 0 && !addsTemplates && !isFetching) return undefined;
      const project = projectOf(path);
      // In a package outside all projects, what matters to at least one of them counts.
      const users = project ? [project] : [...older.values()];
      const isRelevant = (of: string) => users.some(({ changing }) => changing.has(of));
      const isNamed = named.some(isRelevant);
      const folder = project?.found.folder ?? packageOf(path);
      if (folder === undefined) return undefined;
      const isMeant = (of: string) =>
        catalogue.behaviours.get(of)?.signs?.names === undefined ||
        users.some((user) => memo(nameTests, user, () => createNameTest(user, repository))(text));
      const places = (isNamed ? search(source) : []).filter(
        ({ of, start }) => isRelevant(of) && isMeant(of) && !isInComment(text, start),
      );
      const rewriters = project && !isDecided ? rewritersIn(steps, project.choice) : [];
      const judged = judgePlaces(source, places, rewriters);
      const maySet = (name: string) =>
        isFetching && new RegExp(`\\b${name}(?:\\(\\)|: *(?:async\\b|function\\b|\\())`).test(text);
      const fetched = { fetches: isFetching ? path : undefined, sets: needed.filter(maySet) };
      return { folder, ...judged, ...fetched, addsTemplates };
    },
    /** The follow-ups and settled places of each project, by its folder: one follow-up per behaviour. */
    reports: (all: readonly FoundBehaviours[]) =>
      new Map(
        Array.from(older, ([folder, project]) => {
          const inProject = all.filter((file) => file.folder === folder);
          const compiled = compilesTemplates(project, inProject) ? snapshot.files : [];
          const templates = compiled.flatMap(({ path }) =>
            isInside(path, folder) ? compiledAt(path, read(path)) : [],
          );
          // Projects also use the packages around them.
          const inPackages = all.filter((file) => !older.has(file.folder));
          const fetching = project.changing.has('deep-data') ? [...inProject, ...inPackages] : [];
          const sets = new Set(inProject.flatMap((file) => file.sets));
          const isNoticed = ({ of }: ReliantPlace) => {
            const { needs } = catalogue.behaviours.get(of) ?? {};
            return needs === undefined || sets.has(needs);
          };
          const places = [
            ...inProject.flatMap((file) => file.open.filter(isNoticed)),
            ...templates.map((at) => ({ of: 'compiled-templates', at })),
            ...writesIn(fetching, (path) => projectOf(path) === project),
          ];
          const settled = inProject.flatMap((file) => file.settled);
          return [folder, { followUps: followUpsFor(places, catalogue), settled }] as const;
        }),
      ),
    /** The follow-ups about packages outside all projects. */
    packageFollowUps: (all: readonly FoundBehaviours[]) =>
      [...groupedBy(all, ({ folder }) => folder)].flatMap(([folder, inPackage]) => {
        if (older.has(folder)) return [];
        const name = repository.packages.get(folder)?.name ?? folder;
        const where = `in the package \`${name}\`, which is outside of all projects`;
        const places = [
          ...inPackage.flatMap((file) => file.open),
          ...writesIn(inPackage, (path) => packageOf(path) === folder),
        ];
        return followUpsFor(places, catalogue, ` ${where}`);
      }),
  };
}

/** Whether Variant B compiles templates: which files these are is unknown, so those that look like one are listed. */
function compilesTemplates(
  { config }: OpenProject,
  inProject: readonly FoundBehaviours[],
): boolean {
  const { path } = config.catalogue;
  const option = config.lookup(path['experimental.compileTemplate']);
  const isOn = option.kind !== 'static' || option.value !== false;
  return (
    isOn &&
    (inProject.some((file) => file.addsTemplates) ||
      isWritten(config.lookup(path['build.templates'])))
  );
}

/** The first use of lodash syntax in a template, which is enough to report it. */
function compiledAt(path: TreePath, text = ''): Position[] {
  const start = text.indexOf('<%');
  return start === -1 || text.lastIndexOf('%>') < start + 2 ? [] : [positionOf(path, text, start)];
}

/** Separates settled places, including those that a rewriter edits, from open ones. */
export function judgePlaces(
  { path, text }: Pick<SourceText, 'path' | 'text'>,
  places: readonly BehaviourPlace[],
  rewriters: readonly Pick<TransformDefinition, 'id' | 'rewrites'>[],
) {
  const open: ReliantPlace[] = [];
  const settled: SettledPlace[] = [];
  for (const { of, start, note: origin, edit, done, shares } of places) {
    const at = positionOf(path, text, start);
    const offset = origin?.offset;
    const shown = offset === undefined ? undefined : positionOf(path, text, offset);
    const rewriter = edit && rewriters.find(({ rewrites }) => rewrites?.(of));
    if (rewriter && done) {
      const note = { text: done, ...(shown && { at }) };
      settled.push({ of, at: shown ?? at, note, edit, transform: rewriter.id });
    } else {
      const note = origin && { text: origin.text, ...(shown && { at: shown }) };
      open.push({ of, at, shares, ...(note && { note }) });
    }
  }
  return { open, settled };
}

/** Finds the package of a file outside all projects, if it uses the framework and not only Variant A. */
function createPackageFinder(
  { packages, catalogue }: Repository,
  ownerOf: OwnerFinder,
): OwnerFinder {
  const frameworkUsers = new Set(
    [...packages].flatMap(([folder, { ranges, generation, dependencies }]) => {
      const isBuiltOn =
        ranges.length > 0 || catalogue.names.kitModules.some((module) => dependencies.has(module));
      return isBuiltOn && generation !== 'a' ? folder : [];
    }),
  );
  const nearest = createOwnerFinder([...packages.keys()]);
  return (path) => {
    const folder =
      frameworkUsers.size === 0 || ownerOf(path) !== undefined ? undefined : nearest(path);
    return folder !== undefined && frameworkUsers.has(folder) ? folder : undefined;
  };
}

/** Whether a behaviour changes in a project. */
function matters(
  { option, code }: BehaviourRow,
  { config, choice, decision }: OpenProject,
): boolean {
  if (decision.kind === 'unknown') return false;
  if (option !== undefined && choice.keepDefaults === 'drop' && hasFormer(config, option))
    return true;
  const isSet = option !== undefined && isWritten(config.lookup(option));
  // A removed option has no effect, whatever its value.
  if (code === 'removed-experimental' && isSet) return true;
  // With the layout or the defaults of Variant A, everything else is as it was.
  if (isSet || decision.kind === 'migrated' || hasNewDefaults(decision)) return false;
  if (option === undefined || code === 'removed-experimental') return true;
  const { former } = config.catalogue.findOption(option) ?? {};
  return !(former !== undefined && keepsDefault(choice.keepDefaults, option));
}

function followUpsFor(
  places: readonly ReliantPlace[],
  catalogue: Catalogue,
  where = '',
): FollowUp[] {
  const { behaviours, findOption } = catalogue;
  const isAlone = (of: string) => behaviours.get(of)?.isPerLine;
  const sharing = groupedBy(places, ({ of, shares }) => `${of} ${shares?.key}`);
  const differs = ({ of, shares }: ReliantPlace) => {
    const all = sharing.get(`${of} ${shares?.key}`) ?? [];
    return !shares || all.some((other) => other.shares?.how !== shares.how);
  };
  const groups = groupedBy(places.filter(differs), ({ of, at }) =>
    isAlone(of) ? `${of} ${positionText(at)}` : of,
  );
  return [...groups.values()].flatMap((group) => {
    const row = behaviours.get(group[0].of);
    if (!row) return [];
    const { option, code, kind, what, todo } = row;
    const evidence = group.map(({ at, note }): NotedPosition => ({ ...at, ...(note && { note }) }));
    const about = option === undefined ? '' : ` (\`${option}\`)`;
    const former = findOption(option ?? '')?.former;
    const keep =
      former === undefined
        ? ''
        : ` Or keep the old behaviour for the whole project: set the option to \`${JSON.stringify(former)}\`, or run with \`--keep-default ${option}\`.`;
    const used = `${what}${about}: ${counted(evidence)}${where}. ${todo}${keep}`;
    const message = row.isPerLine
      ? `${what}${where}. ${todo} Or run with \`--keep-default ${option}\`.`
      : used;
    const isOwn = kind !== undefined || !isFollowUpCode(code);
    const known = isOwn ? { code, kind: kind ?? 'verify' } : { code };
    return [followUpFrom({ ...known, message, evidence }, option ?? '', group[0].at)];
  });
}

/** How many places there are: `used in 3 places across 2 files`. */
function counted(places: readonly Position[]): string {
  const { length } = places;
  const files = new Set(places.map(({ file }) => file)).size;
  if (length === 1) return 'used here';
  return `used in ${length} places${files === 1 ? '' : ` across ${files} files`}`;
}

/** Drops follow-ups that only name a removed experiment, if another one lists the places that use it. */
export function withoutReportedUses(followUps: readonly FollowUp[]): FollowUp[] {
  const ended = followUps.filter(({ code }) => code === 'removed-experimental');
  const used = ended.filter(({ evidence }) => evidence.length > 0).map(({ option }) => option);
  // In an override block, the option has the name of the block in front.
  const isUsed = (option: string) => used.some((name) => `.${option}`.endsWith(`.${name}`));
  return followUps.filter(
    (followUp) =>
      !(ended.includes(followUp) && followUp.evidence.length === 0 && isUsed(followUp.option)),
  );
}
