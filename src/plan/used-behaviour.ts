import type { FollowUpCode } from '../catalogue/follow-ups.ts';
import type { OptionPath } from '../catalogue/index.ts';
import { isWritten } from '../config/lookup.ts';
import { type Position, positionOf } from '../config/problem.ts';
import { hasNewDefaults } from '../project/layout.ts';
import { remembered } from '../project/remembered.ts';
import type { Repository } from '../project/repository.ts';
import { parentOf, type TreePath } from '../project/snapshot.ts';
import type { SourceText } from '../project/syntax/source.ts';
import { mayUse, type UsedBehaviour, usesIn } from '../project/uses.ts';
import {
  compiledAt,
  isCompiling,
  mayNameTemplates,
  placesNamed,
  templateSourcesIn,
  templatesNamed,
} from './compiled-templates.ts';
import { type FollowUp, followUpFrom } from './follow-up.ts';
import type { OpenProject } from './open-project.ts';
import type { OwnerFinder } from './selection.ts';

/** What is found in the sources that an option decides, and in the templates that they name. */
type Behaviour = UsedBehaviour | 'compiled-templates';

interface Row {
  readonly option: OptionPath;
  readonly code: FollowUpCode;
  readonly what: string;
  readonly todo: string;
}

/** What in the sources depends on an option that ended or changed its default. */
const rows: { readonly [behaviour in Behaviour]: Row } = {
  'compiled-templates': {
    option: 'experimental.compileTemplate',
    code: 'removed-experimental',
    what: 'Templates are no longer compiled in the style of lodash',
    todo: 'Write the templates without `<% %>`, or compile them in a module of your own.',
  },
  'deep-data': {
    option: 'experimental.defaults.useAsyncData.deep',
    code: 'changed-default',
    what: 'Fetched data is no longer reactive in depth',
    todo: 'See whether what is inside the data is changed in place; where it is, set `deep: true` in the call.',
  },
  'reset-data': {
    option: 'experimental.resetAsyncDataToUndefined',
    code: 'changed-default',
    what: 'Cleared data goes back to its default value, no longer to `undefined`',
    todo: 'See that what reads the data afterwards does not wait for `undefined`.',
  },
  'template-utils': {
    option: 'experimental.templateUtils',
    code: 'removed-experimental',
    what: 'Variant A has no `templateUtils`',
    todo: 'Replace it by functions of your own.',
  },
  'watch-paths': {
    option: 'experimental.relativeWatchPaths',
    code: 'removed-experimental',
    what: 'Listeners to `builder:watch` get absolute paths',
    todo: 'Make the path relative to the source directory before it is compared with others.',
  },
};

/** What a file of a project uses. */
export interface FoundUses {
  /** The folder of the project. */
  readonly folder: TreePath;
  readonly places: readonly { readonly of: Behaviour; readonly at: Position }[];
  /** Files that templates are made from. */
  readonly templates: readonly TreePath[];
}

/** Looks in the sources for what depends on options that end or change their default. */
export interface UseSearch {
  /** Whether a file could hold such a use. */
  concerns(path: TreePath): boolean;
  /** What a file uses; undefined if that is nothing. */
  look(source: SourceText): FoundUses | undefined;
  /** What was found in each project, by its folder: one follow-up for each option. */
  followUps(found: readonly FoundUses[]): ReadonlyMap<TreePath, readonly FollowUp[]>;
}

// No folder of a project has this name.
const outside = '..';

/** `ownerOf` tells the project that a file belongs to, even if that is none of those which are searched. */
export function createUseSearch(
  projects: readonly OpenProject[],
  ownerOf: OwnerFinder,
  { tree, readText: read }: Repository,
  keepDefaults: boolean,
): UseSearch {
  // A project that follows Variant A already has the newer behaviour.
  const older = new Map(
    projects
      .filter(({ decision }) => decision.kind === 'layout' && !hasNewDefaults(decision))
      .map((project) => [project.found.folder, project]),
  );
  const projectOf = (path: TreePath): OpenProject | undefined => older.get(ownerOf(path) ?? outside);
  const isFile = (path: TreePath) => tree.kindOf(path) === 'file';
  return {
    concerns: (path) => /\.(?:[cm]?[jt]s|[jt]sx|vue)$/.test(path) && projectOf(path) !== undefined,
    look(source) {
      const { path, text } = source;
      const named = mayUse(text);
      const mayHaveTemplates = mayNameTemplates(text);
      const project = named.length > 0 || mayHaveTemplates ? projectOf(path) : undefined;
      if (!project) return undefined;
      const matter = named.some((behaviour) => matters(rows[behaviour], project, keepDefaults));
      const uses = matter ? usesIn(source) : [];
      const templates = mayHaveTemplates ? templateSourcesIn(source) : [];
      return {
        folder: project.found.folder,
        places: uses.map(({ of, start }) => ({ of, at: positionOf(path, text, start) })),
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
        const places = new Map<Behaviour, Position[]>();
        for (const { of, at } of own.flatMap((one) => one.places))
          remembered(places, of, (): Position[] => []).push(at);
        places.set('compiled-templates', compiled);
        const told = [...places].flatMap(([behaviour, evidence]) =>
          matters(rows[behaviour], project, keepDefaults) ? followUpFor(rows[behaviour], evidence) : [],
        );
        followUps.set(folder, told);
      }
      return followUps;
    },
  };
}

/** A default that the config sets itself, or that is to be written into it, does not change. */
function matters({ option, code }: Row, { config }: OpenProject, keepDefaults: boolean): boolean {
  return code !== 'changed-default' || !(keepDefaults || isWritten(config.lookup(option)));
}

function followUpFor({ option, code, what, todo }: Row, evidence: readonly Position[]): FollowUp[] {
  const [at] = evidence;
  if (!at) return [];
  const message = `${what} (\`${option}\`): ${counted(evidence)}. ${todo}`;
  return [followUpFrom({ code, message, evidence }, option, at)];
}

function counted(places: readonly Position[]): string {
  if (places.length === 1) return 'used here';
  const files = new Set(places.map(({ file }) => file)).size;
  return `used in ${places.length} places${files === 1 ? '' : ` of ${files} files`}`;
}

/** Without what the config alone says about an experiment that ended, where the uses of it are told. */
export function toldByUses(followUps: readonly FollowUp[]): FollowUp[] {
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
