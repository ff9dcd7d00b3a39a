import type { Edit } from '../base/edits.ts';
import { groupedBy } from '../base/grouped.ts';
import { isInside } from '../base/paths.ts';
import { type Position, positionOf } from '../base/position.ts';
import { type BehaviourPlace, createBehaviourFinder } from '../behaviours/behaviour-places.ts';
import { type Catalogue, isFollowUpCode } from '../catalogue/index.ts';
import { isWritten } from '../config/lookup.ts';
import { hasNewDefaults } from '../layout/layout.ts';
import { createOwnerFinder, type OwnerFinder } from '../tree/discover.ts';
import type { Repository } from '../tree/repository.ts';
import type { TreePath } from '../tree/snapshot.ts';
import { holdsCode } from '../tree/syntax/code.ts';
import type { SourceText } from '../tree/syntax/source-text.ts';
import { wordFilter } from '../tree/word-filter.ts';
import type { Step, TransformDefinition } from './definition.ts';
import { type FollowUp, followUpFrom, type Note, type NotedPosition } from './follow-up.ts';
import type { OpenProject } from './open-projects.ts';
import { keepsDefault, rewritersIn } from './selection.ts';

export interface ReliantPlace {
  readonly of: string;
  readonly at: Position;
  /** Details about the place. */
  readonly note?: Note;
  /** The key that the call shares its data by. */
  readonly key?: string;
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
  steps: readonly Step[],
) {
  const { catalogue, snapshot, readText: read } = repository;
  const { mayRelyOn, placesIn } = createBehaviourFinder(catalogue);
  const { templateFunctions } = catalogue.names;
  const mayCall = wordFilter(templateFunctions);
  const addition = new RegExp(
    `\\b(?:${templateFunctions.join('|')})\\s*\\(\\s*\\{[^}]{0,1000}?\\bsrc\\b`,
  );
  // A project with the layout of Variant A already has the new behaviour.
  const older = new Map(
    projects
      .filter(({ decision }) => decision.kind === 'layout' && !hasNewDefaults(decision))
      .map((project) => [project.found.folder, project]),
  );
  const projectOf = (path: TreePath): OpenProject | undefined =>
    older.get(ownerOf(path) ?? outside);
  const packageOf = older.size > 0 ? createPackageFinder(repository, ownerOf) : () => undefined;
  return {
    /** Whether a file may contain such code. */
    concerns: (path: TreePath) =>
      holdsCode(path) && (projectOf(path) !== undefined || packageOf(path) !== undefined),
    /** The places in a file; undefined if there are none. If its text is final, no edits settle a place. */
    look(source: SourceText, isDecided = false): FoundBehaviours | undefined {
      const { path, text } = source;
      if (!holdsCode(path)) return undefined;
      const named = mayRelyOn(text);
      const addsTemplates = mayCall(text) && addition.test(text);
      const project = named.length > 0 || addsTemplates ? projectOf(path) : undefined;
      // In a package outside all projects, what matters to at least one of them counts.
      const users = project ? [project] : [...older.values()];
      const isRelevant = (of: string) => users.some((user) => matters(of, user));
      const isNamed = named.some(isRelevant);
      const folder = project?.found.folder ?? (isNamed ? packageOf(path) : undefined);
      if (folder === undefined) return undefined;
      const places = isNamed ? placesIn(source).filter(({ of }) => isRelevant(of)) : [];
      if (project) {
        const rewriters = isDecided ? [] : rewritersIn(steps, project.choice);
        return { folder, ...judgePlaces(source, places, rewriters, catalogue), addsTemplates };
      }
      const open = places.map(({ of, start }) => ({ of, at: positionOf(path, text, start) }));
      return { folder, open, settled: [], addsTemplates };
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
          const { open, settled } = sharingData(inProject);
          const places = [...open, ...templates.map((at) => ({ of: 'compiled-templates', at }))];
          return [folder, { followUps: followUpsFor(places, catalogue), settled }] as const;
        }),
      ),
    /** The follow-ups about packages outside all projects. */
    packageFollowUps: (all: readonly FoundBehaviours[]) =>
      [...groupedBy(all, ({ folder }) => folder)].flatMap(([folder, inPackage]) => {
        if (older.has(folder)) return [];
        const name = repository.packages.get(folder)?.name ?? folder;
        const where = `in the package \`${name}\`, which is outside of all projects and was not analysed`;
        const places = inPackage.flatMap((file) => file.open);
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
  { names: { deepOption } }: Catalogue,
) {
  const open: ReliantPlace[] = [];
  const settled: SettledPlace[] = [];
  for (const reliant of places) {
    const { of, start, isSettled, note: origin, edits, key } = reliant;
    const place = { of, at: positionOf(path, text, start), ...(key !== undefined && { key }) };
    const at = origin?.offset === undefined ? {} : { at: positionOf(path, text, origin.offset) };
    const note = origin && { text: origin.text, ...at };
    const rewriter = rewriters.find(({ rewrites }) => rewrites === of);
    if (isSettled && note) settled.push({ ...place, note });
    else if (note && edits && rewriter) {
      const added = { what: `\`${deepOption}: true\``, done: `added: ${note.text}` };
      settled.push({ ...place, note: { ...note, text: added }, edits, transform: rewriter.id });
    } else {
      const why =
        rewriter && 'edits' in reliant ? 'the options of the call cannot be edited, and ' : '';
      open.push({ ...place, ...(note && { note: { ...note, text: why + note.text } }) });
    }
  }
  return { open, settled };
}

/** Calls with the same key share their data, so a mutation in one of them affects the others. */
function sharingData(all: readonly FoundBehaviours[]) {
  const open = all.flatMap((file) => file.open);
  const settled = all.flatMap((file) => file.settled);
  const reaching = new Map(
    [...open, ...settled.filter(({ edits }) => edits)].flatMap((place) =>
      place.key === undefined ? [] : [[place.key, place] as const],
    ),
  );
  const isShared = ({ key, edits }: SettledPlace) =>
    !edits && key !== undefined && reaching.has(key);
  const sharing = settled.filter(isShared).map((place) => {
    const sharedWith = reaching.get(place.key ?? '');
    const text = `the key \`${place.key}\` shares the data with another call`;
    return { ...place, note: { text, ...(sharedWith && { at: sharedWith.at }) } };
  });
  return { open: [...open, ...sharing], settled: settled.filter((place) => !isShared(place)) };
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

/** Whether a behaviour changes: not if the config sets the option, or if its old default is written into it. */
function matters(behaviour: string, { config, choice }: OpenProject): boolean {
  const { behaviours, findOption } = config.catalogue;
  const row = behaviours.get(behaviour);
  if (!row) return false;
  const { option, code } = row;
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
  return [...groupedBy(places, ({ of }) => of)].flatMap(([behaviour, group]) => {
    const row = behaviours.get(behaviour);
    if (!row) return [];
    const { option, code, kind, what, todo } = row;
    const evidence = group.map(({ at, note }): NotedPosition => ({ ...at, ...(note && { note }) }));
    const about = option === undefined ? '' : ` (\`${option}\`)`;
    const former = findOption(option ?? '')?.former;
    const keep =
      former === undefined
        ? ''
        : ` Or keep the old behaviour for the whole project: set the option to \`${JSON.stringify(former)}\`, or run with \`--keep-default ${option}\`.`;
    const message = `${what}${about}: ${counted(evidence, row.counts)}${where}. ${todo}${keep}`;
    const isOwn = kind !== undefined || !isFollowUpCode(code);
    const known = isOwn ? { code, kind: kind ?? 'verify' } : { code };
    return [followUpFrom({ ...known, message, evidence }, option ?? '', group[0].at)];
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
