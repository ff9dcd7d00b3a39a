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
import { type DataFact, followIntoFiles } from '../behaviours/fetched-data.ts';
import { type Catalogue, isFollowUpCode } from '../catalogue/index.ts';
import { isWritten } from '../config/lookup.ts';
import { hasNewDefaults } from '../layout/layout.ts';
import { createOwnerFinder, type OwnerFinder } from '../tree/discover.ts';
import type { Repository } from '../tree/repository.ts';
import type { TreePath } from '../tree/snapshot.ts';
import { holdsCode } from '../tree/syntax/code.ts';
import type { SourceText } from '../tree/syntax/source-text.ts';
import { wordFilter } from '../tree/word-filter.ts';
import { createNameTest } from './component-names.ts';
import type { TransformDefinition, TransformStep } from './definition.ts';
import { type FollowUp, followUpFrom, type Note, type NotedPosition } from './follow-up.ts';
import type { OpenProject } from './open-projects.ts';
import { hasFormer, keepsDefault, rewritersIn } from './selection.ts';

export interface ReliantPlace {
  readonly of: string;
  readonly at: Position;
  /** Details about the place. */
  readonly note?: Note;
}

/** A place that needs no attention. */
export interface SettledPlace extends ReliantPlace {
  /** Why it needs no attention. */
  readonly note: Note;
  /** The edits that settle the place, and the transform that makes them. */
  readonly edits?: readonly Edit[];
  readonly transform?: string;
}

/** The places in a file of a project, or of a package that projects use. */
export interface FoundBehaviours {
  /** Places that need attention. */
  readonly open: readonly ReliantPlace[];
  readonly settled: readonly SettledPlace[];
  /** Fetched data that other files may write to. */
  readonly data: readonly DataFact[];
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
  const { mayRelyOn, search, concerns } = createBehaviourFinder(catalogue);
  const { templateFunctions } = catalogue.names;
  const mayCall = wordFilter(templateFunctions);
  const addition = new RegExp(
    `\\b(?:${templateFunctions.join('|')})\\s*\\(\\s*\\{[^}]{0,1000}?\\bsrc\\b`,
  );
  // A project with the layout of Variant A already has the new behaviour.
  const older = new Map(
    projects
      .filter(
        (project) => isOlder(project) || (drops(project) && project.decision.kind !== 'unknown'),
      )
      .map((project) => [project.found.folder, project]),
  );
  const projectOf = (path: TreePath): OpenProject | undefined =>
    older.get(ownerOf(path) ?? outside);
  const packageOf = older.size > 0 ? createPackageFinder(repository, ownerOf) : () => undefined;
  /** The lines of other files that may write to fetched data. */
  const writesIn = (all: readonly FoundBehaviours[], isTarget: (path: TreePath) => boolean) => {
    const data = all.flatMap((file) => file.data);
    const files = snapshot.files.flatMap(({ path }) =>
      data.length > 0 && holdsCode(path) && isTarget(path) ? { path, read: () => read(path) } : [],
    );
    const writes = followIntoFiles(data, files, catalogue.names).map(
      ({ path, text, use, call }): ReliantPlace => ({
        of: 'deep-data',
        at: positionOf(path, text, use.start),
        note: { text: `the data may come from \`${call.name}\``, at: call },
      }),
    );
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
      const project = named.length > 0 || addsTemplates ? projectOf(path) : undefined;
      // In a package outside all projects, what matters to at least one of them counts.
      const users = project ? [project] : [...older.values()];
      const isRelevant = (of: string) => users.some((user) => matters(of, user));
      const isNamed = named.some(isRelevant);
      const folder = project?.found.folder ?? (isNamed ? packageOf(path) : undefined);
      if (folder === undefined) return undefined;
      const found = isNamed ? search(source) : { places: [], data: [] };
      const isMeant = (of: string) =>
        catalogue.behaviours.get(of)?.signs?.names === undefined ||
        users.some((user) => memo(nameTests, user, () => createNameTest(user, repository))(text));
      const places = found.places.filter(({ of }) => isRelevant(of) && isMeant(of));
      const data = isRelevant('deep-data') ? found.data : [];
      const rewriters = project && !isDecided ? rewritersIn(steps, project.choice) : [];
      return { folder, ...judgePlaces(source, places, rewriters), data, addsTemplates };
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
          const data = matters('deep-data', project) ? [...inProject, ...inPackages] : [];
          const places = [
            ...inProject.flatMap((file) => file.open),
            ...templates.map((at) => ({ of: 'compiled-templates', at })),
            ...writesIn(data, (path) => projectOf(path) === project),
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
  for (const { of, start, note: origin, edits, done } of places) {
    const at = positionOf(path, text, start);
    const offset = origin?.offset;
    const shown = offset === undefined ? undefined : positionOf(path, text, offset);
    const rewriter = edits && rewriters.find(({ rewrites }) => rewrites?.(of));
    if (rewriter && done) {
      const note = { text: done, ...(shown && { at }) };
      settled.push({ of, at: shown ?? at, note, edits, transform: rewriter.id });
    } else {
      const note = origin && { text: origin.text, ...(shown && { at: shown }) };
      open.push({ of, at, ...(note && { note }) });
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

function isOlder({ decision }: OpenProject): boolean {
  return decision.kind === 'layout' && !hasNewDefaults(decision);
}

function drops({ choice }: OpenProject): boolean {
  return choice.keepDefaults === 'drop';
}

/** Whether a behaviour changes: not if the config sets the option, or if its old default is written into it. */
function matters(behaviour: string, project: OpenProject): boolean {
  const { config, choice } = project;
  const { behaviours, findOption } = config.catalogue;
  const row = behaviours.get(behaviour);
  if (!row) return false;
  const { option, code } = row;
  if (option !== undefined && drops(project) && hasFormer(config, option)) return true;
  if (!isOlder(project)) return false;
  // A removed option has no effect, whatever its value.
  if (option === undefined || code === 'removed-experimental') return true;
  const isKept =
    findOption(option)?.former !== undefined && keepsDefault(choice.keepDefaults, option);
  return !(isKept || isWritten(config.lookup(option)));
}

function followUpsFor(
  places: readonly ReliantPlace[],
  catalogue: Catalogue,
  where = '',
): FollowUp[] {
  const { behaviours, findOption } = catalogue;
  const isAlone = (of: string) => behaviours.get(of)?.isPerLine;
  const groups = groupedBy(places, ({ of, at }) =>
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
